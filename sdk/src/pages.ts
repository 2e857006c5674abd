import { type CallOptions, call, type Options } from './call.ts'
import { type EndpointName, type Input, type Item, type PagedName, table } from './endpoints.ts'

interface Page<T> {
  data: T[]
  metadata: { nextCursor: string | null; hasMore?: boolean }
}

/** Whether an endpoint answers with a page of a list. */
export function isPaged(name: EndpointName): name is PagedName {
  return table[name].next !== undefined
}

/** Each of a list, and the next page only when it is asked for. */
export async function* everyItem<N extends PagedName>(
  options: Options,
  name: N,
  input: object,
  settings?: CallOptions,
): AsyncGenerator<Item<N>, void, undefined> {
  const { next } = table[name]
  let place: object = {}
  for (;;) {
    const asked = { limit: 100, ...input, ...place } as Input<N>
    const page = (await call(options, name, asked, settings)) as Page<Item<N>>
    yield* page.data
    // The feed of events always says where to go on: there will be more some day.
    const { nextCursor, hasMore = true } = page.metadata
    if (nextCursor === null || !hasMore) return
    place = { [next!]: nextCursor }
  }
}
