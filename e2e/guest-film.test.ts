import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Comment } from '@dailies/contract/comment.ts'
import type { Page } from 'playwright-core'
import { madeLink } from '../server/test/guests.ts'
import { becomes } from './becomes.ts'
import { numberSeen } from './film.ts'
import { enter, type GuestStage, openGuestStage, rate } from './guest-stage.ts'
import { looks, screenshot, violations } from './stage.ts'

describe('guests who play', () => {
  let stage: GuestStage
  /** The number of the last frame of each film. */
  let last: number

  before(async () => {
    stage = await openGuestStage()
    const { durationSeconds } = await stage.stateOf(stage.first)
    last = Math.round(durationSeconds! * 24) - 1
  })
  after(() => stage.end())

  const linkTo = (more: object = {}) =>
    madeLink(stage.user, stage.film.projectId, { mayComment: true, mayGiveVerdict: true, ...more })
  const seen = (page: Page, number: number) => becomes(() => numberSeen(page), number)
  const commentsOf = async (id: string): Promise<Comment[]> =>
    (await stage.user.get(`/api/assets/${id}/comments`)).body.data
  /** It plays at once: it is stopped, and back at its beginning. */
  const openFilm = async (page: Page, play = 'Play the film') => {
    await page.getByRole('button', { name: play }).click()
    await page.getByRole('button', { name: 'Pause (space)' }).click()
    await page.keyboard.press('Home')
  }
  /** To the first frame of the first film of scene 012A, whatever the film begins with. */
  const toTheLamp = async (page: Page) => {
    await page
      .getByRole('navigation', { name: 'Shots of the film' })
      .getByRole('button', { name: /012A-A/ })
      .click()
    await seen(page, 10)
  }

  for (const look of looks) {
    test(`see the film by its cut, and say something of what they stop at, on a ${look.size}`, async () => {
      const link = await linkTo({ watermark: true })
      const page = await stage.open(`/r/${link.secret}`, { ...look, signedOut: true })
      await enter(page)
      await openFilm(page)
      // The still of scene 2 is shown once its copy with the name is there.
      await becomes(() => page.locator('[data-watermark]').count(), 0)
      await becomes(
        () =>
          page
            .locator('[data-layers] img')
            .last()
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        640,
      )
      const strip = page.getByRole('navigation', { name: 'Shots of the film' })
      await strip.getByRole('button', { name: /^Scene 10:/ }).click()
      await page.locator('[data-slate]').getByText('Nothing is selected yet').waitFor()
      await page.getByText('Nothing is selected here yet.').waitFor()
      await toTheLamp(page)
      // Without ffmpeg films have no copy with the name in it: it is drawn.
      await becomes(() => page.locator('[data-watermark]').count(), 1)
      await page.keyboard.press('ArrowRight')
      await seen(page, 11)
      assert.equal(await page.locator('[data-burn-in]').count(), 0, 'no burn-in unless one wants it')
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `guest-film-${look.size}`)

      await page.getByLabel('Your comment').fill('The lamp flickers.')
      await page.getByText('It is said of 00:00:11, frame 11').waitFor()
      await page.getByRole('button', { name: 'Draw', exact: true }).click()
      const pad = page.getByRole('group', { name: /^Draw on the frame/ })
      const box = (await pad.boundingBox())!
      await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 })
      await page.mouse.up()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `guest-film-draw-${look.size}`)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('region', { name: 'Comments' }).getByText('The lamp flickers.').first().waitFor()
      await becomes(() => page.getByRole('article', { name: 'Not sent yet' }).count(), 0)
      const said = (await commentsOf(stage.first)).at(-1)!
      assert.deepEqual(
        [said.text, said.range, said.drawing?.shapes.length, said.audience],
        ['The lamp flickers.', { from: 11, to: 11, rate }, 1, 'everybody'],
      )

      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('You approved of this take.').waitFor()
      await page.keyboard.press('.')
      await seen(page, 0)
      await page.getByText('You have given none.').waitFor()
      await page.getByText('Nobody has said anything yet.').waitFor()
      // What was said of it is shown where it was said.
      await toTheLamp(page)
      await page.getByRole('button', { name: 'Go to 00:00:11, frame 11' }).first().click()
      await seen(page, 11)
      await page.getByLabel('What was drawn with the comment').waitFor()
      await stage.close(page)
    })
  }

  test('are not asked for a verdict of what plays, but of what they stopped at', async () => {
    const link = await linkTo()
    const page = await stage.open(`/r/${link.secret}`, { signedOut: true })
    await enter(page)
    await openFilm(page)
    await toTheLamp(page)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.getByRole('button', { name: /^Loop/ }).click()
    await page.keyboard.press('l')
    await page.getByText('Pause to comment on what you see or give a verdict.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
    await page.getByRole('button', { name: 'Pause here' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.getByRole('heading', { name: 'For the client' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Takes' }).waitFor()
    await stage.close(page)
  })

  test('are led to the take by itself for what was said of a frame that is not in the film, and back', async () => {
    const outside = { text: 'Cut this earlier.', audience: 'everybody', range: { from: 40, to: 40, rate } }
    await stage.user.send('POST', `/api/assets/${stage.first}/comments`, outside)
    const link = await linkTo()
    const page = await stage.open(`/r/${link.secret}`, { signedOut: true })
    await enter(page)
    await openFilm(page)
    await toTheLamp(page)
    await page.getByRole('button', { name: 'Go to 00:01:16, frame 40' }).click()
    await page.getByRole('heading', { name: /012A · 012A-A/ }).waitFor()
    await becomes(() => page.getByRole('slider', { name: /^Place in/ }).inputValue(), '40')
    await page.goBack()
    await seen(page, 10)
    await stage.close(page)
  })

  test('play a list take after take, each whole, and say something of each', async () => {
    const list = await stage.user.send('POST', `/api/projects/${stage.film.projectId}/playlists`, {
      ...{ name: 'Monday', from: 'versions', versionIds: [stage.second, stage.first] },
    })
    const link = await linkTo({ shows: 'playlist', playlistId: list.body.data.id })
    const page = await stage.open(`/r/${link.secret}`, { signedOut: true })
    await enter(page)
    await openFilm(page, 'Play all')
    await seen(page, 0)
    await page.keyboard.press('End')
    await seen(page, last)
    await page.getByText('2 of 2 · 012A · 012A-A').waitFor()
    await page.keyboard.press(',')
    await seen(page, 0)
    await page.keyboard.press('ArrowLeft')
    await seen(page, last)
    await page.getByText('1 of 2 · 012A · 012A-B').waitFor()
    await page.getByLabel('Your comment').fill('A long end.')
    await page.getByRole('button', { name: 'Send' }).click()
    await becomes(async () => (await commentsOf(stage.second)).at(-1)?.range, { from: last, to: last, rate })
    await page.keyboard.press('Escape')
    await stage.close(page)
  })

  test('play it through, each take at its place', async () => {
    const list = await stage.user.send('POST', `/api/projects/${stage.film.projectId}/playlists`, {
      ...{ name: 'Tuesday', from: 'versions', versionIds: [stage.first, stage.second] },
    })
    const link = await linkTo({ shows: 'playlist', playlistId: list.body.data.id })
    const page = await stage.open(`/r/${link.secret}`, { signedOut: true })
    await enter(page)
    await openFilm(page, 'Play all')
    await seen(page, 0)
    const samples = await page.evaluate(async (until) => {
      const layers = document.querySelector<HTMLElement>('[data-layers]')!
      const samples: { frame: number; film: string; pictured: boolean }[] = []
      // What had a picture of a film keeps it while it looks for another, until it has another film.
      const pictured = new Set<EventTarget | null | undefined>(
        [...layers.querySelectorAll('video')].filter(({ readyState }) => readyState >= 2),
      )
      document.addEventListener('loadeddata', ({ target }) => pictured.add(target), true)
      document.addEventListener('emptied', ({ target }) => pictured.delete(target), true)
      document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
      const began = performance.now()
      while (Number(layers.dataset.frame) < until && performance.now() - began < 100_000) {
        await new Promise(requestAnimationFrame)
        const film = [...layers.querySelectorAll('video')].find(({ style }) => style.opacity === '1')
        samples.push({
          ...{ frame: Number(layers.dataset.frame), film: film?.src ?? '' },
          pictured: pictured.has(film),
        })
      }
      return samples
    }, last + 40)
    assert.ok(samples.at(-1)!.frame >= last + 40)
    for (const { frame, film, pictured } of samples) {
      assert.ok(film.includes(frame <= last ? stage.first : stage.second), `frame ${frame}`)
      assert.ok(pictured, `frame ${frame} is no black one`)
    }
    await stage.close(page)
  })

  test('see it play at once, and wait where their name is still being put into what comes', async () => {
    const link = await linkTo({ watermark: true })
    const page = await stage.open(`/r/${link.secret}`, { signedOut: true })
    let [looks, isMade] = [0, false]
    await page.route(/\/media\/[^/]+\/original/, (route) => {
      looks += 1
      return isMade ? route.continue() : route.fulfill({ status: 409, json: { error: 'Not there yet' } })
    })
    await enter(page)
    await page.getByRole('button', { name: 'Play the film' }).click()
    await page.getByText('It is being made with your name in it').waitFor()
    await becomes(async () => looks > 3, true)
    const frame = async () => Number(await page.locator('[data-layers]').getAttribute('data-frame'))
    assert.equal(await frame(), 0, 'it stands where there is nothing to be seen')
    isMade = true
    await becomes(async () => (await frame()) > 2, true)
    await stage.close(page)
  })
})
