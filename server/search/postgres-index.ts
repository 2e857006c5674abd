import type { Database, Transaction } from '../db/database.ts'
import { unavailable } from '../error.ts'
import { pauses } from '../pauses.ts'
import { format, indexTermsOf } from './document.ts'
import { type Document, listDocuments } from './document-queries.ts'
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
  type Progress,
  removeDocuments,
  saveProgress,
  setSorting,
  sortIn,
  writeDocuments,
} from './postgres-queries.ts'
import { countVersions, findOrigin, listWaiting, walkVersions } from './waiting-queries.ts'
import { isOfRun, isPlain } from './words.ts'

/** Versions that are taken up in one transaction; that are read at once: each may be a megabyte of text. */
const [takenTogether, readTogether] = [1000, 100]

/**
 * How long the list of what is still to be sorted into the index of PostgreSQL gets: each search reads all of it, and the longer it is,
 * the less it takes to sort it in.
 */
const [pendingWhileBuilding, pendingOtherwise] = ['8MB', '1MB']

/**
 * Words that a beginning stands for. An index of PostgreSQL looks through all that are asked for at once for each row; where there are
 * more, versions are asked for that have any word of the same first letters.
 */
const mostOfPrefix = 100

/**
 * How many bits of a number the terms of a slice leave out. An index of PostgreSQL finds all that match before any is left out: of a
 * word that half of ten million versions have, only those of the newest slices are.
 */
const slices = { z: 11, a: 14, b: 18, c: 22 } as const

const sliceTerm = (name: string, bits: number, number: number) => `_${name}${Math.floor(number / 2 ** bits)}`

/** The first letters of a word as a term of their own: of few letters, of which a text has many, there is none. */
function beginningOf(term: string): string | undefined {
  if (term.startsWith('_')) return undefined
  if (isPlain.test(term)) return term.length < 3 ? undefined : `^${term.slice(0, 3)}`
  const count = isOfRun(term) ? 2 : 3
  const letters = [...term].slice(0, count)
  return letters.length < count ? undefined : `^${letters.join('')}`
}

/** All that a document with that number is found by. */
function termsAt(number: number, document: Document): Set<string> {
  const terms = indexTermsOf(document)
  for (const beginning of [...terms].map(beginningOf)) if (beginning) terms.add(beginning)
  for (const [name, bits] of Object.entries(slices)) terms.add(sliceTerm(name, bits, number))
  return terms
}

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
      const found = await writing.put([...ids])
      const gone = [...ids].filter((id) => !found.has(id))
      if (gone.length > 0) await transaction.run(removeDocuments, { ids: JSON.stringify(gone) })
      const numbers = JSON.stringify(waiting.map(({ number }) => number))
      await transaction.run(deleteTakenUp, { numbers })
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
      const writing = await Writing.begin(transaction, this.#closing.signal, nothingSaid)
      await writing.beginAnew()
    })
  }

  async close(): Promise<void> {
    this.#closing.abort(unavailable())
  }
}

/** Numbers of words, which stay as they are in the index of one origin. */
interface Said {
  origin: string
  numbers: ReadonlyMap<string, number>
}

const nothingSaid: Said = { origin: '', numbers: new Map() }

/** Words whose numbers are kept from one transaction to the next while the index is built: what is said first is said most. */
const mostSaid = 50_000

/** Writing to the index in a transaction, by one at a time. */
class Writing {
  readonly #transaction: Transaction
  readonly #signal: AbortSignal
  readonly #pause = pauses()
  #progress: Progress
  /** Of the words that came up. */
  readonly #numbers: Map<string, number>

  private constructor(
    transaction: Transaction,
    signal: AbortSignal,
    progress: Progress,
    numbers: Said['numbers'],
  ) {
    this.#numbers = new Map(numbers)
    this.#transaction = transaction
    this.#signal = signal
    this.#progress = progress
  }

  /** With the rules of this program: what was written by others is begun anew. The signal ends it between two versions. */
  static async begin(transaction: Transaction, signal: AbortSignal, said: Said): Promise<Writing> {
    let progress = await transaction.first(lockProgress, {})
    if (!progress) {
      await transaction.run(insertProgress, {})
      progress = (await transaction.first(lockProgress, {}))!
    }
    const origin = `${(await transaction.first(findOrigin, {}))?.id} ${format}`
    const { numbers } = said.origin === origin ? said : nothingSaid
    const writing = new Writing(transaction, signal, progress, numbers)
    if (progress.origin !== origin) await writing.beginAnew(origin)
    await transaction.first(setSorting, {
      pending: writing.isWalked ? pendingOtherwise : pendingWhileBuilding,
    })
    return writing
  }

  get isWalked(): boolean {
    return this.#progress.walkedTo === null
  }

  /** For the next one, once this is committed. */
  get said(): Said {
    const numbers = this.#numbers
    return {
      origin: this.#progress.origin,
      numbers: numbers.size <= mostSaid ? numbers : new Map(numbers.entries().take(mostSaid)),
    }
  }

  building(): Building {
    const isBuilding = !this.isWalked
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

  /** Goes on through all there were when the index was begun. */
  async walkOn(): Promise<void> {
    const { walkedTo: after, walksTo: last } = this.#progress
    if (after === null) return
    const rows = await this.#transaction.all(walkVersions, { after, last, limit: takenTogether })
    await this.put(
      rows.map(({ id }) => id),
      { isWalk: true },
    )
    this.#progress.walkedTo = rows.at(-1)?.id ?? null
    if (this.isWalked) {
      // Of one that goes for good nothing is left.
      this.#progress.walksTo = ''
      // Searches would read what is left of the long list until somebody writes again.
      await this.#transaction.first(sortIn, {})
    }
    await this.save()
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
    let written: Promise<unknown> = Promise.resolve()
    let reading = this.#read(wanted.slice(0, readTogether))
    for (let at = 0; at < wanted.length; at += readTogether) {
      const rows: { number: number; id: string; terms: Set<string> }[] = []
      for (const document of await reading) {
        this.#signal.throwIfAborted()
        found.add(document.id)
        const number = known.get(document.id) ?? this.#nextNumber(isWalk)
        rows.push({ number, id: document.id, terms: termsAt(number, document) })
        await this.#pause()
      }
      await this.#number(rows)
      const packed: { number: number; id: string; terms: string }[] = []
      for (const { terms, ...row } of rows) {
        packed.push({ ...row, terms: packedNumbers([...terms].map((term) => this.#numbers.get(term)!)) })
        await this.#pause()
      }
      await written
      // What is read now is made ready while that is written.
      reading = this.#read(wanted.slice(at + readTogether, at + 2 * readTogether))
      written = this.#transaction.run(writeDocuments, { rows: JSON.stringify(packed) })
      // Whoever waits for it next is told.
      for (const one of [reading, written]) one.catch(() => {})
    }
    await written
    return found
  }

  /** In the order of the ids, without those that are gone. */
  async #read(ids: readonly string[]): Promise<Document[]> {
    if (ids.length === 0) return []
    const documents = await this.#transaction.all(listDocuments, { ids: JSON.stringify(ids) })
    const byId = new Map(documents.map((document) => [document.id, document]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** Looks up the numbers of these words; who has none gets one. */
  async #number(rows: readonly { terms: ReadonlySet<string> }[]): Promise<void> {
    const isUnknown = (word: string) => !this.#numbers.has(word)
    const look = async (words: readonly string[]) => {
      const all = await this.#transaction.all(numberWords, { words: JSON.stringify(words) })
      for (const { word, id } of all) this.#numbers.set(word, id)
    }
    const words = [...new Set(rows.flatMap(({ terms }) => [...terms].filter(isUnknown)))]
    if (words.length === 0) return
    await look(words)
    const added = words.filter(isUnknown)
    if (added.length === 0) return
    await this.#transaction.run(addWords, { words: JSON.stringify(added) })
    await look(added)
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
