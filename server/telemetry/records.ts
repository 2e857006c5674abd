import type { Attributes } from '../tracing.ts'

/** A statement or a transaction: its name, in short what it does, when by the span that it is in, how long, and the class of its error or nothing. Milliseconds. */
export type StatementRecord = [name: string, summary: string, after: number, took: number, error: string]

/** A span and the statements in it, on its way to the thread that sends it. */
export interface SpanRecord {
  traceId: string
  spanId: string
  /** Empty where the trace begins with it. */
  parent: string
  name: string
  kind: 'server' | 'client' | 'internal'
  /** Milliseconds since 1970, and of it. */
  at: number
  took: number
  hasFailed: boolean
  attributes: Attributes
  links: { traceId: string; spanId: string }[]
  statements: StatementRecord[]
}

/** What the thread is asked for, as JSON. */
export interface SentMessage {
  is: 'spans' | 'metrics'
  /** An array of `SpanRecord`, or what prom-client gives as JSON. */
  text: string
  /** Which one it is. */
  nth: number
}

/** What became of it: nothing went wrong, or what; a code, never a text of whoever answered. */
export interface Answered {
  is: SentMessage['is']
  nth: number
  problem: string | null
}
