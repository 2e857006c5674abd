import table from 'virtual:endpoints'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import type { endpoints } from '@dailies/contract/endpoints.ts'
import type { ErrorBody, FieldErrors } from '@dailies/contract/error.ts'
import type { z } from 'zod'
import { heard, notHeard, saysAway } from './reach.ts'

type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

type In<E, K extends string> = E extends { [key in K]: infer S extends z.ZodType }
  ? { [key in K]: z.input<S> }
  : object

/** What an endpoint takes: params, query and body, as far as it has them. */
export type Input<N extends EndpointName> = In<Endpoints[N], 'params'> &
  (Endpoints[N] extends { query: infer S extends z.ZodType } ? { query?: Partial<z.input<S>> } : object) &
  In<Endpoints[N], 'body'>

/** What it answers. */
export type Reply<N extends EndpointName> = Endpoints[N] extends Endpoint
  ? z.output<Endpoints[N]['reply']>
  : never

/** What went wrong, in words for people. `status` is 0 when the service could not be reached. */
export class CallError extends Error {
  readonly status: number
  readonly fieldErrors: FieldErrors
  readonly formErrors: string[]
  /** Seconds after which it is worth another try. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.error ?? messages[status] ?? `The service answered with status ${status}`)
    this.status = status
    this.fieldErrors = body.details?.fieldErrors ?? {}
    this.formErrors = body.details?.formErrors ?? []
    this.retryAfter = retryAfter
  }
}

const messages: Record<number, string> = {
  0: 'The service cannot be reached. Check the connection and try again.',
  408: 'The service took too long to answer. Try again.',
}

const longestWait = 30_000

let signedOut: (by: { changing: boolean }) => void = () => {}

/**
 * `listener` is called whenever the service says that nobody is signed in; `changing` when somebody wanted to change
 * something.
 */
export function whenSignedOut(listener: typeof signedOut): void {
  signedOut = listener
}

/** Calls an endpoint of the contract, as whoever is signed in; waits `patience` milliseconds. Throws a CallError. */
export async function call<N extends EndpointName>(
  name: N,
  input: Input<N>,
  { signal, patience = longestWait }: { signal?: AbortSignal | undefined; patience?: number } = {},
): Promise<Reply<N>> {
  const [method, path] = table[name]
  const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
  const timeout = AbortSignal.timeout(patience)
  const cutOff = (error: unknown): never => {
    if (signal?.aborted) throw error
    notHeard()
    throw new CallError(timeout.aborted ? 408 : 0, {})
  }
  const response = await fetch(addressOf(path, params, query), {
    method,
    credentials: 'same-origin',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch(cutOff)
  const text = await response.text().catch(cutOff)
  if (saysAway(response.status)) notHeard()
  else heard()
  const answer = parse(text)
  if (response.ok) return answer as Reply<N>
  // To somebody who signs in it says that the password is wrong.
  if (response.status === 401 && name !== 'signIn') signedOut({ changing: method !== 'GET' })
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  throw new CallError(response.status, (answer ?? {}) as Partial<ErrorBody>, retryAfter)
}

function addressOf(path: string, params: object, query: object): string {
  const values = params as Record<string, string>
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** A number with more digits than a double holds (a seed, say) is kept as text. Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    const reviver = (_key: string, value: unknown, context?: { source?: string }) => {
      const source = context?.source
      const loses = typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source)
      return loses && String(value) !== source ? source : value
    }
    return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
  } catch {
    return undefined
  }
}
