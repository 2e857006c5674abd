import type { Database, Transaction } from '../../db/database.ts'
import { pauses } from '../../pauses.ts'
import type { Building, IndexState } from '../index.ts'
import type { Field } from '../match.ts'
import { termsOf } from '../terms.ts'
import { fieldsOfScene, fieldsOfShot } from './place-fields.ts'
import {
  countPlacesWaiting,
  deletePlaces,
  deletePlacesWaiting,
  deletePlaceWords,
  forgetPlaces,
  haveAllWait,
  insertPlaces,
  insertPlaceWords,
  listPlaces,
  listPlacesWaiting,
  listSceneTexts,
  listShotTexts,
  lockPlaces,
} from './place-queries.ts'

/** Scenes and shots that are taken up in one transaction, */
const takenTogether = 100

/** fewer where they have many words: until so many came or went. */
const wordsTogether = 10_000

/** More places than the one, or more words than the other, are written beside the event loop. */
const [placesOnLoop, wordsOnLoop] = [1, 500]

/** How long others have to themselves after it took something up, of the time that it took. */
const rest = 2

type Text = { projectId: string; fields: Field[] }

/** The words of scenes and shots in the database: taken up from what its triggers wrote down. (docs/decisions/0070-places.md) */
export class PlaceIndex {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  takeRest(): number {
    return rest
  }

  async state(): Promise<IndexState> {
    const { count } = (await this.#db.first(countPlacesWaiting, {}))!
    return { waiting: count, isBuilding: false }
  }

  /** Takes up some of what waits, once and for all: what fails is still waiting. */
  async takeUp(): Promise<Building> {
    const { waiting } = await this.state()
    const onLoop =
      waiting <= placesOnLoop
        ? await this.#db.transaction((transaction) => takeUpIn(transaction, wordsOnLoop))
        : undefined
    const { done, isBuilding } =
      onLoop ?? (await this.#db.longTransaction((transaction) => takeUpIn(transaction)))!
    return { isBuilding, done, of: Math.max(done, waiting) }
  }

  /** Has all that there is wait, as if nothing had been taken up yet. Returns how many there are. */
  forget(): Promise<number> {
    return this.#db.longTransaction(async (transaction) => {
      if (transaction.engine === 'postgres') await transaction.all(lockPlaces, {})
      for (const statement of forgetPlaces) await transaction.run(statement, {})
      let count = 0
      for (const statement of haveAllWait) count += await transaction.run(statement, {})
      return count
    })
  }

  async close(): Promise<void> {}
}

/** Undefined where more words came or went than `mostWords`: then it writes nothing. */
async function takeUpIn(
  transaction: Transaction,
  mostWords = Infinity,
): Promise<{ done: number; isBuilding: boolean } | undefined> {
  if (transaction.engine === 'postgres') await transaction.all(lockPlaces, {})
  const waiting = await transaction.all(listPlacesWaiting, { limit: takenTogether })
  if (waiting.length === 0) return { done: 0, isBuilding: false }
  const read = await readIn(transaction, [...new Set(waiting.map(({ id }) => id))])
  if (read.words > mostWords) return undefined
  await writeIn(transaction, read)
  const taken = new Set(read.taken)
  const numbers = waiting.filter(({ id }) => taken.has(id)).map(({ number }) => number)
  await transaction.run(deletePlacesWaiting, { numbers: JSON.stringify(numbers) })
  return {
    done: numbers.length,
    isBuilding: waiting.length === takenTogether || numbers.length < waiting.length,
  }
}

/** What some places say now, and which of their words are to go and to come, by place. */
interface Read {
  taken: string[]
  places: { place_id: string; project_id: string; words: string }[]
  gone: Words[]
  come: Words[]
  /** How many go and come. */
  words: number
}

interface Words {
  project_id: string
  place_id: string
  words: string[]
}

/** Of the first of them, until those have many words. */
async function readIn(transaction: Transaction, all: string[]): Promise<Read> {
  const ids = JSON.stringify(all)
  const before = new Map((await transaction.all(listPlaces, { ids })).map((place) => [place.id, place]))
  const texts = await textsNow(transaction, ids)
  const read: Read = { taken: [], places: [], gone: [], come: [], words: 0 }
  const pause = pauses()
  for (const id of all) {
    if (read.words >= wordsTogether) break
    const [was, is] = [before.get(id), texts.get(id)]
    const said = new Set<string>(was ? JSON.parse(was.words) : [])
    const says = is ? termsOf(is.fields.map(({ text }) => text)) : new Set<string>()
    const isElsewhere = was?.projectId !== is?.projectId
    const gone = isElsewhere ? [...said] : [...said.difference(says)]
    const come = isElsewhere ? [...says] : [...says.difference(said)]
    if (was && gone.length > 0) read.gone.push({ project_id: was.projectId, place_id: id, words: gone })
    if (is && come.length > 0) read.come.push({ project_id: is.projectId, place_id: id, words: come })
    if (is) read.places.push({ place_id: id, project_id: is.projectId, words: JSON.stringify([...says]) })
    read.words += gone.length + come.length
    read.taken.push(id)
    await pause()
  }
  return read
}

async function writeIn(transaction: Transaction, { taken, places, gone, come }: Read): Promise<void> {
  if (gone.length > 0) await transaction.run(deletePlaceWords, { rows: JSON.stringify(gone) })
  if (come.length > 0) await transaction.run(insertPlaceWords, { rows: JSON.stringify(come) })
  await transaction.run(deletePlaces, { ids: JSON.stringify(taken) })
  if (places.length > 0) await transaction.run(insertPlaces, { rows: JSON.stringify(places) })
}

/** Of those that are there still. */
async function textsNow(transaction: Transaction, ids: string): Promise<Map<string, Text>> {
  const scenes = await transaction.all(listSceneTexts, { ids })
  const shots = await transaction.all(listShotTexts, { ids })
  return new Map([
    ...scenes.map((scene): [string, Text] => [scene.id, { ...scene, fields: fieldsOfScene(scene) }]),
    ...shots.map((shot): [string, Text] => [shot.id, { ...shot, fields: fieldsOfShot(shot) }]),
  ])
}
