import type { Connection, Statement } from '../db/database.ts'
import { by } from '../order.ts'
import { pageOf } from './envelope.ts'

/** How many rows of a long list are read at once, and written before the next are read, */
export const rowsAtOnce = 100

/** and fewer where these have more characters than that: reading and writing them takes a few milliseconds. */
const longPart = 500_000

/** A reply whose one list may be too long to be held as a whole: it is read as far as the client has taken it. */
export class LongList<Reply> {
  /** For the type alone: what is written in the end. */
  declare readonly reply: Reply
  /** Under which key of the reply the list stands. */
  readonly key: keyof Reply & string
  /** What stands behind it. */
  readonly rest: object
  /** The list, in parts. */
  readonly parts: AsyncIterator<unknown[], undefined>

  constructor(key: keyof Reply & string, rest: object, parts: AsyncIterator<unknown[], undefined>) {
    this.key = key
    this.rest = rest
    this.parts = parts
  }
}

interface LongListParts<Parameters, Row, Shown, Key, Rest> {
  key: Key
  rest: Rest
  /** With these the statement reads the first part, */
  first: Omit<Parameters, 'limit'>
  /** and with these instead the one after a row. */
  after: (last: Row) => Partial<Parameters>
  /** How many are shown at most; all unless it is said. */
  most?: number | undefined
  show: (row: Row) => Shown
}

/**
 * A reply of the shape `{ [key]: rows, ...rest }`. `statement` reads a part of it. The list is not that of one moment:
 * a row that moves while it is written may come twice, or not at all.
 */
export function longList<
  Parameters extends { limit: number },
  Row,
  Shown,
  Key extends string,
  Rest extends object,
>(
  db: Connection,
  statement: Statement<Parameters, Row>,
  { key, rest, first, after, most = Infinity, show }: LongListParts<Parameters, Row, Shown, Key, Rest>,
): LongList<Record<Key, Shown[]> & Rest> {
  async function* parts() {
    let [place, left] = [{}, most]
    let limit = Math.min(rowsAtOnce, left)
    for (;;) {
      const rows = await db.all(statement, { ...first, ...place, limit } as unknown as Parameters)
      yield rows.map(show)
      left -= rows.length
      if (rows.length < limit || left === 0) return undefined
      place = after(rows.at(-1)!)
      limit = Math.min(rowsAtOnce, left, Math.ceil((limit * longPart) / lengthOf(rows)))
    }
  }
  return new LongList<Record<Key, Shown[]> & Rest>(key, rest, parts())
}

/** In characters, of their texts. */
function lengthOf(rows: unknown[]): number {
  let length = 0
  for (const row of rows)
    for (const value of Object.values(row as object)) if (typeof value === 'string') length += value.length
  return length
}

/** How many rows are read at once that may be of megabytes each. */
const largeRowsAtOnce = 4

/** A page of rows that may be of megabytes each: which they are is known, and `read` reads some of them, in this order. */
export function longPage<Shown extends { id: string }>(
  ids: string[],
  limit: number,
  read: (ids: string[]) => Promise<Shown[]>,
): LongList<{ data: Shown[]; metadata: { nextCursor: string | null } }> {
  const { data, metadata } = pageOf(
    ids.map((id) => ({ id })),
    limit,
  )
  async function* parts() {
    for (let from = 0; from < data.length; from += largeRowsAtOnce) {
      yield await read(data.slice(from, from + largeRowsAtOnce).map(({ id }) => id))
    }
    return undefined
  }
  return new LongList('data', { metadata }, parts())
}

/** A page of rows that has grown to so many characters, or bytes, is at its end. */
const longestPage = 1_000_000

/** How many fit into a page, at least one. */
export function fittingOf(rows: { size: number }[]): number {
  let length = 0
  const last = rows.findIndex(({ size }) => {
    length += size
    return length >= longestPage
  })
  return last < 0 ? rows.length : last + 1
}

/** Rows that were read by their ids. */
export function inOrder<T extends { id: string }>(ids: string[], rows: T[]): T[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.sort(by(({ id }) => places.get(id)!))
}
