import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from './becomes.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { type MediaStage, openMediaStage, still } from './media-stage.ts'
import { numberedFilm, shownNumber } from './numbered-film.ts'
import { chosen, keptFilm, type OpenPlayer, openPlayer, rates } from './player-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'

const frames = 96

describe('the player of a take', () => {
  let stage: MediaStage
  let wave: string

  before(async () => {
    stage = await openMediaStage()
    wave = await keptFilm(stage, await numberedFilm({ rate: '24', frames }), 'Wave')
  })
  after(() => stage?.end())

  /** Whatever it says is what is seen. */
  async function isAt(one: OpenPlayer, frame: number): Promise<void> {
    await becomes(one.reported, frame)
    await becomes(one.shown, frame)
  }

  /** What can be read first is it. */
  async function shows({ shown, reported }: OpenPlayer, frame: number): Promise<void> {
    let seen: number | undefined
    const isRead = async () => {
      seen = await shown()
      return seen !== undefined
    }
    await becomes(isRead, true, 100)
    assert.equal(seen, frame, `then ${await shown()}, told ${await reported()}`)
  }

  for (const rate of rates) {
    test(`at ${rate} frames a second, the frame that is asked for is the one that is seen`, async () => {
      const id = await keptFilm(stage, await numberedFilm({ rate, frames }), `At ${rate}`)
      const one = await openPlayer(stage, id, `At ${rate}`)
      for (const frame of chosen(20, frames, Number.parseInt(rate, 10))) {
        await one.goTo(frame)
        await shows(one, frame)
      }
      await stage.close(one.page)
    })
  }

  for (const [what, film] of [
    ['that begins at another time than 0', { options: ['-output_ts_offset', '0.5'] }],
    ['that is a WebM, whose times are rounded', { format: 'webm' as const, rate: '24000/1001' }],
    ['whose sound is longer than its picture', { tone: 6 }],
  ] as const) {
    test(`a film ${what} is counted from its first frame to its last`, async () => {
      const id = await keptFilm(stage, await numberedFilm({ rate: '24', frames, ...film }), `Film ${what}`)
      const one = await openPlayer(stage, id, `Film ${what}`)
      for (const frame of [10, 0, 41, 94]) {
        await one.goTo(frame)
        await shows(one, frame)
      }
      await one.player.focus()
      await one.page.keyboard.press('End')
      await isAt(one, frames - 1)
      await one.page.keyboard.press('Home')
      await isAt(one, 0)
      await stage.close(one.page)
    })
  }

  test('keys step one frame or ten, wherever the keyboard is, and none is lost when they are pressed fast', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    const { keyboard } = one.page
    await one.goTo(20)
    await one.page.locator('body').click({ position: { x: 3, y: 400 } })
    for (let press = 0; press < 7; press += 1) await keyboard.press('ArrowRight')
    await isAt(one, 27)
    await keyboard.press('Shift+ArrowRight')
    await isAt(one, 37)
    await keyboard.press('ArrowLeft')
    await isAt(one, 36)
    await keyboard.press('Shift+ArrowLeft')
    await isAt(one, 26)
    await stage.close(one.page)
  })

  test('it stands on the frame that it says when it is paused', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    const isPaused = () => one.video.evaluate((video: HTMLVideoElement) => video.paused)
    await one.goTo(5)
    for (let time = 0; time < 3; time += 1) {
      const before = await one.reported()
      await one.page.keyboard.press('k')
      await becomes(isPaused, false)
      await becomes(async () => (await one.reported()) !== before, true)
      await one.page.keyboard.press('Space')
      await becomes(isPaused, true)
      await becomes(async () => (await one.shown()) === (await one.reported()), true)
    }
    await stage.close(one.page)
  })

  test('L plays faster each time, J backwards, and K stops both', async () => {
    // Long enough that it does not come to its beginning meanwhile.
    const id = await keptFilm(stage, await numberedFilm({ rate: '24', frames: 960 }), 'Long')
    const one = await openPlayer(stage, id, 'Long')
    await one.goTo(900)
    const speed = one.player.getByLabel('Speed')
    await one.page.keyboard.press('j')
    await becomes(() => speed.inputValue(), '-1')
    await becomes(async () => (await one.reported()) < 895, true)
    await one.page.keyboard.press('j')
    await becomes(() => speed.inputValue(), '-2')
    await one.page.keyboard.press('k')
    await becomes(() => speed.inputValue(), '1')
    await becomes(async () => (await one.shown()) === (await one.reported()), true)
    await one.page.keyboard.press('l')
    await one.page.keyboard.press('l')
    await becomes(() => one.video.evaluate((video: HTMLVideoElement) => video.playbackRate), 2)
    await one.page.keyboard.press('k')
    await becomes(() => one.video.evaluate((video: HTMLVideoElement) => video.paused), true)
    await stage.close(one.page)
  })

  test('it goes round between where the loop begins and ends', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    await one.goTo(30)
    await one.player.focus()
    await one.page.keyboard.press('i')
    await one.goTo(40)
    await one.player.focus()
    await one.page.keyboard.press('o')
    await one.player.locator('[data-loop]').waitFor()
    await one.page.keyboard.press('Space')
    // It began at the end of the loop, so what is seen has gone round.
    await becomes(async () => (await one.reported()) < 38, true)
    await becomes(async () => (await one.reported()) > 37, true)
    await becomes(async () => (await one.reported()) < 38, true)
    assert.ok((await one.reported()) >= 30)
    await stage.close(one.page)
  })

  test('a frame is typed as a timecode, and what is none is said to be', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    await one.player.getByRole('button', { name: /: go to another$/ }).click()
    const field = one.page.getByLabel('Frame or timecode')
    await field.fill('2:24')
    await becomes(() => field.getAttribute('aria-invalid'), 'true')
    await field.fill('2:05')
    await one.page.keyboard.press('Enter')
    await isAt(one, 53)
    await one.player.getByText('00:00:02:05').waitFor()
    await stage.close(one.page)
  })

  test('keys of the player do nothing while somebody types, nor take those of the screen', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    await one.goTo(12)
    await one.page.getByLabel('Notes').fill('')
    await one.page.getByLabel('Notes').focus()
    await one.page.keyboard.type('jkl i, o. ')
    await one.page.keyboard.press('ArrowLeft')
    assert.equal(await one.page.getByLabel('Notes').inputValue(), 'jkl i, o. ')
    await isAt(one, 12)
    await one.page.getByRole('heading', { level: 1 }).click()
    await one.page.keyboard.press('i')
    await one.page.waitForURL('**/inbox')
    await stage.close(one.page)
  })

  test('with the keyboard alone it is reached, played, and its keys are read', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    await tabTo(one.player)
    await one.page.keyboard.press('m')
    await becomes(() => one.video.evaluate((video: HTMLVideoElement) => video.muted), true)
    await one.page.keyboard.press('End')
    await isAt(one, frames - 1)
    const bar = one.player.getByRole('slider', { name: 'Place in Wave' })
    await tabTo(bar)
    await one.page.keyboard.press('Shift+ArrowLeft')
    await isAt(one, frames - 11)
    await becomes(() => bar.getAttribute('aria-valuetext'), '00:00:03:13, frame 85')
    await one.page.keyboard.press('?')
    await one.page.getByRole('dialog', { name: 'Keys of the player' }).waitFor()
    await one.page.keyboard.press('Escape')
    await becomes(() => hasFocus(bar), true)
    await stage.close(one.page)
  })

  test('scene, version and frame are written over the picture when somebody wants it', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    await one.goTo(30)
    await one.player.getByRole('button', { name: 'Scene, version and frame over the picture' }).click()
    await one.player.getByText(/ · .* · 00:00:01:06 · 30$/).waitFor()
    await stage.close(one.page)
  })

  test('a film whose rate nobody knows is counted at a guess until it was measured', async () => {
    const id = await keptFilm(stage, await numberedFilm({ rate: '30', frames: 150 }), 'Unknown')
    const page = await stage.open('/projects')
    await page.route(`**/api/assets/${id}/media`, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      body.data.facts.frameRate = null
      await route.fulfill({ response, json: body })
    })
    await page.goto(`${stage.service.address}/assets/${id}`)
    const player = page.getByRole('group', { name: 'Unknown', exact: true })
    await player.getByRole('button', { name: /at a rate that is a guess/ }).waitFor()
    await page.keyboard.press('k')
    await becomes(() => player.getByRole('button', { name: /at a rate that is a guess/ }).count(), 0)
    await becomes(() => player.getByRole('slider', { name: 'Place in Unknown' }).getAttribute('max'), '149')
    await stage.close(page)
  })

  test('a poster that comes while somebody looks at it leaves it where it is', async () => {
    const id = await keptFilm(stage, await numberedFilm({ rate: '24', frames }), 'Looked at')
    const one = await openPlayer(stage, id, 'Looked at')
    await one.goTo(40)
    await isAt(one, 40)
    await stage.put(id, still(2), 'poster')
    await becomes(async () => (await one.video.getAttribute('poster'))?.includes('/poster?'), true)
    await isAt(one, 40)
    await stage.close(one.page)
  })

  test('marks on the bar are what was said of frames: keys jump from one to the next, and the mouse reads them', async () => {
    const id = await keptFilm(stage, await numberedFilm({ rate: '24', frames }), 'Marked')
    const rate = { numerator: 24, denominator: 1 }
    for (const [text, from, to] of [
      ['The hand', 12, 12],
      ['The door', 48, 60],
    ] as const) {
      const body = { text, range: { from, to, rate } }
      assert.equal((await stage.user.send('POST', `/api/assets/${id}/comments`, body)).status, 201)
    }
    const one = await openPlayer(stage, id, 'Marked')
    const marks = one.player.locator('[data-mark]')
    await becomes(() => marks.count(), 2)
    await one.goTo(1)
    await one.player.focus()
    await one.page.keyboard.press('.')
    await isAt(one, 12)
    await one.page.keyboard.press('.')
    await isAt(one, 48)
    await one.page.keyboard.press(',')
    await isAt(one, 12)
    const [bar, range] = [
      (await one.player.getByRole('slider', { name: 'Place in Marked' }).boundingBox())!,
      (await marks.last().boundingBox())!,
    ]
    // It is as long as what it marks: 13 of 96 frames.
    assert.ok(Math.abs(range.width - (bar.width * 13) / frames) < 2, `${range.width} of ${bar.width}`)
    await one.page.mouse.move(bar.x + (bar.width * 54) / frames, bar.y + bar.height / 2)
    await one.player.locator('[data-hovered]').getByText('The door').waitFor()
    await stage.close(one.page)
  })

  test('a loop has its ends by buttons as by keys; turned round it loses the other, and all of it loops again', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    const press = (name: string) => one.player.getByRole('button', { name }).click()
    const ends = () =>
      one.player
        .locator('[data-loop]')
        .evaluateAll((all) => all.map((loop) => (loop as HTMLElement).style.left))
    await one.goTo(24)
    await press('The loop begins here (I)')
    await becomes(ends, ['25%'])
    await one.goTo(48)
    await press('The loop ends here (O)')
    await one.goTo(72)
    await press('The loop begins here (I)')
    // It would end before it begins.
    await becomes(ends, ['75%'])
    const isPressed = (name: string) => one.player.getByRole('button', { name }).getAttribute('aria-pressed')
    assert.equal(await isPressed('The loop ends here (O)'), 'false')
    await press('Loop all of it')
    await becomes(ends, [])
    assert.equal(await one.player.getByRole('button', { name: 'Loop all of it' }).count(), 0)
    await stage.close(one.page)
  })

  test('it fills the screen by a key and by a button, and leaves it again', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    const filling = () =>
      one.page.evaluate(() => document.fullscreenElement?.getAttribute('aria-label') ?? null)
    await one.goTo(10)
    await one.player.focus()
    await one.page.keyboard.press('f')
    await becomes(filling, 'Wave')
    await one.page.keyboard.press('ArrowRight')
    await isAt(one, 11)
    await one.player.getByRole('button', { name: 'Leave full screen (F)' }).click()
    await becomes(filling, null)
    // A window would be below what fills the screen.
    await one.player.focus()
    await one.page.keyboard.press('f')
    await becomes(filling, 'Wave')
    await one.page.keyboard.press('?')
    await one.page.getByRole('dialog').waitFor()
    await becomes(filling, null)
    await one.page.keyboard.press('Escape')
    await stage.close(one.page)
  })

  test('on a phone the bar is dragged by a finger, and the buttons are in two rows', async () => {
    const one = await openPlayer(stage, wave, 'Wave', { size: 'phone' })
    await one.goTo(1)
    const bar = one.player.getByRole('slider', { name: 'Place in Wave' })
    const box = (await bar.boundingBox())!
    const touch = await one.page.context().newCDPSession(one.page)
    const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.1)] })
    for (const share of [0.2, 0.35, 0.5])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(share)] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await becomes(async () => Math.abs((await one.reported()) - 47) < 5, true)
    await becomes(async () => (await one.shown()) === (await one.reported()), true)
    const tops = await one.player
      .locator('button, select')
      .evaluateAll((all) =>
        all
          .filter((button) => button.checkVisibility())
          .map((button) => Math.round(button.getBoundingClientRect().bottom)),
      )
    assert.equal(new Set(tops).size, 2, String(tops))
    await stage.close(one.page)
  })

  for (const look of looks) {
    test(`axe-core finds nothing wrong in ${look.theme} on a ${look.size}`, async () => {
      const one = await openPlayer(stage, wave, 'Wave', look)
      await one.goTo(30)
      await settled(one.page)
      assert.deepEqual(await violations(one.page), [])
      await screenshot(one.page, `player-${look.theme}-${look.size}`)
      await stage.close(one.page)
    })
  }
})

describe('the player of a film that was looked into', () => {
  let stage: MediaStage
  let wave: string

  before(async () => {
    stage = await openMediaStage({ DAILIES_FFMPEG: 'ffmpeg' })
    wave = await keptFilm(stage, await numberedFilm({ rate: '24', frames }), 'Wave')
  })
  after(() => stage?.end())

  test('the mouse over the bar shows what is there', async () => {
    const one = await openPlayer(stage, wave, 'Wave')
    await one.goTo(5)
    const bar = (await one.player.getByRole('slider', { name: 'Place in Wave' }).boundingBox())!
    const preview = one.player.locator('[data-hovered]')
    const strip = () =>
      preview
        .locator('div')
        .evaluate(({ style }) => [style.backgroundImage.includes('/filmstrip'), style.backgroundPositionX])
    await one.page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2)
    await preview.getByText('00:00:02:00').waitFor()
    const [isStrip, middle] = await strip()
    assert.equal(isStrip, true)
    await one.page.mouse.move(bar.x + bar.width - 2, bar.y + bar.height / 2)
    await becomes(strip, [true, '100%'])
    assert.notEqual(middle, '100%')
    // Looking is not going there.
    assert.equal(await one.reported(), 5)
    await one.page.mouse.move(bar.x, bar.y - 300)
    await becomes(() => preview.count(), 0)
    await stage.close(one.page)
  })

  test('a frame that is asked for before anything is loaded is waited for under the poster, dimmed', async () => {
    const page = await stage.open('/projects')
    const letThrough = await holdRequests(page, '**/api/media/**/original?*')
    await page.goto(`${stage.service.address}/assets/${wave}`)
    const film = page.getByRole('group', { name: 'Wave', exact: true }).locator('video')
    await film.waitFor()
    const look = () =>
      film.evaluate((film) => {
        const { backgroundImage, filter } = getComputedStyle(film)
        return [backgroundImage.includes('/poster'), filter]
      })
    await becomes(look, [false, 'none'])
    await page.keyboard.press('ArrowRight')
    await becomes(look, [true, 'brightness(0.5)'])
    letThrough()
    await becomes(look, [false, 'none'])
    await becomes(() => shownNumber(film), 1)
    await stage.close(page)
  })
})
