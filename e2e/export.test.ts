import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { statement } from '../server/db/statement.ts'
import { testAuthority } from '../server/test/authority.ts'
import { settledExport } from '../server/test/exports.ts'
import { picture, put } from '../server/test/media.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'

/** As a version before has left it. */
const forgetCounts = statement((db, { id }: { id: string }) =>
  db.updateTable('exports').set({ signed: null, unsigned: null }).where('id', '=', id),
)

describe('exports', () => {
  let stage: Stage
  const bytes = randomBytes(50_000)
  let [assetId, folder] = ['', '']

  before(async () => {
    folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-e2e-exports-'))
    const { chain, key } = await testAuthority()
    const [certificate, secret] = [join(folder, 'chain.pem'), join(folder, 'key.pem')]
    await writeFile(certificate, chain)
    await writeFile(secret, key, { mode: 0o600 })
    stage = await openStage({ alone: { DAILIES_C2PA_CERTIFICATE: certificate, DAILIES_C2PA_KEY: secret } })
    const { user, film } = stage
    const capture = { ...film.capture, shotId: film.shotIds[0], selected: true, assetType: 'VIDEO' }
    assetId = (await user.ingest(capture)).body.asset.id
    assert.ok((await put(stage.service, user, assetId, bytes)).status < 300)
  })
  after(async () => {
    await stage?.end()
    await rm(folder, { recursive: true, force: true })
  })

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

  test('what does not go together is off in the form, and says why', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/film`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export' })
    const template = dialog.getByLabel('Names of files')
    const takes = dialog.getByLabel('Takes of a shot')
    const since = dialog.getByLabel('Only what changed since')
    const tick = (name: string) => dialog.getByRole('checkbox', { name })
    const [cut, markers] = [tick('The cut, for editing programs'), tick('Notes as markers')]
    const bundle = tick('As a bundle of OpenTimelineIO (.otioz)')
    const prepare = dialog.getByRole('button', { name: 'Prepare' })

    await cut.uncheck()
    await dialog.getByText('They are in the cut').waitFor()
    assert.deepEqual([await markers.isDisabled(), await markers.isChecked()], [true, false])
    await tick('Where each take comes from').uncheck()
    await cut.check()
    assert.deepEqual([await markers.isDisabled(), await markers.isChecked()], [false, true])

    await bundle.check()
    assert.equal(await since.isDisabled(), true)
    await dialog.getByText('A bundle has all of it').waitFor()
    await template.fill('{scene}/{version}.{ext}')
    await dialog.getByText('A bundle has no folders').waitFor()
    assert.equal(await prepare.isDisabled(), true)
    await bundle.uncheck()
    assert.deepEqual([await bundle.isDisabled(), await prepare.isDisabled()], [true, false])
    await template.fill('{scene}-{version}.{ext}')

    await takes.selectOption('Other takes that were approved, too')
    assert.equal(await since.isDisabled(), true)
    await takes.selectOption('The winners alone')
    await since.selectOption('Another moment')
    assert.deepEqual([await takes.isDisabled(), await bundle.isDisabled()], [true, true])
    await dialog.getByText('What changed is told of the winners alone').waitFor()
    await dialog.getByLabel('Moment').fill('2099-01-01T12:00')
    await dialog.getByText('Nothing can have changed since then yet').waitFor()
    assert.equal(await prepare.isDisabled(), true)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'export-since')

    await since.selectOption('All of it')
    await prepare.click()
    const list = dialog.getByRole('region', { name: 'Exports' })
    await list.getByRole('link', { name: 'Download' }).waitFor()
    await since.selectOption(await since.getByRole('option', { name: /^The export of / }).textContent())
    await prepare.click()
    await list.getByText(/changes since/).waitFor()
    await becomes(() => list.getByRole('link', { name: 'Download' }).count(), 2)
    await stage.close(page)
  })

  test('one that failed stands out, and the same is asked for again, also after a reload', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/film`, { alone: true })
    // A failure of the disk, say, as nobody makes one here.
    let fails = true
    await page.route(/\/api\/projects\/[^/]+\/exports(\?|$)/, async (route) => {
      if (route.request().method() !== 'GET' || !fails) return route.fallback()
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      const [first, ...others] = data
      const failed = first && { ...first, state: 'failed', reason: 'It could not be prepared' }
      return route.fulfill({ response, json: { data: failed ? [failed, ...others] : [], ...rest } })
    })
    const opener = page.getByRole('button', { name: 'Export', exact: true })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await dialog.getByLabel('Names of files').fill('again-{scene}-{version}.{ext}')
    await dialog.getByRole('button', { name: 'Prepare' }).click()
    await dialog.getByText('Failed: It could not be prepared').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'export-failed')
    await page.reload()
    await opener.click()
    await dialog.getByText('Failed: It could not be prepared').waitFor()
    const count = await dialog.getByRole('listitem').count()
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    fails = false
    await dialog.getByRole('button', { name: /^Try again: / }).click()
    assert.equal((await asked).postDataJSON().template, 'again-{scene}-{version}.{ext}')
    await dialog.getByText('Failed').waitFor({ state: 'detached' })
    await dialog.getByRole('region', { name: 'Exports' }).getByRole('link').first().waitFor()
    await becomes(() => dialog.getByRole('listitem').count(), count)
    await stage.close(page)
  })

  test('how many copies are signed is told, and where some could not be, and where nobody counted', async () => {
    const { service, user, film } = stage
    const exports = `/api/projects/${film.projectId}/exports`
    for (const { id } of (await user.get(exports)).body.data)
      await user.send('DELETE', `/api/exports/${id}`, undefined)
    const still = (await user.ingest({ ...film.capture, shotId: film.shotIds[1] })).body.asset.id
    assert.ok((await put(service, user, still, await picture())).status < 300)
    const signed = async (versionIds: string[]) => {
      const { id } = (await user.send('POST', exports, { of: 'versions', versionIds, signed: true })).body
        .data
      assert.equal((await settledExport(user, id)).body.data.state, 'ready')
      return id
    }
    const before = await signed([still])
    await service.db.transaction((transaction) => transaction.run(forgetCounts, { id: before }))
    await signed([still])
    await signed([still, assetId])
    for (const look of looks) {
      const page = await stage.open(`/projects/${film.projectId}/film`, look)
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Export' })
      const rows = dialog.getByRole('region', { name: 'Exports' }).getByRole('listitem')
      await rows
        .nth(0)
        .getByText(/1 of 2 takes signed\. 1 could not be signed .* manifest\.json/)
        .waitFor()
      await rows.nth(1).getByText('Its take is signed').waitFor()
      await rows.nth(2).getByText('Signed copies were not counted').waitFor()
      assert.deepEqual(await violations(page), [])
      await rows.nth(2).scrollIntoViewIfNeeded()
      await screenshot(page, `export-signed-${look.size}`)
      await stage.close(page)
    }
  })
})
