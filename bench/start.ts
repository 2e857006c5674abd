/**
 * From the start of `dailies serve` to its first answer, on each database, in turns with the floor: a server on
 * `node:http` that does the least. Ends with 1 when the middle of the service's starts takes longer than 0.4 s.
 *
 *   npm run build && node bench/start.ts [--rounds 9]
 */
import { parseArgs } from 'node:util'
import { engines } from '../server/test/engines.ts'
import { type Contender, startFloor, startService } from './contender.ts'
import { median } from './median.ts'
import { seededPlaces } from './places.ts'
import { undoAtSignal } from './undo-at-signal.ts'

/** Milliseconds. */
const longest = 400

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })

for (const engine of engines) {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const { copy, database } = await seededPlaces(engine, cleanup, 1)
  const place = await copy('start')

  const took = async (start: (stopping: AsyncDisposableStack) => Promise<Contender>) => {
    await using stopping = new AsyncDisposableStack()
    const began = performance.now()
    await start(stopping)
    return performance.now() - began
  }
  const floor: number[] = []
  const service: number[] = []
  // The first is not counted: it compiles.
  for (let round = 0; round <= Number(flags.rounds); round += 1) {
    floor.push(await took((stopping) => startFloor(engine, place, stopping)))
    service.push(await took((stopping) => startService(place, stopping)))
  }
  const text = (times: number[]) => {
    const counted = times.slice(1)
    const [least, most] = [Math.min(...counted), Math.max(...counted)].map(Math.round)
    return `${Math.round(median(counted))} ms (${least} to ${most})`
  }
  console.log(`${database}: service ${text(service)}, floor ${text(floor)}`)
  if (median(service.slice(1)) > longest) process.exitCode = 1
}
