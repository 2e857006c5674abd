/**
 * Scrolls the board of a scene with thousands of takes by the wheel, in the machine's own Chromium: frames a second,
 * and the cards that are blank a tenth of a second after the wheel has come to rest.
 *
 *   node bench/board.ts [--takes 2000] [--rounds 5]
 *
 * Rounds take turns with a page of the same pictures without any script, whose rate is what the machine can do: an empty
 * page has 60 also where other programs leave no time for anything. Ends with 1 when the board has less than 50 frames a
 * second where that page has 55 or more, or when a card is blank.
 */
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { serveMedia } from '../e2e/media-server.ts'
import { plainPage } from '../e2e/plain-page.ts'
import { openStage } from '../e2e/stage.ts'
import { picture } from '../server/demo/picture.ts'
import { median } from './median.ts'

const leastRate = 50
/** Of the plain page, for the machine to be quiet enough. */
const quietRate = 55
/** Milliseconds from the last turn of the wheel to the look at the cards. */
const rest = 100
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
const stage = await openStage('sqlite')
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

const rates = { board: [] as number[], plain: [] as number[] }
let blank = 0
for (let round = 0; round < rounds; round += 1) {
  for (const [name, page] of Object.entries({ plain, board }) as ['plain' | 'board', Page][]) {
    await page.bringToFront()
    await page.evaluate('window.scrollTo(0, 0)')
    rates[name].push(await rateWhileScrolling(page))
    if (name === 'plain') continue
    await page.waitForTimeout(rest)
    blank += await board.evaluate<number>(countBlank)
  }
}
const [rate, possible] = [median(rates.board), median(rates.plain)]
console.log(`${takes} takes: ${rate} frames a second by wheel (${rates.board.join(', ')})`)
console.log(`a plain page of the same pictures: ${possible} (${rates.plain.join(', ')})`)
console.log(`cards blank ${rest} ms after the wheel came to rest: ${blank}`)
if (possible < quietRate) console.log('The machine is not quiet: the rate says nothing of the board.')
if (blank > 0 || (possible >= quietRate && rate < leastRate)) process.exitCode = 1

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

/** Three seconds of turning the wheel as fast as somebody who looks for a take. */
async function rateWhileScrolling(page: Page): Promise<number> {
  await page.evaluate(startCounting)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 800,
    y: 500,
    yDistance: -9000,
    speed: 3000,
    gestureSourceType: 'mouse',
  })
  await devtools.detach()
  return page.evaluate<number>(stopCounting)
}
