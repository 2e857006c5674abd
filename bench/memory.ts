/**
 * Puts a million mixed requests on the service (SQLite) and shows how much memory it holds on the way.
 *
 *   node bench/memory.ts [--requests 1000000] [--every 50000]
 *
 * Ends with 1 when it holds 200 MB or more after them, or is not flat: more in the last fifth than in the fifth
 * before it by over a twentieth.
 */
import { parseArgs } from 'node:util'
import { ingests, type LoadRequest, projects, sceneAssets } from './cells.ts'
import { startService } from './contender.ts'
import { startLoader } from './loader.ts'
import { median } from './median.ts'
import { seededPlaces } from './places.ts'
import type { Seed } from './seed.ts'
import { undoAtSignal } from './undo-at-signal.ts'
import { residentMegabytes } from './worst/memory.ts'

const mostMegabytes = 200
const mostGrowth = 0.05
const connections = 32

const { values: flags } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    every: { type: 'string', default: '50000' },
  },
})
const [total, every] = [Number(flags.requests), Number(flags.every)]

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const places = await seededPlaces('sqlite', cleanup)
const { address, processId } = await startService(await places.copy('service'), cleanup)
const load = startLoader(cleanup)

const held = [residentMegabytes(processId)]
show(0, held[0]!)
for (let done = every; done <= total; done += every) {
  await load({ address, requests: mixed(places.seed), connections, amount: every })
  held.push(residentMegabytes(processId))
  show(done, held.at(-1)!)
}

const fifth = Math.ceil(held.length / 5)
const growth = median(held.slice(-fifth)) / median(held.slice(-2 * fifth, -fifth)) - 1
const last = held.at(-1)!
console.log(`${last.toFixed(0)} MB at the end, ${(growth * 100).toFixed(1)} % more in the last fifth`)
if (last >= mostMegabytes || growth > mostGrowth) process.exitCode = 1

/** Of ten requests eight read and two write. */
function mixed(seed: Seed): LoadRequest[] {
  const [list] = projects(seed)
  const writes = ingests(seed)
  const ofScenes = sceneAssets(seed)
  return ofScenes.flatMap((read, index) => [list!, read, list!, read, writes[index]!])
}

function show(done: number, megabytes: number): void {
  const bar = '#'.repeat(Math.round(megabytes / 4))
  console.log(`${String(done).padStart(8)}  ${megabytes.toFixed(1).padStart(6)} MB  ${bar}`)
}
