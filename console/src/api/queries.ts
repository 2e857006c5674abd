import {
  infiniteQueryOptions,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { DailiesError } from '../../../sdk/src/error.ts'
import { noteAnswered, noteFailed } from './ask-again.ts'
import { isAwayForAMoment } from './away-for-a-moment.ts'
import { call, type EndpointName, type Input, type Reply } from './call.ts'

// Before the next paint, and not by a timer: what waited is let go of as soon as the answer is kept, and else neither is shown between.
notifyManager.setScheduler(queueMicrotask)

export type KeyName = EndpointName | 'neighbours'

/**
 * Under which key what the service said is kept: the endpoint, what it was asked, and in what form it is kept where that is
 * not the answer itself. Less finds all that begin so.
 */
export function keyOf(name: KeyName, ...further: unknown[]): readonly unknown[] {
  return [name, ...further]
}

/** Asks again for what is shown of these endpoints, and for the rest once it is shown. */
export function outdate(queryClient: QueryClient, ...names: EndpointName[]): Promise<unknown> {
  return Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })))
}

/** A question to the service, for useQuery: one answer for the same endpoint and input, everywhere. */
export function query<N extends EndpointName>(name: N, input: Input<N>) {
  return queryOptions({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
  })
}

type Paged = {
  [N in EndpointName]: Reply<N> extends { metadata: { nextCursor: string | null } } ? N : never
}[EndpointName]

/** The same for a list that comes page by page, for useInfiniteQuery. */
export function pages<N extends Paged>(name: N, input: Input<N>) {
  return infiniteQueryOptions({
    queryKey: keyOf(name, input, 'pages'),
    queryFn: ({ pageParam, signal }) => {
      const { query } = input as { query?: object }
      return call(name, { ...input, query: { limit: 100, ...query, cursor: pageParam } } as Input<N>, {
        signal,
      })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) =>
      (last as { metadata: { nextCursor: string | null } }).metadata.nextCursor ?? undefined,
  })
}

/** What a screen is of: with it come the film and what whoever is signed in is there. */
const places: EndpointName[] = ['readProject', 'readScene', 'readAsset']

/** Asks again what whoever is signed in may: what the service says now is another thing than what is shown. */
export function askWhatOneMay(queryClient: QueryClient): Promise<unknown> {
  return outdate(queryClient, ...places, 'browseProjects', 'listMembers', 'readAccount')
}

/**
 * What is not found any more, because it was deleted or whoever is signed in is no member of the film any more, is no
 * longer shown as if it were there. Whatever else is not found of it is a reason to look.
 */
function lookWhetherGone(queryClient: QueryClient, error: Error, { queryKey, state }: Query): void {
  if (!(error instanceof DailiesError) || error.status !== 404) return
  if (!places.includes(queryKey[0] as EndpointName)) void outdate(queryClient, ...places)
  else if (state.data !== undefined) void queryClient.resetQueries({ queryKey, exact: true })
}

export function newQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        lookWhetherGone(queryClient, error, query as Query)
        noteFailed(query as Query, error)
      },
      onSuccess: (_, query) => noteAnswered(query as Query),
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => (isAwayForAMoment(error) ? count < 1 : count < 2 && mayHelp(error)),
        retryDelay: (count, error) =>
          isAwayForAMoment(error) ? error.retryAfter * 1000 : Math.min(1000 * 2 ** count, longestDelay),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}

/** Milliseconds between two tries, at most. */
const longestDelay = 30_000

/** Whether another try within a few seconds may end otherwise. Where the service says how long to wait, it is none (ask-again.ts). */
function mayHelp(error: Error): boolean {
  return (
    error instanceof DailiesError &&
    error.isTemporary &&
    error.status !== 429 &&
    error.retryAfter === undefined
  )
}
