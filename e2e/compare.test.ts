import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { makeFilm } from './film.ts'
import { makePicture, serveMedia } from './media-server.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('comparing versions', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let pictures: string[]

  before(async () => {
    stage = await openStage()
    const page = await stage.open('/sign-in', { signedOut: true })
    const [long, short] = [
      await makeFilm(page, { seconds: 3, rate: 24, colour: '#203050' }),
      await makeFilm(page, { seconds: 2, rate: 24, colour: '#503020' }),
    ]
    await stage.close(page)
    media = await serveMedia({
      'dusk.svg': { type: 'image/svg+xml', body: makePicture('dusk', '#3a4a6b') },
      'dawn.svg': { type: 'image/svg+xml', body: makePicture('dawn', '#8a5a44') },
      'night.svg': { type: 'image/svg+xml', body: makePicture('night', '#22304a') },
      'long.webm': { type: 'video/webm', body: long },
      'short.webm': { type: 'video/webm', body: short },
    })
    pictures = [
      await capture({
        prompt: 'a lighthouse at dusk, calm sea',
        outputUrl: `${media.address}dusk.svg`,
        metadata: { seed: 1, cfg: { scale: 7 } },
      }),
      await capture({
        prompt: 'a lighthouse at dawn, calm sea',
        outputUrl: `${media.address}dawn.svg`,
        metadata: { seed: 2, cfg: { scale: 7 } },
      }),
      await capture({
        prompt: 'a lighthouse by night',
        outputUrl: `${media.address}night.svg`,
        rightsState: 'RESTRICTED',
      }),
    ]
  })
  after(async () => {
    await stage.end()
    media.close()
  })

  async function capture(change: object): Promise<string> {
    const answer = await stage.user.ingest({
      ...stage.film.capture,
      status: 'GENERATED',
      rightsState: 'COMMERCIAL_ALLOWED',
      compareGroup: 'lamp',
      ...change,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.asset.id
  }

  const groupAddress = () => `/compare?scene=${stage.film.sceneDbId}&group=lamp`

  async function read(id: string) {
    return (await stage.user.get(`/api/assets/${id}`)).body.data
  }

  test('a compare group stands side by side, and the winner is picked there', async () => {
    const page = await stage.open(groupAddress())
    await page.getByRole('heading', { name: 'Compare “lamp”' }).waitFor()
    await becomes(() => page.getByRole('list', { name: 'Versions' }).getByRole('listitem').count(), 3)
    await page.getByRole('button', { name: 'Select 2' }).click()
    await page.getByRole('button', { name: '2 is the winner' }).waitFor()
    await page.getByRole('button', { name: 'Approve 2' }).click()
    await page.getByRole('button', { name: '2 is approved' }).waitFor()
    await page.getByText('Approved').first().waitFor()
    await settled(page)
    assert.equal((await read(pictures[1]!)).status, 'APPROVED')
    await stage.close(page)
  })

  test('what differs is listed, prompts word by word; what is the same shows when asked for', async () => {
    const page = await stage.open(`/compare?ids=${pictures.slice(0, 2)}`)
    const table = page.getByRole('table')
    await table.getByRole('rowheader', { name: 'seed' }).waitFor()
    await table.locator('ins').first().waitFor()
    await becomes(() => table.locator('del').allTextContents(), ['dusk'])
    await becomes(() => table.locator('ins').allTextContents(), ['dawn'])
    await becomes(() => table.getByRole('rowheader', { name: 'cfg.scale' }).count(), 0)
    await page.getByRole('button', { name: /^Show what is the same/ }).click()
    await table.getByRole('rowheader', { name: 'cfg.scale' }).waitFor()
    await stage.close(page)
  })

  test('by the keyboard alone one is chosen, picked after a warning, and another taken out', async () => {
    const page = await stage.open(`/compare?ids=${pictures}`)
    await page.getByRole('button', { name: 'Select 3' }).waitFor()
    await page.keyboard.press('3')
    await page.keyboard.press('s')
    await page.getByRole('dialog').getByText('Its use is restricted').waitFor()
    await page.getByRole('button', { name: 'Select anyway' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '3 is the winner' }).waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: '2 is the winner' }).waitFor()
    await becomes(async () => new URL(page.url()).searchParams.get('ids'), pictures.slice(1).join(','))
    await stage.close(page)
  })

  // What the browser does by itself is the same, whichever database is behind it.
  test('all of them are zoomed and moved as one', async () => {
    const page = await stage.open(`/compare?ids=${pictures.slice(0, 2)}`)
    await page.getByRole('img', { name: 'Midjourney image v1' }).waitFor()
    await page.getByRole('group', { name: /^1:/ }).hover({ position: { x: 300, y: 100 } })
    await page.mouse.wheel(0, -400)
    await page.waitForFunction(
      () =>
        document.querySelector('img[alt^="Midjourney"]')?.parentElement?.style.transform !==
        'scale(1) translate(0%, 0%)',
    )
    const [one, two] = await transforms(page)
    assert.equal(one, two)
    assert.match(one ?? '', /scale\((?!1\))/)
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(
      (before) => document.querySelector('img[alt^="Midjourney"]')?.parentElement?.style.transform !== before,
      one,
    )
    await becomes(async () => new Set(await transforms(page)).size, 1)
    await page.keyboard.press('0')
    await page.waitForFunction(
      () =>
        document.querySelector('img[alt^="Midjourney"]')?.parentElement?.style.transform ===
        'scale(1) translate(0%, 0%)',
    )
    await stage.close(page)
  })

  test('two fingers zoom as far as they part, and take along what is between them', async () => {
    const page = await stage.open(`/compare?ids=${pictures.slice(0, 2)}`, { size: 'phone' })
    await page.getByRole('img', { name: 'Midjourney image v1' }).waitFor()
    const box = (await page.getByRole('group', { name: /^1:/ }).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const touch = await touchOf(page)
    await touch('touchStart', [x - 20, y], [x + 20, y])
    for (let apart = 24; apart <= 40; apart += 4) await touch('touchMove', [x - apart, y], [x + apart, y])
    await becomes(async () => (await transforms(page)).map(rounded), both(2, 0))
    for (let along = 4; along <= 16; along += 4) {
      await touch('touchMove', [x - 40 + along, y], [x + 40 + along, y])
    }
    await becomes(async () => (await transforms(page)).map(rounded), both(2, (100 * 16) / (2 * box.width)))
    await touch('touchEnd')
    await stage.close(page)
  })

  test('they lie on top of each other to blink between them', async () => {
    const page = await stage.open(`/compare?ids=${pictures.slice(0, 2)}`)
    await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor()
    await page.keyboard.press('b')
    await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('2')
    await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor()
    await becomes(() => page.getByRole('img', { name: 'Midjourney image v1' }).isVisible(), false)
    await becomes(async () => new URL(page.url()).searchParams.get('view'), 'blink')
    await stage.close(page)
  })

  test('films play as one, within two frames of each other, and step by frames', async () => {
    const films = [
      await capture({
        assetType: 'VIDEO',
        outputUrl: `${media.address}long.webm`,
        sceneId: '10',
        metadata: { fps: 24 },
      }),
      await capture({ assetType: 'VIDEO', outputUrl: `${media.address}short.webm`, sceneId: '10' }),
    ]
    const page = await stage.open(`/compare?ids=${films}`)
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll('video')]
      return all.length === 2 && all.every(({ readyState }) => readyState >= 3)
    })
    assert.deepEqual(
      await page.locator('video').evaluateAll((all) => all.map((film) => (film as HTMLVideoElement).muted)),
      [false, true],
    )
    for (const _ of [1, 2, 3]) await page.keyboard.press('.')
    await page.getByText('00:00:03 / 00:03:00').waitFor()
    await becomes(() => frames(page), [3, 3])
    await page.keyboard.press(',')
    await page.getByText('00:00:02 / 00:03:00').waitFor()
    await page.keyboard.press(' ')
    await page.waitForFunction(() => document.querySelector('video')!.currentTime > 1)
    const [first, second] = await page
      .locator('video')
      .evaluateAll((all) => all.map((film) => (film as HTMLVideoElement).currentTime))
    assert.ok(Math.abs(first! - second!) < 2 / 24, `${first} and ${second}`)
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Play (space)' }).waitFor()
    await becomes(async () => new Set(await frames(page)).size, 1)
    // The shorter one waits at its end.
    await page.getByRole('slider').fill('2.9')
    await page.waitForFunction(() => [...document.querySelectorAll('video')].every(({ seeking }) => !seeking))
    const [, end] = await page
      .locator('video')
      .evaluateAll((all) => all.map((film) => (film as HTMLVideoElement).currentTime))
    assert.equal(end, 2)
    await page.getByRole('button', { name: 'Hear 2' }).click()
    assert.deepEqual(
      await page.locator('video').evaluateAll((all) => all.map((film) => (film as HTMLVideoElement).muted)),
      [true, false],
    )
    await stage.close(page)
  })

  test('on a phone three are looked at one by one, by tabs', async () => {
    const page = await stage.open(`/compare?ids=${pictures}`, { size: 'phone' })
    await page.getByRole('img', { name: 'Midjourney image v1' }).waitFor()
    await becomes(() => page.getByRole('img', { name: 'Midjourney image v2' }).isVisible(), false)
    await page.getByRole('button', { name: '2 MJ v2' }).tap()
    await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor()
    await stage.close(page)
  })

  test('without anything to compare it says how to begin', async () => {
    const page = await stage.open('/compare')
    await page.getByText('There is nothing to compare').waitFor()
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  test('one that was deleted is told, and the others are shown', async () => {
    const page = await stage.open(
      `/compare?ids=${pictures[0]},0190a000-0000-7000-8000-000000000000,${pictures[1]}`,
    )
    await page.getByText('One of them was deleted').waitFor()
    await page.getByRole('button', { name: 'Compare the others' }).click()
    await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor()
    await stage.close(page)
  })

  test('a failure can be tried again', async () => {
    const page = await stage.open('/projects')
    let fails = true
    await page.route(`**/api/assets/${pictures[0]}`, (route) =>
      fails ? route.fulfill({ status: 403, json: { error: 'Out of film' } }) : route.continue(),
    )
    await page.goto(`${stage.service.address}/compare?ids=${pictures.slice(0, 2)}`)
    await page.getByText('Out of film').waitFor()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('img', { name: 'Midjourney image v1' }).waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open(groupAddress(), { theme, size })
      await page.getByRole('img', { name: 'Midjourney image v3' }).waitFor()
      await page.locator('ins').first().waitFor()
      assert.equal(await sticksOut(page), 0)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `compare-${theme}-${size}`)
      await stage.close(page)
    })
  }
})

function transforms(page: Page): Promise<string[]> {
  return page
    .locator('img[alt^="Midjourney"]')
    .evaluateAll((all) => all.map(({ parentElement }) => parentElement?.style.transform ?? ''))
}

/** What both of two versions are transformed by, as much as can be told from pixels. */
function both(scale: number, percent: number): string[] {
  const transform = rounded(`scale(${scale}) translate(${percent}%, 0%)`)
  return [transform, transform]
}

function rounded(transform: string): string {
  return transform.replace(/-?\d[\d.e-]*/g, (number) => String(Math.round(Number(number) * 10) / 10 + 0))
}

/** Puts fingers where they are told to be, and takes them away where nothing is told. */
async function touchOf(page: Page) {
  const client = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: [x: number, y: number][]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map(([x, y], id) => ({ x, y, id })),
    })
}

/** Which frame each film stands at. */
async function frames(page: Page): Promise<number[]> {
  await page.waitForFunction(() => [...document.querySelectorAll('video')].every(({ seeking }) => !seeking))
  return page
    .locator('video')
    .evaluateAll((all) => all.map((film) => Math.floor((film as HTMLVideoElement).currentTime * 24 + 0.001)))
}
