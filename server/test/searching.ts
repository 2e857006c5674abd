import assert from 'node:assert/strict'
import type { FacetField, SearchFacet, SearchHit } from '@dailies/contract/search.ts'
import type { FoundPlace } from '@dailies/contract/search-places.ts'
import { type AnyCaller, callerWith } from './service.ts'

interface Asking {
  sort?: 'best' | 'newest'
  limit?: number
  partial?: boolean
  cursor?: string
}

interface Page {
  data: SearchHit[]
  nextCursor: string | null
}

/** A page of what is found, once nothing waits any more. */
export async function searchPage(caller: AnyCaller, q: string, asking: Asking = {}): Promise<Page> {
  const query = new URLSearchParams({ q })
  for (const [name, value] of Object.entries(asking)) query.set(name, `${value}`)
  for (;;) {
    const { status, body } = await caller.get(`/api/search?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    const { nextCursor, waiting } = body.metadata
    assert.ok(body.data.length <= (asking.limit ?? 30))
    if (waiting === 0) return { data: body.data, nextCursor }
  }
}

/** All pages of it. `between` is done before each but the first, with what was found so far. */
export async function searchAll(
  caller: AnyCaller,
  q: string,
  {
    between = async () => {},
    ...asking
  }: Asking & { between?: (hits: SearchHit[]) => Promise<unknown> } = {},
): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  for (let page = await searchPage(caller, q, asking); ; ) {
    hits.push(...page.data)
    if (page.nextCursor === null) return hits
    await between(hits)
    page = await searchPage(caller, q, { ...asking, cursor: page.nextCursor })
  }
}

/** The ids of the newest that are found at a service. */
export async function searched({ address, token }: { address: string; token: string }, q: string) {
  const { data } = await searchPage(callerWith(address, token), q)
  return data.map(({ id }) => id)
}

/** What is found, counted, by the name of the filter; once nothing waits any more. */
export async function searchFacets(
  caller: AnyCaller,
  q: string,
  asking: Pick<Asking, 'partial'> = {},
): Promise<Record<FacetField, SearchFacet>> {
  const query = new URLSearchParams({ q })
  if (asking.partial !== undefined) query.set('partial', `${asking.partial}`)
  for (;;) {
    const { status, body } = await caller.get(`/api/search/facets?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    if (body.metadata.waiting > 0) continue
    const byField = body.data.map((facet: SearchFacet) => [facet.field, facet])
    return Object.fromEntries(byField) as Record<FacetField, SearchFacet>
  }
}

/** The scenes and shots that are found, the best first, once nothing waits any more. */
export async function searchPlaces(
  caller: AnyCaller,
  q: string,
  asking: Pick<Asking, 'partial' | 'limit'> = {},
): Promise<FoundPlace[]> {
  const query = new URLSearchParams({ q })
  for (const [name, value] of Object.entries(asking)) query.set(name, `${value}`)
  for (;;) {
    const { status, body } = await caller.get(`/api/search/places?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    if (body.metadata.waiting === 0) return body.data
  }
}
