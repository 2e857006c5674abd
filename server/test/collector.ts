import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export interface CollectedSpan {
  traceId: string
  spanId: string
  /** Empty where the trace begins with it. */
  parent: string
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  /** Nanoseconds. */
  start: bigint
  end: bigint
  status: number
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
  links: string[]
}

export interface Collector {
  url: string
  spans: CollectedSpan[]
  metrics: Set<string>
  requests: { path: string; headers: IncomingMessage['headers']; text: string }[]
  /** How it answers from now on. */
  answer: (response: ServerResponse) => void
  close(): Promise<void>
}

/** A collector on the loopback that takes what OpenTelemetry sends as JSON or protobuf. */
export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const sent = await buffer(request).catch(() => undefined)
    if (!sent) return
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    const { url: path = '', headers } = request
    collector.requests.push({ path, headers, text: body.toString('latin1') })
    const message = headers['content-type'] === 'application/json' ? JSON.parse(body.toString()) : undefined
    if (path === '/v1/traces')
      collector.spans.push(...(message ? spansOfJson(message) : spansOfProtobuf(body)))
    for (const name of message ? namesOfJson(message) : namesOfProtobuf(path, body))
      collector.metrics.add(name)
    collector.answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    metrics: new Set(),
    requests: [],
    answer: (response) => response.end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return collector
}

// biome-ignore lint/suspicious/noExplicitAny: as it comes
type Any = any

function spansOfJson({ resourceSpans = [] }: Any): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }: Any) =>
    scopeSpans.flatMap(({ spans }: Any) =>
      spans.map((span: Any) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parent: span.parentSpanId ?? '',
        name: span.name,
        kind: span.kind,
        start: BigInt(span.startTimeUnixNano),
        end: BigInt(span.endTimeUnixNano),
        status: span.status?.code ?? 0,
        attributes: attributesOfJson(span.attributes),
        resource: attributesOfJson(resource.attributes),
        links: (span.links ?? []).map((link: Any) => link.traceId),
      })),
    ),
  )
}

function attributesOfJson(attributes: Any[] = []): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [one] = Object.values(value ?? {})
      return [key, 'intValue' in (value ?? {}) ? Number(one) : one]
    }),
  )
}

function namesOfJson({ resourceMetrics = [] }: Any): string[] {
  return resourceMetrics.flatMap(({ scopeMetrics }: Any) =>
    scopeMetrics.flatMap(({ metrics }: Any) => metrics.map(({ name }: Any) => name)),
  )
}

type Field = { number: number; value: Buffer | bigint }

/** https://protobuf.dev/programming-guides/encoding/ */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let [value, shift] = [0n, 0n]
    for (;;) {
      const byte = BigInt(bytes[at++]!)
      value |= (byte & 127n) << shift
      shift += 7n
      if (byte < 128n) return value
    }
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const type = tag & 7
    let value: Buffer | bigint
    if (type === 0) value = varint()
    else if (type === 1) {
      value = bytes.readBigUInt64LE(at)
      at += 8
    } else if (type === 5) {
      value = BigInt(bytes.readUInt32LE(at))
      at += 4
    } else {
      const length = Number(varint())
      value = bytes.subarray(at, at + length)
      at += length
    }
    fields.push({ number: tag >>> 3, value })
  }
  return fields
}

const inside = (bytes: Buffer, number: number) =>
  fieldsOf(bytes).flatMap((field) => (field.number === number ? [field.value as Buffer] : []))

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
function spansOfProtobuf(bytes: Buffer): CollectedSpan[] {
  return inside(bytes, 1).flatMap((ofResource) => {
    const resource = attributesOf(inside(ofResource, 1)[0]!, 1)
    return inside(ofResource, 2)
      .flatMap((scope) => inside(scope, 2))
      .map((span) => {
        const fields = new Map(fieldsOf(span).map(({ number, value }) => [number, value]))
        const hex = (number: number) => (fields.get(number) as Buffer | undefined)?.toString('hex') ?? ''
        const status = fields.get(15) as Buffer | undefined
        return {
          traceId: hex(1),
          spanId: hex(2),
          parent: hex(4),
          name: String(fields.get(5)),
          kind: Number(fields.get(6)),
          start: fields.get(7) as bigint,
          end: fields.get(8) as bigint,
          status: Number((status && fieldsOf(status).find(({ number }) => number === 3)?.value) ?? 0),
          attributes: attributesOf(span, 9),
          resource,
          links: inside(span, 13).map((link) => inside(link, 1)[0]!.toString('hex')),
        }
      })
  })
}

function attributesOf(bytes: Buffer, number: number): Record<string, unknown> {
  return Object.fromEntries(
    inside(bytes, number).map((pair) => {
      const [one] = inside(pair, 2).flatMap(fieldsOf)
      const value = one && (one.number === 1 ? String(one.value) : Number(one.value))
      return [String(inside(pair, 1)[0]), value]
    }),
  )
}

function namesOfProtobuf(path: string, bytes: Buffer): string[] {
  if (path !== '/v1/metrics') return []
  const metrics = inside(bytes, 1)
    .flatMap((ofResource) => inside(ofResource, 2))
    .flatMap((scope) => inside(scope, 2))
  return metrics.map((metric) => String(inside(metric, 1)[0]))
}
