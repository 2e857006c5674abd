import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Comment } from '@dailies/contract/comment.ts'
import type { Locator, Page } from 'playwright-core'
import { madeLink } from '../server/test/guests.ts'
import { becomes } from './becomes.ts'
import { numberSeen } from './film.ts'
import { type GuestStage, openGuestStage, rate } from './guest-stage.ts'
import { screenshot, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

/** A finger goes over an element: from, over and to, in shares of it. */
async function drawOn(pad: Locator, ...shares: [x: number, y: number][]): Promise<void> {
  const touch = await pad.page().context().newCDPSession(pad.page())
  const { x, y, width, height } = (await pad.boundingBox())!
  const points = shares.map(([across, down]) => ({ x: x + width * across, y: y + height * down }))
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [points[0]!] })
  for (const point of points.slice(1))
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

/** Where the page stands, and how near it is looked at. */
const standsAt = (page: Page) => page.evaluate(() => [window.scrollY, window.visualViewport!.scale])

describe('a guest with a phone, by touch alone', () => {
  let stage: GuestStage
  let page: Page

  before(async () => {
    stage = await openGuestStage()
    const { secret } = await madeLink(stage.user, stage.film.projectId, {
      ...{ mayComment: true, mayGiveVerdict: true, watermark: true },
    })
    page = await stage.open(`/r/${secret}`, { size: 'phone', signedOut: true })
    await page.getByLabel('Your name').tap()
    await page.keyboard.type('Grace')
    await page.getByRole('button', { name: 'Look' }).tap()
  })
  after(async () => {
    await stage.close(page)
    await stage.end()
  })

  const commentsOf = async (id: string): Promise<Comment[]> =>
    (await stage.user.get(`/api/assets/${id}/comments`)).body.data
  /** The frame on which the take stands, once its bar tells of it too. */
  const standsOn = async () => {
    const stands = () =>
      page
        .locator('video')
        .evaluate((film: HTMLVideoElement) => (film.seeking ? -1 : Math.floor(film.currentTime * 24)))
    const bar = page.getByRole('slider', { name: /^Place in/ })
    await becomes(async () => Number(await bar.inputValue()) === (await stands()), true)
    return stands()
  }
  const draws = async () => {
    await page.getByRole('button', { name: 'Draw', exact: true }).tap()
    const pad = page.getByRole('group', { name: /^Draw on the frame/ })
    await pad.scrollIntoViewIfNeeded()
    const before = await standsAt(page)
    await drawOn(pad, [0.3, 0.2], [0.35, 0.5], [0.4, 0.8], [0.5, 0.9])
    await page.getByRole('group', { name: /1 shape$/ }).waitFor()
    assert.deepEqual(await standsAt(page), before, 'the page stands still while a finger draws')
    assert.equal(await sticksOut(page), 0)
    assert.deepEqual(await violations(page), [])
  }
  const says = async (text: string) => {
    await page.getByLabel('Your comment').tap()
    // Not where the keyboard happens to be: a tap gives it to the field a moment later.
    await page.getByLabel('Your comment').pressSequentially(text)
    await page.getByRole('button', { name: 'Send' }).tap()
    await page.getByRole('region', { name: 'Comments' }).getByText(text).waitFor()
    await becomes(() => page.getByRole('article', { name: 'Not sent yet' }).count(), 0)
  }

  test('looks at a take, draws on its frame, says something and gives a verdict', async () => {
    const takes = page.getByRole('list', { name: 'Takes' })
    await takes.getByRole('button').filter({ hasText: 'The lamp' }).tap()
    await page.getByRole('button', { name: 'Play', exact: true }).tap()
    await becomes(
      () => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime > 0.2),
      true,
    )
    await page.getByRole('button', { name: 'Pause', exact: true }).tap()
    const frame = await standsOn()
    assert.ok(frame > 0)
    await draws()
    await screenshot(page, 'guest-phone-draw')
    await says('Look at the edge.')
    const said = (await commentsOf(stage.first)).at(-1)!
    assert.deepEqual(
      [said.text, said.range, said.drawing?.shapes.length],
      ['Look at the edge.', { from: frame, to: frame, rate }, 1],
    )
    await page.getByRole('button', { name: 'Changes' }).tap()
    await page.getByLabel('What is to change').tap()
    await page.keyboard.type('The edge.')
    await page.getByRole('button', { name: 'Ask for changes' }).tap()
    await page.getByText('You asked for changes of this take.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'All takes' }).tap()
    await takes.waitFor()
  })

  test('plays the film, stops, draws on what is seen, says something and gives a verdict', async () => {
    await page.getByRole('button', { name: 'Play the film' }).tap()
    await page.getByRole('button', { name: 'Pause (space)' }).tap()
    await page
      .getByRole('navigation', { name: 'Shots of the film' })
      .getByRole('button', { name: /012A-B/ })
      .tap()
    await becomes(() => numberSeen(page), 0)
    await page.getByRole('button', { name: 'Loop: off (R)' }).tap()
    await page.getByRole('button', { name: 'Play (space)' }).tap()
    await becomes(async () => (await numberSeen(page)) > 3, true)
    await page.getByRole('button', { name: 'Pause here' }).tap()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await becomes(async () => (await numberSeen(page)) >= 0, true)
    const frame = await numberSeen(page)
    await draws()
    await screenshot(page, 'guest-phone-film-draw')
    await says('Hold this longer.')
    const said = (await commentsOf(stage.second)).at(-1)!
    assert.deepEqual(
      [said.text, said.range, said.drawing?.shapes.length],
      ['Hold this longer.', { from: frame, to: frame, rate }, 1],
    )
    await page.getByRole('button', { name: 'Approve' }).tap()
    await page.getByText('You approved of this take.', { exact: true }).waitFor()
    await screenshot(page, 'guest-phone-film')
    await page.getByRole('button', { name: 'All takes' }).tap()
    await page.getByRole('list', { name: 'Takes' }).waitFor()
  })
})
