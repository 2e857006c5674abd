import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Comment } from '@dailies/contract/comment.ts'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { openKillableBrowser } from './killable-browser.ts'
import { type MediaStage, openMediaStage } from './media-stage.ts'
import { numberedFilm } from './numbered-film.ts'
import { keptFilm, openPlayer } from './player-stage.ts'
import { looks, screenshot, signIn, violations } from './stage.ts'
import { bar, drag, leads, reviewer } from './together-stage.ts'

describe('a review session', () => {
  let stage: MediaStage
  let takes: [string, string]

  before(async () => {
    stage = await openMediaStage()
    const film = await numberedFilm({ rate: '24', frames: 96 })
    const other = await numberedFilm({ rate: '24', frames: 72 })
    takes = [await keptFilm(stage, film, 'Dusk'), await keptFilm(stage, other, 'Dawn')]
  })
  after(() => stage?.end())
  // Who leaves as a page closes may be counted for a while.
  afterEach(async () => {
    const { body } = await stage.user.get(`/api/projects/${stage.film.projectId}/reviews?running=true`)
    for (const { id } of body.data) await stage.user.send('POST', `/api/reviews/${id}/end`, {})
  })

  const frameOf = (page: Page) => async () =>
    Number(await page.locator('[data-frame]').first().getAttribute('data-frame'))

  test('is followed, take by take and frame by frame, left and joined again, led on, and ends in its notes', async () => {
    const [ben, cy] = [await reviewer(stage, 'Ben Nevis'), await reviewer(stage, 'Cy Twombly')]
    const leader = await openPlayer(stage, takes[0], 'Dusk', { alone: true })
    await leader.page.getByRole('button', { name: 'Review together' }).click()
    await bar(leader.page).getByText('You lead').waitFor()

    const pages = await Promise.all(
      [ben, cy].map(({ cookie }) => stage.open(`/projects/${stage.film.projectId}`, { cookie, alone: true })),
    )
    const [follower, guest] = pages as [Page, Page]
    for (const page of pages) {
      await page.getByRole('button', { name: 'Join' }).click()
      await page.waitForURL(`**/assets/${takes[0]}`)
    }
    await leader.goTo(48)
    for (const page of pages) await becomes(frameOf(page), 48)
    await leader.goTo(7)
    for (const page of pages) await becomes(frameOf(page), 7)
    await bar(leader.page)
      .getByText(/with Ben Nevis, Cy Twombly/)
      .waitFor()

    await bar(guest).getByRole('button', { name: 'Leave' }).click()
    await bar(guest).waitFor({ state: 'detached' })
    await leader.goTo(30)
    await becomes(frameOf(follower), 30)
    assert.equal(await frameOf(guest)(), 7)
    await guest.getByRole('button', { name: 'Join' }).click()
    await becomes(frameOf(guest), 30)

    await leader.page.context().close()
    const leading = async () =>
      await Promise.all(pages.map((page) => bar(page).getByText('You lead').count()))
    await becomes(async () => (await leading()).reduce((sum, one) => sum + one, 0), 1)
    const next = (await leading())[0] === 1 ? follower : guest
    const last = next === follower ? guest : follower
    for (const look of looks) {
      await next.emulateMedia({ colorScheme: look.theme })
      assert.deepEqual(await violations(next), [])
    }
    await screenshot(next, 'review session')

    await leads(next)
    await next.getByRole('button', { name: 'Previous version ([)' }).click()
    await next.waitForURL(`**/assets/${takes[1]}`)
    await last.waitForURL(`**/assets/${takes[1]}`)

    const { body } = await stage.user.get(`/api/projects/${stage.film.projectId}/reviews?running=true`)
    await ben.send('POST', `/api/assets/${takes[0]}/comments`, { text: 'The lamp should be lit' })
    await stage.user.send('POST', `/api/reviews/${body.data[0].id}/end`, {})
    for (const page of pages) {
      await page.waitForURL(`**/reviews/${body.data[0].id}`)
      await page.getByText('The lamp should be lit').waitFor()
      const said = page.getByRole('listitem').filter({ hasText: 'The lamp should be lit' })
      assert.match((await said.getByRole('link').getAttribute('href'))!, /\?comment=/)
      assert.deepEqual(await violations(page), [])
      await stage.close(page)
    }
  })
  test('goes on where it was when the browser of who leads is killed: another leads, and the rest follow', async () => {
    const people = [await reviewer(stage, 'Fay Wray'), await reviewer(stage, 'Gus Grissom')]
    const { address } = stage.service
    const browser = await openKillableBrowser(address, await signIn(address, stage.user.email))
    try {
      const led = await browser.page()
      await led.goto(`${address}/assets/${takes[0]}`)
      await led.getByRole('button', { name: 'Review together' }).click()
      await bar(led).getByText('You lead').waitFor()
      const pages = await Promise.all(
        people.map(({ cookie }) => stage.open(`/projects/${stage.film.projectId}`, { cookie, alone: true })),
      )
      for (const page of pages) {
        await page.getByRole('button', { name: 'Join' }).click()
        await page.waitForURL(`**/assets/${takes[0]}`)
      }
      await leads(led)
      await browser.kill()
      const leading = () => Promise.all(pages.map((page) => bar(page).getByText('You lead').count()))
      await becomes(async () => (await leading()).includes(1), true)
      const next = pages[(await leading()).indexOf(1)]!
      const last = pages.find((page) => page !== next)!
      await leads(next)
      await next.getByRole('button', { name: 'Previous version ([)' }).click()
      await last.waitForURL(`**/assets/${takes[1]}`)
      await bar(next).getByRole('button', { name: 'Leave' }).click()
      await bar(last).getByRole('button', { name: 'Leave' }).click()
      for (const page of pages) await stage.close(page)
    } finally {
      await browser.end()
    }
  })

  test('has a service that does not answer asked for the lead ever more seldom', async () => {
    const hal = await reviewer(stage, 'Hal Roach')
    const leader = await openPlayer(stage, takes[0], 'Dusk', { alone: true })
    await leader.page.getByRole('button', { name: 'Review together' }).click()
    await bar(leader.page).getByText('You lead').waitFor()
    const page = await stage.open(`/projects/${stage.film.projectId}`, { cookie: hal.cookie, alone: true })
    await page.getByRole('button', { name: 'Join' }).click()
    await page.waitForURL(`**/assets/${takes[0]}`)
    await page.route('**/api/reviews/*/lead', (route) =>
      route.fulfill({ status: 503, json: { error: 'Away' } }),
    )
    // As the page asks: here a question may be heard of late.
    const asked = await page.evaluateHandle(() => {
      const times: number[] = []
      const { fetch } = window
      window.fetch = (...what) => {
        if (String(what[0]).endsWith('/lead')) times.push(performance.now())
        return fetch(...what)
      }
      return times
    })
    await leader.page.context().close()
    await becomes(() => asked.evaluate(({ length }) => length >= 15), true)
    // What it hears of who leads as the other page goes has it begin anew. At each look, five times a second, ten would have been 1.8
    // seconds; with what it waits ever longer, 4.8 at the least.
    const times = await asked.jsonValue()
    const long = times[14]! - times[5]!
    assert.ok(long > 4000, `asked ten times in ${long} ms`)
    await page.unroute('**/api/reviews/*/lead')
    await leads(page)
    await bar(page).getByRole('button', { name: 'Leave' }).click()
    await stage.close(page)
  })

  test('two draw and write on the same take at once: both is there, once, with its own drawing', async () => {
    const [dee, eve] = [await reviewer(stage, 'Dee Dee'), await reviewer(stage, 'Eve Arden')]
    const opened = await Promise.all(
      [dee, eve].map(({ cookie }) => openPlayer(stage, takes[1], 'Dawn', { cookie, alone: true })),
    )
    const texts = ['The left hand', 'The right hand']
    for (const [index, { goTo }] of opened.entries()) await goTo(10 + index)
    await Promise.all(
      opened.map(async ({ page }, index) => {
        await page.getByRole('button', { name: 'Draw on the frame' }).click()
        const pad = page.getByRole('group', { name: /^Draw on the frame/ })
        const at = 0.2 + index * 0.4
        await drag(page, pad, [at, 0.2], [at + 0.2, 0.6])
        const comments = page.getByRole('region', { name: 'Comments', exact: true })
        await comments.getByRole('textbox', { name: 'Comment', exact: true }).fill(texts[index]!)
        await comments.getByRole('button', { name: 'Comment', exact: true }).click()
      }),
    )
    for (const { page } of opened)
      for (const text of texts)
        await becomes(() => page.getByRole('list', { name: 'Comments' }).getByText(text).count(), 1)
    const { data } = (await stage.user.get(`/api/assets/${takes[1]}/comments`)).body
    const said = data.map(({ id, text, range }: Comment) => [id, text, range?.from])
    assert.deepEqual(said.map(([, text, from]: unknown[]) => [text, from]).sort(), [
      ['The left hand', 10],
      ['The right hand', 11],
    ])
    for (const [id, text] of said) {
      const { drawing } = (await stage.user.get(`/api/comments/${id}`)).body.data
      const [{ points }] = drawing.shapes
      assert.equal(drawing.shapes.length, 1)
      assert.equal(points[0][0] < 0.5, text === texts[0], 'each has its own')
    }
    for (const { page } of opened) await stage.close(page)
  })
})
