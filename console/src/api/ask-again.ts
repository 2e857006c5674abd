import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import { DailiesError } from '../../../sdk/src/error.ts'
import { longestTimer } from '../../../sdk/src/retry.ts'
import { noteComesBack } from './comes-back.ts'
import { isAway, saysAway } from './reach.ts'

/** Milliseconds until what was refused for now is asked again: twice as long each time, to this at most. */
const firstPause = 4000
const longestPause = 60_000

interface Turn {
  /** One after the other. */
  refusals: number
  timer: ReturnType<typeof setTimeout>
}

const turns = new WeakMap<Query, Turn>()
const waiting = new WeakMap<Query, Set<() => void>>()

/**
 * A query failed, after it was tried again within a few seconds. What the service cannot answer for now is asked again by itself, ever
 * more seldom, and not before the service's own `Retry-After`, for as long as somebody looks at its place.
 */
export function noteFailed(query: Query, error: Error): void {
  const refusals = turns.get(query)?.refusals ?? 0
  const pause = pauseAfter(error, refusals)
  if (pause === undefined) forget(query)
  else wait(query, { refusals: refusals + 1, pause })
}

/**
 * Milliseconds until what failed so, and so many times before, is asked again; undefined where that is left to people. Whoever asks for
 * them does ask again: people are told so.
 */
export function pauseAfter(error: unknown, refusals: number): number | undefined {
  if (!isForNow(error)) return undefined
  noteComesBack(error)
  const pause = Math.min(firstPause * 2 ** refusals, longestPause)
  return Math.min(Math.max(pause, (error.retryAfter ?? 0) * 1000), longestTimer)
}

export function noteAnswered(query: Query): void {
  forget(query)
  for (const listener of waiting.get(query) ?? []) listener()
}

/** Whether it is asked again by itself, and needs nobody who does so meanwhile. */
export function waitsItsTurn(query: Query): boolean {
  return query.state.status === 'error' && turns.has(query)
}

/** Calls once the query that failed so is answered; until then somebody waits for it, though nothing shows it. */
export function whenAnswered(queryClient: QueryClient, error: unknown, listener: () => void): () => void {
  const query = queryClient
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.error === error)
  const listeners = (query && waiting.get(query)) ?? new Set()
  listeners.add(listener)
  if (query) waiting.set(query, listeners)
  return () => {
    listeners.delete(listener)
  }
}

/** No answer, none in time, or that there is none at the moment. */
function isForNow(error: unknown): error is DailiesError {
  return error instanceof DailiesError && ([0, 408].includes(error.status) || saysAway(error.status))
}

function forget(query: Query): void {
  clearTimeout(turns.get(query)?.timer)
  turns.delete(query)
}

function wait(query: Query, { refusals, pause }: { refusals: number; pause: number }): void {
  clearTimeout(turns.get(query)?.timer)
  const timer = setTimeout(() => takeTurn(query, refusals), pause)
  turns.set(query, { refusals, timer })
}

function takeTurn(query: Query, refusals: number): void {
  const { status, fetchStatus } = query.state
  const isWanted = query.isActive() || (waiting.get(query)?.size ?? 0) > 0
  // Whoever looks at it later asks.
  if (!isWanted || status === 'success') {
    forget(query)
    return
  }
  // An answer and a refusal end this pause. Where what is asked is called off there is neither, and nobody else asks meanwhile.
  wait(query, { refusals, pause: firstPause })
  const isElsewhere = isAway() || document.visibilityState === 'hidden'
  if (status === 'error' && fetchStatus === 'idle' && !isElsewhere) askQuietly(query)
}

/** Once, and without a word: what its place says stays until there is an answer. */
function askQuietly(query: Query): void {
  const { options, state } = query
  notifyManager.batch(() => {
    // Of a list that could not go on, the next page.
    const meta = state.fetchMeta ?? undefined
    query.fetch({ ...options, retry: false }, meta && { meta }).catch(() => {})
    query.setOptions(options)
    query.setState({ status: 'error', error: state.error })
  })
}
