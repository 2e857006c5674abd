/**
 * Takes up and finds asset versions in `search.db`, beside the event loop. What is in there was made of the database, and can be made again:
 * nobody copies it, and where it is missing, damaged or of another database it is begun anew. (docs/decisions/0060-search.md)
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer } from '../db/asked-thread.ts'
import { received } from '../db/sent-statement.ts'
import { statementsOn } from '../db/sqlite-connection.ts'
import { toThreadError } from '../db/thread-error.ts'
import { format, indexTermsOf } from './document.ts'
import type { Building } from './index.ts'
import { type IndexFile, openIndexFile, removeIndexFile } from './sqlite-file.ts'
import type { Begun, Question, TakenUp } from './sqlite-index.ts'

/** Versions that are taken up in one transaction; that are read at once: each may be a megabyte of text. */
const [takenTogether, readTogether] = [500, 50]

const { databasePath, indexPath, statements } = workerData as Begun
const listWaiting = received(statements.listWaiting)
const findOrigin = received(statements.findOrigin)
const countVersions = received(statements.countVersions)
const walkVersions = received(statements.walkVersions)
const listDocuments = received(statements.listDocuments)
const database = new DatabaseSync(databasePath, { timeout: 1000, readOnly: true })
const reading = statementsOn(database)
const lastWaiting = database.prepare("select seq from sqlite_sequence where name = 'search_waiting'")

let opened: IndexFile | undefined

/** Asked for one after the other, answered so. */
let working: Promise<void> = Promise.resolve()
parentPort?.on('message', (question: Question) => {
  working = working.then(() => reply(question))
})

async function reply(question: Question): Promise<void> {
  let answer: Answer
  try {
    answer = { result: await answerTo(await openIndex(), question) }
  } catch (error) {
    if (opened?.isDamaged(error)) removeIndex()
    answer = { error: toThreadError(error) }
  }
  parentPort?.postMessage(answer)
}

async function answerTo(index: IndexFile, question: Question): Promise<unknown> {
  if (question.what === 'take up') return await index.transaction(() => takeUp(index))
  if (question.what === 'state') return { isBuilding: index.state('walked to') !== undefined }
  if (question.what === 'forget') return await beginAnew(index)
  const { expression, before, limit } = question
  return expression === undefined
    ? index.newest.all(before, limit)
    : index.matching.all(expression, before, limit)
}

/** The one that is in place: another process may have made it anew, and whoever keeps to the old one would take from that what waits. */
async function openIndex(): Promise<IndexFile> {
  if (opened && !opened.isInPlace()) closeIndex()
  opened ??= openIndexFile(indexPath)
  const isOfLater = Number(opened.state('taken up to') ?? 0) > Number(lastWaiting.get()?.seq ?? 0)
  if (isOfLater || opened.state('origin') !== (await originOf())) await beginAnew(opened)
  return opened
}

/** Whoever asks next, as every search does first, hears that another is being built. */
function removeIndex(): void {
  closeIndex()
  removeIndexFile(indexPath)
}

function closeIndex(): void {
  opened?.close()
  opened = undefined
}

/** The next versions, with what waits first. */
async function takeUp(index: IndexFile): Promise<TakenUp> {
  return (await takeUpWaiting(index)) ?? (await walkOn(index))
}

async function takeUpWaiting(index: IndexFile): Promise<TakenUp | undefined> {
  const waiting = await reading.all(listWaiting, { limit: takenTogether })
  const last = waiting.at(-1)
  if (!last) return undefined
  const ids = new Set(waiting.map(({ id }) => id).filter((id) => !isAhead(index, id)))
  const found = await put(index, ids)
  for (const id of ids) if (!found.has(id)) remove(index, id)
  index.setState('taken up to', String(last.number))
  return { upTo: last.number, ...building(index, index.state('walked to') !== undefined) }
}

/** Whether the walk comes to it yet: in its turn, for numbers ascend as versions were captured. */
function isAhead(index: IndexFile, id: string): boolean {
  const walkedTo = index.state('walked to')
  return walkedTo !== undefined && id > walkedTo && id <= index.state('walks to')!
}

/** Goes on through all there were when the index was begun. */
async function walkOn(index: IndexFile): Promise<TakenUp> {
  const [after, last] = [index.state('walked to'), index.state('walks to')]
  if (after === undefined || last === undefined) return { upTo: null, ...building(index, false) }
  const rows = await reading.all(walkVersions, { after, last, limit: takenTogether })
  const unseen = rows.map(({ id }) => id).filter((id) => !index.numberOf(id))
  await put(index, new Set(unseen), { isWalk: true })
  index.setState('walked to', rows.at(-1)?.id)
  // Of one that goes for good nothing is left.
  if (rows.length === 0) index.setState('walks to', undefined)
  return { upTo: null, ...building(index, rows.length > 0) }
}

function building(index: IndexFile, isBuilding: boolean): Building {
  return {
    isBuilding,
    done: Number(index.state('next of walk')) - 1,
    of: Number(index.state('last of walk')),
  }
}

/** Writes down those that are there; which they were. */
async function put(
  index: IndexFile,
  ids: ReadonlySet<string>,
  { isWalk = false } = {},
): Promise<Set<string>> {
  const found = new Set<string>()
  const inOrder = [...ids]
  for (let at = 0; at < inOrder.length; at += readTogether) {
    const some = inOrder.slice(at, at + readTogether)
    const documents = await reading.all(listDocuments, { ids: JSON.stringify(some) })
    const byId = new Map(documents.map((document) => [document.id, document]))
    for (const id of some) {
      const document = byId.get(id)
      if (!document) continue
      found.add(id)
      const known = index.numberOf(id)
      const number = known ?? nextNumber(index, isWalk)
      if (known === undefined) index.addDocument.run(number, id)
      else index.removeTerms(known)
      index.addTerms.run(number, [...indexTermsOf(document)].join(' '))
    }
  }
  return found
}

/** What is there when the index is begun has the first numbers, which are before those of whatever comes meanwhile. */
function nextNumber(index: IndexFile, isWalk: boolean): number {
  const ofWalk = Number(index.state('next of walk'))
  const name = isWalk && ofWalk <= Number(index.state('last of walk')) ? 'next of walk' : 'next'
  const number = Number(index.state(name))
  index.setState(name, String(number + 1))
  return number
}

function remove(index: IndexFile, id: string): void {
  const number = index.numberOf(id)
  if (number === undefined) return
  index.removeTerms(number)
  index.removeDocument.run(number)
}

async function originOf(): Promise<string> {
  return `${(await reading.first(findOrigin, {}))?.id} ${format}`
}

async function beginAnew(index: IndexFile): Promise<void> {
  const { count, last } = (await reading.first(countVersions, {}))!
  await index.empty({
    origin: await originOf(),
    'walked to': '',
    'walks to': last ?? '',
    'next of walk': '1',
    'last of walk': String(count),
    next: String(count + 1),
  })
}
