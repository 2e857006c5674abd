import type { Database, Transaction } from '../../db/database.ts'
import type { Building, IndexState } from '../index.ts'
import { termsOf } from '../terms.ts'
import { fieldsOfScene, fieldsOfShot } from './place-fields.ts'
import {
  countPlacesWaiting,
  deletePlaces,
  deletePlacesWaiting,
  deletePlaceWords,
  insertPlaces,
  insertPlaceWords,
  listPlaces,
  listPlacesWaiting,
  listSceneTexts,
  listShotTexts,
  lockPlaces,
} from './place-queries.ts'

/** Scenes and shots that are taken up in one transaction: each may have thousands of words. */
const takenTogether = 100

/** More than so many are written beside the event loop. */
const fewOnLoop = 5

/** How long others have to themselves after it took something up, of the time that it took. */
const rest = 2

/** The words of a place, and where it is. */
interface Said {
  projectId: string
  words: Set<string>
}

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
    const done = await transact((transaction) => takeUpIn(transaction))
    return { isBuilding: done === takenTogether, done, of: Math.max(done, waiting) }
  }

  async close(): Promise<void> {}
}

async function takeUpIn(transaction: Transaction): Promise<number> {
  if (transaction.engine === 'postgres') await transaction.all(lockPlaces, {})
  const waiting = await transaction.all(listPlacesWaiting, { limit: takenTogether })
  if (waiting.length === 0) return 0
  const ids = JSON.stringify([...new Set(waiting.map(({ id }) => id))])
  const before = new Map<string, Said>()
  for (const { id, projectId, words } of await transaction.all(listPlaces, { ids }))
    before.set(id, { projectId, words: new Set(JSON.parse(words)) })
  const now = await saidNow(transaction, ids)

  const gone = wordsBeyond(before, now)
  if (gone.length > 0) await transaction.run(deletePlaceWords, { rows: JSON.stringify(gone) })
  const come = wordsBeyond(now, before)
  if (come.length > 0) await transaction.run(insertPlaceWords, { rows: JSON.stringify(come) })
  if (before.size > 0) await transaction.run(deletePlaces, { ids })
  const rows = [...now].map(([id, { projectId, words }]) => ({
    place_id: id,
    project_id: projectId,
    words: JSON.stringify([...words]),
  }))
  if (rows.length > 0) await transaction.run(insertPlaces, { rows: JSON.stringify(rows) })
  await transaction.run(deletePlacesWaiting, { numbers: JSON.stringify(waiting.map(({ number }) => number)) })
  return waiting.length
}

/** Of those that are there still. */
async function saidNow(transaction: Transaction, ids: string): Promise<Map<string, Said>> {
  const scenes = await transaction.all(listSceneTexts, { ids })
  const shots = await transaction.all(listShotTexts, { ids })
  const said = [
    ...scenes.map((scene) => ({ ...scene, fields: fieldsOfScene(scene) })),
    ...shots.map((shot) => ({ ...shot, fields: fieldsOfShot(shot) })),
  ]
  return new Map(
    said.map(({ id, projectId, fields }) => [
      id,
      { projectId, words: termsOf(fields.map(({ text }) => text)) },
    ]),
  )
}

/** What those have that the others have not. */
function wordsBeyond(those: ReadonlyMap<string, Said>, others: ReadonlyMap<string, Said>) {
  return [...those].flatMap(([id, { projectId, words }]) => {
    const other = others.get(id)
    const same = other?.projectId === projectId ? other.words : undefined
    return [...words]
      .filter((word) => !same?.has(word))
      .map((word) => ({ project_id: projectId, word, place_id: id }))
  })
}
