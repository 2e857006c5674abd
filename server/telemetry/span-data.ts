import type { HrTime, SpanContext } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { randomDigits } from './random-digits.ts'
import type { SpanRecord, StatementRecord } from './records.ts'

/** By the names that @opentelemetry/api has for them. */
const kinds = { internal: 0, server: 1, client: 2 } as const
const failed = 2
const unset = 0
const sampled = 1

/** What spans have in common. */
export interface Common {
  resource: Resource
  instrumentationScope: ReadableSpan['instrumentationScope']
}

/** The span of a record, and those of the statements in it. */
export function spansOf(record: SpanRecord, common: Common): ReadableSpan[] {
  const { traceId, spanId, parent, name, kind, at, took, hasFailed, links } = record
  const { 'db.system.name': system, ...attributes } = record.attributes
  const context: SpanContext = { traceId, spanId, traceFlags: sampled }
  const own = span(common, {
    name,
    kind: kinds[kind],
    context,
    parent: parent === '' ? undefined : { traceId, spanId: parent, traceFlags: sampled },
    ...{ at, took, hasFailed, attributes },
    links: links.map((link) => ({ context: { ...link, traceFlags: sampled } })),
  })
  return [own, ...record.statements.map((one) => statementSpan(one, { common, context, at, system }))]
}

function statementSpan(
  [name, summary, after, took, error]: StatementRecord,
  { common, context, at, system }: { common: Common; context: SpanContext; at: number; system: unknown },
): ReadableSpan {
  return span(common, {
    name,
    kind: kinds.client,
    context: { ...context, spanId: randomDigits(8) },
    parent: context,
    at: at + after,
    took,
    hasFailed: error !== '',
    attributes: {
      'db.system.name': String(system),
      'db.operation.name': name,
      'db.query.summary': summary,
      ...(error !== '' && { 'error.type': error }),
    },
    links: [],
  })
}

interface Parts extends Pick<ReadableSpan, 'name' | 'kind' | 'attributes' | 'links'> {
  context: SpanContext
  parent: SpanContext | undefined
  at: number
  took: number
  hasFailed: boolean
}

function span(common: Common, { context, parent, at, took, hasFailed, ...parts }: Parts): ReadableSpan {
  return {
    ...common,
    ...parts,
    spanContext: () => context,
    ...(parent && { parentSpanContext: parent }),
    startTime: toHrTime(at),
    endTime: toHrTime(at + took),
    duration: toHrTime(took),
    status: { code: hasFailed ? failed : unset },
    ended: true,
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Seconds, and nanoseconds of the next. */
export function toHrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1000)
  return [seconds, Math.min(999_999_999, Math.round((milliseconds - seconds * 1000) * 1e6))]
}
