import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sessionCaller, testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { faultyService } from './faulty-service.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'

describe('what others do', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.end())

  /** A film of Ada's, with two takes, in which Ben is that. */
  async function filmWith(role: string) {
    const ada = await stage.person('Ada Lovelace')
    const ben = await stage.person('Ben Nevis')
    const film = await testFilm(stage.service.db, ada)
    const members = `/api/projects/${film.projectId}/members`
    assert.equal((await ada.send('POST', members, { userId: ben.id, role })).status, 201)
    const capture = async (title: string): Promise<string> => {
      const more = { title, status: 'GENERATED', rightsState: 'COMMERCIAL_ALLOWED', compareGroup: 'wide' }
      const { body } = await ada.ingest({ ...film.capture, ...more })
      return body.asset.id
    }
    const ids = [await capture('Dusk'), await capture('Dawn')] as const
    return { ada, ben, film, members, capture, ids, scene: `/scenes/${film.sceneDbId}` }
  }

  test('what one approves shows on the board, the version and the comparison of another, in place', async () => {
    const { ada, ben, ids, scene } = await filmWith('editor')
    const { cookie } = ben
    const board = await stage.open(scene, { cookie })
    const version = await stage.open(`/assets/${ids[0]}`, { cookie, alone: true })
    const compare = await stage.open(`/compare?ids=${ids.join(',')}`, { cookie, alone: true })
    await take(board, 'Dusk').focus()
    const there = await take(board, 'Dusk').boundingBox()
    await version.getByRole('heading', { level: 1 }).waitFor()
    await version.getByLabel('Title').first().fill('Typed by Ben')
    await compare.getByText('Generated').first().waitFor()

    const page = await stage.open(scene, { cookie: ada.cookie, alone: true })
    await take(page, 'Dusk').focus()
    await page.keyboard.press('a')
    await take(page, 'Dusk').getByText('Approved').waitFor()

    await take(board, 'Dusk').getByText('Approved').waitFor()
    assert.deepEqual(await take(board, 'Dusk').boundingBox(), there)
    await becomes(() => take(board, 'Dusk').evaluate((element) => element === document.activeElement), true)
    await version.getByText('Approved').first().waitFor()
    assert.equal(await version.getByLabel('Title').first().inputValue(), 'Typed by Ben')
    await compare.getByText('Approved').first().waitFor()
    for (const one of [board, version, compare, page]) await stage.close(one)
  })

  test('what one captures waits on the board of another until it is asked for', async () => {
    const { ben, capture, scene } = await filmWith('viewer')
    const page = await stage.open(scene, { cookie: ben.cookie })
    await take(page, 'Dawn').focus()
    await capture('Noon')
    await page.getByRole('button', { name: '1 new take' }).waitFor()
    assert.equal(await take(page, 'Noon').count(), 0)
    await page.keyboard.press('n')
    await take(page, 'Noon').waitFor()
    await stage.close(page)
  })

  test('a hundred and twenty that come at once wait as one does, below what is chosen and seen', async () => {
    const { ada, ben, film, scene } = await filmWith('viewer')
    const page = await stage.open(scene, { cookie: ben.cookie })
    await take(page, 'Dawn').focus()
    for (const count of [100, 20]) {
      const captures = Array.from({ length: count }, (_, at) => ({ ...film.capture, title: `Rush ${at}` }))
      assert.equal((await ada.send('POST', '/api/extension/ingest/batch', { captures })).status, 200)
    }
    await page.getByRole('button', { name: '120 new takes' }).waitFor()
    await becomes(() => page.getByRole('article').count(), 2)
    await page.keyboard.press('n')
    await page
      .getByRole('article', { name: /Rush 19/ })
      .first()
      .waitFor()
    await stage.close(page)
  })

  test('whoever is made a viewer loses what only editors may press, and one who is removed is told', async () => {
    const { ada, ben, members, ids, scene } = await filmWith('editor')
    const { cookie } = ben
    const board = await stage.open(scene, { cookie })
    const version = await stage.open(`/assets/${ids[0]}`, { cookie, alone: true })
    const approve = version.getByRole('button', { name: /^Approve/ })
    await take(board, 'Dusk').waitFor()
    await approve.first().waitFor()
    await ada.send('PATCH', `${members}/${ben.id}`, { role: 'viewer' })
    await board.getByText('You are a viewer of this film').waitFor()
    await approve.first().waitFor({ state: 'detached' })

    await ada.send('DELETE', `${members}/${ben.id}`, undefined)
    for (const page of [board, version]) {
      await page.getByText('you are no member of its film').waitFor()
      assert.equal(await page.getByText('Dusk').count(), 0)
      await stage.close(page)
    }
  })

  test('who else has a scene or a version open shows, and no more once they leave', async () => {
    const { ada, ben, ids, scene } = await filmWith('viewer')
    const board = await stage.open(scene, { cookie: ada.cookie })
    await take(board, 'Dusk').waitFor()
    assert.equal(await board.getByRole('list', { name: 'Also here' }).count(), 0)
    const page = await stage.open(scene, { cookie: ben.cookie, alone: true })
    await board.getByRole('img', { name: 'Ben Nevis is here, too' }).waitFor()
    await page.getByRole('img', { name: 'Ada Lovelace is here, too' }).waitFor()
    await page.goto(`${stage.service.address}/assets/${ids[0]}`)
    await page.getByRole('heading', { level: 1, name: 'Dusk' }).waitFor()
    await becomes(() => page.getByRole('list', { name: 'Also here' }).count(), 0)
    const between = await faultyService(stage.service.address)
    const version = await stage.open('/projects', { cookie: ada.cookie, alone: true })
    await version.goto(`${between.address}/assets/${ids[0]}`)
    await version.getByRole('img', { name: 'Ben Nevis is here, too' }).waitFor()
    await page.getByRole('img', { name: 'Ada Lovelace is here, too' }).waitFor()
    await version.goto('about:blank')
    // It says so itself: the service would take it for gone only a while later.
    const goodbyes = () => between.said.filter((one) => /\/presence .*"left":true/.test(one)).length
    await becomes(async () => goodbyes() > 0, true)
    await page.getByRole('list', { name: 'Also here' }).waitFor({ state: 'detached' })
    await stage.close(version)
    between.close()
    // Without a word, as when a computer goes to sleep.
    await stage.close(page)
    await board.getByRole('list', { name: 'Also here' }).waitFor({ state: 'detached' })
    await stage.close(board)
  })

  for (const { theme, size } of looks) {
    test(`new takes and who is there have no barriers in ${theme} on a ${size}`, async () => {
      const { ada, ben, capture, ids, scene } = await filmWith('viewer')
      const other = await stage.open(`/assets/${ids[0]}`, { cookie: ada.cookie, alone: true })
      const page = await stage.open(scene, { cookie: ben.cookie, theme, size })
      await take(page, 'Dusk').waitFor()
      await page.getByRole('img', { name: 'Ada Lovelace is here, too' }).waitFor()
      for (const title of ['Noon', 'Night', 'Storm']) await capture(title)
      await page.getByRole('button', { name: '3 new takes' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `live-${theme}-${size}`)
      await stage.close(page)
      await stage.close(other)
    })
  }

  test('a tab of who signed out shows nothing of theirs to who signs in after them, in another tab', async () => {
    const { ada, scene } = await filmWith('viewer')
    const next = await stage.person('Cy Twombly')
    const tab = await stage.open(scene, { cookie: ada.cookie, alone: true })
    await take(tab, 'Dusk').waitFor()
    await tab.getByRole('list', { name: 'Also here' }).waitFor({ state: 'detached' })
    await tab.waitForTimeout(3000)
    const [before] = await tab.context().cookies()
    await sessionCaller(stage.service.address, ada.cookie).send('POST', '/api/account/sign-out', {})
    const value = next.cookie.replace(/^[^=]*=/, '').replace(/;.*$/, '')
    await tab.context().addCookies([{ ...before!, value }])
    const other = await tab.context().newPage()
    await other.goto(`${stage.service.address}/projects`)
    await other.getByRole('heading', { level: 1 }).waitFor()
    await tab.bringToFront()
    await take(tab, 'Dusk').waitFor({ state: 'detached' })
    await stage.close(tab)
  })

  test('tabs share one stream', async () => {
    const { ben, capture, scene } = await filmWith('viewer')
    const first = await stage.open(scene, { cookie: ben.cookie, alone: true })
    const pages = [first]
    for (let count = 0; count < 6; count += 1) {
      const page = await first.context().newPage()
      await page.goto(stage.service.address + scene)
      pages.push(page)
    }
    for (const page of pages) await take(page, 'Dawn').waitFor()
    await capture('Noon')
    for (const page of pages) await page.getByRole('button', { name: '1 new take' }).waitFor()
    await stage.close(first)
  })
})

function take(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ hasText: title })
}
