/**
 * Uploads and downloads against a floor: a bare `node:http` that hashes, writes and fsyncs what comes, or streams the same file
 * (media-floor.ts), in turns, on the same disk. Also how much memory the service takes meanwhile.
 *
 *   node bench/media-transfer.ts [--engine sqlite] [--rounds 5] [--only upload,upload-16,parts,download,download-16,ranges,ranges-16]
 *
 * Ends with 1 where a case has less than 0.8 of the floor's rate, in processor time as well, or uploads take more than 40 MB.
 */
import { link, mkdir, readdir, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Engine } from '../server/db/database.ts'
import { type Contender, startService } from './contender.ts'
import type { Transfer } from './media-client.ts'
import { startMediaFloor } from './media-floor-process.ts'
import { startTransfers } from './media-loader.ts'
import { captureTakes, studio, withoutFetching } from './media-studio.ts'
import { median } from './median.ts'
import { emptyPlace } from './places.ts'
import { processorTime } from './processor-time.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'
import { watchMemory } from './worst/memory.ts'

const [leastRatio, mostMegabytes] = [0.8, 40]
const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
})

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const place = await emptyPlace(flags.engine as Engine, cleanup)
const seed = await studio(place)
const service = await startService(place, cleanup, withoutFetching)
const floorFolder = join(place.folder, 'floor')
const blobs = join(place.folder, 'media/blobs')
await mkdir(floorFolder)
const floor = await startMediaFloor(floorFolder, cleanup)
const transfers = startTransfers(cleanup)
const memory = watchMemory(service.processId)
cleanup.defer(memory.stop)
const headers = { authorization: `Bearer ${seed.token}` }

interface Case {
  key: string
  name: string
  atOnce: number
  /** Anew for each round. */
  service: () => Promise<Transfer[]>
  floor: () => Transfer[]
  /** Only told. */
  isWithoutTarget?: boolean
}

const cases: Case[] = [
  uploads('upload', 'PUT of 1 GiB', { count: 1, bytes: gibibyte, atOnce: 1 }),
  uploads('upload-16', 'PUT of 16 × 128 MiB, 16 at a time', {
    count: 16,
    bytes: 128 * mebibyte,
    atOnce: 16,
  }),
  inParts('parts', 'PUT of 1 GiB in parts of 64 MiB, and whole', 64 * mebibyte),
  downloads('download', 'GET of 1 GiB', { bytes: gibibyte, count: 1, atOnce: 1 }),
  downloads('download-16', 'GET of 16 × 128 MiB, 16 at a time', {
    bytes: 128 * mebibyte,
    count: 16,
    atOnce: 16,
  }),
  ranges('ranges', 'GET of 1 GiB in ranges of 8 MiB', 1),
  ranges('ranges-16', 'GET of 1 GiB in ranges of 8 MiB, 16 at a time', 16),
]

await transfers({ address: service.address, transfers: await uploadsOf(1, mebibyte), atOnce: 1 })
const files = await filesToRead()
await sleep(3000)
const rows: string[][] = []
for (const one of cases.filter(({ key }) => !flags.only || flags.only.split(',').includes(key))) {
  rows.push(await compare(one))
  console.error(rows.at(-1)?.join('  '))
}
console.log(
  table(
    ['case', 'floor MB/s', 'service MB/s', 'ratio', 'of rounds', 'CPU s a GB', 'CPU ratio', 'MB more'],
    rows,
  ),
)
const load = loadavg().map((one) => one.toFixed(1))
console.log(`${flags.engine}, medians of ${flags.rounds} rounds; load averages at the end ${load.join(', ')}`)

async function compare(one: Case): Promise<string[]> {
  const measured = { floor: [] as Measured[], service: [] as Measured[] }
  let most = 0
  for (let round = -1; round < Number(flags.rounds); round += 1) {
    for (const name of round % 2 === 0 ? (['floor', 'service'] as const) : (['service', 'floor'] as const)) {
      const [contender, what] = name === 'floor' ? [floor, one.floor()] : [service, await one.service()]
      const before = memory.now()
      memory.highest()
      const result = await measure(contender, what, one.atOnce)
      if (name === 'service') most = Math.max(most, memory.highest() - before)
      // The first is to warm up; its memory counts.
      if (round >= 0) measured[name].push(result)
      await removeWhatWasSent()
    }
  }
  const of = (field: keyof Measured, name: 'floor' | 'service') =>
    median(measured[name].map((each) => each[field]))
  const ratios = measured.service.map((each, round) => each.rate / measured.floor[round]!.rate)
  const processorRatio = of('processor', 'floor') / of('processor', 'service')
  const ratio = median(ratios)
  if (!one.isWithoutTarget && Math.max(ratio, processorRatio) < leastRatio) process.exitCode = 1
  if (one.key.startsWith('upload') && most > mostMegabytes) process.exitCode = 1
  return [
    one.name,
    of('rate', 'floor').toFixed(0),
    of('rate', 'service').toFixed(0),
    ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    `${of('processor', 'floor').toFixed(2)} / ${of('processor', 'service').toFixed(2)}`,
    processorRatio.toFixed(2),
    most.toFixed(0),
  ]
}

interface Measured {
  /** Megabytes a second. */
  rate: number
  /** Seconds of the server's processor for a gigabyte. */
  processor: number
}

async function measure(
  { address, processId }: Contender,
  what: Transfer[],
  atOnce: number,
): Promise<Measured> {
  const before = processorTime(processId) ?? Number.NaN
  const { bytes, seconds } = await transfers({ address, transfers: what, atOnce })
  const used = (processorTime(processId) ?? Number.NaN) - before
  return { rate: bytes / seconds / 1e6, processor: (used * 1e9) / bytes }
}

function uploads(key: string, name: string, of: { count: number; bytes: number; atOnce: number }): Case {
  const { count, bytes, atOnce } = of
  const path = (index: number) => `/sent-${index}`
  return {
    key,
    name,
    atOnce,
    service: () => uploadsOf(count, bytes),
    floor: () => Array.from({ length: count }, (_, index) => transferOf('PUT', path(index), bytes)),
  }
}

async function uploadsOf(count: number, bytes: number): Promise<Transfer[]> {
  const takes = await captureTakes(service, seed, count)
  return takes.map((id) => transferOf('PUT', `/api/assets/${id}/media`, bytes))
}

function inParts(key: string, name: string, bytes: number): Case {
  return {
    key,
    name,
    atOnce: 1,
    isWithoutTarget: true,
    service: async () => {
      const [id] = await captureTakes(service, seed, 1)
      return Array.from({ length: gibibyte / bytes }, (_, index) => ({
        ...transferOf('PUT', `/api/assets/${id}/media`, bytes),
        headers: {
          ...headers,
          'content-range': rangeOf(index, bytes).replace('=', ' ').concat(`/${gibibyte}`),
        },
      }))
    },
    floor: () => [transferOf('PUT', '/sent-0', gibibyte)],
  }
}

function downloads(key: string, name: string, of: { bytes: number; count: number; atOnce: number }): Case {
  const { bytes, count, atOnce } = of
  const file = () => files.find((one) => one.bytes === bytes)!
  const times = (path: string) => Array.from({ length: count }, () => transferOf('GET', path, bytes))
  return {
    key,
    name,
    atOnce,
    service: async () => times(`/api/media/${file().id}/original`),
    floor: () => times(`/${file().id}`),
  }
}

function ranges(key: string, name: string, atOnce: number): Case {
  const bytes = 8 * mebibyte
  const parts = (path: string) =>
    Array.from({ length: gibibyte / bytes }, (_, index) => ({
      ...transferOf('GET', path, bytes),
      headers: { ...headers, range: rangeOf(index, bytes) },
    }))
  const file = () => files.find((one) => one.bytes === gibibyte)!
  return {
    key,
    name,
    atOnce,
    service: async () => parts(`/api/media/${file().id}/original`),
    floor: () => parts(`/${file().id}`),
  }
}

function rangeOf(index: number, bytes: number): string {
  return `bytes=${index * bytes}-${(index + 1) * bytes - 1}`
}

function transferOf(method: 'GET' | 'PUT', path: string, bytes: number): Transfer {
  return { method, path, bytes, headers }
}

interface ReadFile {
  id: string
  bytes: number
  hash: string
}

/** One of each length in the service; the floor has the same files by their takes' ids. */
async function filesToRead(): Promise<ReadFile[]> {
  const found: ReadFile[] = []
  for (const bytes of [gibibyte, 128 * mebibyte]) {
    const [one] = await uploadsOf(1, bytes)
    await transfers({ address: service.address, transfers: [one!], atOnce: 1 })
    const id = one!.path.split('/')[3]!
    const response = await fetch(`${service.address}/api/assets/${id}/media`, { headers })
    const { data } = (await response.json()) as { data: { sha256: string } }
    const hash = data.sha256
    await link(join(blobs, hash.slice(0, 2), hash.slice(2, 4), hash), join(floorFolder, id))
    found.push({ id, bytes, hash })
  }
  return found
}

/** So that no disk fills up: all but what is read. */
async function removeWhatWasSent(): Promise<void> {
  const kept = new Set(files.map(({ id }) => id))
  const keptBlobs = new Set(files.map(({ hash }) => hash))
  for (const name of await readdir(floorFolder)) if (!kept.has(name)) await rm(join(floorFolder, name))
  for (const { name, parentPath } of await readdir(blobs, { withFileTypes: true, recursive: true })) {
    if (name.length === 64 && !keptBlobs.has(name)) await rm(join(parentPath, name), { force: true })
  }
}
