import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CutEntry } from '@dailies/contract/cut.ts'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { makeFilm, numberSeen } from './film.ts'
import { holdRequests } from './hold-requests.ts'
import { type MediaStage, openMediaStage, still } from './media-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'

const rate = { numerator: 24, denominator: 1 }

describe('the film player', () => {
  let stage: MediaStage
  let films: Buffer[]
  /** Of the first shot: its winner, and a take that came later. */
  let [winner, later] = ['', '']

  before(async () => {
    stage = await openMediaStage()
    const page = await stage.open('/sign-in', { signedOut: true })
    films = []
    for (const colour of ['#203050', '#503020', '#205030'])
      films.push(await makeFilm(page, { seconds: 3, rate: 24, colour, readable: true }))
    await stage.close(page)
    const [first, second] = stage.film.shotIds
    winner = await stage.kept({ assetType: 'VIDEO', shotId: first, selected: true }, films[0]!)
    later = await stage.kept({ assetType: 'VIDEO', shotId: first }, films[1]!)
    await stage.kept({ assetType: 'VIDEO', shotId: second, selected: true }, films[2]!)
    await stage.kept({ assetType: 'MUSIC', selected: true }, sound(4))
    await stage.kept({ sceneId: '2', selected: true }, still(7))
    await trim(first!, winner, 10, 22)
  })
  after(() => stage.end())

  const trim = async (shotId: string, assetVersionId: string, first: number, out: number) => {
    const body = { assetVersionId, in: first, out, rate }
    const { status } = await stage.user.send('PUT', `/api/shots/${shotId}/trim`, body)
    assert.equal(status, 200)
  }
  const pressToTrim = async (page: Page, key: string) => {
    const answered = page.waitForResponse(
      (response) => response.url().endsWith('/trim') && response.request().method() === 'PUT',
    )
    await page.keyboard.press(key)
    assert.equal((await answered).status(), 200)
  }
  const film = (search = '') => `/projects/${stage.film.projectId}/film${search}`
  const ofScene = () => film(`?scene=${stage.film.sceneDbId}`)
  const cut = async (): Promise<CutEntry[]> =>
    (await stage.user.get(`/api/projects/${stage.film.projectId}/cut?sceneDbId=${stage.film.sceneDbId}`)).body
      .data
  const seen = (page: Page, number: number) => becomes(() => numberSeen(page), number)

  /** How many films the page has to their last byte. */
  const wholeFilms = (page: Page) =>
    page.locator('[data-layers] video').evaluateAll((films) => {
      const isWhole = ({ buffered, duration }: HTMLVideoElement) =>
        buffered.length > 0 && buffered.end(buffered.length - 1) >= duration - 0.05
      return (films as HTMLVideoElement[]).filter(isWhole).length
    })

  test('the project, each act and each scene have a way to play it', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}`)
    await page.getByRole('link', { name: 'Play act 2' }).click()
    await page.getByRole('heading', { name: 'Act 2' }).waitFor()
    await page.goto(`${stage.service.address}/projects/${stage.film.projectId}`)
    await page.getByRole('link', { name: 'Play', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Film' }).waitFor()
    await page.goto(`${stage.service.address}/scenes/${stage.film.sceneDbId}`)
    await page.getByRole('link', { name: 'Play', exact: true }).click()
    await page.getByRole('heading', { name: 'Scene 012A' }).waitFor()
    await stage.close(page)
  })

  test('each frame of the film shows the frame of the take that the cut says, across a change of shots and back', async () => {
    const page = await stage.open(ofScene())
    await seen(page, 10)
    for (let frame = 1; frame < 12; frame += 1) {
      await page.keyboard.press('ArrowRight')
      await seen(page, 10 + frame)
    }
    await page.keyboard.press('ArrowRight')
    await seen(page, 0)
    await page.keyboard.press('ArrowRight')
    await seen(page, 1)
    for (const number of [0, 21, 20]) {
      await page.keyboard.press('ArrowLeft')
      await seen(page, number)
    }
    await page.keyboard.press('End')
    await seen(page, 70)
    await page.keyboard.press('Home')
    await seen(page, 10)
    await page.keyboard.press('.')
    await seen(page, 0)
    await page.keyboard.press(',')
    await seen(page, 10)
    await stage.close(page)
  })

  test('it plays all in order: the shot changes at its frame, to a picture that stands ready', async () => {
    const page = await stage.open(ofScene())
    await seen(page, 10)
    const samples = await page.evaluate(async () => {
      const layers = document.querySelector<HTMLElement>('[data-layers]')!
      const samples: { frame: number; film: string; black: boolean; state: string }[] = []
      document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
      const began = performance.now()
      while (Number(layers.dataset.frame) < 60 && performance.now() - began < 100_000) {
        await new Promise(requestAnimationFrame)
        const film = [...layers.querySelectorAll('video')].find(({ style }) => style.opacity === '1')
        samples.push({
          frame: Number(layers.dataset.frame),
          film: film?.src ?? '',
          // One that is set to another moment shows, until it is there, the frame that it showed.
          black: !film || (film.readyState < 2 && film.getVideoPlaybackQuality().totalVideoFrames === 0),
          state: film ? `${film.readyState}, seeking: ${film.seeking}, at ${film.currentTime}` : '',
        })
      }
      return samples
    })
    const [first, second] = await cut()
    assert.ok(samples.at(-1)!.frame >= 60)
    for (const { frame, film, black, state } of samples) {
      const version = frame < second!.start ? first!.version : second!.version
      assert.ok(film.includes(version!.assetVersionId), `frame ${frame}`)
      assert.ok(!black, `frame ${frame} is no black one: ${state}`)
    }
    await page.keyboard.press('k')
    await stage.close(page)
  })

  test('stills, slates and sounds are in it, too', async () => {
    const page = await stage.open('/sign-in')
    await page.addInitScript(() => {
      const { play } = HTMLMediaElement.prototype
      const heard: string[] = []
      Object.assign(window, { heard })
      HTMLMediaElement.prototype.play = function () {
        if (this instanceof HTMLAudioElement) heard.push(this.src)
        return play.call(this)
      }
    })
    await page.goto(stage.service.address + film())
    await page.locator('[data-layers] img').waitFor({ state: 'attached' })
    assert.equal(await page.locator('[data-slate]').count(), 0)
    await page.keyboard.press('.')
    await page.locator('[data-slate]').getByText('Scene 10').waitFor()
    await page.keyboard.press('.')
    await page.keyboard.press('.')
    await seen(page, 10)
    await page.keyboard.press(' ')
    await becomes(
      () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.length > 0),
      true,
    )
    await stage.close(page)
  })

  test('in and out are set where one stands, and kept; the one who comes back sees them', async () => {
    const page = await stage.open(ofScene())
    await seen(page, 10)
    for (const number of [11, 12, 13]) {
      await page.keyboard.press('ArrowRight')
      await seen(page, number)
    }
    await pressToTrim(page, 'i')
    await becomes(async () => (await cut())[0]!.in, 13)
    await page.getByText('13–21').waitFor()
    await page.keyboard.press('Home')
    await seen(page, 13)
    await page.keyboard.press('ArrowRight')
    await seen(page, 14)
    await pressToTrim(page, 'o')
    await becomes(async () => (await cut())[0]!.out, 15)
    await page.reload()
    await page.getByText('13–14').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('0–70').waitFor()
    await trim(stage.film.shotIds[0]!, winner, 10, 22)
    await stage.close(page)
  })

  test('another take is tried in its place, and becomes the winner by a key', async () => {
    const page = await stage.open(ofScene())
    await seen(page, 10)
    const steps = page.getByRole('region', { name: 'Takes of this shot' })
    await steps.getByText('1 of 2, the winner').waitFor()
    await page.keyboard.press('ArrowUp')
    await steps.getByText('2 of 2, tried here').waitFor()
    await seen(page, 0)
    assert.equal((await cut())[0]!.version!.assetVersionId, winner)
    await page.keyboard.press('ArrowDown')
    await steps.getByText('1 of 2, the winner').waitFor()
    await page.keyboard.press('ArrowUp')
    await steps.getByText('2 of 2, tried here').waitFor()
    await page.keyboard.press('s')
    await becomes(async () => (await cut())[0]!.version!.assetVersionId, later)
    await steps.getByText('2 of 2, the winner').waitFor()
    await page.getByRole('button', { name: 'What changed' }).click()
    await page.getByRole('dialog').getByText('New').first().waitFor()
    await page.keyboard.press('Escape')
    await stage.user.send('POST', `/api/assets/${winner}/selection`, { selected: true })
    // Somebody else did that: the film follows, where it stands.
    await steps.getByText('1 of 2, the winner').waitFor()
    await seen(page, 10)
    await stage.close(page)
  })

  test('who begins a comment by its key types into it: no letter is a key of the film', async () => {
    const page = await stage.open(ofScene())
    await seen(page, 10)
    const box = page.getByRole('textbox', { name: 'Comment', exact: true })
    await page.keyboard.press('c')
    await page.keyboard.type('So slow')
    assert.equal(await box.inputValue(), 'So slow')
    // Again, from somewhere else on the screen.
    await box.blur()
    await page.keyboard.press('c')
    await page.keyboard.type('!')
    assert.equal(await box.inputValue(), 'So slow!')
    await seen(page, 10)
    await box.fill('')
    await stage.close(page)
  })

  test('full screen is the picture, its bar, and what one says of it', async () => {
    const page = await stage.open(ofScene(), { theme: 'light' })
    await seen(page, 10)
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    await page.keyboard.press('f')
    await becomes(isFull, true)
    const picture = page.getByRole('region', { name: 'Picture' })
    const bar = page.getByRole('region', { name: 'Playback' })
    const { width, height } = page.viewportSize()!
    await becomes(async () => (await picture.boundingBox())?.width, width)
    const below = (await bar.boundingBox())!
    assert.ok((await picture.boundingBox())!.height + below.height > height - 10)
    await screenshot(page, 'the film on the whole screen')
    await page.keyboard.press('c')
    await page.keyboard.type('Hold longer')
    const send = page.getByRole('button', { name: 'Comment', exact: true }).last()
    const { y, height: high } = (await send.boundingBox())!
    assert.ok(y + high <= height && (await picture.boundingBox())!.height > height / 2)
    assert.ok(await send.evaluate((send) => document.fullscreenElement!.contains(send)))
    await page.keyboard.press('Control+Enter')
    const said = async () => (await stage.user.get(`/api/assets/${winner}/comments`)).body.data
    await becomes(async () => (await said()).map(({ text }: { text: string }) => text), ['Hold longer'])
    await page.keyboard.press('f')
    await becomes(isFull, false)
    await stage.close(page)
  })

  test('the lengths of the cut are set in a window', async () => {
    const page = await stage.open(film())
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Slates').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const { body } = await stage.user.get(`/api/projects/${stage.film.projectId}/cut`)
    assert.equal(body.metadata.settings.slateFrames, 12)
    await stage.close(page)
  })

  test('without a network it plays what it has, shot after shot, and says what could not be kept', async () => {
    const page = await stage.open(ofScene(), { alone: true })
    await seen(page, 10)
    await page.keyboard.press('.')
    await seen(page, 0)
    await page.keyboard.press('Home')
    await seen(page, 10)
    await becomes(() => wholeFilms(page), 2)
    await page.context().setOffline(true)
    await page.keyboard.press(' ')
    // Beyond the first shot, which ends with 21: the second is there, too.
    await becomes(async () => (await frameOf(page)) > 20, true)
    await page.keyboard.press('k')
    await becomes(async () => (await numberSeen(page)) === (await frameOf(page)) - 12, true)
    const [{ in: before }] = (await cut()) as [CutEntry]
    await page.keyboard.press('Home')
    await seen(page, 10)
    await page.keyboard.press('ArrowRight')
    await seen(page, 11)
    // What else was asked by then says the same.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/trim'))
    await page.keyboard.press('i')
    await failed
    await page.getByText('The service cannot be reached. Check the connection').first().waitFor()
    await page.context().setOffline(false)
    assert.equal((await cut())[0]!.in, before)
    // What was not kept is done again once there is a network.
    await pressToTrim(page, 'i')
    await becomes(async () => (await cut())[0]!.in, 11)
    await trim(stage.film.shotIds[0]!, winner, 10, 22)
    await stage.close(page)
  })

  test('what could not be loaded is said, and loaded anew by a key and once the service is back', async () => {
    const page = await stage.open('/projects', { alone: true })
    let isCut = true
    await page.route('**/api/media/*/original*', (route) => (isCut ? route.abort() : route.continue()))
    const said = page.getByRole('region', { name: 'Picture' }).getByText('It could not be loaded')
    await page.goto(stage.service.address + ofScene())
    await said.waitFor()
    isCut = false
    await becomes(async () => {
      await page.keyboard.press('Home')
      return numberSeen(page)
    }, 10)
    assert.equal(await said.count(), 0)
    isCut = true
    await page.reload()
    await said.waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    isCut = false
    await page.context().setOffline(false)
    await seen(page, 10)
    await stage.close(page)
  })

  test('somebody else selects while it plays: it plays on where it is, and the other shot is the new one', async () => {
    const page = await stage.open(ofScene())
    await seen(page, 10)
    await page.keyboard.press('.')
    await seen(page, 0)
    await page.keyboard.press('r')
    await page.keyboard.press(' ')
    await becomes(async () => (await frameOf(page)) > 14, true)
    await stage.user.send('POST', `/api/assets/${later}/selection`, { selected: true })
    // The first shot is 71 frames long now, and not 12: the second one is later in the film.
    await becomes(async () => (await frameOf(page)) > 73, true)
    const takes = new Set<string>()
    for (let look = 0; look < 20; look += 1) {
      takes.add(await takeSeen(page))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    assert.deepEqual([...takes], [(await cut())[1]!.version!.assetVersionId])
    await page.getByRole('button', { name: 'Pause (space)' }).click()
    await becomes(async () => (await numberSeen(page)) === (await frameOf(page)) - 71, true)
    await page.keyboard.press('Home')
    await seen(page, 0)
    assert.equal(await takeSeen(page), later)
    await stage.user.send('POST', `/api/assets/${winner}/selection`, { selected: true })
    await seen(page, 10)
    await stage.close(page)
  })

  test('keys that are pressed faster than frames are shown come to the frame that was asked for last', async () => {
    const page = await stage.open(ofScene())
    await seen(page, 10)
    await page.keyboard.press('.')
    await seen(page, 0)
    await page.evaluate(() => {
      for (let press = 0; press < 9; press += 1)
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    })
    await seen(page, 9)
    assert.equal(await frameOf(page), 21)
    await stage.close(page)
  })

  test('who follows a link to Play sees it play', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
    await page.getByRole('link', { name: 'Play', exact: true }).click()
    await becomes(async () => (await frameOf(page)) > 2, true)
    await stage.close(page)
  })

  test('keys that open a screen from everywhere are those of the film in it, wherever one comes from', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
    await page.getByRole('link', { name: 'Play', exact: true }).click()
    await page.getByRole('button', { name: 'Mute (M)' }).waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('m')
    await page.getByRole('button', { name: 'Sound on (M)' }).waitFor()
    await page.keyboard.press('Home')
    await seen(page, 10)
    await pressToTrim(page, 'i')
    await page.getByRole('heading', { name: 'Scene 012A' }).waitFor()
    await trim(stage.film.shotIds[0]!, winner, 10, 22)
    await stage.close(page)
  })

  test('until a film is loaded its poster stands in for it, dimmed, for it is another frame', async () => {
    const poster = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>')}`
    const page = await stage.open('/projects')
    await page.route(`**/api/projects/*/cut?*`, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      body.data[0].version.media.placeholder = poster
      await route.fulfill({ response, json: body })
    })
    const letThrough = await holdRequests(page, '**/api/media/**/original?*')
    await page.goto(stage.service.address + ofScene())
    const film = page.locator('[data-layers] video').first()
    await film.waitFor({ state: 'attached' })
    const look = () =>
      film.evaluate((film) => {
        const { backgroundImage, filter, opacity } = getComputedStyle(film)
        return [backgroundImage.includes('svg'), filter, opacity]
      })
    await becomes(look, [true, 'brightness(0.5)', '1'])
    // What comes next takes nothing from it.
    assert.equal(await page.locator('[data-layers] video').count(), 1)
    // This shot again and again, however long it takes to look at it.
    await page.keyboard.press('r')
    await page.keyboard.press(' ')
    assert.equal(await frameOf(page), 0)
    letThrough()
    await becomes(look, [false, 'none', '1'])
    await becomes(async () => (await frameOf(page)) > 0, true)
    await page.keyboard.press('k')
    await becomes(() => page.locator('[data-layers] video').count(), 2)
    await stage.close(page)
  })

  test('a film that does not come is waited for some seconds once, and what comes after it plays', async () => {
    const page = await stage.open('/projects', { alone: true })
    await page.clock.install()
    // It is never answered.
    await page.route(`**/api/media/${winner}/original?*`, () => {})
    await page.goto(stage.service.address + ofScene())
    await page.locator('[data-layers] video').first().waitFor({ state: 'attached' })
    // From then on the clock of the page is that of the test alone.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press(' ')
    await page.clock.runFor(7000)
    assert.equal(await frameOf(page), 0)
    await page.clock.runFor(2000)
    await page.clock.resume()
    // It would have ended with 11.
    await becomes(async () => (await frameOf(page)) > 14, true)
    await page.keyboard.press('k')
    await becomes(async () => (await numberSeen(page)) === (await frameOf(page)) - 12, true)
    await stage.close(page)
  })

  for (const look of looks) {
    test(`nothing stands in anybody's way, ${look.theme} at ${look.size}`, async () => {
      const page = await stage.open(ofScene(), look)
      await seen(page, 10)
      await settled(page)
      await screenshot(page, `film-${look.theme}-${look.size}`)
      assert.deepEqual(await violations(page), [])
      const [width, room] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ])
      assert.ok(width! <= room!, `${width} of ${room}`)
      await page.getByRole('button', { name: 'What changed' }).click()
      await page.getByRole('dialog').getByText('New').first().waitFor()
      await settled(page)
      await screenshot(page, `film-changes-${look.theme}-${look.size}`)
      assert.deepEqual(await violations(page), [])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // So that it plays for as long as it takes to pause it.
      await page.keyboard.press('r')
      await page.getByRole('button', { name: 'Play (space)' }).click()
      await page.getByRole('button', { name: 'Pause (space)' }).click()
      await stage.close(page)
    })
  }
})

/** The frame of the film that the player says it shows. */
function frameOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.querySelector<HTMLElement>('[data-layers]')?.dataset.frame))
}

/** The version whose film is seen. */
function takeSeen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const films = [...document.querySelectorAll<HTMLVideoElement>('[data-layers] video')]
    const seen = films.find(({ style }) => style.opacity === '1')
    return /media\/([^/]+)/.exec(seen?.src ?? '')?.[1] ?? ''
  })
}

/** A WAV file, 8 bits at 8 kHz. */
function sound(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * 8000, 0)
  for (let at = 0; at < samples.length; at += 1) samples[at] = 128 + Math.round(60 * Math.sin(at / 4))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
