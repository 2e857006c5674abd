import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Counter, type Registry } from 'prom-client'
import type { Engine } from '../db/database.ts'
import type { AnyStatement } from '../db/watch.ts'
import { summaryOf } from '../slow-statements.ts'
import { version } from '../version.ts'
import { makes } from './makes.ts'
import { samplerOf } from './sampler.ts'
import { Sending } from './sending.ts'
import { type TelemetrySettings, telemetryEnvironment, wantedTelemetry } from './settings.ts'
import { Tracer } from './tracer.ts'

/** Milliseconds that a service which stops waits for what is still to be sent. */
const patience = 1000

/** Milliseconds between two lines of the log about a collector that is away. */
const restBetweenLines = 60_000

export interface Telemetry {
  /** Undefined where only metrics are sent. */
  tracer: Tracer | undefined
  close(): Promise<void>
}

interface Options {
  settings: TelemetrySettings
  registry: Registry
  engine: Engine
  names: Map<AnyStatement, string>
  warn: (about: object, message: string) => void
}

/** Sends traces and metrics to a collector, by the protocol of OpenTelemetry. Loaded where one is set, and nowhere else. */
export function startTelemetry({ settings, registry, engine, names, warn }: Options): Telemetry {
  const wanted = wantedTelemetry(settings)
  const spans = new Counter({
    name: 'dailies_trace_spans_total',
    help: 'Spans of traces, by outcome: sent, dropped (the collector did not take them in time)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of ['sent', 'dropped']) spans.inc({ outcome }, 0)
  const problems = new Counter({
    name: 'dailies_telemetry_failures_total',
    help: 'Batches that a collector did not take, by signal: spans, metrics',
    labelNames: ['signal'],
    registers: [registry],
  })
  for (const signal of ['spans', 'metrics']) problems.inc({ signal }, 0)
  let toldAt = Number.NEGATIVE_INFINITY
  const sending = new Sending({
    environment: telemetryEnvironment(settings),
    resource: {
      'service.name': 'dailies',
      'service.version': version,
      'service.instance.id': randomUUID(),
      'host.name': hostname(),
    },
    queue: settings.otelQueue,
    batch: Math.min(settings.otelBatch, settings.otelQueue),
    delay: settings.otelBatchDelay,
    timeout: settings.otelBatchTimeout,
    onSent: (count) => spans.inc({ outcome: 'sent' }, count),
    onDropped: (count) => spans.inc({ outcome: 'dropped' }, count),
    onProblem: (signal, problem) => {
      problems.inc({ signal })
      if (performance.now() - toldAt < restBetweenLines) return
      toldAt = performance.now()
      warn({ signal, problem }, 'the collector of OpenTelemetry took nothing')
    },
  })
  const metrics = wanted.metrics
    ? setInterval(async () => {
        sending.sendMetrics(await registry.getMetricsAsJSON().catch(() => []))
      }, settings.otelMetricsEvery).unref()
    : undefined
  return {
    tracer: wanted.traces ? tracerFor(settings, engine, names, sending) : undefined,
    close: async () => {
      clearInterval(metrics)
      await sending.close(patience)
    },
  }
}

function tracerFor(
  settings: TelemetrySettings,
  engine: Engine,
  names: Map<AnyStatement, string>,
  sending: Sending,
): Tracer {
  const known = new WeakMap<AnyStatement, { name: string; summary: string }>()
  return new Tracer({
    sampler: samplerOf(settings),
    makes,
    nameOf: (statement) => {
      const before = known.get(statement)
      if (before) return before
      const summary = summaryOf(statement.compiled(engine).sql)
      const found = { name: names.get(statement) ?? summary, summary }
      known.set(statement, found)
      return found
    },
    system: engine === 'sqlite' ? 'sqlite' : 'postgresql',
    send: (span) => sending.add(span),
  })
}
