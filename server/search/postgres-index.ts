import type { Database } from '../db/database.ts'
import { unavailable } from '../error.ts'
import { by } from '../order.ts'
import { pauses } from '../pauses.ts'
import { format } from './document.ts'
import type { Building, Hit, IndexState, Lookedup, SearchIndex } from './index.ts'
import {
  deleteTakenUp,
  findState,
  listIds,
  listOpen,
  listPostings,
  newestDocuments,
  numberWords,
  numberWordsFrom,
  removeDocuments,
} from './postgres-queries.ts'
import { beginningOf, nothingSaid, Writing } from './postgres-writing.ts'
import { inAll, type Wanted, wanting } from './postings.ts'
import { listWaiting } from './waiting-queries.ts'

/** Versions that are taken up in one transaction. */
const takenTogether = 1000

/** Words that a beginning stands for: where there are more, versions are asked for that have any word of the same first letters. */
const mostOfPrefix = 100

/** In how many segments it is looked first, and at most, at once; characters of an answer that says that more of them can be asked for. */
const [fewSegments, mostSegments, fewBytes] = [4, 512, 256 * 1024]

const newestFirst = by<Hit>(({ number }) => -number)

/** The index in tables of PostgreSQL. It cannot say what a version does not have, nor all that begins in one way. */
export class PostgresIndex implements SearchIndex {
  readonly isExact = false
  readonly #db: Database
  readonly #closing = new AbortController()
  #said = nothingSaid

  constructor(db: Database) {
    this.#db = db
  }

  takeRest(): number {
    return 0.1
  }

  async takeUp(): Promise<Building> {
    const writing = await this.#db.transaction(async (transaction) => {
      const writing = await Writing.begin(transaction, this.#closing.signal, this.#said)
      const waiting = await transaction.all(listWaiting, { limit: takenTogether })
      if (waiting.length === 0) {
        await writing.walkOn()
        return writing
      }
      const ids = new Set(waiting.map(({ id }) => id).filter((id) => !writing.isAhead(id)))
      const { found, left } = await writing.put([...ids])
      const later = new Set(left)
      const gone = [...ids].filter((id) => !found.has(id) && !later.has(id))
      if (gone.length > 0) await transaction.run(removeDocuments, { ids: JSON.stringify(gone) })
      const numbers = JSON.stringify(waiting.filter(({ id }) => !later.has(id)).map(({ number }) => number))
      await transaction.run(deleteTakenUp, { numbers })
      await writing.closeSegments()
      await writing.save()
      return writing
    })
    // What was written is committed by now.
    this.#said = writing.isWalked ? nothingSaid : writing.said
    return writing.building()
  }

  async state(): Promise<IndexState> {
    const { waiting, isWhole } = (await this.#db.first(findState, { format }))!
    return { waiting, isBuilding: !isWhole }
  }

  async find({ every, some, before, limit }: Lookedup): Promise<Hit[]> {
    const whole = every.filter(({ isPrefix }) => !isPrefix).map(({ term }) => term)
    const known = await this.#numbersOf([...whole, ...some.flat()])
    const wanted = [...whole.map((term) => [term]), ...some].map((terms) =>
      terms.flatMap((term) => known.get(term) ?? []),
    )
    for (const { term } of every.filter(({ isPrefix }) => isPrefix))
      wanted.push(await this.#beginningWith(term))
    // A word that nobody has ever said.
    if (wanted.some((words) => words.length === 0)) return []
    if (wanted.length === 0) return this.#db.all(newestDocuments, { before, limit })
    const { found, upTo } = await this.#findOpen(wanted, { before, limit })
    if (found.length === limit) return found
    let numbers: number[] = []
    // Some may be gone from the index since their segment was written.
    const bring = async () => {
      const asked = JSON.stringify(numbers.slice(0, limit - found.length))
      numbers = numbers.slice(limit - found.length)
      found.push(...(await this.#db.all(listIds, { numbers: asked })).sort(newestFirst))
    }
    for await (const more of this.#inSegments(wanted, upTo)) {
      numbers = numbers.concat(more)
      while (found.length < limit && numbers.length >= limit - found.length) await bring()
      if (found.length === limit) return found
    }
    if (numbers.length > 0) await bring()
    return found
  }

  /** Of those in no segment yet, and with which number the segments begin, looking back. */
  async #findOpen(wanted: Wanted, { before, limit }: { before: number; limit: number }) {
    const isWanted = wanting(wanted)
    const pause = pauses()
    const found: Hit[] = []
    const open = await this.#db.all(listOpen, { before })
    for (const { number, id, words } of open) {
      if (found.length === limit) break
      if (isWanted(Buffer.from(words, 'base64'))) found.push({ number, id })
      await pause()
    }
    return { found, upTo: open.at(-1)?.number ?? before }
  }

  /** The numbers of those that are wanted, before that one, the greatest first, some at a time. */
  async *#inSegments(wanted: Wanted, before: number): AsyncGenerator<number[]> {
    const asked = { wanted: JSON.stringify(wanted), words: JSON.stringify([...new Set(wanted.flat())]) }
    const pause = pauses()
    for (let [upTo, segments] = [before, fewSegments]; ; ) {
      const rows = await this.#db.all(listPostings, { ...asked, before: upTo, segments })
      let bytes = 0
      const bySegment = new Map<number, { first: number; last: number; postings: Map<number, Uint8Array> }>()
      for (const { id, first, last, word, documents } of rows) {
        const segment = bySegment.get(id) ?? { first, last, postings: new Map() }
        bySegment.set(id, segment)
        segment.postings.set(word, Buffer.from(documents, 'base64'))
        bytes += documents.length
        await pause()
      }
      for (const { first, last, postings } of bySegment.values()) {
        const found = inAll(postings, wanted, last - first + 1).map((number) => first + number - 1)
        // A segment may have been made of the newest meanwhile, together with what was looked at already.
        yield found.filter((number) => number < upTo).reverse()
        upTo = first
        await pause()
      }
      if (bySegment.size < segments) return
      // Words that few have are looked for in many at once.
      if (bytes < fewBytes) segments = Math.min(segments * 4, mostSegments)
    }
  }

  async #numbersOf(terms: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#db.all(numberWords, { words: JSON.stringify([...new Set(terms)]) })
    return new Map(rows.map(({ word, id }) => [word, id]))
  }

  /** A version with a word that begins so has one of these, and perhaps one that begins otherwise. */
  async #beginningWith(from: string): Promise<number[]> {
    const rows = await this.#db.all(numberWordsFrom, { from, to: `${from}\u{10ffff}`, limit: mostOfPrefix })
    const letters = beginningOf(from)
    if (rows.length < mostOfPrefix || !letters) return rows.map(({ id }) => id)
    return [...(await this.#numbersOf([letters])).values()]
  }

  async forget(): Promise<void> {
    await this.#db.transaction(async (transaction) => {
      const writing = await Writing.begin(transaction, this.#closing.signal, nothingSaid)
      await writing.beginAnew()
    })
  }

  async close(): Promise<void> {
    this.#closing.abort(unavailable())
  }
}
