import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { openStage, type Stage } from './stage.ts'

/** Captured by one request. */
const batch = 100

describe('all takes chosen, stacked or not', () => {
  let stage: Stage
  let scenes = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.end())

  /** A scene of its own with so many shots. */
  async function newScene(shots: number) {
    scenes += 1
    const sceneId = `C${scenes}`
    const { body } = await stage.user.send('POST', `/api/projects/${stage.film.projectId}/scenes`, {
      sceneId,
    })
    const id: string = body.data.id
    const shotIds: string[] = []
    for (let number = 1; number <= shots; number += 1) {
      const shot = await stage.user.send('POST', `/api/scenes/${id}/shots`, { shotCode: `S${number}` })
      shotIds.push(shot.body.data.id)
    }
    const capture = async (takes: object[]) => {
      const ids: string[] = []
      for (let from = 0; from < takes.length; from += batch) {
        const captures = takes.slice(from, from + batch).map((take) => ({
          ...stage.film.capture,
          ...{ sceneId, rightsState: 'COMMERCIAL_ALLOWED' },
          ...take,
        }))
        const { body } = await stage.user.send('POST', '/api/extension/ingest/batch', { captures })
        for (const one of body.results) ids.push(one.asset.id)
      }
      return ids
    }
    return { path: `/scenes/${id}`, id, shotIds, capture }
  }

  test('of more than a thousand none is loaded for it, and they stay chosen as stacks open and go', async () => {
    const scene = await newScene(2)
    const [one, other] = scene.shotIds
    const small = await scene.capture(Array.from({ length: 4 }, () => ({ shotId: other })))
    const [winner] = await scene.capture([{ shotId: one, selected: true }])
    await scene.capture(Array.from({ length: 1004 }, () => ({ shotId: one })))
    const page = await stage.open(scene.path)
    await stacked(page, 2)
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith(`${scene.path}/assets`)) asked.push(request.url())
    })
    await choose(page, winner!)
    await change(page, 'Choose all 1,009')
    await page.getByText('1,009 chosen').waitFor()
    assert.ok(asked.length < 6, `${asked.length} pages were asked for`)
    await page.getByRole('button', { name: 'Stack of 4 takes of shot S2' }).click()
    await becomes(() => page.locator('[data-asset-id]').count(), 5)
    for (const id of small) {
      await card(page, id).hover()
      await becomes(() => card(page, id).getByRole('checkbox').isChecked(), true)
    }
    await page.keyboard.press('k')
    await page.getByText('1,009 takes', { exact: true }).first().waitFor()
    await page.getByText('1,009 chosen').waitFor()
    await change(page, 'Tags …')
    await page.getByRole('dialog').getByLabel('Add').fill('rain')
    await page.getByRole('dialog').getByRole('button', { name: 'Change tags' }).click()
    await page.getByText('1,009 changed').waitFor()
    await stage.close(page)
  })

  test('of more than a hundred winners all are told before they go to another scene', async () => {
    const scene = await newScene(104)
    await scene.capture(scene.shotIds.map((shotId) => ({ shotId, selected: true })))
    const others = await scene.capture(Array.from({ length: 156 }, () => ({})))
    const page = await stage.open(scene.path)
    await choose(page, others.at(-1)!)
    await change(page, 'Choose all 260')
    await page.getByText('260 chosen').waitFor()
    await change(page, 'Move to scene …')
    await page.getByRole('dialog').getByText('104 of them are winners').waitFor()
    await stage.close(page)
  })

  test('takes of an open stack go to another scene, and come back to it by Ctrl Z', async () => {
    const scene = await newScene(1)
    const other = await newScene(0)
    const [first, second, third] = await scene.capture(
      Array.from({ length: 3 }, () => ({ shotId: scene.shotIds[0] })),
    )
    const page = await stage.open(scene.path)
    await stacked(page, 1)
    await page.getByRole('button', { name: 'Stack of 3 takes of shot S1' }).click()
    await becomes(() => page.locator('[data-asset-id]').count(), 3)
    // The one on top, and one behind it.
    await choose(page, third!)
    await choose(page, first!)
    await change(page, 'Move to scene …')
    await page.getByRole('dialog').getByLabel('Scene', { exact: true }).selectOption(other.id)
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await page.getByText(/^2 moved to scene C\d+$/).waitFor()
    await becomes(() => page.locator('[data-asset-id]').count(), 1)
    await card(page, second!).waitFor()
    await becomes(() => page.getByRole('button', { name: /^Stack of/ }).count(), 0)
    await page.getByText('1 take, stacked to 1').waitFor()
    assert.equal(await page.getByRole('button', { name: /new/ }).count(), 0)
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: moved 2 takes to another scene').waitFor()
    await page.getByRole('button', { name: 'Stack of 3 takes of shot S1', expanded: true }).waitFor()
    await becomes(() => page.locator('[data-asset-id]').count(), 3)
    await page.getByText('3 takes, stacked to 1').waitFor()
    await becomes(() => page.getByRole('button', { name: /\d new/ }).count(), 0)
    await stage.close(page)
  })
})

async function stacked(page: Page, stacks: number): Promise<void> {
  await page.getByRole('button', { name: 'Stacks', exact: true }).click()
  await page.getByText(`stacked to ${stacks}`).waitFor()
}

function card(page: Page, id: string) {
  return page.locator(`article[data-asset-id="${id}"]`)
}

async function choose(page: Page, id: string): Promise<void> {
  await card(page, id).hover()
  await card(page, id).getByRole('checkbox').check()
}

async function change(page: Page, what: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Comparison tray' })
    .getByRole('button', { name: /^Change / })
    .click()
  await page.getByRole('menuitem', { name: what }).click()
}
