import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { makeFilm, numberSeen } from './film.ts'
import { type MediaStage, openMediaStage } from './media-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'
import { bar, drag, leads, reviewer } from './together-stage.ts'

describe('a review session of the film', () => {
  let stage: MediaStage
  /** Of the first shot: its winner, and a take that came later; of the second the winner. */
  let [winner, later, second] = ['', '', '']
  let leader: Page
  let follower: Page

  before(async () => {
    stage = await openMediaStage()
    const page = await stage.open('/sign-in', { signedOut: true })
    const films: Buffer[] = []
    for (const colour of ['#203050', '#503020', '#205030'])
      films.push(await makeFilm(page, { seconds: 3, rate: 24, colour, readable: true }))
    await stage.close(page)
    const [first, next] = stage.film.shotIds
    winner = await stage.kept({ assetType: 'VIDEO', shotId: first, selected: true }, films[0]!)
    later = await stage.kept({ assetType: 'VIDEO', shotId: first }, films[1]!)
    second = await stage.kept({ assetType: 'VIDEO', shotId: next, selected: true }, films[2]!)
    const ben = await reviewer(stage, 'Ben Nevis')
    leader = await stage.open(`/projects/${stage.film.projectId}`, { alone: true })
    follower = await stage.open(`/projects/${stage.film.projectId}`, { cookie: ben.cookie, alone: true })
  })
  after(() => stage?.end())

  const frameOf = (page: Page) => async () =>
    Number(await page.locator('[data-layers]').first().getAttribute('data-frame'))
  const seen = (page: Page, number: number) => becomes(() => numberSeen(page), number)
  const steps = (page: Page) => page.getByRole('region', { name: 'Takes of this shot' })
  const isPlaying = (page: Page) => page.getByRole('button', { name: 'Pause (space)' }).count()
  const end = (page: Page) => bar(page).getByRole('button', { name: 'End' }).click()
  async function join(page: Page): Promise<void> {
    await page.goto(`${stage.service.address}/projects/${stage.film.projectId}`)
    await page.getByRole('button', { name: 'Join' }).click()
  }

  test('is followed to its screen, frame by frame, and plays and stops for all', async () => {
    const film = `/projects/${stage.film.projectId}/film?scene=${stage.film.sceneDbId}`
    await leader.goto(stage.service.address + film)
    await leader.getByRole('button', { name: 'Review together' }).click()
    await bar(leader).getByText('You lead').waitFor()
    await join(follower)
    await follower.waitForURL(`**${film}`)
    await leader.keyboard.press('End')
    await becomes(async () => (await frameOf(follower)()) > 100, true)
    await leader.keyboard.press(',')
    await leader.keyboard.press('ArrowLeft')
    await seen(leader, 70)
    await seen(follower, 70)
    await becomes(frameOf(follower), 70)
    await leader.keyboard.press('Home')
    await seen(follower, 0)
    await leader.keyboard.press('l')
    await leader.keyboard.press('l')
    await follower.getByText('2×', { exact: true }).waitFor()
    await leader.keyboard.press('k')
    await becomes(() => isPlaying(follower), 0)
    await becomes(async () => (await frameOf(follower)()) - (await frameOf(leader)()), 0)
    for (const { theme } of looks) {
      await follower.emulateMedia({ colorScheme: theme })
      assert.deepEqual(await violations(follower), [])
    }
    await screenshot(follower, 'review session of the film')
  })

  test('shows the others the take that is tried in its place, and the winner again', async () => {
    await leads(leader)
    await leader.keyboard.press('Home')
    await leader.keyboard.press('ArrowUp')
    await steps(follower).getByText('2 of 2, tried here').waitFor()
    const picture = follower.locator('[data-layers] video[style*="opacity: 1"]')
    await becomes(async () => (await picture.getAttribute('src'))?.includes(later), true)
    await leader.keyboard.press('.')
    await becomes(async () => (await picture.getAttribute('src'))?.includes(second), true)
    await leader.keyboard.press(',')
    await steps(follower).getByText('2 of 2, tried here').waitFor()
    await leader.keyboard.press('ArrowDown')
    await steps(follower).getByText('1 of 2, the winner').waitFor()
    await becomes(async () => (await picture.getAttribute('src'))?.includes(winner), true)
  })

  test('shows what is drawn on a frame while it is drawn, which becomes a comment on the take', async () => {
    await leads(leader)
    await leader.keyboard.press('Home')
    for (let frame = 1; frame <= 5; frame += 1) await leader.keyboard.press('ArrowRight')
    await seen(follower, 5)
    await leader.keyboard.press('d')
    const pad = leader.getByRole('group', { name: /^Draw on the frame/ })
    await pad.waitFor()
    const drawn = follower.getByRole('img', { name: 'What is drawn in the review' })
    for (const count of [1, 2]) {
      await drag(leader, pad, [0.2 * count, 0.2], [0.2 * count + 0.1, 0.7])
      await becomes(() => drawn.locator('[data-shape]').count(), count)
    }
    const [over, under] = [await drawn.boundingBox(), await follower.locator('[data-layers]').boundingBox()]
    assert.ok(over && under && Math.abs(over.width / over.height - 16 / 9) < 0.02)
    assert.deepEqual(await violations(leader), [])
    await screenshot(leader, 'drawing on the film')
    await screenshot(follower, 'what is drawn on the film')
    const note = leader.getByRole('form', { name: 'New comment' })
    await note.getByRole('textbox', { name: 'Comment', exact: true }).fill('This lamp')
    await note.getByRole('button', { name: 'Comment', exact: true }).click()
    await drawn.waitFor({ state: 'detached' })
    const comments = async () => (await stage.user.get(`/api/assets/${winner}/comments`)).body.data
    await becomes(async () => (await comments()).length, 1)
    const [{ text, range, drawing }] = await comments()
    assert.deepEqual([text, range.from, drawing.shapes.length], ['This lamp', 5, 2])
  })

  test('goes on for who comments while the others play on', async () => {
    await leads(leader)
    await leader.keyboard.press('Home')
    await seen(follower, 0)
    await follower.keyboard.press('c')
    const note = follower.getByRole('form', { name: 'New comment' })
    await note.getByRole('textbox', { name: 'Comment', exact: true }).fill('From the start')
    await leader.keyboard.press('End')
    await becomes(frameOf(follower), await frameOf(leader)())
    await note.getByRole('button', { name: 'Comment', exact: true }).click()
    const comments = async () => (await stage.user.get(`/api/assets/${winner}/comments`)).body.data
    await becomes(async () => (await comments()).length, 2)
    const { text, range } = (await comments())[1]
    assert.deepEqual([text, range.from], ['From the start', 0])
  })

  test('is left and joined again, and led by another', async () => {
    await bar(follower).getByRole('button', { name: 'Leave' }).click()
    await bar(follower).waitFor({ state: 'detached' })
    await leads(leader)
    await leader.keyboard.press('Home')
    await leader.keyboard.press('ArrowRight')
    await join(follower)
    await becomes(frameOf(follower), 1)
    // Whoever goes elsewhere by themselves looks around.
    await follower.getByRole('link', { name: 'Scene 012A' }).first().click()
    await bar(follower).getByRole('button', { name: 'Follow', exact: true }).click()
    await becomes(frameOf(follower), 1)
    await leads(follower)
    await follower.keyboard.press('End')
    await becomes(async () => (await frameOf(leader)()) > 100, true)
    await leads(leader)
    await end(leader)
    await leader.getByRole('button', { name: 'End it for all' }).click()
    for (const page of [leader, follower]) {
      await page.waitForURL('**/reviews/*')
      for (const text of ['This lamp', 'From the start']) await page.getByText(text).waitFor()
    }
  })

  test('a playlist is followed to the take that is seen and its frame', async () => {
    const body = { name: 'Monday', from: 'versions', versionIds: [winner, later, second] }
    const { data } = (await stage.user.send('POST', `/api/projects/${stage.film.projectId}/playlists`, body))
      .body
    const list = `/projects/${stage.film.projectId}/playlists/${data.id}`
    await leader.goto(stage.service.address + list)
    await leader.getByRole('button', { name: 'Review together' }).click()
    await bar(leader).getByText('You lead').waitFor()
    await leader.getByRole('button', { name: 'Play', exact: true }).click()
    const played = (page: Page): Locator => page.getByRole('dialog', { name: 'Monday' })
    const frame = (page: Page) => async () =>
      Number(await played(page).locator('[data-layers]').getAttribute('data-frame'))
    await played(leader).getByRole('button', { name: 'Pause (space)' }).click()
    await join(follower)
    await follower.waitForURL(`**${list}`)
    await played(follower).getByText('1 of 3').waitFor()
    await played(leader).getByRole('button', { name: 'Next shot (.)' }).click()
    await played(follower).getByText('2 of 3').waitFor()
    const first = await frame(leader)()
    for (let step = 0; step < 3; step += 1)
      await played(leader).getByRole('button', { name: 'One frame on (→)' }).click()
    await becomes(frame(leader), first + 3)
    await becomes(frame(follower), first + 3)
    await leads(played(leader))
    for (const { theme, size } of looks) {
      await follower.emulateMedia({ colorScheme: theme })
      if (size === 'phone') await follower.setViewportSize({ width: 390, height: 844 })
      await settled(follower)
      assert.deepEqual(await violations(follower), [])
      await screenshot(follower, `review session of a playlist-${size}`)
    }
    // Whoever closes it looks around, and comes back by following.
    await played(follower).getByRole('button', { name: 'Close' }).click()
    await bar(follower).getByRole('button', { name: 'Follow', exact: true }).click()
    await played(follower).getByText('2 of 3').waitFor()
    await bar(played(leader)).getByRole('button', { name: 'End' }).click()
    await leader.getByRole('button', { name: 'End it for all' }).click()
    for (const page of [leader, follower]) await page.waitForURL('**/reviews/*')
    for (const page of [leader, follower]) await stage.close(page)
  })
})
