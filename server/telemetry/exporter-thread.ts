/** Sends spans and metrics with the packages of OpenTelemetry, on a thread of its own: see `Sending`. */
import { parentPort, workerData } from 'node:worker_threads'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { metricsOf, type PromMetric } from './metric-data.ts'
import type { Answered, SentMessage, SpanRecord } from './records.ts'
import { spansOf } from './span-data.ts'

interface Exporter<T> {
  export(what: T, done: (result: { code: number; error?: Error }) => void): void
}

const { OTEL_EXPORTER_OTLP_PROTOCOL: protocol } = process.env
const isJson = (signal: 'TRACES' | 'METRICS') =>
  (process.env[`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`] ?? protocol) === 'http/json'

const since = Date.now()
// What the operator says of it wins.
const resource = defaultResource()
  .merge(resourceFromAttributes(workerData))
  .merge(detectResources({ detectors: [envDetector] }))
const instrumentationScope = { name: 'dailies', version: String(workerData['service.version']) }
const common = { resource, instrumentationScope }

const traces = once(async () => {
  const { OTLPTraceExporter } = isJson('TRACES')
    ? await import('@opentelemetry/exporter-trace-otlp-http')
    : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
})
const metrics = once(async () => {
  const { OTLPMetricExporter } = isJson('METRICS')
    ? await import('@opentelemetry/exporter-metrics-otlp-http')
    : await import('@opentelemetry/exporter-metrics-otlp-proto')
  return new OTLPMetricExporter()
})

parentPort?.on('message', async ({ is, text, nth }: SentMessage) => {
  const problem = await send(is, text).catch(codeOf)
  parentPort?.postMessage({ is, nth, problem } satisfies Answered)
})

async function send(is: SentMessage['is'], text: string): Promise<string | null> {
  if (is === 'spans') {
    const records: SpanRecord[] = JSON.parse(text)
    const spans = records.flatMap((record) => spansOf(record, common))
    return exported(await traces(), spans)
  }
  const data = metricsOf(JSON.parse(text) as PromMetric[], { since, now: Date.now() })
  return exported(await metrics(), {
    resource,
    scopeMetrics: [{ scope: instrumentationScope, metrics: data }],
  })
}

function exported<T>(exporter: Exporter<T>, what: T): Promise<string | null> {
  return new Promise((resolve) =>
    exporter.export(what, ({ code, error }) => resolve(code === 0 ? null : codeOf(error))),
  )
}

/** A code or the name of the class: a collector may answer with what it was sent, and so with a secret. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'Error').slice(0, 64)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
