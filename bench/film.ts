/**
 * A film of 200 shots in the machine's own Chromium, with a service on the loopback (SQLite): from the click on Play to the first
 * frame that moves, and from its address, with an empty cache, to its first picture; how far its changes of shots are from
 * the plan, how often it waits or has no picture; and the memory of the page over a film of an hour.
 *
 *   npm run build && node bench/film.ts [--only start|play|memory] [--rounds 9] [--shots 200] [--minutes 60] [--speed 8]
 *
 * Memory is taken while the hour is played at 8 times its speed, which takes seven and a half minutes: all of it is loaded and shown,
 * but not each frame is painted. `--speed 1` takes the hour. Ends with 1 where it takes 0.5 s to start, a shot changes more than a frame
 * off the plan, it waits, has no picture for more than one frame in all, or the page holds more than 300 MB.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { judged, type Watched, watchFilm } from '../e2e/film-watch.ts'
import { longScene } from '../e2e/long-scene.ts'
import { signIn, testFilm, testService, testUser } from '../server/test/service.ts'
import { median } from './median.ts'
import { type PlainPage, startPlainChromium } from './plain-chromium.ts'
import { undoAtSignal } from './undo-at-signal.ts'

/** Milliseconds; frames; megabytes. */
const [startsWithin, farthest, mostMegabytes] = [500, 1, 300]
const rate = { numerator: 24, denominator: 1 }
const viewport = { width: 1440, height: 900 }
/** Of shots that are short. */
const seconds = 1

/** When the first frame after the one that stands was seen, of those that have a picture. */
const moved = 'watched?.marks.find(({ frame, ready }) => frame > 0 && ready)?.at'
const stands = `[...document.querySelectorAll('[data-layers] video')].some(
  ({ style, readyState, seeking }) => style.opacity === '1' && readyState >= 2 && !seeking)`

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    shots: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    speed: { type: 'string', default: '8' },
  },
})
const [rounds, shots, minutes, speed] = [flags.rounds, flags.shots, flags.minutes, flags.speed].map(
  Number,
) as [number, number, number, number]

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const folder = await mkdtemp(join(tmpdir(), 'dailies-bench-film-'))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))
const service = await testService('sqlite', { DAILIES_FFMPEG: 'ffmpeg' })
cleanup.defer(service.close)
const user = await testUser(service)
const { cookie } = await signIn(service, user)
const chromium = await startPlainChromium(cleanup)

if (flags.only === undefined || flags.only === 'start' || flags.only === 'play') {
  const scene = await sceneOf('Short shots', seconds)
  if (flags.only !== 'play') await tellStart(scene)
  if (flags.only !== 'start') await tellPlay(scene)
}
if (flags.only === undefined || flags.only === 'memory') {
  await tellMemory(await sceneOf('An hour', (minutes * 60) / shots))
}
console.log(`Load of the machine: ${loadavg()[0]!.toFixed(1)}.`)

interface Scene {
  projectId: string
  sceneDbId: string
}

/** A scene of as many shots, each with a film of that length as winner. */
async function sceneOf(name: string, seconds: number): Promise<Scene> {
  const film = await testFilm(service.db, user, name)
  const films: Buffer[] = []
  for (let number = 0; number < 8; number += 1) films.push(await filmOf(seconds, number))
  await longScene({ service, user, film, shots, films })
  return { projectId: film.projectId, sceneDbId: film.otherSceneDbId }
}

/** As generators give them: 1280 by 720, H.264, 24 frames a second, 4 Mbit/s, with sound. */
async function filmOf(seconds: number, number: number): Promise<Buffer> {
  const path = join(folder, `${number}.mp4`)
  const picture = `testsrc2=size=1280x720:rate=24:duration=${seconds},hue=h=${number * 45},noise=alls=6:allf=t`
  const sound = `sine=frequency=${200 + number * 50}:duration=${seconds}`
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound]
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    '4M',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  ]
  const options = ['-frames:v', String(Math.round(seconds * 24)), '-shortest', '-movflags', '+faststart']
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...inputs, ...codecs, ...options, path])
  return readFile(path)
}

async function tellStart(scene: Scene): Promise<void> {
  const [clicked, opened, pressed]: number[][] = [[], [], []]
  // The first is before the service has warmed up.
  for (let round = -1; round < rounds; round += 1) {
    const times = { clicked: await fromClick(scene), ...(await fromAddress(scene)) }
    if (round < 0) continue
    clicked!.push(times.clicked)
    opened!.push(times.opened)
    pressed!.push(times.pressed)
  }
  tell('from the click on Play to the first frame that moves', clicked!, startsWithin)
  tell('from its address, with an empty cache, to its first picture', opened!)
  tell('from the space bar to the first frame that moves', pressed!, startsWithin)
}

function tell(what: string, times: number[], within?: number): void {
  const middle = median(times)
  const wanted = within === undefined ? '' : `, wanted: under ${within}`
  const all = times.map((time) => time.toFixed(0)).join(', ')
  console.log(`${what}: ${middle.toFixed(0)} ms (${all})${wanted}`)
  if (within !== undefined && middle >= within) process.exitCode = 1
}

async function fromClick({ sceneDbId }: Scene): Promise<number> {
  const page = await openPage(`/scenes/${sceneDbId}`)
  const link = `[...document.querySelectorAll('a')].find(({ textContent }) => textContent.trim() === 'Play')`
  await page.until(`Boolean(${link})`)
  await setTimeout(1000)
  await page.evaluate(
    `document.addEventListener('click', ({ timeStamp }) => { window.clicked = timeStamp }, true)`,
  )
  const { x, y } = await page.evaluate<{ x: number; y: number }>(
    `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${link}.getBoundingClientRect())`,
  )
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
    await page.ask('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  await page.until(`Boolean(${moved})`)
  const time = await page.evaluate<number>(`${moved} - window.clicked`)
  await page.close()
  return time
}

async function fromAddress(scene: Scene): Promise<{ opened: number; pressed: number }> {
  const noteStanding = `
    const lookForPicture = () => {
      if (${stands}) window.stood = performance.now()
      else requestAnimationFrame(lookForPicture)
    }
    lookForPicture()
    document.addEventListener('keydown', ({ timeStamp }) => { window.pressed ??= timeStamp }, true)`
  const page = await openFilm(scene, noteStanding)
  await page.until('window.stood > 0')
  const opened = await page.evaluate<number>('window.stood')
  await setTimeout(1000)
  await press(page, ' ')
  await page.until(`Boolean(${moved})`)
  const pressed = await page.evaluate<number>(`${moved} - window.pressed`)
  await page.close()
  return { opened, pressed }
}

function openPage(path: string, script = ''): Promise<PlainPage> {
  const watching = `(${watchFilm})();${script}`
  return chromium.open({ address: service.address + path, cookie, viewport, script: watching })
}

async function openFilm({ projectId, sceneDbId }: Scene, script = ''): Promise<PlainPage> {
  const page = await openPage(`/projects/${projectId}/film?scene=${sceneDbId}`, script)
  await page.until(stands)
  return page
}

async function press(page: PlainPage, key: string): Promise<void> {
  for (const type of ['keyDown', 'keyUp']) await page.ask('Input.dispatchKeyEvent', { type, key, text: key })
}

async function tellPlay(scene: Scene): Promise<void> {
  const { body } = await user.get(`/api/projects/${scene.projectId}/cut?sceneDbId=${scene.sceneDbId}`)
  const page = await openFilm(scene)
  await setTimeout(1000)
  await press(page, ' ')
  const last = body.data.at(-1).start
  while ((await frameOf(page)) < last) await setTimeout(1000)
  await setTimeout(500)
  const one = judged(await page.evaluate<Watched>('watched'), body.data, rate)
  await page.close()
  console.log(
    `${one.changes} changes of shots, the farthest ${one.worstChange.toFixed(2)} frames from the plan; waited ${one.waits} times (${one.waited.toFixed(1)} frames)`,
  )
  console.log(
    `${one.black} frames without a picture, ${one.off} of ${one.frames} with one more than a frame from the plan's`,
  )
  if (one.worstChange > farthest || one.waits > 0 || one.black > 1) process.exitCode = 1
}

function frameOf(page: PlainPage): Promise<number> {
  return page.evaluate<number>(`Number(document.querySelector('[data-layers]').dataset.frame)`)
}

async function tellMemory(scene: Scene): Promise<void> {
  const page = await openFilm(scene, 'window.watched = { marks: { push() {} }, presented: { push() {} } }')
  await page.ask('Performance.enable')
  const { pages } = await chromium.processes()
  const renderer = pages.toSorted((one, other) => footprint(other).own - footprint(one).own)[0]!
  for (let faster = 1; faster <= speed; faster *= 2) await press(page, 'l')
  const frames = minutes * 60 * 24
  const held: { heap: number; own: number; resident: number; painter: number }[] = []
  for (let frame = 0; frame < frames - 1; frame = await frameOf(page)) {
    const [painter] = (await chromium.processes()).painter
    const { own, resident } = footprint(renderer)
    held.push({ heap: await heapOf(page), own, resident, painter: painter ? footprint(painter).own : 0 })
    const one = held.at(-1)!
    if (held.length % 10 === 1)
      console.log(
        `${(frame / 1440).toFixed(1).padStart(5)} min of the film: heap ${one.heap.toFixed(0)}, the page's process ${one.own.toFixed(0)}, resident with what it shares ${one.resident.toFixed(0)}, the process that paints ${one.painter.toFixed(0)} MB`,
      )
    await setTimeout(2000)
  }
  await page.close()
  const most = (of: keyof (typeof held)[0]) => Math.max(...held.map((one) => one[of])).toFixed(0)
  console.log(
    `over ${minutes} minutes of film at ${speed} times its speed at most: heap ${most('heap')} MB, the page's process ${most('own')} MB (resident with what it shares ${most('resident')} MB), the process that paints ${most('painter')} MB`,
  )
  if (Number(most('own')) > mostMegabytes) process.exitCode = 1
}

/** Of JavaScript, in megabytes. */
async function heapOf(page: PlainPage): Promise<number> {
  const { metrics } = await page.ask('Performance.getMetrics')
  return metrics.find(({ name }: { name: string }) => name === 'JSHeapUsedSize').value / 1e6
}

/** Megabytes of a process: what is its own (as the browser's task manager counts it), and all that is resident, its program among it. */
function footprint(processId: number): { own: number; resident: number } {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1000
  return { own: of('RssAnon') + of('VmSwap') + of('RssShmem'), resident: of('VmRSS') }
}
