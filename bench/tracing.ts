/**
 * What traces cost: the service with a collector, following all requests or a tenth, against itself without one.
 *
 *   node bench/tracing.ts [--engine sqlite|postgres] [--only CASE,…] [--rounds 7] [--seconds 2] [--former CHECKOUT]
 *
 * A CASE is scene-assets-1, scene-assets-32, ingest-1 or ingest-32. With --former, what the service costs without a collector is compared with
 * that of another checkout, too. The collector takes everything, in a process of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Engine } from '../server/db/database.ts'
import { type Cell, cellsOf } from './cells.ts'
import { type Contender, startService } from './contender.ts'
import { startLoader } from './loader.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { seededPlaces } from './places.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    only: { type: 'string', default: 'scene-assets-32,ingest-32' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    projects: { type: 'string', default: '5' },
    former: { type: 'string' },
  },
})
const extent = { rounds: Number(flags.rounds), seconds: Number(flags.seconds) }

const collector = `
  require('node:http').createServer((request, response) => request.resume().on('end', () => response.end()))
    .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

const always = { OTEL_METRICS_EXPORTER: 'none', OTEL_BSP_MAX_QUEUE_SIZE: '50000' }

const ways: Record<string, Record<string, string>> = {
  'a tenth': { ...always, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
  all: { ...always, OTEL_TRACES_SAMPLER: 'always_on' },
}

for (const engine of flags.engine) console.log(await measured(engine as Engine))

async function measured(engine: Engine): Promise<string> {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const places = await seededPlaces(engine, cleanup, Number(flags.projects))
  const load = startLoader(cleanup)
  const endpoint = await startCollector(cleanup)
  const off = await startService(await places.copy('off'), cleanup)
  const contenders: [string, Contender][] = []
  for (const [way, settings] of Object.entries(ways)) {
    const traced = { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
    const place = await places.copy(`traced-${contenders.length}`)
    contenders.push([way, await startService(place, cleanup, traced)])
  }
  if (flags.former) {
    const former = await startService(await places.copy('former'), cleanup, {}, flags.former)
    contenders.push(['the former checkout, without', former])
  }
  const rows: string[][] = []
  const wanted = (cell: Cell) => flags.only.split(',').includes(cell.key)
  for (const cell of cellsOf(places.seed, engine).filter(wanted)) {
    for (const [way, contender] of contenders) {
      const before = await spansOf(contender)
      const one = await measure(cell, { reference: off, service: contender, load }, extent)
      const after = await spansOf(contender)
      const [sent, dropped] = [after.sent - before.sent, after.dropped - before.dropped]
      const rounds = [...one.ratios].sort((a, b) => a - b).map((ratio) => ratio.toFixed(2))
      rows.push([
        `${cell.name} at ${cell.connections}`,
        way,
        `${Math.round(one.reference.requestsPerSecond)}`,
        `${Math.round(one.service.requestsPerSecond)}`,
        `${median(one.ratios).toFixed(3)} (${rounds[0]} to ${rounds.at(-1)})`,
        `${one.reference.serverTime?.toFixed(0)} µs`,
        `${one.service.serverTime?.toFixed(0)} µs`,
        one.processorRatio.toFixed(3),
        sent + dropped > 0 ? `${Math.round((dropped / (sent + dropped)) * 100)} %` : '',
      ])
      console.error(rows.at(-1)!.join(' | '))
    }
  }
  const head = [
    '',
    'followed',
    'off/s',
    'on/s',
    'ratio (of rounds)',
    'off',
    'on',
    'of processor time',
    'dropped',
  ]
  return `## ${places.database}, load of the machine ${loadavg()[0]!.toFixed(1)}\n\n${table(head, rows)}\n`
}

async function startCollector(cleanup: AsyncDisposableStack): Promise<string> {
  const child = spawn(process.execPath, ['--eval', collector], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanup.defer(async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}`
}

async function spansOf({ address }: Contender): Promise<{ sent: number; dropped: number }> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const of = (outcome: string) =>
    Number(
      new RegExp(`^dailies_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    )
  return { sent: of('sent'), dropped: of('dropped') }
}
