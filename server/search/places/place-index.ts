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

/** More than so many are written beside the event loop: each may have thousands of words. */
const fewOnLoop = 1

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
    const transact = waiting > fewOnLoop ? this.#db.longTransaction : this.#db.transaction
    const { done, isBuilding } = await transact((transaction) => takeUpIn(transaction))
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

async function takeUpIn(transaction: Transaction): Promise<{ done: number; isBuilding: boolean }> {
  if (transaction.engine === 'postgres') await transaction.all(lockPlaces, {})
  const waiting = await transaction.all(listPlacesWaiting, { limit: takenTogether })
  if (waiting.length === 0) return { done: 0, isBuilding: false }
  const all = [...new Set(waiting.map(({ id }) => id))]
  const before = new Map(
    (await transaction.all(listPlaces, { ids: JSON.stringify(all) })).map((place) => [place.id, place]),
  )
  const texts = await textsNow(transaction, JSON.stringify(all))

  const taken = new Set<string>()
  const [gone, come]: [Word[], Word[]] = [[], []]
  const places: { place_id: string; project_id: string; words: string }[] = []
  const pause = pauses()
  for (const id of all) {
    if (gone.length + come.length >= wordsTogether) break
    const [was, is] = [before.get(id), texts.get(id)]
    const said = new Set<string>(was ? JSON.parse(was.words) : [])
    const says = is ? termsOf(is.fields.map(({ text }) => text)) : new Set<string>()
    const isElsewhere = was?.projectId !== is?.projectId
    for (const word of said)
      if (was && (isElsewhere || !says.has(word)))
        gone.push({ project_id: was.projectId, word, place_id: id })
    for (const word of says)
      if (is && (isElsewhere || !said.has(word))) come.push({ project_id: is.projectId, word, place_id: id })
    if (is) places.push({ place_id: id, project_id: is.projectId, words: JSON.stringify([...says]) })
    taken.add(id)
    await pause()
  }

  if (gone.length > 0) await transaction.run(deletePlaceWords, { rows: JSON.stringify(gone) })
  if (come.length > 0) await transaction.run(insertPlaceWords, { rows: JSON.stringify(come) })
  if (before.size > 0) await transaction.run(deletePlaces, { ids: JSON.stringify([...taken]) })
  if (places.length > 0) await transaction.run(insertPlaces, { rows: JSON.stringify(places) })
  const numbers = waiting.filter(({ id }) => taken.has(id)).map(({ number }) => number)
  await transaction.run(deletePlacesWaiting, { numbers: JSON.stringify(numbers) })
  return {
    done: numbers.length,
    isBuilding: waiting.length === takenTogether || numbers.length < waiting.length,
  }
}

interface Word {
  project_id: string
  word: string
  place_id: string
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
