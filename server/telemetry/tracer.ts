import { AsyncLocalStorage } from 'node:async_hooks'
import type { AnyStatement } from '../db/watch.ts'
import type { Attributes, Job, RequestSpan, Tracing } from '../tracing.ts'
import { randomDigits } from './random-digits.ts'
import type { SpanRecord, StatementRecord } from './records.ts'
import type { Sampler } from './sampler.ts'
import { readTraceparent, type TraceContext, traceIdOf, writeTraceparent } from './trace-context.ts'

/** Of one span; what comes beyond is counted in an attribute. */
const mostStatements = 500

/** Ids of which is known in which trace they were made: of the last minutes, or hours. */
const mostRemembered = 20_000

/** Which ids come into being by a statement: by its parameters. */
export type Makes = ReadonlyMap<AnyStatement, (parameters: never) => string[]>

interface Options {
  sampler: Sampler
  makes: Makes
  /** How a statement is called, and in short what it does. */
  nameOf: (statement: AnyStatement) => { name: string; summary: string }
  system: 'sqlite' | 'postgresql'
  send: (span: SpanRecord) => void
}

/** What is done now. It is over once its span is sent: what it began and did not wait for is no part of it. */
interface Active extends TraceContext {
  parent: string
  /** By the clock of `performance.now`, and since 1970. */
  began: number
  at: number
  statements: StatementRecord[]
  left: number
  isOver: boolean
}

/**
 * Follows what is done, thinly: a span costs an object, and a statement in it an array of five. Spans are made of them in a thread
 * (docs/decisions/0075-seeing.md).
 */
export class Tracer implements Tracing {
  readonly #options: Options
  readonly #active = new AsyncLocalStorage<Active | undefined>()
  /** Null: in one that is not followed. The oldest first. */
  readonly #remembered = new Map<string, TraceContext | null>()

  constructor(options: Options) {
    this.#options = options
  }

  request(traceparent: string | undefined): RequestSpan | undefined {
    const said = readTraceparent(traceparent)
    const traceId = said?.traceId ?? randomDigits(16)
    if (!this.#options.sampler(traceId, said?.isSampled)) return undefined
    const active = begin(traceId, said?.spanId)
    return {
      traceId,
      run: (work) => this.#active.run(active, work),
      end: (told) => this.#end(active, { ...told, kind: 'server', links: [] }),
    }
  }

  async job<T>(job: Job<T>, work: () => Promise<T>): Promise<T> {
    const active = this.#beginJob(job)
    if (!active) return this.#active.run(undefined, work)
    const { name, asksOthers, attributes, told, more = [] } = job
    const links = more.flatMap((ids) => this.#origin(ids) ?? [])
    const kind = asksOthers ? 'client' : 'internal'
    try {
      const result = await this.#active.run(active, work)
      const { hasFailed, attributes: others } = told?.(result) ?? { hasFailed: false }
      this.#end(active, { name, kind, links, hasFailed, attributes: { ...attributes, ...others } })
      return result
    } catch (error) {
      const failure = { 'error.type': classOf(error) }
      this.#end(active, { name, kind, links, hasFailed: true, attributes: { ...attributes, ...failure } })
      throw error
    }
  }

  remember(id: string): void {
    const active = this.#active.getStore()
    this.#remembered.delete(id)
    this.#remembered.set(id, active ? { traceId: active.traceId, spanId: active.spanId } : null)
    if (this.#remembered.size <= mostRemembered) return
    const [oldest] = this.#remembered.keys()
    this.#remembered.delete(oldest!)
  }

  traceparent(): string | undefined {
    const active = this.#active.getStore()
    return active && !active.isOver ? writeTraceparent(active) : undefined
  }

  executed(statement: AnyStatement, parameters: object, began: number, error?: unknown): void {
    const active = this.#active.getStore()
    if (!active || active.isOver) return
    const { nameOf, makes } = this.#options
    const { name, summary } = nameOf(statement)
    this.#note(active, name, summary, began, error)
    if (error !== undefined) return
    const made = makes.get(statement)
    if (made) for (const id of made(parameters as never)) this.remember(id)
  }

  transacted(began: number, error?: unknown): void {
    const active = this.#active.getStore()
    if (active && !active.isOver) this.#note(active, 'transaction', 'transaction', began, error)
  }

  bound<Work extends (...given: never[]) => unknown>(work: Work): Work {
    const active = this.#active.getStore()
    return ((...given: never[]) => this.#active.run(active, () => work(...given))) as Work
  }

  #beginJob<T>({ ids }: Job<T>): Active | undefined {
    const origin = this.#origin(ids)
    const traceId = origin?.traceId ?? traceIdOf(ids.at(-1)) ?? randomDigits(16)
    const parent = origin === undefined ? undefined : origin !== null
    return this.#options.sampler(traceId, parent) ? begin(traceId, origin?.spanId) : undefined
  }

  /** Undefined where this process does not know it, null where that is not followed. */
  #origin(ids: readonly string[]): TraceContext | null | undefined {
    for (const id of ids) {
      const origin = this.#remembered.get(id)
      if (origin !== undefined) return origin
    }
    return undefined
  }

  #note(active: Active, name: string, summary: string, began: number, error: unknown): void {
    if (active.statements.length >= mostStatements) {
      active.left += 1
      return
    }
    const failure = error === undefined ? '' : classOf(error)
    active.statements.push([name, summary, began - active.began, performance.now() - began, failure])
  }

  #end(
    active: Active,
    told: Pick<SpanRecord, 'name' | 'kind' | 'links' | 'hasFailed'> & { attributes: Attributes },
  ): void {
    if (active.isOver) return
    active.isOver = true
    const { traceId, spanId, parent, began, at, statements, left } = active
    const attributes: Attributes = { ...told.attributes, 'db.system.name': this.#options.system }
    if (left > 0) attributes['dailies.statements.left_out'] = left
    const took = performance.now() - began
    this.#options.send({ ...told, traceId, spanId, parent, at, took, attributes, statements })
    active.statements = []
  }
}

function begin(traceId: string, parent = ''): Active {
  const began = performance.now()
  const spanId = randomDigits(8)
  return { traceId, spanId, parent, began, at: Date.now(), statements: [], left: 0, isOver: false }
}

/** The code or the class: a text may have values in it. */
function classOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const said = typeof code === 'string' || typeof code === 'number' ? String(code) : String(name ?? 'Error')
  return said.slice(0, 64)
}
