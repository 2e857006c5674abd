import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Film, type TestUser, testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { openStage, type Stage, screenshot, violations } from './stage.ts'

const all = [
  { theme: 'light', size: 'desktop' },
  { theme: 'dark', size: 'desktop' },
  { theme: 'light', size: 'phone' },
  { theme: 'dark', size: 'phone' },
] as const

describe('what happened in a film', () => {
  let stage: Stage
  let maria: TestUser
  let film: Film
  let path: string
  let films = 0

  before(async () => {
    stage = await openStage()
    maria = await stage.person('Maria Nowak')
  })
  after(() => stage.end())
  beforeEach(async () => {
    films += 1
    film = await testFilm(stage.service.db, stage.user, `Film ${films}`)
    const member = { userId: maria.id, role: 'editor' }
    await stage.user.send('POST', `/api/projects/${film.projectId}/members`, member)
    path = `/projects/${film.projectId}/activity`
  })

  const capture = async (by: TestUser, more: object = {}): Promise<string> =>
    (await by.ingest({ ...film.capture, rightsState: 'COMMERCIAL_ALLOWED', ...more })).body.asset.id
  const move = async (by: TestUser, id: string, ...statuses: string[]) => {
    for (const status of statuses) {
      assert.equal((await by.send('POST', `/api/assets/${id}/status`, { status })).status, 200)
    }
  }
  const own = async () =>
    (await stage.user.get(`/api/projects/${film.projectId}/members`)).body.data[0].name as string

  test('is told in words, in one line what somebody did in a row, and leads to what it is about', async () => {
    const first = await capture(maria)
    await capture(stage.user)
    await capture(stage.user)
    await capture(stage.user)
    await move(maria, first, 'GENERATED', 'SELECTED', 'APPROVED')
    const [others] = [await own()]
    const page = await stage.open(path)
    const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
    await becomes(() => today.count(), 5)
    const lines = (await today.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))
    assert.match(lines[0]!, /Maria Nowak approved MJ v1 in 012A/)
    assert.match(lines[1]!, /Maria Nowak picked MJ v1 in 012A/)
    assert.match(lines[2]!, /Maria Nowak marked MJ v1 as generated in 012A/)
    assert.match(lines[3]!, new RegExp(`${others} captured 3 takes into 012A MJ v4, MJ v3, MJ v2`))
    assert.match(lines[4]!, /Maria Nowak captured MJ v1 into 012A/)
    await today.nth(0).getByRole('link', { name: 'MJ v1' }).click()
    await page.waitForURL(`**/assets/${first}`)
    await page.goBack()
    await today.nth(0).getByRole('link', { name: 'scene 012A' }).click()
    await page.waitForURL(`**/scenes/${film.sceneDbId}`)
    await stage.close(page)
  })

  test('is narrowed by person and kind, which is in the address', async () => {
    await capture(maria)
    await move(stage.user, await capture(stage.user), 'GENERATED')
    const page = await stage.open(path)
    const lines = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
    await becomes(() => lines.count(), 3)
    await page.getByLabel('Who').selectOption('Maria Nowak')
    await becomes(() => lines.count(), 1)
    await page.getByLabel('Who').selectOption('Everybody')
    await page.getByLabel('What').selectOption('Statuses')
    await becomes(() => lines.count(), 1)
    assert.equal(new URL(page.url()).search, '?kind=asset.status_changed')
    await page.reload()
    await becomes(() => lines.count(), 1)
    await page.getByLabel('What').selectOption('Completed scenes')
    await page.getByRole('heading', { name: 'Nothing like that happened' }).waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await becomes(() => lines.count(), 3)
    await stage.close(page)
  })

  test('reads well of takes and scenes that are gone', async () => {
    const deleted = await capture(stage.user)
    await stage.user.send('DELETE', `/api/assets/${deleted}`, undefined)
    await capture(stage.user, { sceneId: '2' })
    await stage.user.send('DELETE', `/api/scenes/${film.otherSceneDbId}?sceneId=2`, undefined)
    const page = await stage.open(path)
    const lines = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
    await becomes(() => lines.count(), 2)
    const texts = (await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))
    assert.match(texts[0]!, /captured .* into 2 \(deleted\)/)
    assert.match(texts[1]!, /captured MJ v1 \(deleted\) into 012A/)
    await stage.close(page)
  })

  test('goes on with older pages by itself', async () => {
    // Each another deed: by turns.
    for (let turn = 0; turn < 55; turn += 1) for (const by of [maria, stage.user]) await capture(by)
    const page = await stage.open(path)
    const lines = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
    await becomes(async () => (await lines.count()) >= 100, true)
    await lines.last().scrollIntoViewIfNeeded()
    await becomes(() => lines.count(), 110)
    await stage.close(page)
  })

  for (const look of all) {
    test(`can be read by everybody on a ${look.theme} ${look.size}: full, empty and failing`, async () => {
      const name = (what: string) => `activity-${what}-${look.size}-${look.theme}`
      const page = await stage.open(path, look)
      await page.getByRole('heading', { name: 'Nothing happened lately' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, name('empty'))

      for (let take = 0; take < 8; take += 1) await capture(stage.user)
      const best = await capture(maria, { shotId: film.shotIds[0], assetType: 'VIDEO', platformKey: 'veo' })
      await move(maria, best, 'GENERATED', 'SELECTED', 'APPROVED', 'FINAL')
      await stage.user.send('DELETE', `/api/assets/${await capture(stage.user)}`, undefined)
      await page.reload()
      await page.getByText('Maria Nowak completed').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, name('full'))

      await page.route('**/activity?**', (route) =>
        route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"It is not to be"}' }),
      )
      await page.getByLabel('What').selectOption('Winners')
      await page.getByText('It is not to be').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, name('failing'))
      await page.unroute('**/activity?**')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('region', { name: 'Today' }).waitFor()
      await stage.close(page)
    })
  }
})
