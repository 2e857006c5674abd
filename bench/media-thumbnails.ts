/**
 * Thumbnails of stills of 12 megapixels: by the workshop alone and by the whole service, from the uploads until none is worked on, in
 * turns with sharp by itself (media-sharp.ts). And what ingest has left while many are worked on.
 *
 *   node bench/media-thumbnails.ts [--rounds 3] [--pictures 24] [--at-once 1] [--stills 1000] [--engine sqlite --engine postgres]
 *     [--only thumbnails,ingest]
 *
 * Ends with 1 where there is less than 0.85 of sharp's rate, in processor time as well, or where ingest has less than 0.8 of its
 * rate or more than twice its p99.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Engine } from '../server/db/database.ts'
import { Workshop } from '../server/media/work/workshop.ts'
import { ingests } from './cells.ts'
import { type Contender, startService } from './contender.ts'
import type { LoadResult } from './load.ts'
import { startLoader } from './loader.ts'
import { startTransfers, type Transfers } from './media-loader.ts'
import { copiesOf, makeStills } from './media-stills.ts'
import { captureTakes, studio, withoutFetching } from './media-studio.ts'
import { median } from './median.ts'
import { emptyPlace, seededPlaces } from './places.ts'
import type { Seed } from './seed.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const [leastOfSharp, leastOfIngest, mostOfP99] = [0.85, 0.8, 2]
const connections = 32
/** Milliseconds: asking how far it is takes of the same processor. */
const pollEvery = 250

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    pictures: { type: 'string', default: '24' },
    'at-once': { type: 'string', default: '1' },
    stills: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '3' },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    only: { type: 'string', default: 'thumbnails,ingest' },
  },
})
const [rounds, pictures, atOnce] = [flags.rounds, flags.pictures, flags['at-once']].map(Number) as [
  number,
  number,
  number,
]
const load = () =>
  `load averages ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')}`

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const folder = await mkdtemp(join(import.meta.dirname, 'tmp/stills-'))
cleanup.defer(() => rm(folder, { recursive: true, force: true }))
const stills = await makeStills(join(folder, 'stills'))
const transfers = startTransfers(cleanup)
if (flags.only.includes('thumbnails')) await compareThumbnails()
if (flags.only.includes('ingest')) for (const engine of flags.engine) await compareIngest(engine as Engine)

/** Seconds, and those of the processors, for all pictures. */
interface Took {
  seconds: number
  processor: number
}

async function compareThumbnails(): Promise<void> {
  const place = await emptyPlace('sqlite', cleanup)
  const seed = await studio(place)
  await using processes = cleanup.use(new AsyncDisposableStack())
  const service = await startService(place, processes, {
    ...withoutFetching,
    DAILIES_MEDIA_WORKERS: String(atOnce),
  })
  const workshop = new Workshop({ atOnce })
  processes.defer(() => workshop.stop())
  const sharp = fork(join(import.meta.dirname, 'media-sharp.ts'), { execArgv: [] })
  processes.defer(() => void sharp.kill())
  const paths = await copiesOf(stills, pictures, join(folder, 'copies'))
  const contenders: Record<string, (some: string[]) => Promise<Took>> = {
    sharp: async (some) => {
      sharp.send({ paths: some, folder: await mkdtemp(join(folder, 'sharp-')), atOnce })
      return (await once(sharp, 'message'))[0] as Took
    },
    workshop: (some) => took(process.pid, () => workAll(workshop, some)),
    service: async (some) => {
      const takes = await captureTakes(service, seed, some.length)
      return took(service.processId, () => sendAndAwait(service, seed, transfers, takes, some))
    },
  }
  const measured: Record<string, Took[]> = { sharp: [], workshop: [], service: [] }
  for (let round = -1; round < rounds; round += 1) {
    const names = Object.keys(contenders)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await contenders[name]!(round < 0 ? paths.slice(0, 4) : paths)
      if (round >= 0) measured[name]!.push(result)
    }
  }
  const rows = Object.entries(measured).map(([name, all]) => {
    const ratios = all.map(({ seconds }, round) => measured.sharp![round]!.seconds / seconds)
    const processor = all.map((one, round) => measured.sharp![round]!.processor / one.processor)
    if (Math.max(median(ratios), median(processor)) < leastOfSharp) process.exitCode = 1
    return [
      name,
      (pictures / median(all.map(({ seconds }) => seconds))).toFixed(1),
      median(ratios).toFixed(2),
      `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
      ((1000 * median(all.map((one) => one.processor))) / pictures).toFixed(0),
      median(processor).toFixed(2),
    ]
  })
  console.log(table(['by', 'stills a second', 'ratio', 'of rounds', 'CPU ms a still', 'CPU ratio'], rows))
  console.log(`${rounds} rounds of ${pictures} stills of 12 MP, ${atOnce} at a time; ${load()}\n`)
}

async function workAll(workshop: Workshop, paths: string[]): Promise<void> {
  await Promise.all(
    paths.map(async (path) => {
      const { made } = await workshop.work(path, await mkdtemp(join(folder, 'made-')))
      if (made.length < 3) throw new Error(`Only ${made.length} pictures were made of ${path}`)
    }),
  )
}

async function sendAndAwait(
  { address }: Contender,
  { token }: Seed,
  send: Transfers,
  takes: string[],
  paths: string[],
): Promise<void> {
  const before = await worksDone(address)
  const headers = { authorization: `Bearer ${token}` }
  const uploads = takes.map((id, index) => ({
    method: 'PUT' as const,
    path: `/api/assets/${id}/media`,
    headers,
    file: paths[index % paths.length]!,
    bytes: 0,
  }))
  await send({ address, transfers: uploads, atOnce: 4 })
  while ((await worksDone(address)) < before + takes.length) await sleep(pollEvery)
}

async function worksDone(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(/^dailies_media_works_total\{outcome="done"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

async function took(processId: number, work: () => Promise<void>): Promise<Took> {
  const processor = treeTime(processId)
  const began = performance.now()
  await work()
  return { seconds: (performance.now() - began) / 1000, processor: treeTime(processId) - processor }
}

/** Seconds of processor time of a process, of those that it has started, and of those of them that have ended. */
function treeTime(processId: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = statOf(name)
    const isOurs = Number(name) === processId || Number(stat[1]) === processId
    // Of others of its children (a load, sharp by itself) it is not asked.
    if (!isOurs || (Number(name) !== processId && !isAtWork(name))) continue
    const ended = Number(name) === processId ? [13, 14] : []
    for (const field of [11, 12, ...ended]) ticks += Number(stat[field])
  }
  return ticks / 100
}

function isAtWork(processId: string): boolean {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').includes('work/process')
  } catch {
    return false
  }
}

/** From the third field on: state, parent, …; utime is the 12th of these. */
function statOf(processId: string): string[] {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

async function compareIngest(engine: Engine): Promise<void> {
  await using processes = cleanup.use(new AsyncDisposableStack())
  const places = await seededPlaces(engine, processes, 20)
  const service = await startService(await places.copy('service'), processes, withoutFetching)
  const loader = startLoader(processes)
  const requests = ingests(places.seed)
  const one = () =>
    loader({ address: service.address, requests, connections, seconds: Number(flags.seconds) })
  await one()
  const without: LoadResult[] = []
  const beside: LoadResult[] = []
  for (let round = 0; round < rounds; round += 1) without.push(await one())
  const count = Number(flags.stills)
  const takes = await captureTakes(service, places.seed, count)
  const began = performance.now()
  const done = sendAndAwait(service, places.seed, transfers, takes, stills)
  let isDone = false
  const ended = done.then(() => {
    isDone = true
  })
  // Until there is a queue.
  await sleep(2000)
  while (!isDone) {
    const result = await one()
    if (!isDone) beside.push(result)
  }
  await ended
  const seconds = (performance.now() - began) / 1000
  for (let round = 0; round < rounds; round += 1) without.push(await one())
  const of = (all: LoadResult[], field: 'requestsPerSecond' | 'p50' | 'p99') =>
    median(all.map((each) => each[field]))
  const ratio = of(beside, 'requestsPerSecond') / of(without, 'requestsPerSecond')
  const late = of(beside, 'p99') / of(without, 'p99')
  if (!(ratio >= leastOfIngest) || !(late <= mostOfP99)) process.exitCode = 1
  const row = (name: string, all: LoadResult[]) => [
    name,
    String(all.length),
    of(all, 'requestsPerSecond').toFixed(0),
    of(all, 'p50').toFixed(1),
    of(all, 'p99').toFixed(1),
  ]
  console.log(
    table(
      [`ingest on ${engine}`, 'rounds', 'req/s', 'p50 ms', 'p99 ms'],
      [row('alone', without), row(`while ${count} stills are worked on`, beside)],
    ),
  )
  console.log(
    `${ratio.toFixed(2)} of its rate, ${late.toFixed(2)} times its p99; the stills took ${seconds.toFixed(0)} s, all ${connections} connections captured meanwhile; ${load()}\n`,
  )
}
