import type { Transaction } from '../db/database.ts'
import { pauses } from '../pauses.ts'
import { format, indexTermsInSteps } from './document.ts'
import { type Document, listDocuments } from './document-queries.ts'
import type { Building } from './index.ts'
import {
  addWords,
  bytesBetween,
  deleteDocuments,
  findDocuments,
  findPostings,
  insertProgress,
  insertSegment,
  leaveAllSegments,
  leaveSegments,
  listDocumentsBetween,
  listSegmentsOf,
  lockProgress,
  newestSegments,
  numberWords,
  type Progress,
  saveProgress,
  sweepSegments,
  writeDocuments,
  writePostings,
} from './postgres-queries.ts'
import { packed, unpacked } from './postings.ts'
import { countVersions, findOrigin, walkVersions } from './waiting-queries.ts'
import { isOfRun, isPlain } from './words.ts'

/** Versions that are read at once: each may be a megabyte of text. */
const readTogether = 100

/** Documents of a segment as a rule, and those that a first one is made of: as many are looked at one by one at most by each search. */
const [ofSegment, ofFirst] = [8192, 512]

/** Rows that are written at once. */
const writtenTogether = 2000

/**
 * Terms of documents whose words are looked up together; and those, all and such as were looked up, after which a transaction takes no
 * further document: most have a hundred, and some a hundred thousand.
 */
const [termsTogether, mostTerms, mostLookedUp] = [100_000, 4_000_000, 300_000]

/** Words that are looked up in one statement. */
const lookedUpTogether = 10_000

/** Bytes of the documents of a first segment, where they are fewer than that, and of those of small ones that one is made of. */
const [bytesOfFirst, mostBytes] = [512 * 1024, 8 * 1024 * 1024]

/** Segments that are looked through for some to be put together; those that are swept away at a time. */
const [lookedThrough, sweptTogether] = [32, 4]

/** The first letters of a word as a term of their own: of few letters, of which a text has many, there is none. */
export function beginningOf(term: string): string | undefined {
  if (term.startsWith('_')) return undefined
  if (isPlain.test(term)) return term.length < 3 ? undefined : `^${term.slice(0, 3)}`
  const count = isOfRun(term) ? 2 : 3
  const letters = [...term].slice(0, count)
  return letters.length < count ? undefined : `^${letters.join('')}`
}

/** What the index has of a document: its number, and those of its words, in order. */
interface Numbered {
  number: number
  words: Uint32Array
}

/** What is written of a document. */
interface Written {
  id: string
  words: Uint32Array
}

/** What a document of a segment had and has. */
interface Changed {
  number: number
  before: ReadonlySet<number>
  after: ReadonlySet<number>
}

/** Numbers of words, which stay as they are in the index of one origin: each with that of its first letters, if they have one. */
export interface Said {
  origin: string
  numbers: ReadonlyMap<string, readonly number[]>
}

export const nothingSaid: Said = { origin: '', numbers: new Map() }

/** Words whose numbers are kept from one transaction to the next while the index is built: what is said first is said most. */
const mostSaid = 50_000

/** Writing to the index in a transaction, by one at a time. */
export class Writing {
  readonly #transaction: Transaction
  readonly #signal: AbortSignal
  readonly #pause = pauses()
  #progress: Progress
  /** Of the words that came up. */
  #numbers: Map<string, readonly number[]>
  /** How many terms were taken up, and for how many of them a number was looked up. */
  #taken = { terms: 0, lookedUp: 0 }

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
    await this.#transaction.run(leaveAllSegments, {})
    const [walkedTo, walksTo, next] = ['', last ?? '', count + 1]
    this.#progress = { origin, next, walkedTo, walksTo, nextOfWalk: 1, lastOfWalk: count, openFrom: next }
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
    const rows = await this.#transaction.all(walkVersions, { after, last, limit: ofSegment })
    const written: Numbered[] = []
    const ids = rows.map(({ id }) => id)
    const { left } = await this.put(ids, { isWalk: true, onWritten: (document) => written.push(document) })
    const { openFrom } = this.#progress
    await this.#makeSegment(written.filter(({ number }) => number < openFrom))
    const upTo = left[0] === undefined ? ids.length : ids.indexOf(left[0])
    this.#progress.walkedTo = ids[upTo - 1] ?? null
    // Of one that goes for good nothing is left.
    if (this.isWalked) this.#progress.walksTo = ''
    await this.save()
  }

  /**
   * Writes down those that are there; which they were, and which are left, for these were too much already. In a walk those alone that
   * are not there yet.
   */
  async put(
    ids: readonly string[],
    { isWalk = false, onWritten }: { isWalk?: boolean; onWritten?: (document: Numbered) => void } = {},
  ): Promise<{ found: ReadonlySet<string>; left: readonly string[] }> {
    const known = new Map(
      (await this.#transaction.all(findDocuments, { ids: JSON.stringify(ids) })).map((row) => [row.id, row]),
    )
    const wanted = isWalk ? ids.filter((id) => !known.has(id)) : ids
    const found = new Set<string>()
    let written: Promise<unknown> = Promise.resolve()
    let reading = this.#read(wanted.slice(0, readTogether))
    for (let at = 0; at < wanted.length; at += readTogether) {
      const read = await reading
      const readOn = () => this.#read(wanted.slice(at + readTogether, at + 2 * readTogether))
      if (read.length === 0) reading = readOn()
      for await (const documents of this.#together(read)) {
        const last = documents.at(-1)!.id
        // Read while the words of these are numbered, and made ready while they are written.
        if (last === read.at(-1)!.id) reading = readOn()
        // Whoever waits for it next is told, here and below.
        reading.catch(() => {})
        const numbered = await this.#numbered(documents)
        const rows: { number: number; id: string; terms: string }[] = []
        const changed: Changed[] = []
        for (const { id, words } of numbered) {
          found.add(id)
          const before = known.get(id)
          const number = before?.number ?? this.#nextNumber(isWalk)
          rows.push({ number, id, terms: packed(words).toString('base64') })
          onWritten?.({ number, words })
          if (before && number < this.#progress.openFrom)
            changed.push({ number, before: setOf(before.words), after: new Set(words) })
          await this.#pause()
        }
        await written
        await this.#change(changed)
        written = this.#transaction.run(writeDocuments, { rows: JSON.stringify(rows) })
        written.catch(() => {})
        if (this.#taken.terms >= mostTerms || this.#taken.lookedUp >= mostLookedUp) {
          await written
          return { found, left: wanted.slice(wanted.indexOf(last) + 1) }
        }
      }
    }
    await written
    return { found, left: [] }
  }

  /** Documents with their terms, as many as do not have too many together. */
  async *#together(read: readonly Document[]): AsyncGenerator<{ id: string; terms: Set<string> }[]> {
    let documents: { id: string; terms: Set<string> }[] = []
    let count = 0
    for (const document of read) {
      this.#signal.throwIfAborted()
      const terms = await indexTermsInSteps(document, this.#pause)
      documents.push({ id: document.id, terms })
      count += terms.size
      await this.#pause()
      if (count < termsTogether) continue
      yield documents
      documents = []
      count = 0
    }
    if (documents.length > 0) yield documents
  }

  /** Where enough are in no segment yet, they become one; of small ones that follow one another one is made, once it is a large one. */
  async closeSegments(): Promise<void> {
    const { next, openFrom } = this.#progress
    if (next - openFrom >= ofFirst || (await this.#bytesBetween(openFrom, next - 1)) >= bytesOfFirst) {
      await this.#makeSegment(await this.#between(openFrom, next - 1))
      this.#progress.openFrom = next
    }
    // What the walk still finds takes numbers of its own: no segment may reach over them.
    const above = this.isWalked ? 0 : this.#progress.lastOfWalk
    const newest = await this.#transaction.all(newestSegments, { above, limit: lookedThrough })
    const large = newest.findIndex(({ documents }) => documents >= ofSegment / 2)
    const small = large === -1 ? newest : newest.slice(0, large)
    if (small.reduce((sum, { documents }) => sum + documents, 0) < ofSegment) return
    const [first, last] = [small.at(-1)!.first, small[0]!.last]
    if ((await this.#bytesBetween(first, last)) > mostBytes) return
    await this.#transaction.run(leaveSegments, { ids: JSON.stringify(small.map(({ id }) => id)) })
    await this.#makeSegment(await this.#between(first, last))
  }

  async #bytesBetween(first: number, last: number): Promise<number> {
    return (await this.#transaction.first(bytesBetween, { first, last }))?.bytes ?? 0
  }

  async #between(first: number, last: number): Promise<Numbered[]> {
    const documents: Numbered[] = []
    for (const { number, words } of await this.#transaction.all(listDocumentsBetween, { first, last })) {
      documents.push({ number, words: unpacked(Buffer.from(words, 'base64')) })
      await this.#pause()
    }
    return documents
  }

  /** Of these documents, whose numbers ascend, if there are any. */
  async #makeSegment(all: readonly Numbered[]): Promise<void> {
    if (all.length === 0) return
    const [first, last] = [all[0]!.number, all.at(-1)!.number]
    const postings = new Map<number, number[]>()
    for (const { number, words } of all) {
      for (const word of words) {
        const documents = postings.get(word)
        if (documents) documents.push(number - first + 1)
        else postings.set(word, [number - first + 1])
      }
      await this.#pause()
    }
    const { id: segment } = (await this.#transaction.first(insertSegment, {
      first,
      last,
      documents: all.length,
    }))!
    // In the order of their key, which fills the pages of its index.
    const words = inOrder([...postings.keys()])
    await this.#write(words.values().map((word) => ({ segment, word, documents: postings.get(word)! })))
  }

  /** Rows of postings, some at a time. */
  async #write(
    rows: Iterable<{ segment: number; word: number; documents: ArrayLike<number> }>,
  ): Promise<void> {
    let written: Promise<unknown> = Promise.resolve()
    let some: { segment: number; word: number; documents: string }[] = []
    const write = async () => {
      await written
      written = this.#transaction.run(writePostings, { rows: JSON.stringify(some) })
      // Whoever waits for it next is told.
      written.catch(() => {})
      some = []
    }
    for (const { documents, ...row } of rows) {
      some.push({ ...row, documents: packed(documents).toString('base64') })
      if (some.length === writtenTogether) await write()
      await this.#pause()
    }
    if (some.length > 0) await write()
    await written
  }

  /** Which documents of segments have a word, where that is not so any more. */
  async #change(changed: readonly Changed[]): Promise<void> {
    if (changed.length === 0) return
    const numbers = JSON.stringify(changed.map(({ number }) => number))
    const segments = new Map(
      (await this.#transaction.all(listSegmentsOf, { numbers })).map((row) => [row.number, row]),
    )
    const rows = new Map<string, { segment: number; word: number; documents: Set<number> }>()
    const edits: (() => void)[] = []
    for (const { number, before, after } of changed) {
      const { id: segment, first } = segments.get(number)!
      const edit = (word: number, how: 'add' | 'delete') => {
        const key = `${segment} ${word}`
        const row = rows.get(key) ?? { segment, word, documents: new Set() }
        rows.set(key, row)
        edits.push(() => row.documents[how](number - first + 1))
      }
      for (const word of before.difference(after)) edit(word, 'delete')
      for (const word of after.difference(before)) edit(word, 'add')
      await this.#pause()
    }
    const wanted = [...rows.values()].map(({ segment, word }) => ({ segment, word }))
    for (let at = 0; at < wanted.length; at += writtenTogether) {
      const some = JSON.stringify(wanted.slice(at, at + writtenTogether))
      for (const { segment, word, documents } of await this.#transaction.all(findPostings, { rows: some })) {
        const row = rows.get(`${segment} ${word}`)!
        row.documents = setOf(documents)
        await this.#pause()
      }
    }
    for (const edit of edits) {
      edit()
      await this.#pause()
    }
    await this.#write(rows.values().map((row) => ({ ...row, documents: inOrder([...row.documents]) })))
  }

  /** In the order of the ids, without those that are gone. */
  async #read(ids: readonly string[]): Promise<Document[]> {
    if (ids.length === 0) return []
    const documents = await this.#transaction.all(listDocuments, { ids: JSON.stringify(ids) })
    const byId = new Map(documents.map((document) => [document.id, document]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** The numbers of all that these documents are found by, of which some were looked up before; of each in order. */
  async #numbered(documents: readonly { id: string; terms: ReadonlySet<string> }[]): Promise<Written[]> {
    if (this.#numbers.size > 10 * mostSaid) this.#numbers = new Map(this.#numbers.entries().take(mostSaid))
    const all = documents.map((one) => ({ ...one, numbers: [] as number[], unknown: [] as string[] }))
    let unknown = new Map<string, string | undefined>()
    const look = async () => {
      await this.#lookUp(unknown)
      this.#taken.lookedUp += unknown.size
      unknown = new Map()
      await this.#pause()
    }
    for (const one of all) {
      this.#taken.terms += one.terms.size
      for (const term of one.terms) {
        if (this.#add(one.numbers, term)) continue
        one.unknown.push(term)
        unknown.set(term, beginningOf(term))
        if (unknown.size === lookedUpTogether) await look()
      }
      await this.#pause()
    }
    if (unknown.size > 0) await look()
    const numbered: Written[] = []
    for (const { id, numbers, unknown } of all) {
      for (const term of unknown) this.#add(numbers, term)
      numbered.push({ id, words: inOrder(numbers) })
      await this.#pause()
    }
    return numbered
  }

  /** Whether the numbers of the term, and of its first letters, are known: some are added more than once. */
  #add(numbers: number[], term: string): boolean {
    const known = this.#numbers.get(term)
    if (!known) return false
    for (const number of known) numbers.push(number)
    return true
  }

  /** Looks up the numbers of these words, and of their first letters; who has none gets one. */
  async #lookUp(unknown: ReadonlyMap<string, string | undefined>): Promise<void> {
    const words = new Set([
      ...unknown.keys(),
      ...unknown.values().filter((beginning) => beginning !== undefined),
    ])
    const ids = new Map<string, number>()
    const look = async (some: readonly string[]) => {
      const all = await this.#transaction.all(numberWords, { words: JSON.stringify(some) })
      for (const { word, id } of all) ids.set(word, id)
    }
    await look([...words])
    const added = [...words].filter((word) => !ids.has(word))
    if (added.length > 0) {
      await this.#transaction.run(addWords, { words: JSON.stringify(added) })
      await look(added)
    }
    for (const [term, beginning] of unknown) {
      const own = ids.get(term)!
      this.#numbers.set(term, beginning === undefined ? [own] : [own, ids.get(beginning)!])
    }
  }

  /** What is there when the index is begun has the first numbers, which are before those of whatever comes meanwhile. */
  #nextNumber(isWalk: boolean): number {
    const progress = this.#progress
    if (isWalk && progress.nextOfWalk <= progress.lastOfWalk) return progress.nextOfWalk++
    return progress.next++
  }

  async save(): Promise<void> {
    await this.#transaction.run(sweepSegments, { limit: sweptTogether })
    await this.#transaction.run(saveProgress, this.#progress)
  }
}

function setOf(words: string): Set<number> {
  return new Set(unpacked(Buffer.from(words, 'base64')))
}

/** Each once. */
function inOrder(numbers: readonly number[]): Uint32Array {
  const sorted = new Uint32Array(numbers).sort()
  let count = 0
  for (const number of sorted) {
    if (count === 0 || sorted[count - 1] !== number) sorted[count++] = number
  }
  return sorted.subarray(0, count)
}
