/**
 * Compares the service with the floor (README.md).
 *
 *   node bench/run.ts [--engine sqlite|postgres] [--only CASE,…] [--rounds 9] [--seconds 2] [--write]
 *
 * A CASE is scene-assets, projects or ingest, or one of these at 1 or 32 connections: ingest-32; or webhooks, or one
 * of webhooks-ingest, webhooks-dead and webhooks-claim. --write puts the results into bench/results.md.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '../server/db/database.ts'
import { type Cell, cellsOf } from './cells.ts'
import { startFloor, startService } from './contender.ts'
import { type Load, startLoader } from './loader.ts'
import { type Measured, measure } from './measure.ts'
import { median } from './median.ts'
import { type SeededPlaces, seededPlaces } from './places.ts'
import { headText, resultsText } from './report.ts'
import { undoAtSignal } from './undo-at-signal.ts'
import { verifySameAnswers } from './verify.ts'
import { measureWebhooks } from './webhooks.ts'

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    projects: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
})
const extent = { rounds: Number(flags.rounds), seconds: Number(flags.seconds) }

const results: string[] = []
for (const engine of flags.engine) results.push(await compareOn(engine as Engine))
const command = ['npm run bench', '--', ...process.argv.slice(2)].join(' ').replace(/ --$/, '')
const text = [headText(command, extent), ...results].join('\n\n')
console.log(`\n${text}`)
if (flags.write) await writeFile(join(import.meta.dirname, 'results.md'), `${text.trimEnd()}\n`)

async function compareOn(engine: Engine): Promise<string> {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  progress(`${engine}: making the data`)
  const places = await seededPlaces(engine, cleanup, Number(flags.projects))
  const load = startLoader(cleanup)
  const texts = [
    await compareWithFloor(engine, { places, load }, cleanup),
    await measureWebhooks(engine, { places, load, extent, isWanted, progress }, cleanup),
  ]
  return [`## ${places.database}`, ...texts.filter((text) => text !== '')].join('\n\n')
}

async function compareWithFloor(
  engine: Engine,
  { places, load }: { places: SeededPlaces; load: Load },
  cleanup: AsyncDisposableStack,
): Promise<string> {
  const cells = cellsOf(places.seed, engine).filter(({ key }) => isWanted(key))
  if (cells.length === 0) return ''
  await using processes = cleanup.use(new AsyncDisposableStack())
  const floor = await startFloor(engine, await places.copy('floor'), processes)
  const service = await startService(await places.copy('service'), processes)
  await verifySameAnswers(floor, service, places.seed)

  const measured: Measured[] = []
  for (const cell of cells) {
    progress(`${engine}: ${cell.key}`)
    const loads = [cell]
    if (cell.atRandom) loads.push({ ...cell, name: `${cell.name}, at random`, requests: cell.atRandom })
    measured.push(await worstOf(loads, (one) => measure(one, { reference: floor, service, load }, extent)))
  }
  return resultsText(measured)
}

async function worstOf(loads: Cell[], measured: (load: Cell) => Promise<Measured>): Promise<Measured> {
  let worst: Measured | undefined
  for (const load of loads) {
    const one = await measured(load)
    progress(`${load.name} at ${load.connections}: ${median(one.ratios).toFixed(2)} of the floor`)
    if (!worst || median(one.ratios) < median(worst.ratios)) worst = one
  }
  return worst as Measured
}

function isWanted(key: string): boolean {
  return flags.only.split(',').some((wanted) => key === wanted || key.startsWith(wanted && `${wanted}-`))
}

function progress(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
}
