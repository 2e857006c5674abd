/**
 * Processor time of the event loop for following one request with nine statements, without a service: what `bench/tracing.ts` shows of it
 * where the machine is quiet.
 *
 *   node bench/tracing-notes.ts [--requests 3000] [--rounds 9]
 */
import { parseArgs } from 'node:util'
import type { AnyStatement } from '../server/db/watch.ts'
import { samplerOf } from '../server/telemetry/sampler.ts'
import { Sending } from '../server/telemetry/sending.ts'
import { Tracer } from '../server/telemetry/tracer.ts'
import { median } from './median.ts'

const { values: flags } = parseArgs({
  options: { requests: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '9' } },
})
const requests = Number(flags.requests)
const statement = { compiled: () => ({}) } as unknown as AnyStatement
const name = { name: 'assets/queries insertAssetVersion', summary: 'insert asset_versions' }

for (const share of [0, 0.1, 1]) {
  const times: number[] = []
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    // Anew: it keeps what waits within bounds.
    const sending = new Sending({
      environment: {},
      resource: {},
      queue: Number.MAX_SAFE_INTEGER,
      // Nothing goes: what the thread does is not the event loop's.
      batch: Number.MAX_SAFE_INTEGER,
      delay: 2 ** 30,
      timeout: 2 ** 30,
      onSent: () => {},
      onDropped: () => {},
      onProblem: () => {},
    })
    const tracer = new Tracer({
      sampler: samplerOf({ otelSampler: 'traceidratio', otelSamplerShare: share }),
      makes: new Map(),
      nameOf: () => name,
      system: 'sqlite',
      send: (span) => sending.add(span),
    })
    const before = process.threadCpuUsage()
    for (let nth = 0; nth < requests; nth += 1) {
      const span = tracer.request(undefined)
      const work = () => {
        for (let one = 0; one < 9; one += 1) tracer.executed(statement, {}, performance.now())
      }
      if (span) span.run(work)
      else work()
      const attributes = {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'http.route': '/api/extension/ingest',
        'dailies.request.id': 'abcdef01-2k',
      }
      span?.end({ name: 'POST /api/extension/ingest', hasFailed: false, attributes })
    }
    const { user, system } = process.threadCpuUsage(before)
    times.push((user + system) / requests)
  }
  console.log(`following ${share * 100} %: ${median(times).toFixed(2)} µs a request`)
}
process.exit(0)
