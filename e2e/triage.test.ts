import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { AssetCard } from '@dailies/contract/board.ts'
import type { Page } from 'playwright-core'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { makePicture, serveMedia } from './media-server.ts'
import { openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

const many = 130

describe('going through takes', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let scene: { projectId: string; sceneDbId: string; ids: string[] }
  let films = 0

  before(async () => {
    stage = await openStage()
    media = await serveMedia(
      Object.fromEntries(
        ['#3a4a6b', '#8a5a44', '#22304a', '#4a6b3a'].map((colour, place) => [
          `${place}.svg`,
          { type: 'image/svg+xml', body: makePicture(`look ${place}`, colour) },
        ]),
      ),
    )
  })
  after(async () => {
    await stage.end()
    media.close()
  })
  beforeEach(async () => {
    scene = await sceneWith(6)
  })

  /** Takes of a scene of its own, the newest last. */
  async function sceneWith(takes: number) {
    films += 1
    const film = await testFilm(stage.service.db, stage.user, `Triage ${films}`)
    const ids: string[] = []
    for (let take = 0; take < takes; take += 1) {
      const outputUrl = `${media.address}${take % 4}.svg`
      const { body } = await stage.user.ingest({ ...film.capture, prompt: `take number ${take}`, outputUrl })
      ids.push(body.asset.id)
    }
    return { projectId: film.projectId, sceneDbId: film.sceneDbId, ids }
  }

  const cards = async (by: Pick<Stage['user'], 'get'> = stage.user) =>
    (await by.get(`/api/scenes/${scene.sceneDbId}/assets?sort=oldest&limit=100`)).body.data as AssetCard[]
  const open = (more = '', options = {}) => stage.open(`/scenes/${scene.sceneDbId}/triage${more}`, options)
  const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).innerText()
  const isAt = (page: Page, place: number, total = scene.ids.length) =>
    page.getByText(`${place} of ${total}`, { exact: true }).waitFor()
  const mine = async () => (await cards()).map(({ marks: { mine } }) => `${mine.flag} ${mine.stars}`)

  test('a key marks the take and goes on to the next, another takes the last mark back', async () => {
    const page = await open('?sort=oldest')
    await isAt(page, 1)
    await page.keyboard.press('x')
    await isAt(page, 2)
    await page.keyboard.press('s')
    await isAt(page, 3)
    await page.keyboard.press('4')
    await isAt(page, 4)
    await page.keyboard.press('Shift+Digit5')
    await isAt(page, 5)
    await page.keyboard.press('Shift+X')
    await isAt(page, 6)
    await becomes(mine, ['rejected 0', 'shortlisted 0', 'none 4', 'none 0', 'none 0', 'none 0'])
    const films = async () => (await cards()).map(({ marks: { film } }) => `${film.flag} ${film.stars}`)
    await becomes(films, ['none 0', 'none 0', 'none 0', 'none 5', 'rejected 0', 'none 0'])
    await page.keyboard.press('z')
    await isAt(page, 5)
    await page.keyboard.press('Control+z')
    await isAt(page, 4)
    await page.keyboard.press('z')
    await isAt(page, 3)
    await becomes(mine, ['rejected 0', 'shortlisted 0', 'none 0', 'none 0', 'none 0', 'none 0'])
    await becomes(films, ['none 0', 'none 0', 'none 0', 'none 0', 'none 0', 'none 0'])
    await page.keyboard.press('ArrowLeft')
    await isAt(page, 2)
    await page.keyboard.press(' ')
    await isAt(page, 3)
    await page.keyboard.press('Shift+ ')
    await isAt(page, 2)
    assert.equal(await page.getByRole('button', { name: 'Shortlist', pressed: true }).count(), 1)
    await page.keyboard.press('u')
    await becomes(mine, ['rejected 0', 'none 0', 'none 0', 'none 0', 'none 0', 'none 0'])
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys of the triage' }).waitFor()
    await stage.close(page)
  })

  test('a key that is held down marks one take, and a digit is one where Shift makes it', async () => {
    const page = await open('?sort=oldest')
    await isAt(page, 1)
    for (let press = 0; press < 4; press += 1) await page.keyboard.down('2')
    await page.keyboard.up('2')
    await isAt(page, 2)
    // As on a French keyboard, where Shift makes the digit.
    for (const [key, shiftKey] of [
      ['"', false],
      ['3', true],
    ] as const) {
      await page.evaluate(
        (init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
        { key, shiftKey, code: 'Digit3' },
      )
    }
    await isAt(page, 4)
    await becomes(mine, ['none 2', 'none 3', 'none 0', 'none 0', 'none 0', 'none 0'])
    await becomes(async () => (await cards())[2]!.marks.film.stars, 3)
    await stage.close(page)
  })

  test('the mark of a take that is no longer listed is taken back, too', async () => {
    const page = await open('?sort=oldest')
    await isAt(page, 1)
    await page.keyboard.press('x')
    await isAt(page, 2)
    await becomes(async () => (await mine())[0], 'rejected 0')
    await page.getByRole('switch', { name: 'Leave out what I rejected' }).click()
    await isAt(page, 1, 5)
    const listed = await heading(page)
    await page.locator('#content').press('z')
    await page.getByText(/^Taken back: .* It is not among those that are shown$/).waitFor()
    await becomes(async () => (await mine())[0], 'none 0')
    assert.equal(await heading(page), listed)
    await page.getByRole('switch', { name: 'Leave out what I rejected' }).click()
    await stage.close(page)
  })

  test('of the films to come only the next is fetched ahead, and of that the beginning', async () => {
    const film = await testFilm(stage.service.db, stage.user, `Films ${films}`)
    for (let take = 0; take < 5; take += 1) {
      const outputUrl = `${media.address}film-${take}.mp4`
      await stage.user.ingest({ ...film.capture, assetType: 'VIDEO', outputUrl })
    }
    const page = await stage.open('/projects', { alone: true })
    await page.addInitScript(() => {
      const make = Document.prototype.createElement
      const made: HTMLVideoElement[] = Object.assign(window, { films: [] }).films
      Document.prototype.createElement = function (this: Document, ...given: Parameters<typeof make>) {
        const element = make.apply(this, given)
        if (element instanceof HTMLVideoElement) made.push(element)
        return element
      } as typeof make
    })
    await page.goto(`${stage.service.address}/scenes/${film.sceneDbId}/triage?sort=oldest`)
    await isAt(page, 1, 5)
    const ahead = (seen: number) =>
      page.evaluate(
        (seen) =>
          (window as unknown as { films: HTMLVideoElement[] }).films
            // Of what is to come: not those of which the strip draws the first frame.
            .filter(({ isConnected, src }) => !isConnected && src && !src.includes('#'))
            .map(({ src, preload }) => `${src.replace(/.*\//, '')} ${preload}`)
            .filter((one) => Number(/\d+/.exec(one)) > seen),
        seen,
      )
    await becomes(() => ahead(0), ['film-1.mp4 metadata'])
    await page.keyboard.press('ArrowRight')
    await isAt(page, 2, 5)
    await becomes(() => ahead(1), ['film-2.mp4 metadata'])
    await stage.close(page)
  })

  test('what one looked at is remembered, and can be left out', async () => {
    const page = await open('?sort=oldest')
    await isAt(page, 1)
    await page.getByText('5 of 6 left').waitFor()
    await page.keyboard.press('3')
    await isAt(page, 2)
    await page.keyboard.press('x')
    await isAt(page, 3)
    await page.keyboard.press('s')
    await page.getByText('2 of 6 left').waitFor()
    await page.getByRole('switch', { name: 'Only those I have not looked at' }).click()
    await isAt(page, 1, 2)
    assert.match(await page.locator('main').innerText(), /take number 4/)
    await page.keyboard.press('x')
    await isAt(page, 2, 2)
    await page.keyboard.press('1')
    await page.getByText('0 of 6 left').waitFor()
    await page.waitForURL((url) => url.searchParams.get('at') === scene.ids[5])
    await page.reload()
    await page.getByText('You have looked at all of them').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'triage-none-left')
    await page.getByRole('button', { name: 'Show all takes' }).click()
    await isAt(page, 1)
    await page.getByRole('switch', { name: 'Leave out what I rejected' }).click()
    await isAt(page, 1, 4)
    await page.reload()
    await page.getByRole('switch', { name: 'Leave out what I rejected', checked: true }).waitFor()
    await stage.close(page)
  })

  test('a mark that is not saved is told of and taken back', async () => {
    const page = await open('?sort=oldest')
    await isAt(page, 1)
    await page.route('**/marks/mine', (route) => route.fulfill({ status: 503, json: { error: 'No' } }))
    await page.keyboard.press('x')
    await isAt(page, 2)
    await page
      .getByText(/^The mark was not saved/)
      .first()
      .waitFor()
    await page.keyboard.press('ArrowLeft')
    await isAt(page, 1)
    await becomes(() => page.getByRole('button', { name: 'Reject', pressed: true }).count(), 0)
    await stage.close(page)
  })

  test('a viewer marks for themself, and sees the film’s mark as others change it', async () => {
    const viewer = await stage.person('Vera')
    const members = `/api/projects/${scene.projectId}/members`
    await stage.user.send('POST', members, { userId: viewer.id, role: 'viewer' })
    const page = await open('?sort=oldest', { cookie: viewer.cookie })
    await isAt(page, 1)
    await page.getByText('For the film: no mark yet').waitFor()
    await page.keyboard.press('Shift+X')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/^Editors mark for/)
      .waitFor()
    await stage.user.send('PUT', `/api/assets/${scene.ids[0]}/marks/film`, { flag: 'shortlisted', stars: 2 })
    await page.getByText('For the film: 2 stars, shortlisted', { exact: true }).waitFor()
    await page.keyboard.press('x')
    await isAt(page, 2)
    await becomes(async () => (await cards(viewer))[0]!.marks.mine.flag, 'rejected')
    assert.equal((await cards())[0]!.marks.mine.flag, 'none')
    await stage.close(page)
  })

  test('opens from the board where the keyboard is, whose cards show the marks', async () => {
    const [first, second] = scene.ids
    await stage.user.send('PUT', `/api/assets/${first}/marks/mine`, { flag: 'rejected' })
    await stage.user.send('PUT', `/api/assets/${second}/marks/mine`, { stars: 4, flag: 'shortlisted' })
    await stage.user.send('PUT', `/api/assets/${second}/marks/film`, { stars: 5, flag: 'shortlisted' })
    for (const theme of ['light', 'dark'] as const) {
      const page = await stage.open(`/scenes/${scene.sceneDbId}?sort=oldest`, { theme })
      await page.getByRole('article').nth(5).waitFor()
      await settled(page)
      assert.match(
        (await page.getByRole('article').nth(1).getAttribute('aria-label')) ?? '',
        /marked by you: 4 stars, shortlisted, marked for the film: 5 stars, shortlisted/,
      )
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `triage-board-${theme}`)
      if (theme === 'light') {
        await page.getByLabel('Marks', { exact: true }).selectOption('mark=mine:rejected')
        await page.getByText('1 of 6 takes').waitFor()
        await page.getByLabel('Marks', { exact: true }).selectOption('stars=5')
        await page.getByText('0 of 6 takes').waitFor()
        await page.getByLabel('Marks', { exact: true }).selectOption('filmStars=5')
        await page.getByText('1 of 6 takes').waitFor()
        await page.getByRole('button', { name: 'Clear filters' }).click()
        await page.getByRole('article').nth(2).focus()
        await page.keyboard.press('t')
        await page.getByRole('heading', { name: /^Triage of scene/ }).waitFor()
        await isAt(page, 3)
        await page.getByRole('link', { name: /^Scene/ }).click()
        await page.getByRole('link', { name: 'Triage', exact: true }).waitFor()
      }
      await stage.close(page)
    }
  })

  test('goes on page after page, and comes back to where it was', async () => {
    scene = await sceneWith(many)
    const page = await open('?sort=oldest')
    await isAt(page, 1)
    for (let take = 2; take <= many; take += 1) {
      await page.keyboard.press('ArrowRight')
      await isAt(page, take)
    }
    const last = await heading(page)
    // On a slow way there it was that of another take already.
    await page.waitForURL(({ searchParams }) => searchParams.get('at') === scene.ids.at(-1))
    await page.reload()
    await isAt(page, many)
    assert.equal(await heading(page), last)
    await stage.close(page)
  })

  test('can be read, pressed and looked at, in every size and theme', async () => {
    await stage.user.send('PUT', `/api/assets/${scene.ids[0]}/marks/mine`, { flag: 'rejected', stars: 2 })
    await stage.user.send('PUT', `/api/assets/${scene.ids[1]}/marks/film`, { flag: 'shortlisted', stars: 3 })
    for (const whose of ['mine', 'film'])
      await stage.user.send('PUT', `/api/assets/${scene.ids[2]}/marks/${whose}`, {
        flag: 'rejected',
        stars: 5,
      })
    for (const size of ['desktop', 'phone'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        const page = await open(`?sort=oldest&at=${scene.ids[1]}`, { size, theme })
        await isAt(page, 2)
        await settled(page)
        assert.deepEqual(await violations(page), [])
        assert.equal(await sticksOut(page), 0)
        await screenshot(page, `triage-${size}-${theme}`)
        assert.deepEqual(await cutMarks(page), [])
        await page
          .getByRole('group', { name: /^My mark/ })
          .getByRole('button', { name: '5 stars' })
          .click()
        await isAt(page, 3)
        await stage.close(page)
      }
    }
    scene = await sceneWith(0)
    const page = await open()
    await page.getByText('No takes yet').waitFor()
    await stage.close(page)
  })
})

/** Marks in the strip of which not all is seen in their place. */
function cutMarks(page: Page): Promise<string[]> {
  return page
    .getByRole('list', { name: 'Takes around this one' })
    .getByTitle(/^Marked/)
    .evaluateAll((marks) =>
      marks.flatMap((mark) => {
        const [inside, around] = [mark, mark.closest('button')!].map((one) => one.getBoundingClientRect())
        return inside!.right > around!.right || inside!.left < around!.left ? (mark as HTMLElement).title : []
      }),
    )
}
