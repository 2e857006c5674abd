/**
 * A board of thousands of takes whose media are kept, in the machine's own Chromium: from a cold cache to the first 60 thumbnails, and what
 * was transferred for them; tasks that keep the page for longer than 50 ms while it is scrolled; how soon a film starts, and seeks,
 * beside the same film of a bare `node:http` (media-floor.ts).
 *
 *   npm run build && node bench/media-board.ts [--takes 2000] [--rounds 9]
 *
 * Ends with 1 where the thumbnails take a second or more than 1.5 MB, where there is a long task that a plain page of the same
 * pictures does not have as well, or where a film takes 0.3 s to start or 0.2 s to seek.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { picture } from '../demo/picture.ts'
import { serveMedia } from '../e2e/media-server.ts'
import { plainPage } from '../e2e/plain-page.ts'
import { browserPath, openBrowser } from '../server/test/browser.ts'
import { digestOf, mediaOnce, put } from '../server/test/media.ts'
import { signIn, testFilm, testService, testUser } from '../server/test/service.ts'
import { startMediaFloor } from './media-floor-process.ts'
import { median } from './median.ts'
import { startPlainChromium } from './plain-chromium.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const thumbnails = 60
const [paintedWithin, mostBytes, startsWithin, seeksWithin] = [1000, 1.5e6, 300, 200]
/** Room for sixty cards. */
const viewport = { width: 2560, height: 2000 }
const different = 60
const way = { distance: 9000, speed: 3000 }

/** Once so many thumbnails are on the screen: when, and what was transferred. */
const notePainted = `
  const look = () => {
    const shown = [...document.querySelectorAll('[role="feed"] img')].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return image.complete && image.naturalWidth > 0 && bottom > 0 && top < innerHeight
    })
    if (shown.length < ${thumbnails}) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const entries = performance.getEntriesByType('resource')
      const sum = (some) => some.reduce((all, { transferSize }) => all + transferSize, 0)
      const pictures = sum(entries.filter(({ name }) => name.includes('/api/media')))
      window.noted = { painted: performance.now(), bytes: sum(entries), pictures }
    }
    port2.postMessage(null)
  }
  requestAnimationFrame(look)`

/** Of a film: the milliseconds to its first frame, and from a seek to the frame that was sought. */
const play = `async (address) => {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, src: address })
  document.body.prepend(video)
  const frame = () => new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  const began = performance.now()
  const first = frame()
  await video.play()
  await first
  const starts = performance.now() - began
  video.pause()
  const sought = performance.now()
  const next = frame()
  video.currentTime = video.duration * 0.7
  await next
  const seeks = performance.now() - sought
  video.remove()
  return { starts, seeks }
}`

const { values: flags } = parseArgs({
  options: { takes: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '9' } },
})
const [takes, rounds] = [Number(flags.takes), Number(flags.rounds)]

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const service = await testService('sqlite')
cleanup.defer(service.close)
const user = await testUser(service)
const film = await testFilm(service.db, user)
const { cookie } = await signIn(service, user)
const plainChromium = await startPlainChromium(cleanup)
process.env.CHROMIUM ??= browserPath()
const browser = await openBrowser()
cleanup.defer(() => browser.close())
const pictures = Array.from({ length: different }, (_, seed) =>
  picture({ place: 'sea', mood: 'storm', seed }),
)
await keepTakes()
const scene = `${service.address}/scenes/${film.sceneDbId}`

const opened: Opened[] = []
const bare: Opened[] = []
const barePage = await pageOfThumbnails()
// The first is before the service has warmed up.
for (let round = -1; round < rounds; round += 1) {
  const [pictures, board] = [await openCold(barePage), await openCold(scene)]
  if (round < 0) continue
  bare.push(pictures)
  opened.push(board)
}
const tell = (of: keyof Opened) => opened.map((one) => Math.round(one[of])).join(', ')
const painted = median(opened.map((one) => one.painted))
const bytes = median(opened.map((one) => one.bytes))
console.log(`first ${thumbnails} thumbnails painted after ${painted.toFixed(0)} ms (${tell('painted')})`)
const bareOnes = median(bare.map((one) => one.painted))
console.log(
  `the same pictures on a page without scripts, of a server without a database: ${bareOnes.toFixed(0)} ms`,
)
console.log(
  `transferred until then: ${kilobytes(bytes)} kB, of which ${kilobytes(median(opened.map((one) => one.pictures)))} kB of pictures`,
)
if (painted >= paintedWithin || bytes > mostBytes) process.exitCode = 1

const { long, plain } = await scrollBoth()
console.log(
  `tasks over 50 ms while scrolling: ${textOf(long)}; of a plain page of the same pictures: ${textOf(plain)}`,
)
if (long.length > plain.length) process.exitCode = 1

const films = await playBoth()
for (const [name, times] of Object.entries(films)) {
  const [starts, seeks] = [median(times.map((one) => one.starts)), median(times.map((one) => one.seeks))]
  console.log(
    `a film of the ${name} starts after ${starts.toFixed(0)} ms and seeks in ${seeks.toFixed(0)} ms`,
  )
  if (name === 'service' && (starts >= startsWithin || seeks >= seeksWithin)) process.exitCode = 1
}
console.log(
  `load averages ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')}`,
)

/** What each picture shows is sent once; the other takes say that they have the same, and their thumbnails have addresses of their own. */
async function keepTakes(): Promise<void> {
  const ids: string[] = []
  for (let done = 0; done < takes; done += 100) {
    const captures = Array.from({ length: Math.min(100, takes - done) }, (_, number) => ({
      ...film.capture,
      title: `Take ${done + number} of the wave that comes over the breakwater, storm light`,
      shotId: film.shotIds[number % film.shotIds.length],
    }))
    const { body } = await user.send('POST', '/api/extension/ingest/batch', { captures })
    // biome-ignore lint/suspicious/noExplicitAny: as the bodies of answers are
    ids.push(...body.results.map((one: any) => one.asset.id))
  }
  for (const [index, id] of ids.entries()) {
    const bytes = pictures[index % different]!
    const headers: Record<string, string> = { 'repr-digest': digestOf(bytes) }
    const isFirst = index < different
    if (!isFirst) headers['content-range'] = `bytes */${bytes.length}`
    const { status, body } = await put(service, user, id, isFirst ? bytes : undefined, { headers })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    if (index === different - 1) {
      for (const one of ids.slice(0, different))
        await mediaOnce(user, one, 'it is looked into', (media) => !media.isWorkedOn)
    }
  }
}

/** In a context of its own, whose cache is empty; signed in. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name, value] = cookie.split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, url: service.address, httpOnly: true, sameSite: 'Strict' }])
  return context.newPage()
}

/** The same thumbnails on a page without any script, of a server that does nothing else. */
async function pageOfThumbnails(): Promise<string> {
  const files: Record<string, { type: string; body: Buffer }> = {}
  const { body } = await user.get(`/api/scenes/${film.sceneDbId}/assets?limit=${thumbnails}`)
  // biome-ignore lint/suspicious/noExplicitAny: as the bodies of answers are
  for (const [index, card] of (body.data as any[]).entries()) {
    const answer = await fetch(service.address + card.media.thumbnails[0].url)
    files[`api/media-${index}`] = { type: 'image/webp', body: Buffer.from(await answer.arrayBuffer()) }
  }
  const images = Object.keys(files).map((name) => `<img src="/${name}" width="232" height="130">`)
  files['bare.html'] = { type: 'text/html', body: Buffer.from(`<div role="feed">${images.join('')}</div>`) }
  const media = await serveMedia(files)
  cleanup.defer(media.close)
  return `${media.address}bare.html`
}

interface Opened {
  /** Milliseconds from the beginning of the navigation. */
  painted: number
  /** Transferred until then: in all, and of pictures. */
  bytes: number
  pictures: number
}

async function openCold(address: string): Promise<Opened> {
  return (await plainChromium.visit({ address, cookie, viewport, script: notePainted })) as Opened
}

/** Milliseconds of each task over 50 ms, of all rounds. */
async function scrollBoth(): Promise<{ long: number[]; plain: number[] }> {
  const files = pictures.slice(0, 8).map((body, index) => [`${index}.png`, { type: 'image/png', body }])
  const plainFile = { type: 'text/html', body: Buffer.from(plainPage({ takes, pictures: 8 })) }
  const media = await serveMedia({ ...Object.fromEntries(files), 'plain.html': plainFile })
  cleanup.defer(media.close)
  const board = await openPage()
  await board.goto(scene)
  await board.locator('article').first().waitFor()
  const plain = await openPage()
  await plain.goto(`${media.address}plain.html`)
  const tasks = { long: [] as number[], plain: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, page] of [
      ['plain', plain],
      ['long', board],
    ] as const) {
      await page.bringToFront()
      await page.evaluate('window.scrollTo(0, 0)')
      await page.waitForTimeout(500)
      tasks[name].push(...(await longTasksWhileScrolling(page)))
    }
  }
  return tasks
}

async function longTasksWhileScrolling(page: Page): Promise<number[]> {
  await page.evaluate(`
    window.long_ = []
    window.watching_ = new PerformanceObserver((list) => long_.push(...list.getEntries().map((one) => one.duration)))
    watching_.observe({ type: 'longtask' })`)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 800,
    y: 500,
    yDistance: -way.distance,
    speed: way.speed,
    gestureSourceType: 'mouse',
  })
  await devtools.detach()
  await page.waitForTimeout(200)
  return page.evaluate<number[]>('watching_.disconnect(); long_')
}

interface Played {
  /** Milliseconds until the first frame is shown; and until the one that was sought. */
  starts: number
  seeks: number
}

async function playBoth(): Promise<Record<'service' | 'floor', Played[]>> {
  const folder = join(import.meta.dirname, '../demo/films')
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      name,
      bytes: (await readFile(join(folder, name))).length,
    })),
  )
  const { name } = sizes.sort((one, other) => other.bytes - one.bytes)[0]!
  const bytes = await readFile(join(folder, name))
  const answer = await user.ingest({ ...film.capture, assetType: 'VIDEO' })
  const id = answer.body.asset.id as string
  await put(service, user, id, bytes)
  await mkdir(join(import.meta.dirname, 'tmp'), { recursive: true })
  const floorFolder = await mkdtemp(join(import.meta.dirname, 'tmp/floor-'))
  cleanup.defer(() => rm(floorFolder, { recursive: true, force: true }))
  await copyFile(join(folder, name), join(floorFolder, 'film'))
  const floor = await startMediaFloor(floorFolder, cleanup)

  const page = await openPage()
  await page.goto(`${service.address}/projects`)
  const other = await openPage()
  await other.goto(`${floor.address}/healthz`)
  const films = { service: [] as Played[], floor: [] as Played[] }
  for (let round = -1; round < rounds; round += 1) {
    for (const [which, where, address] of [
      ['floor', other, '/film'],
      ['service', page, `/api/media/${id}/original`],
    ] as const) {
      await where.bringToFront()
      const played = await where.evaluate<Played>(`(${play})('${address}?round=${round}')`)
      if (round >= 0) films[which].push(played)
    }
  }
  return films
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0)
}

function textOf(tasks: number[]): string {
  return tasks.length === 0 ? 'none' : `${tasks.length}, the longest of ${Math.round(Math.max(...tasks))} ms`
}
