import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { type Collector, startCollector } from '../test/collector.ts'
import { emptyPlace } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { runProcess, startServe } from '../test/process.ts'
import { type TestService, testFilm, testService, testUser } from '../test/service.ts'

const impatient = {
  OTEL_BSP_SCHEDULE_DELAY: '20',
  OTEL_BSP_MAX_QUEUE_SIZE: '64',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '32',
  OTEL_EXPORTER_OTLP_TIMEOUT: '300',
  OTEL_METRIC_EXPORT_INTERVAL: '200',
}

const endless = (response: ServerResponse) => {
  response.on('error', () => {})
  const more = () => response.destroyed || response.write(Buffer.alloc(2 ** 20), () => setImmediate(more))
  more()
}

/** What a collector may do instead of taking what it is sent. */
const ways: Record<string, (response: ServerResponse) => void> = {
  'never answers': () => {},
  'begins an answer and stops': (response) => response.write('{'),
  'closes the connection': (response) => response.destroy(),
  'answers 500': (response) => response.writeHead(500).end('no'),
  'answers 429 for a day': (response) => response.writeHead(429, { 'retry-after': '86400' }).end(),
  'answers without an end': endless,
  'refuses without an end': (response) => endless(response.writeHead(400)),
}

async function metric(service: Pick<TestService, 'address'>, line: string): Promise<number> {
  const text = await (await fetch(`${service.address}/metrics`)).text()
  return Number(new RegExp(`^${line.replace(/[{}"]/g, '\\$&')} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN)
}

const dropped = 'dailies_trace_spans_total{outcome="dropped"}'
const sent = 'dailies_trace_spans_total{outcome="sent"}'

describe('a collector that', () => {
  let collector: Collector

  before(async () => {
    collector = await startCollector()
  })
  after(() => collector.close())

  async function underLoad(address: string, further: Record<string, string> = {}) {
    const environment = { ...impatient, ...further, OTEL_EXPORTER_OTLP_ENDPOINT: address }
    const service = await testService('sqlite', environment)
    const user = await testUser(service)
    const film = await testFilm(service.db, user)
    const load = async () => {
      const all = Array.from({ length: 20 }, () => user.ingest(film.capture))
      for (const { status } of await Promise.all(all)) assert.equal(status, 200)
    }
    await load()
    return { service, load }
  }

  for (const [way, answer] of Object.entries(ways)) {
    test(`${way} costs spans, which are counted, and nothing else`, async () => {
      collector.answer = answer
      const { service, load } = await underLoad(collector.url)
      await until('a batch that failed', async () => {
        await load()
        return (await metric(service, 'dailies_telemetry_failures_total{signal="spans"}')) > 0
      })
      assert.ok((await metric(service, dropped)) > 0)
      await service.close()
    })
  }

  test('is not there costs spans, each of which is counted', async () => {
    const gone = await startCollector()
    await gone.close()
    // Where there is room, so that none is dropped for the others that wait.
    const { service } = await underLoad(gone.url, { OTEL_BSP_MAX_QUEUE_SIZE: '100000' })
    await until('spans dropped', async () => (await metric(service, dropped)) > 0)
    await service.close()
  })

  test('answers nonsense has taken it', async () => {
    collector.answer = (response) => response.end(Buffer.from([255, 255, 0, 1, 2, 3]))
    const { service } = await underLoad(collector.url)
    await until('spans sent', async () => (await metric(service, sent)) > 0)
    await service.close()
  })

  test('comes back is sent to again', async () => {
    collector.answer = (response) => response.destroy()
    const { service, load } = await underLoad(collector.url)
    await until('spans dropped', async () => (await metric(service, dropped)) > 0)
    collector.answer = (response) => response.end()
    await until('spans sent', async () => {
      await load()
      return (await metric(service, sent)) > 0
    })
    await service.close()
  })

  test('hangs, or says again what it was sent, holds no stop and brings no secret into the log', async () => {
    const place = await emptyPlace('sqlite', {
      ...impatient,
      DAILIES_LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace('//', '//operator:word-of-the-address@'),
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=word-of-the-header',
    })
    let seen = 0
    collector.answer = (response) => {
      seen += 1
      const said = JSON.stringify(collector.requests.at(-1)!.headers)
      if (seen < 4) response.writeHead(400, { 'x-said': said.slice(0, 900) }).end(said)
    }
    const service = await startServe(place.environment)
    await until('that it was refused, and then left waiting', async () => {
      await (await fetch(`${service.address}/api/extension/projects`)).text()
      return seen > 5
    })
    const { code } = await service.kill('SIGTERM')
    assert.equal(code, 0)
    assert.match(service.output(), /the collector of OpenTelemetry took nothing/)
    assert.ok(!/word-of/.test(service.output()), service.output())
    await place.remove()
  })

  test('is named wrongly is told at once, and its headers are not', async () => {
    const place = await emptyPlace('sqlite')
    const refused = await runProcess(['serve'], {
      environment: {
        ...place.environment,
        OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_EXPORTER_OTLP_HEADERS: 'word-of-the-header',
        OTEL_TRACES_SAMPLER: 'some',
        OTEL_TRACES_SAMPLER_ARG: '2',
      },
    })
    assert.notEqual(refused.code, 0)
    for (const name of ['ENDPOINT', 'PROTOCOL', 'HEADERS'])
      assert.match(refused.stderr, new RegExp(`^(Error: )?.*OTEL_EXPORTER_OTLP_${name}: `, 'm'))
    assert.match(refused.stderr, /OTEL_TRACES_SAMPLER: Must be one of/)
    assert.match(refused.stderr, /OTEL_TRACES_SAMPLER_ARG: Must be from 0 to 1/)
    assert.ok(!refused.stderr.includes('word-of'), refused.stderr)
    await place.remove()
  })
})
