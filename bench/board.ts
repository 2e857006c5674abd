/**
 * Opens the board of a scene with thousands of takes and scrolls it by the wheel, in the machine's own Chromium: the
 * time to its first takes, beside that of an empty scene; frames a second, by reading and by flying; and the cards that
 * are blank a tenth of a second after the wheel has come to rest.
 *
 *   node bench/board.ts [--takes 2000] [--rounds 5]
 *
 * Rounds take turns with a page of the same pictures without any script, whose rate is what the machine can do: an empty
 * page has 60 also where other programs leave no time for anything. Ends with 1 when the board has less than 50 frames a
 * second where that page has 55 or more, when a card is blank, or when it opens after more than a second.
 */
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { picture } from '../demo/picture.ts'
import { serveMedia } from '../e2e/media-server.ts'
import { plainPage } from '../e2e/plain-page.ts'
import { openStage } from '../e2e/stage.ts'
import { browserPath } from '../server/test/browser.ts'
import { median } from './median.ts'

const leastRate = 50
/** Of the plain page, for the machine to be quiet enough. */
const quietRate = 55
/** Milliseconds from the last turn of the wheel to the look at the cards. */
const rest = 100
/** Milliseconds from the beginning of the navigation to the first takes on the screen. */
const openWithin = 1000
/** Pixels, and pixels a second: three seconds of somebody who looks for a take, and one of somebody who goes to the end. */
const ways = { reading: { distance: 9000, speed: 3000 }, flying: { distance: 80_000, speed: 80_000 } }
const pictures = 8

const startCounting = `
  window.frames_ = []
  const next = (now) => { frames_.push(now); if (!window.stopped_) requestAnimationFrame(next) }
  window.stopped_ = false
  requestAnimationFrame(next)`

const stopCounting = `
  window.stopped_ = true
  Math.round(1000 * (frames_.length - 1) / (frames_.at(-1) - frames_[0]))`

/** Places that are in sight without their card, and cards in sight whose picture is not there. */
const countBlank = `
  [...document.querySelectorAll('[role="feed"] > [aria-hidden], [role="feed"] img')].filter((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight && !(element instanceof HTMLImageElement && element.complete)
  }).length`

const { values: flags } = parseArgs({
  options: { takes: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '5' } },
})
const [takes, rounds] = [Number(flags.takes), Number(flags.rounds)]

await using cleanup = new AsyncDisposableStack()
const files = Array.from({ length: pictures }, (_, seed) => [
  `${seed}.png`,
  { type: 'image/png', body: picture({ place: 'sea', mood: 'storm', seed }) },
])
const plainFile = { type: 'text/html', body: Buffer.from(plainPage({ takes, pictures })) }
const media = await serveMedia({ ...Object.fromEntries(files), 'plain.html': plainFile })
cleanup.defer(media.close)
// As users see it: with windows.
process.env.CHROMIUM ??= browserPath()
const stage = await openStage()
cleanup.defer(stage.end)
for (let done = 0; done < takes; done += 100) {
  const captures = Array.from({ length: Math.min(100, takes - done) }, (_, number) =>
    captureOf(done + number),
  )
  await stage.user.send('POST', '/api/extension/ingest/batch', { captures })
}

const board = await stage.open(`/scenes/${stage.film.sceneDbId}`)
await board.locator('article').first().waitFor()
const plain = await stage.open('/projects')
await plain.goto(`${media.address}plain.html`)

let blank = 0
const rates = { reading: ratesOfWay(), flying: ratesOfWay() }
for (let round = 0; round < rounds; round += 1) {
  for (const [name, page] of Object.entries({ plain, board }) as ['plain' | 'board', Page][]) {
    await page.bringToFront()
    for (const way of ['reading', 'flying'] as const) {
      await page.evaluate('window.scrollTo(0, 0)')
      rates[way][name].push(await rateWhileScrolling(page, ways[way]))
      if (name === 'plain') continue
      await page.waitForTimeout(rest)
      blank += await board.evaluate<number>(countBlank)
    }
  }
}
for (const [way, { board, plain }] of Object.entries(rates)) {
  const [rate, possible] = [median(board), median(plain)]
  console.log(`${takes} takes, ${way}: ${rate} frames a second by wheel (${board.join(', ')})`)
  console.log(`  a plain page of the same pictures: ${possible} (${plain.join(', ')})`)
  if (possible < quietRate) console.log('  The machine is not quiet: the rate says nothing of the board.')
  else if (rate < leastRate) process.exitCode = 1
}
console.log(`cards blank ${rest} ms after the wheel came to rest: ${blank}`)
if (blank > 0) process.exitCode = 1

const empty = await opening(`/scenes/${stage.film.otherSceneDbId}`, 'h2')
const full = await opening(`/scenes/${stage.film.sceneDbId}`, 'article:nth-of-type(4)')
console.log(`opened in ${full} ms; an empty scene in ${empty} ms`)
if (full > openWithin) process.exitCode = 1

function ratesOfWay() {
  return { board: [] as number[], plain: [] as number[] }
}

/** Until what is asked for is painted, in milliseconds: the median of the rounds. */
async function opening(path: string, first: string): Promise<number> {
  const page = await stage.open('/projects')
  await page.addInitScript(notePainted, first)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(stage.service.address + path)
    const painted = await page.waitForFunction(() => (window as unknown as { painted?: number }).painted)
    times.push((await painted.jsonValue()) as number)
  }
  await stage.close(page)
  return Math.round(median(times))
}

function notePainted(selector: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => {
      // After the frame in which it is painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Object.assign(window, { painted: performance.now() })
      port2.postMessage(null)
    })
  })
  observer.observe(document, { childList: true, subtree: true })
}

function captureOf(number: number) {
  const address = `${media.address}${number % pictures}.png`
  return {
    ...stage.film.capture,
    title: `Take ${number} of the wave that comes over the breakwater, storm light`,
    shotId: stage.film.shotIds[number % stage.film.shotIds.length],
    status: number % 2 ? 'GENERATED' : 'DRAFT',
    ...(number % 7 === 0 && { compareGroup: `wave ${number % 4}` }),
    outputUrl: address,
    thumbnailUrl: address,
  }
}

async function rateWhileScrolling(
  page: Page,
  { distance, speed }: { distance: number; speed: number },
): Promise<number> {
  await page.evaluate(startCounting)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 800,
    y: 500,
    yDistance: -distance,
    speed,
    gestureSourceType: 'mouse',
  })
  await devtools.detach()
  return page.evaluate<number>(stopCounting)
}
