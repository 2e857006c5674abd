import type { Database, Transaction } from '../db/database.ts'
import { unavailable } from '../error.ts'
import { pauses } from '../pauses.ts'
import { format, indexTermsOf } from './document.ts'
import { listDocuments } from './document-queries.ts'
import type { Building, Hit, IndexState, Lookedup, SearchIndex } from './index.ts'
import { packedNumbers } from './packed-numbers.ts'
import {
  addWords,
  deleteDocuments,
  deleteTakenUp,
  findLastNumber,
  findNumbers,
  findState,
  insertProgress,
  lockProgress,
  matchDocuments,
  mostGroups,
  newestDocuments,
  numberWords,
  numberWordsFrom,
  removeDocuments,
  saveProgress,
  writeDocuments,
} from './postgres-queries.ts'
import { countVersions, findOrigin, listWaiting, walkVersions } from './waiting-queries.ts'
import { isOfRun } from './words.ts'

/** Versions that are taken up in one transaction; that are read at once: each may be a megabyte of text. */
const [takenTogether, readTogether] = [500, 100]

/**
 * Words that a beginning stands for. An index of PostgreSQL looks through all that are asked for at once for each row; where there are
 * more, versions are asked for that have any word of the same first letters.
 */
const mostOfPrefix = 100

/**
 * How many bits of a number the terms of a slice leave out. An index of PostgreSQL finds all that match before any is left out: of a
 * word that half of ten million versions have, only those of the newest slices are.
 */
const slices = { a: 14, b: 18, c: 22 } as const

const sliceTerm = (name: string, bits: number, number: number) => `_${name}${Math.floor(number / 2 ** bits)}`

/** The first letters of a word as a term of their own: of few letters, of which a text has many, there is none. */
function beginningOf(term: string): string | undefined {
  if (term.startsWith('_')) return undefined
  const letters = [...term].slice(0, isOfRun(term) ? 2 : 3)
  return letters.length < (isOfRun(term) ? 2 : 3) ? undefined : `^${letters.join('')}`
}

/** The index in tables of PostgreSQL. It cannot say what a version does not have, nor all that begins in one way. */
export class PostgresIndex implements SearchIndex {
  readonly isExact = false
  readonly #db: Database
  readonly #closing = new AbortController()

  constructor(db: Database) {
    this.#db = db
  }

  takeUp(): Promise<Building> {
    return this.#db.transaction(async (transaction) => {
      const writing = await Writing.begin(transaction, this.#closing.signal)
      const waiting = await transaction.all(listWaiting, { limit: takenTogether })
      if (waiting.length === 0) return writing.building(await writing.walkOn())
      const ids = new Set(waiting.map(({ id }) => id).filter((id) => !writing.isAhead(id)))
      const found = await writing.put([...ids])
      const gone = [...ids].filter((id) => !found.has(id))
      if (gone.length > 0) await transaction.run(removeDocuments, { ids: JSON.stringify(gone) })
      const numbers = JSON.stringify(waiting.map(({ number }) => number))
      await transaction.run(deleteTakenUp, { numbers })
      await writing.save()
      return writing.building(!writing.isWalked)
    })
  }

  async state(): Promise<IndexState> {
    const { waiting, isWhole } = (await this.#db.first(findState, { format }))!
    return { waiting, isBuilding: !isWhole }
  }

  async find({ every, some, before, limit }: Lookedup): Promise<Hit[]> {
    const next = (await this.#db.first(findLastNumber, {}))?.next ?? 1
    const last = Math.min(before, next) - 1
    const newest = Object.entries(slices)
      .filter(([, bits]) => last >= 2 ** (bits + 1))
      .map(([name, bits]) => [last, last - 2 ** bits].map((number) => sliceTerm(name, bits, number)))
    const whole = every.filter(({ isPrefix }) => !isPrefix).map(({ term }) => term)
    const known = await this.#numbersOf([...whole, ...some.flat(), ...newest.flat()])
    const numbersOf = (terms: readonly string[]) => terms.flatMap((term) => known.get(term) ?? [])
    const groups = some.map(numbersOf)
    for (const { term } of every.filter(({ isPrefix }) => isPrefix))
      groups.push(await this.#beginningWith(term))
    const ofEvery = numbersOf(whole)
    // A word that nobody has ever said.
    if (ofEvery.length < whole.length || groups.some((group) => group.length === 0)) return []
    if (ofEvery.length + groups.length === 0) return this.#db.all(newestDocuments, { before, limit })
    for (const slice of newest) {
      const found = await this.#match(ofEvery, [numbersOf(slice), ...groups], { before, limit })
      if (found.length === limit) return found
    }
    return this.#match(ofEvery, groups, { before, limit })
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

  #match(every: readonly number[], groups: readonly number[][], page: { before: number; limit: number }) {
    const used = groups.slice(0, mostGroups)
    const { alone, withEvery } = matchDocuments[used.length]!
    return this.#db.all(every.length > 0 ? withEvery : alone, {
      ...page,
      every: JSON.stringify(every),
      ...Object.fromEntries(used.map((group, index) => [`group${index}`, JSON.stringify(group)])),
    })
  }

  async forget(): Promise<void> {
    await this.#db.transaction(async (transaction) => {
      const writing = await Writing.begin(transaction, this.#closing.signal)
      await writing.beginAnew()
    })
  }

  async close(): Promise<void> {
    this.#closing.abort(unavailable())
  }
}

interface Progress {
  origin: string
  next: number
  walkedTo: string | null
  walksTo: string
  nextOfWalk: number
  lastOfWalk: number
}

/** Writing to the index in a transaction, by one at a time. */
class Writing {
  readonly #transaction: Transaction
  readonly #signal: AbortSignal
  readonly #pause = pauses()
  #progress: Progress

  private constructor(transaction: Transaction, signal: AbortSignal, progress: Progress) {
    this.#transaction = transaction
    this.#signal = signal
    this.#progress = progress
  }

  /** With the rules of this program: what was written by others is begun anew. The signal ends it between two versions. */
  static async begin(transaction: Transaction, signal: AbortSignal): Promise<Writing> {
    let progress = await transaction.first(lockProgress, {})
    if (!progress) {
      await transaction.run(insertProgress, {})
      progress = (await transaction.first(lockProgress, {}))!
    }
    const writing = new Writing(transaction, signal, progress)
    const origin = `${(await transaction.first(findOrigin, {}))?.id} ${format}`
    if (progress.origin !== origin) await writing.beginAnew(origin)
    return writing
  }

  get isWalked(): boolean {
    return this.#progress.walkedTo === null
  }

  building(isBuilding: boolean): Building {
    return { isBuilding, done: this.#progress.nextOfWalk - 1, of: this.#progress.lastOfWalk }
  }

  async beginAnew(origin = this.#progress.origin): Promise<void> {
    const { count, last } = (await this.#transaction.first(countVersions, {}))!
    await this.#transaction.run(deleteDocuments, {})
    const [walkedTo, walksTo] = ['', last ?? '']
    this.#progress = { origin, next: count + 1, walkedTo, walksTo, nextOfWalk: 1, lastOfWalk: count }
    await this.save()
  }

  /** Whether the walk comes to it yet: in its turn, for numbers ascend as versions were captured. */
  isAhead(id: string): boolean {
    const { walkedTo, walksTo } = this.#progress
    return walkedTo !== null && id > walkedTo && id <= walksTo
  }

  /** Goes on through all there were when the index was begun. Whether there is more. */
  async walkOn(): Promise<boolean> {
    const { walkedTo: after, walksTo: last } = this.#progress
    if (after === null) return false
    const rows = await this.#transaction.all(walkVersions, { after, last, limit: takenTogether })
    await this.put(
      rows.map(({ id }) => id),
      { isWalk: true },
    )
    this.#progress.walkedTo = rows.at(-1)?.id ?? null
    await this.save()
    return rows.length > 0
  }

  /** Writes down those that are there; which they were. In a walk those alone that are not there yet. */
  async put(ids: readonly string[], { isWalk = false } = {}): Promise<Set<string>> {
    const known = new Map(
      (await this.#transaction.all(findNumbers, { ids: JSON.stringify(ids) })).map(({ id, number }) => [
        id,
        number,
      ]),
    )
    const wanted = isWalk ? ids.filter((id) => !known.has(id)) : ids
    const found = new Set<string>()
    for (let at = 0; at < wanted.length; at += readTogether) {
      const some = wanted.slice(at, at + readTogether)
      const documents = await this.#transaction.all(listDocuments, { ids: JSON.stringify(some) })
      const byId = new Map(documents.map((document) => [document.id, document]))
      const rows: { number: number; id: string; terms: Set<string> }[] = []
      for (const id of some) {
        this.#signal.throwIfAborted()
        const document = byId.get(id)
        if (!document) continue
        found.add(id)
        const number = known.get(id) ?? this.#nextNumber(isWalk)
        const terms = indexTermsOf(document)
        for (const beginning of [...terms].map(beginningOf)) if (beginning) terms.add(beginning)
        for (const [name, bits] of Object.entries(slices)) terms.add(sliceTerm(name, bits, number))
        rows.push({ number, id, terms })
        await this.#pause()
      }
      const numbers = await this.#numbered(new Set(rows.flatMap(({ terms }) => [...terms])))
      const packed = rows.map(({ terms, ...row }) => ({
        ...row,
        terms: packedNumbers([...terms].map((term) => numbers.get(term)!)),
      }))
      await this.#transaction.run(writeDocuments, { rows: JSON.stringify(packed) })
    }
    return found
  }

  /** The numbers of these words; who has none gets one. */
  async #numbered(all: ReadonlySet<string>): Promise<Map<string, number>> {
    const look = async (words: string[]) => {
      const rows = await this.#transaction.all(numberWords, { words: JSON.stringify(words) })
      for (const { word, id } of rows) numbers.set(word, id)
    }
    const numbers = new Map<string, number>()
    await look([...all])
    const unknown = [...all].filter((word) => !numbers.has(word))
    if (unknown.length > 0) {
      await this.#transaction.run(addWords, { words: JSON.stringify(unknown) })
      await look(unknown)
    }
    return numbers
  }

  /** What is there when the index is begun has the first numbers, which are before those of whatever comes meanwhile. */
  #nextNumber(isWalk: boolean): number {
    const progress = this.#progress
    if (isWalk && progress.nextOfWalk <= progress.lastOfWalk) return progress.nextOfWalk++
    return progress.next++
  }

  async save(): Promise<void> {
    await this.#transaction.run(saveProgress, this.#progress)
  }
}
