import { beyondIds } from '../db/id.ts'

/** The general envelope around one thing. docs/interface.md, "Answers". */
export function only<T>(data: T) {
  return { data, metadata: {} }
}

/** The envelope around a page: of `limit + 1` rows the last one only tells that there is another page. */
export function pageOf<T extends { id: string }>(rows: T[], limit: number) {
  const data = rows.slice(0, limit)
  const nextCursor = rows.length > limit ? (data.at(-1)?.id ?? null) : null
  return { data, metadata: { nextCursor } }
}

/**
 * A page of what the caller may see of a list that goes back in time, as full as if the rest were not there. `read`
 * gives the rows before an id.
 */
export async function pageOfSeen<T extends { id: string }>(
  { cursor = beyondIds, limit }: { cursor?: string | undefined; limit: number },
  read: (page: { before: string; limit: number }) => Promise<T[]>,
  sees: (row: T) => boolean,
) {
  const atOnce = Math.max(limit + 1, 100)
  const seen: T[] = []
  for (let before: string | undefined = cursor; before !== undefined && seen.length <= limit; ) {
    const rows: T[] = await read({ before, limit: atOnce })
    seen.push(...rows.filter(sees))
    before = rows.length < atOnce ? undefined : rows.at(-1)?.id
  }
  return pageOf(seen, limit)
}
