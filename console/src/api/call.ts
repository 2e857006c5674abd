import table from 'virtual:endpoints'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import type { endpoints } from '@dailies/contract/endpoints.ts'
import { secondFactorRequired } from '@dailies/contract/second-factor-words.ts'
import type { z } from 'zod'
import { ask } from '../../../sdk/src/ask.ts'
import { DailiesError, errorOf } from '../../../sdk/src/error.ts'
import { parseExactly } from '../../../sdk/src/exact-json.ts'
import { isAwayForAMoment } from './away-for-a-moment.ts'
import { newestHeaders } from './newest.ts'
import { doubt, heard, saysAway } from './reach.ts'

type Endpoints = typeof endpoints

/** Those of the extension are not in the console's table. */
export type EndpointName = {
  [name in keyof Endpoints]: Endpoints[name]['path'] extends `/api/extension/${string}` ? never : name
}[keyof Endpoints]

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

const longestWait = 30_000

let signedOut: (by: { changing: boolean }) => void = () => {}

/**
 * `listener` is called whenever the service says that nobody is signed in; `changing` when somebody wanted to change
 * something.
 */
export function whenSignedOut(listener: typeof signedOut): void {
  signedOut = listener
}

let refused: () => void = () => {}

/**
 * `listener` is called whenever the service refuses a change because of who asks, or does not find what was to be
 * changed: it is another one than the page shows, or not there for whoever asks any more.
 */
export function whenRefused(listener: typeof refused): void {
  refused = listener
}

let limited: () => void = () => {}

/** `listener` is called whenever the service says that the session may do nothing before it has a second factor. */
export function whenLimited(listener: typeof limited): void {
  limited = listener
}

export type Told = (changeId: string) => void

let changing: (by: EndpointName) => Told = () => () => {}

/** `listener` is asked before each call for whoever is told by what its change of takes can be undone. */
export function whenChanging(listener: typeof changing): void {
  changing = listener
}

/** Calls an endpoint of the contract, as whoever is signed in; waits `patience` milliseconds. Throws a DailiesError. */
export async function call<N extends EndpointName>(
  name: N,
  input: Input<N>,
  {
    signal,
    patience = longestWait,
    keepalive = false,
    onChanged = changing(name),
  }: {
    signal?: AbortSignal | undefined
    patience?: number
    /** Goes out even when the page is closed with it. */
    keepalive?: boolean
    /** Told by what a change of takes can be undone, instead of whoever is told otherwise. */
    onChanged?: Told | undefined
  } = {},
): Promise<Reply<N>> {
  const [method, path, signsIn] = table[name]
  const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
  const { response, text } = await ask(
    (signal) =>
      fetch(addressOf(path, params, query), {
        method,
        credentials: 'same-origin',
        keepalive,
        ...(method === 'GET' && { headers: newestHeaders() }),
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        signal,
      }),
    { timeout: patience, signal },
  ).catch(notAnswered)
  const error = response.ok ? undefined : errorOf(response, text)
  // To somebody who signs in, 401 says that the password is wrong.
  noteAnswer(response.status, {
    changing: method !== 'GET',
    isSignIn: signsIn !== undefined,
    backIn: isAwayForAMoment(error) ? error.retryAfter * 1000 : 0,
  })
  if (!error) {
    const change = response.headers.get('dailies-change')
    if (change !== null) onChanged(change)
    return parse(text) as Reply<N>
  }
  if (error.message === secondFactorRequired) limited()
  throw inWords(error)
}

/** What an answer tells besides itself: whether the service is there, who is signed in, and what may be done. */
export function noteAnswer(
  status: number,
  {
    changing,
    isSignIn = false,
    backIn = 0,
  }: {
    changing: boolean
    isSignIn?: boolean
    /** Milliseconds after which the service says that it is there again. */
    backIn?: number
  },
): void {
  if (saysAway(status)) void doubt(backIn)
  else heard()
  if (status === 401 && !isSignIn) signedOut({ changing })
  if (changing && (status === 403 || status === 404)) refused()
}

/** The service tells programs that permissions do not suffice; people are told what that may come from. */
function inWords(error: DailiesError): DailiesError {
  if (error.status !== 403 || error.message !== 'Insufficient permissions') return error
  return new DailiesError('Your role does not allow this. Somebody may have changed it just now.', {
    status: 403,
  })
}

function notAnswered(error: unknown): never {
  // Nobody waits for it any more, which says nothing of the service; or there was one, and it is too large.
  if (!(error instanceof DailiesError) || error.status > 0) throw error
  void doubt()
  throw noAnswer({ isLate: error.cause === undefined })
}

/** What people are told where the service did not answer, or not in time: status 0 or 408. */
export function noAnswer({ isLate = false } = {}): DailiesError {
  return isLate
    ? new DailiesError('The service took too long to answer. Try again.', { status: 408 })
    : new DailiesError('The service cannot be reached. Check the connection and try again.')
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

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return parseExactly(text)
  } catch {
    return undefined
  }
}
