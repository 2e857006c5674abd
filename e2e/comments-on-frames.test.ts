import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { makeSound } from './media-server.ts'
import { type MediaStage, openMediaStage, still } from './media-stage.ts'
import { numberedFilm } from './numbered-film.ts'
import { keptFilm, openPlayer } from './player-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'

describe('comments on the frames of a take', () => {
  let stage: MediaStage
  let body: Buffer
  let films = 0

  before(async () => {
    stage = await openMediaStage()
    body = await numberedFilm({ rate: '24', frames: 48 })
  })
  after(() => stage?.end())

  /** Another version each time: nobody said anything of it. */
  async function newFilm() {
    films += 1
    const title = `Film ${films}`
    const id = await keptFilm(stage, body, title)
    const said = async () => (await stage.user.get(`/api/assets/${id}/comments`)).body.data
    return { id, title, said }
  }

  const rate = { numerator: 24, denominator: 1 }
  const drawing = {
    shapes: [
      { kind: 'rectangle', colour: '#ff3355', width: 0.02, from: { x: 0.2, y: 0.2 }, to: { x: 0.6, y: 0.6 } },
    ],
  }
  const panel = (page: Page) => page.getByRole('region', { name: 'Comments', exact: true })
  const box = (page: Page) => panel(page).getByRole('textbox', { name: 'Comment', exact: true })
  const send = (page: Page) => panel(page).getByRole('button', { name: 'Comment', exact: true })
  const drawn = (page: Page) => page.getByRole('img', { name: 'What was drawn with the comment' })
  const say = (id: string, text: string, more: object) =>
    stage.user.send('POST', `/api/assets/${id}/comments`, { text, ...more })

  test('what is said at a frame leads back to that frame, from the list, by keys and by its link', async () => {
    const { id, title, said } = await newFilm()
    const { page, goTo, reported, shown } = await openPlayer(stage, id, title)
    await goTo(20)
    await box(page).fill('The hand')
    await send(page).click()
    await goTo(40)
    await box(page).fill('The door')
    await send(page).click()
    await becomes(
      async () => (await said()).map(({ range }: { range: object }) => range),
      [
        { from: 20, to: 20, rate },
        { from: 40, to: 40, rate },
      ],
    )
    await goTo(0)
    await panel(page)
      .getByRole('button', { name: /^Go to .*, frame 20$/ })
      .click()
    await becomes(reported, 20)
    await becomes(shown, 20)
    await page.keyboard.press('.')
    await becomes(reported, 40)
    await panel(page).locator('li[aria-current="true"]').getByText('The door').waitFor()
    await page.keyboard.press(',')
    await becomes(reported, 20)
    const [first] = await said()
    await page.goto(`${stage.service.address}/assets/${id}?comment=${first.id}`)
    await becomes(reported, 20)
    await becomes(shown, 20)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'comments-frames')
    await stage.close(page)
  })

  test('a range that in and out mark is said of all its frames; taken off, of the whole take', async () => {
    const { id, title, said } = await newFilm()
    const { page, player, goTo } = await openPlayer(stage, id, title)
    await goTo(10)
    await player.focus()
    await page.keyboard.press('i')
    await goTo(30)
    await player.focus()
    await page.keyboard.press('o')
    await panel(page).getByRole('button', { name: 'On the marked range' }).click()
    await box(page).fill('All of this')
    await send(page).click()
    await panel(page)
      .getByRole('button', { name: /^Go to .*, frames 10 to 30$/ })
      .waitFor()
    await box(page).fill('Everything')
    await panel(page).getByRole('button', { name: 'On the whole take instead' }).click()
    await send(page).click()
    await becomes(
      async () => (await said()).map(({ range }: { range: object }) => range),
      [{ from: 10, to: 30, rate }, null],
    )
    await stage.close(page)
  })

  test('what is drawn goes with what is said, is seen over its frame alone, and is saved as a picture', async () => {
    const { id, title, said } = await newFilm()
    const { page, goTo, reported } = await openPlayer(stage, id, title)
    await goTo(12)
    await tabTo(panel(page).getByRole('button', { name: 'Draw' }))
    await page.keyboard.press('Enter')
    const pad = page.getByRole('group', { name: /^Draw on the frame/ })
    await becomes(() => hasFocus(pad), true)
    await page.keyboard.press('Enter')
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await becomes(() => pad.locator('[data-shape]').count(), 1)
    await page.reload()
    await panel(page).getByRole('button', { name: 'Go on drawing' }).click()
    await becomes(() => pad.locator('[data-shape]').count(), 1)
    await becomes(reported, 12)
    await panel(page).getByRole('button', { name: 'Done drawing' }).click()
    await box(page).fill('Along here')
    await send(page).click()
    await becomes(async () => (await said()).length, 1)
    const [comment] = await said()
    assert.equal(comment.drawing.shapes.length, 1)
    assert.equal(comment.range.from, 12)
    await goTo(0)
    await becomes(() => drawn(page).count(), 0)
    await panel(page)
      .getByRole('button', { name: /^Go to .*, frame 12$/ })
      .click()
    await drawn(page).waitFor()
    await becomes(reported, 12)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'comments-drawing')
    await goTo(13)
    await becomes(() => drawn(page).count(), 0)
    await panel(page)
      .getByRole('button', { name: /^More for the comment/ })
      .click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Save as a picture' }).click()
    const saved = await buffer(await (await saving).createReadStream())
    assert.equal(saved.subarray(1, 4).toString(), 'PNG')
    assert.match((await saving).suggestedFilename(), /frame 12\.png$/)
    await stage.close(page)
  })

  test('of a picture it is the whole of it, with what is drawn', async () => {
    const id = await stage.kept({ title: 'A still' }, still(7))
    await say(id, 'In the corner', { drawing })
    for (const look of looks) {
      const page = await stage.open(`/assets/${id}`, look)
      await panel(page).getByRole('button', { name: 'Show the drawing' }).click()
      await drawn(page).waitFor()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `comments-still-${look.size}-${look.theme}`)
      await stage.close(page)
    }
  })

  test('of a sound it is a moment', async () => {
    const id = await stage.kept({ title: 'Tone', assetType: 'MUSIC' }, makeSound())
    const page = await stage.open(`/assets/${id}`)
    const place = page.getByRole('slider', { name: 'Place in Tone' })
    await place.waitFor()
    await becomes(() => place.isEnabled(), true)
    await place.fill('400')
    await panel(page).getByRole('button', { name: 'At this moment' }).click()
    await box(page).fill('A crackle')
    await send(page).click()
    const go = panel(page).getByRole('button', { name: /^Go to 00:00\.4/ })
    await go.waitFor()
    await place.fill('0')
    await go.click()
    await becomes(async () => Math.abs(Number(await place.inputValue()) - 400) < 60, true)
    await stage.close(page)
  })
})
