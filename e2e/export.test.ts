import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { put } from '../server/test/media.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { openStage, type Stage, screenshot, violations } from './stage.ts'

describe('exports', () => {
  let stage: Stage
  const bytes = randomBytes(50_000)
  let assetId: string

  before(async () => {
    stage = await openStage({ alone: {} })
    const { user, film } = stage
    const capture = { ...film.capture, shotId: film.shotIds[0], selected: true, assetType: 'VIDEO' }
    assetId = (await user.ingest(capture)).body.asset.id
    assert.ok((await put(stage.service, user, assetId, bytes)).status < 300)
  })
  after(() => stage?.end())

  test('the film is prepared, had as a ZIP with its media in it, and deleted, by who edits', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/film`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await dialog.getByText('Nothing was exported yet.').waitFor()
    await dialog.getByText(/^\{project\} \{act\} .*\{version:3\}/).waitFor()
    await dialog.getByRole('textbox', { name: 'Names of files' }).fill('{scene}')
    await dialog.getByRole('button', { name: 'Prepare' }).click()
    await dialog.getByText('must have {version} or {id}').waitFor()
    await dialog.getByRole('textbox', { name: 'Names of files' }).fill('{scene}-{version}.{ext}')
    await dialog.getByLabel('Takes of a shot').selectOption('Other takes that were approved, too')
    await dialog.getByLabel('As a bundle of OpenTimelineIO (.otioz)').check()
    await screenshot(page, 'export')
    await dialog.getByRole('button', { name: 'Prepare' }).click()
    const link = dialog.getByRole('link', { name: 'Download' })
    await link.waitFor()
    assert.deepEqual(await violations(page), [])
    const coming = page.waitForEvent('download')
    await link.click()
    const download = await coming
    const name = /The Long Tide, approved takes too, \d{4}-\d\d-\d\d \d\d\.\d\d UTC/
    assert.match(download.suggestedFilename(), new RegExp(`^${name.source}\\.otioz$`))
    const zip = await buffer(await download.createReadStream())
    assert.ok(zip.includes('content.otio') && zip.includes('media/012A-1.bin') && zip.includes(bytes))
    await dialog.getByText(/Bundle of OpenTimelineIO: \d+ files/).waitFor()
    await dialog.getByRole('button', { name: /^Delete / }).click()
    const question = page.getByRole('dialog', { name: 'Delete this export?' })
    await question.getByText(name).waitFor()
    assert.deepEqual(await violations(page), [])
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await dialog.getByText('Nothing was exported yet.').waitFor()
    await stage.close(page)
  })

  test('a scene and a take are handed over from where they are seen, without what is of films alone', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const ofScene = page.getByRole('dialog', { name: 'Export' })
    await ofScene.getByText('the winners of the scene').waitFor()
    await ofScene.getByLabel('Only what changed since').waitFor()
    await stage.close(page)

    const other = await stage.open(`/assets/${assetId}`)
    await other.getByRole('button', { name: 'Export', exact: true }).click()
    const ofTake = other.getByRole('dialog', { name: 'Export' })
    await ofTake.getByText('in one ZIP: the take').waitFor()
    assert.equal(await ofTake.getByLabel('Only what changed since').count(), 0)
    await ofTake.getByRole('button', { name: 'Prepare' }).click()
    await ofTake.getByRole('link', { name: 'Download' }).waitFor()
    assert.deepEqual(await violations(other), [])
    await stage.close(other)
  })

  test('by the keyboard alone one is deleted, or is not, and the keyboard stays in the window', async () => {
    const exports = `/api/projects/${stage.film.projectId}/exports`
    for (const { id } of (await stage.user.get(exports)).body.data)
      await stage.user.send('DELETE', `/api/exports/${id}`, undefined)
    const of = { of: 'versions', versionIds: [assetId] }
    for (let count = 0; count < 2; count += 1) await stage.user.send('POST', exports, of)
    const page = await stage.open(`/projects/${stage.film.projectId}/film`)
    const opener = page.getByRole('button', { name: 'Export', exact: true })
    await tabTo(opener)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export' })
    const deletes = dialog.getByRole('button', { name: /^Delete / })
    await becomes(() => deletes.count(), 2)
    await tabTo(deletes.last())
    const question = page.getByRole('dialog', { name: /^Delete / })
    for (const way of ['Escape', 'Enter']) {
      await page.keyboard.press('Enter')
      await becomes(() => hasFocus(question.getByRole('button', { name: 'Cancel' })), true)
      assert.equal(await page.locator('.backdrop').count(), 2)
      await page.keyboard.press(way)
      await question.waitFor({ state: 'detached' })
      await becomes(() => hasFocus(deletes.last()), true)
    }
    for (const left of [1, 0]) {
      await tabTo(deletes.last())
      await page.keyboard.press('Enter')
      await tabTo(question.getByRole('button', { name: 'Delete for good' }))
      await page.keyboard.press('Enter')
      await question.waitFor({ state: 'detached' })
      await becomes(() => deletes.count(), left)
      const list = dialog.getByRole('region', { name: 'Exports' })
      await becomes(() => list.evaluate((element) => element.contains(document.activeElement)), true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await becomes(() => hasFocus(opener), true)
    await stage.close(page)
  })
})
