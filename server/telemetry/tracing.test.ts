import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CollectedSpan, type Collector, startCollector } from '../test/collector.ts'
import { engines } from '../test/engines.ts'
import { settledExport } from '../test/exports.ts'
import { picture } from '../test/generated-picture.ts'
import { until } from '../test/listening.ts'
import { type Receiver, startReceiver } from '../test/receiver.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

const quick = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_METRIC_EXPORT_INTERVAL: '300' }
const toReceivers = { DAILIES_DEVELOPMENT: 'true', DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8' }

let nth = 0

function newTrace() {
  nth += 1
  const traceId = `${'ab'.repeat(12)}${String(nth).padStart(8, '0')}`
  const spanId = '00f067aa0ba902b7'
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } }
}

for (const engine of engines) {
  const protocol = engine === 'sqlite' ? 'http/json' : 'http/protobuf'
  describe(`traces on ${engine}, by ${protocol}`, () => {
    let collector: Collector
    let service: TestService
    let receiver: Receiver
    let user: TestUser
    let film: Film

    before(async () => {
      collector = await startCollector()
      receiver = await startReceiver()
      service = await testService(engine, {
        ...quick,
        ...toReceivers,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
        DAILIES_WEBHOOK_WORKER: 'true',
      })
      user = await testUser(service)
      film = await testFilm(service.db, user)
      const { status } = await user.send('POST', '/api/webhooks', {
        url: receiver.url,
        events: ['asset.created', 'asset.selected'],
      })
      assert.equal(status, 201)
    })
    after(async () => {
      await service.close()
      await receiver.close()
      await collector.close()
    })

    const inTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
    const named = (spans: CollectedSpan[], name: string) => spans.find((span) => span.name === name)
    const spanOf = async (traceId: string, name: string): Promise<CollectedSpan> => {
      await until(`${name} in ${traceId}`, () => named(inTrace(traceId), name) !== undefined)
      return named(inTrace(traceId), name)!
    }

    test('a capture, its statements, its webhook and the receiver are in one trace', async () => {
      const { traceId, spanId, headers } = newTrace()
      const { body, status } = await user.ingest({ ...film.capture, prompt: 'secret-prompt' }, headers)
      assert.equal(status, 200)
      const delivery = await spanOf(traceId, 'webhook')
      const request = await spanOf(traceId, 'POST /api/extension/ingest')
      assert.equal(request.parent, spanId)
      assert.equal(request.kind, 2)
      assert.equal(request.attributes['http.route'], '/api/extension/ingest')
      assert.equal(request.attributes['http.request.method'], 'POST')
      assert.equal(request.attributes['http.response.status_code'], 200)
      assert.equal(request.resource['service.name'], 'dailies')
      assert.equal(request.resource['deployment.environment'], 'test')

      const statements = inTrace(traceId).filter(({ parent }) => parent === request.spanId)
      const insert = statements.find(({ name }) => name === 'assets/queries insertAssetVersion')
      const names = statements.map(({ name }) => name)
      assert.ok(names.includes('transaction'), names.join())
      assert.ok(insert, names.join())
      assert.equal(insert.attributes['db.system.name'], engine === 'sqlite' ? 'sqlite' : 'postgresql')
      assert.match(String(insert.attributes['db.query.summary']), /^insert asset_versions/)
      assert.ok(insert.start >= request.start && insert.end <= request.end && insert.end >= insert.start)

      assert.equal(delivery.parent, request.spanId)
      assert.equal(delivery.kind, 3)
      assert.equal(delivery.attributes['http.response.status_code'], 204)
      const { headers: told } = receiver.received.find((one) => one.body.includes(body.asset.id))!
      assert.equal(told.traceparent, `00-${traceId}-${delivery.spanId}-01`)
      const written = inTrace(traceId).filter(({ parent }) => parent === delivery.spanId)
      assert.ok(written.some(({ name }) => name === 'webhooks/delivery-queries finishDelivery'))
    })

    test('a file that is sent, what is made of it and an export are in the traces of their requests', async () => {
      const { body } = await user.ingest(film.capture)
      const sent = newTrace()
      const answer = await fetch(`${service.address}/api/assets/${body.asset.id}/media`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${user.token}`, ...sent.headers },
        body: Buffer.from(picture('a lighthouse', 7)),
      })
      assert.equal(answer.status, 200)
      const upload = await spanOf(sent.traceId, 'PUT /api/assets/:id/media')
      const work = await spanOf(sent.traceId, 'media.work')
      assert.equal(work.parent, upload.spanId)
      assert.equal(work.status, 0)

      const asked = newTrace()
      const exported = await user.send(
        'POST',
        `/api/projects/${film.projectId}/exports`,
        { source: { kind: 'all' } },
        asked.headers,
      )
      assert.equal(exported.status, 201, JSON.stringify(exported.body))
      await settledExport(user, exported.body.data.id)
      const request = await spanOf(asked.traceId, 'POST /api/projects/:id/exports')
      assert.equal((await spanOf(asked.traceId, 'export')).parent, request.spanId)
    })

    test('captures that come together keep each its own trace', async () => {
      const traces = Array.from({ length: 12 }, newTrace)
      const answers = await Promise.all(
        traces.map(({ headers }, index) =>
          user.ingest({ ...film.capture, prompt: `take ${index}` }, headers),
        ),
      )
      for (const [index, { traceId }] of traces.entries()) {
        const delivery = await spanOf(traceId, 'webhook')
        const told = receiver.received.find(({ body }) => body.includes(answers[index]!.body.asset.id))
        assert.equal(told?.headers.traceparent, `00-${traceId}-${delivery.spanId}-01`)
        const deliveries = inTrace(traceId).filter(({ name }) => name === 'webhook')
        assert.equal(deliveries.length, 1)
        // On PostgreSQL those that are filed together have one statement for all of them.
        if (engine === 'postgres') continue
        const insert = inTrace(traceId).filter(({ name }) => name === 'assets/queries insertAssetVersion')
        assert.equal(insert.length, 1)
      }
    })

    test('what a client says of its trace is taken where it is right, and is nothing where it is not', async () => {
      const { traceId, spanId } = newTrace()
      const hostile = [
        '',
        'x',
        `00-${traceId}-${spanId}`,
        `00-${traceId.toUpperCase()}-${spanId}-01`,
        `00-${'0'.repeat(32)}-${spanId}-01`,
        `00-${traceId}-${'0'.repeat(16)}-01`,
        `ff-${traceId}-${spanId}-01`,
        `00-${traceId}-${spanId}-01-more`,
        `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
        `00-${traceId.slice(1)}-${spanId}-01`,
        `00-${traceId}-${spanId}-0g`,
        `01-${traceId}-${spanId}-01-${'x'.repeat(8000)}`,
        `00-${traceId}-${spanId}-01" onload="x`,
        `00_${traceId}_${spanId}_01`,
      ]
      const before = collector.spans.length
      for (const traceparent of hostile) {
        const answer = await fetch(`${service.address}/api/extension/projects`, {
          headers: { authorization: `Bearer ${user.token}`, traceparent },
        })
        assert.equal(answer.status, 200)
      }
      const requests = () =>
        collector.spans.slice(before).filter(({ name }) => name === 'GET /api/extension/projects')
      await until('all of them', () => requests().length === hostile.length)
      for (const span of requests()) {
        assert.notEqual(span.traceId, traceId)
        assert.equal(span.parent, '')
      }
      // A later version of the format says what this one does, and more.
      const later = newTrace()
      await user.send(
        'POST',
        '/api/extension/none',
        {},
        { traceparent: `cc-${later.traceId}-${spanId}-01-x` },
      )
      await until('the later version', () => inTrace(later.traceId).length > 0)
      // Who follows nothing asks for nothing.
      const unfollowed = newTrace()
      const quiet = { traceparent: `00-${unfollowed.traceId}-${spanId}-00` }
      const { body } = await user.ingest(film.capture, quiet)
      await until('its webhook', () => receiver.received.some((one) => one.body.includes(body.asset.id)))
      const told = receiver.received.find((one) => one.body.includes(body.asset.id))
      assert.equal(told?.headers.traceparent, undefined)
      const marker = newTrace()
      await user.ingest(film.capture, marker.headers)
      await spanOf(marker.traceId, 'webhook')
      assert.deepEqual(inTrace(unfollowed.traceId), [])
    })

    test('metrics arrive, and what is secret is in nothing that is sent', async () => {
      await until('metrics', () => collector.metrics.has('dailies_webhook_attempts_total'))
      for (const name of ['dailies_http_request_duration_seconds', 'dailies_process_cpu_seconds_total'])
        assert.ok(collector.metrics.has(name), [...collector.metrics].join())
      for (const { headers, text } of collector.requests) {
        assert.equal(headers.authorization, 'Bearer of-the-collector')
        for (const secret of [user.token, user.email, 'secret-prompt', 'of-the-collector', 'lighthouse'])
          assert.ok(!text.includes(secret), secret)
      }
    })

    test('/healthz, /readyz and /metrics are followed by nobody, and unknown addresses tell nothing of theirs', async () => {
      for (const path of ['/healthz', '/readyz', '/metrics', '/none/of/ours?secret=abc'])
        await (await fetch(service.address + path)).text()
      const marker = newTrace()
      await user.ingest(film.capture, marker.headers)
      await spanOf(marker.traceId, 'webhook')
      const text = JSON.stringify(collector.spans, (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      assert.ok(!/healthz|readyz|\/metrics|none\/of\/ours|secret=abc/.test(text))
    })
  })
}
