/** What is known of a span: by the semantic conventions of OpenTelemetry, or `dailies.…`. No names of people, no texts, no secrets. */
export type Attributes = Record<string, string | number>

/** What a job is a part of the trace of. */
export interface Job<T> {
  /** A few for all jobs: `webhook`, `media.work`. */
  name: string
  /** Of what it was asked for with, the surest first: see `Tracing.remember`. */
  ids: readonly string[]
  /** Of what it does besides; that is only linked. */
  more?: readonly (readonly string[])[]
  /** Whether it asks somebody else for something. */
  asksOthers?: true
  attributes: Attributes
  /** What is told of its result. */
  told?: (result: T) => { hasFailed: boolean; attributes?: Attributes }
}

/** A request that is answered. */
export interface RequestSpan {
  traceId: string
  /** What this begins is a part of it. */
  run(work: () => void): void
  end(told: { name: string; hasFailed: boolean; attributes: Attributes }): void
}

/** Follows what happens from a request on. There is none where nobody asked for traces (docs/observability.md). */
export interface Tracing {
  /** Undefined where this one is not followed. `traceparent` is what the client said. */
  request(traceparent: string | undefined): RequestSpan | undefined
  /** Does a job as a part of the trace in which it was asked for; where this process does not know that, in one that is told by its last id. */
  job<T>(job: Job<T>, work: () => Promise<T>): Promise<T>
  /** Whatever is done for that id later is a part of what is done now. */
  remember(id: string): void
  /** For whoever is asked for something now. W3C Trace Context, section 3.2. */
  traceparent(): string | undefined
}

/** Does a job, followed where somebody follows. */
export function traced<T>(tracing: Tracing | undefined, job: Job<T>, work: () => Promise<T>): Promise<T> {
  return tracing ? tracing.job(job, work) : work()
}
