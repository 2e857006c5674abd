import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { guestOf, madeLink } from '../server/test/guests.ts'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { tabTo } from './keyboard.ts'
import { openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the open notes of a project', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  /** Two takes, one of a shot, with three notes; Ada is a reviewer. */
  async function noted() {
    films += 1
    const film = await testFilm(stage.service.db, stage.user, `Noted ${films}`)
    const ada = await stage.person('Ada Lovelace')
    const members = `/api/projects/${film.projectId}/members`
    await stage.user.send('POST', members, { userId: ada.id, role: 'reviewer' })
    const capture = { ...film.capture, rightsState: 'COMMERCIAL_ALLOWED' }
    const take = async (more: object) => (await stage.user.ingest({ ...capture, ...more })).body.asset.id
    const inShot: string = await take({ title: 'Dusk', shotId: film.shotIds[0] })
    const elsewhere: string = await take({ title: 'Dawn', sceneId: '2' })
    const say = async (assetId: string, text: string, more: object = {}, by = stage.user as typeof ada) => {
      const { body } = await by.send('POST', `/api/assets/${assetId}/comments`, { text, ...more })
      return body.data.id as string
    }
    const ids = [
      await say(inShot, 'Warmer light', {}, ada),
      await say(inShot, 'Ada, is it sharp?', { mentionIds: [ada.id] }),
      await say(elsewhere, 'Cut it shorter'),
    ] as const
    return { film, ada, members, inShot, elsewhere, ids, say, path: `/projects/${film.projectId}/notes` }
  }

  const rows = (page: Page) => page.getByRole('list', { name: 'Open notes' }).getByRole('listitem')
  const texts = (page: Page, all: readonly string[]) => async () => {
    const seen = await rows(page).allTextContents()
    return seen.map((text) => all.find((one) => text.includes(one)))
  }
  const three = ['Cut it shorter', 'Ada, is it sharp?', 'Warmer light'] as const

  test('all are there, the newest first, and narrowed by scene, shot, author and mention', async () => {
    const { film, ada, path } = await noted()
    const page = await stage.open(path, { cookie: ada.cookie })
    const shown = texts(page, three)
    await becomes(shown, [...three])
    await page.getByLabel('Scene').selectOption(film.sceneDbId)
    await becomes(shown, [three[1], three[2]])
    await page.getByLabel('Shot').selectOption(film.shotIds[0]!)
    await becomes(shown, [three[1], three[2]])
    await page.getByLabel('By', { exact: true }).selectOption(ada.id)
    await becomes(shown, [three[2]])
    await page.reload()
    await becomes(shown, [three[2]])
    await page.getByLabel('Shot').selectOption(film.shotIds[1]!)
    await page.getByText('No open note is like that').waitFor()
    await page.getByRole('button', { name: 'Show all open notes' }).click()
    await becomes(shown, [...three])
    await page.getByLabel('Mentions me').check()
    await becomes(shown, [three[1]])
    await stage.close(page)
  })

  test('what a guest says is told apart from what a member of that name does', async () => {
    const { film, ada, inShot, path } = await noted()
    const plays = { kind: 'take', id: inShot }
    const starting = { name: 'Monday', plays, page: 'one' }
    const { body } = await stage.user.send('POST', `/api/projects/${film.projectId}/reviews`, starting)
    const review = `/reviews/${body.data.id}`
    const rate = { numerator: 24, denominator: 1 }
    const shown = {
      page: 'one',
      term: 1,
      sequence: 1,
      assetVersionId: inShot,
      frame: 0,
      rate,
      playing: false,
    }
    await stage.user.send('PUT', `/api${review}/state`, shown)
    const shows = { shows: 'scene', sceneDbId: film.sceneDbId, mayComment: true }
    const link = await madeLink(stage.user, film.projectId, shows)
    const guest = await guestOf(stage.service, link, { name: 'Ada Lovelace' })
    await guest.send('POST', `/api/links/${link.id}/takes/${inShot}/comments`, { text: 'Throw it away' })
    await ada.send('POST', `/api/assets/${inShot}/comments`, { text: 'Keep it' })
    for (const [at, list] of [
      [path, 'Open notes'],
      [review, undefined],
    ] as const) {
      const page = await stage.open(at)
      const all = page.getByRole('list', list ? { name: list } : {}).getByRole('listitem')
      const saying = (text: string) => all.filter({ hasText: text })
      await saying('Throw it away').getByText('Guest', { exact: true }).waitFor()
      await saying('Keep it').waitFor()
      assert.equal(await saying('Keep it').getByText('Guest', { exact: true }).count(), 0)
      await stage.close(page)
    }
  })

  test('below them stand the review sessions that are over, and on no other part of the film', async () => {
    const { film, inShot, path } = await noted()
    const starting = { name: 'Monday', plays: { kind: 'take', id: inShot }, page: 'one' }
    const { body } = await stage.user.send('POST', `/api/projects/${film.projectId}/reviews`, starting)
    await stage.user.send('POST', `/api/reviews/${body.data.id}/end`, {})
    const page = await stage.open(`/projects/${film.projectId}`)
    const past = page.getByRole('navigation', { name: 'Past review sessions' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    assert.equal(await past.count(), 0)
    await page.goto(stage.service.address + path)
    await past.getByRole('link', { name: 'Monday' }).click()
    await page.waitForURL(`**/reviews/${body.data.id}`)
    await stage.close(page)
  })

  test('one is ticked off where it stands, by keys, and is gone for the others at once', async () => {
    const { ada, path } = await noted()
    const page = await stage.open(path)
    const there = await stage.open(path, { cookie: ada.cookie })
    await becomes(() => rows(there).count(), 3)
    await tabTo(
      rows(page)
        .filter({ hasText: 'Cut it shorter' })
        .getByRole('button', { name: /^Tick off/ }),
    )
    await page.keyboard.press('Enter')
    await becomes(() => rows(page).count(), 2)
    await becomes(() => rows(there).count(), 2)
    const tab = there.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Notes/ })
    await becomes(() => tab.getByText('2').count(), 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => rows(there).count(), 3)
    await stage.close(there)
    await stage.close(page)
  })

  test('it leads to where it was said, and counts are on project, scene, shot and card', async () => {
    const { film, ids, path, inShot } = await noted()
    const page = await stage.open(path)
    await rows(page).filter({ hasText: 'Warmer light' }).getByRole('link', { name: /Dusk/ }).click()
    await page.getByRole('region', { name: 'Comments', exact: true }).getByText('Warmer light').waitFor()
    assert.ok(page.url().endsWith(`/assets/${inShot}?comment=${ids[0]}`))
    await page.goto(`${stage.service.address}/projects/${film.projectId}`)
    const scene = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Scene 012A/ }) })
    await scene.getByTitle('2 open notes').first().waitFor()
    await scene.getByRole('button', { name: /shots of scene/ }).click()
    const shots = page.getByRole('list', { name: 'Shots of scene 012A' })
    await shots.getByTitle('2 open notes').waitFor()
    await page.goto(`${stage.service.address}/projects`)
    const card = page.getByRole('listitem').filter({ hasText: `Noted ${films}` })
    await card.getByTitle('3 open notes').waitFor()
    await stage.close(page)
  })

  test('a viewer reads them, and has nothing to press', async () => {
    const { ada, members, path } = await noted()
    await stage.user.send('PATCH', `${members}/${ada.id}`, { role: 'viewer' })
    const page = await stage.open(path, { cookie: ada.cookie })
    await becomes(() => rows(page).count(), 3)
    assert.equal(await page.getByRole('button', { name: /^Tick off/ }).count(), 0)
    await stage.close(page)
  })

  test('a long list comes in pages', async () => {
    const { inShot, say, path } = await noted()
    for (let count = 0; count < 40; count += 1) await say(inShot, `Note ${count}`)
    const page = await stage.open(path)
    await rows(page).first().waitFor()
    await page.mouse.wheel(0, 100_000)
    await becomes(() => rows(page).count(), 43)
    await stage.close(page)
  })

  test('with none it says what it is for; what cannot be loaded says so, and is there at the next try', async () => {
    const { film, path, ids } = await noted()
    const page = await stage.open('/projects', { alone: true })
    await page.route('**/notes*', (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ status: 400, body: '{}' })
        : route.continue(),
    )
    await page.goto(stage.service.address + path)
    await page.getByRole('alert').waitFor()
    await screenshot(page, 'notes-failed')
    await page.unroute('**/notes*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await becomes(() => rows(page).count(), 3)
    for (const id of ids) await stage.user.send('POST', `/api/comments/${id}/resolution`, { resolved: true })
    await page.getByText('Nothing is open').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'notes-empty')
    assert.ok(film.projectId)
    await stage.close(page)
  })

  for (const size of ['desktop', 'phone'] as const) {
    test(`text of any kind and length fits on a ${size}, light and dark`, async () => {
      const { inShot, say, path } = await noted()
      await say(inShot, '<script>document.title = "taken"</script>')
      await say(inShot, `\u202eturned ${'w'.repeat(2000)}${'長'.repeat(7000)}`)
      for (const theme of ['light', 'dark'] as const) {
        const page = await stage.open(path, { size, theme })
        await becomes(() => rows(page).count(), 5)
        assert.equal(await sticksOut(page), 0)
        assert.match(await page.title(), /^Notes/)
        await settled(page)
        assert.deepEqual(await violations(page), [])
        await screenshot(page, `notes-${size}-${theme}`)
        await stage.close(page)
      }
    })
  }
})
