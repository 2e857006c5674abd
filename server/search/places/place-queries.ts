import { sql } from 'kysely'
import type { Engine } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { type Builder, isAmong, long, statement, textsOf } from '../../db/statement.ts'
import { asMember } from '../../production/as-member.ts'
import { scenePlace } from '../../production/scene-queries.ts'
import { mostCounted } from '../index.ts'
import { searchedText } from './place-fields.ts'

/** The beginning of a text: as much of it as is searched. */
const begun = (column: string) => sql<string | null>`substr(${sql.ref(column)}, 1, ${sql.lit(searchedText)})`

const sceneTexts = (db: Builder) =>
  db
    .selectFrom('scenes')
    .select(['scenes.id', 'scenes.project_id as projectId', 'scenes.scene_number as sceneId'])
    .select([begun('scenes.macro_scene').as('macroScene'), begun('scenes.story_beat').as('storyBeat')])

const shotTexts = (db: Builder) =>
  db
    .selectFrom('shots')
    .innerJoin('scenes', 'scenes.id', 'shots.scene_id')
    .select(['shots.id', 'scenes.project_id as projectId', 'scenes.scene_number as sceneId'])
    .select(['shots.shot_code as shotCode', begun('shots.description').as('description')])
    .select([begun('shots.note').as('note'), 'scenes.id as sceneDbId'])

/** `ids` is a JSON array, as below. In no order. */
export const listSceneTexts = statement((db, { ids }: { ids: string }, engine) =>
  sceneTexts(db).where(isAmong('scenes.id', ids, engine)),
)

export const listShotTexts = statement((db, { ids }: { ids: string }, engine) =>
  shotTexts(db).where(isAmong('shots.id', ids, engine)),
)

interface Asked {
  ids: string
  userId: string
}

/** Of these the scenes that the user may see, with where they stand in their film. In no order. */
export const listFoundScenes = statement((db, { ids, userId }: Asked, engine) =>
  sceneTexts(db)
    .innerJoin('projects', 'projects.id', 'scenes.project_id')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select(['projects.name as projectName', 'scenes.number_order as numberOrder'])
    .select(scenePlace.as('position'))
    .where(isAmong('scenes.id', ids, engine)),
)

export const listFoundShots = statement((db, { ids, userId }: Asked, engine) =>
  shotTexts(db)
    .innerJoin('projects', 'projects.id', 'scenes.project_id')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select(['projects.name as projectName', 'scenes.number_order as numberOrder'])
    .select([scenePlace.as('position'), 'shots.sort_order as sortOrder'])
    .where(isAmong('shots.id', ids, engine)),
)

interface Looked {
  /** JSON: ids of projects. */
  projects: string
  /** The first and the last word that is looked for: of a whole word both are the same. */
  from: string
  upTo: string
  /** JSON: further words that each place is to have. */
  others: string
  limit: number
}

/** The newest places of the projects that have such words. */
export const findPlaces = long(
  statement((db, { projects, from, upTo, others, limit }: Looked, engine) =>
    db
      .selectFrom('search_place_words as said')
      .distinct()
      .select('said.place_id as id')
      .where(isAmong('said.project_id', projects, engine))
      .where('said.word', '>=', from)
      .where('said.word', '<=', upTo)
      .where(
        sql<boolean>`not exists (select 1 from ${textsOf(others, engine)} as other
          where not exists (select 1 from search_place_words as beside
            where beside.project_id = said.project_id
              and beside.word = other.value
              and beside.place_id = said.place_id))`,
      )
      .orderBy('said.place_id', 'desc')
      .limit(limit),
  ),
)

/** Until the end of the transaction nobody else takes up what waits: who reads a text first writes its words first. */
export const lockPlaces = statement((db) => db.selectFrom('search_origin').select('id').forUpdate())

export const listPlacesWaiting = statement((db, { limit }: { limit: number }) =>
  db.selectFrom('search_places_waiting').select(['number', 'place_id as id']).orderBy('number').limit(limit),
)

/** How many wait, `mostCounted` at most. */
export const countPlacesWaiting = statement((db) =>
  db
    .selectFrom(
      db.selectFrom('search_places_waiting').select('number').limit(sql.lit(mostCounted)).as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

/** `numbers` is a JSON array. They come in no order of commits: one that is less may be still to come. */
export const deletePlacesWaiting = statement((db, { numbers }: { numbers: string }, engine) =>
  db
    .deleteFrom('search_places_waiting')
    .where(
      engine === 'sqlite'
        ? sql<boolean>`number in (select value from json_each(${numbers}))`
        : sql<boolean>`number = any(array(select cast(value as bigint) from json_array_elements_text(cast(${numbers} as json))))`,
    ),
)

/** In the order that is safe: what is written down from then on stays. */
export const forgetPlaces = [
  statement((db) => db.deleteFrom('search_places_waiting')),
  statement((db) => db.deleteFrom('search_places')),
  statement((db) => db.deleteFrom('search_place_words')),
] as const

export const haveAllWait = [
  statement((db) =>
    db
      .insertInto('search_places_waiting')
      .columns(['place_id'])
      .expression(db.selectFrom('scenes').select('id')),
  ),
  statement((db) =>
    db
      .insertInto('search_places_waiting')
      .columns(['place_id'])
      .expression(db.selectFrom('shots').select('id')),
  ),
] as const

export const listPlaces = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('search_places')
    .select(['place_id as id', 'project_id as projectId', 'words'])
    .where(isAmong('place_id', ids, engine)),
)

export const deletePlaces = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('search_places').where(isAmong('place_id', ids, engine)),
)

/** `rows` is a JSON array of `{ place_id, project_id, words }`. */
export const insertPlaces = statement((db, { rows }: { rows: string }, engine) =>
  db
    .insertInto('search_places')
    .columns(['place_id', 'project_id', 'words'])
    .expression(
      db
        .selectFrom(jsonRows(rows, { place_id: 'text', project_id: 'text', words: 'text' }, engine))
        .select(['place_id', 'project_id', 'words']),
    ),
)

/**
 * `rows` is a JSON array of `{ project_id, place_id, words }`. A row for each word, in the order of the table, of which SQLite keeps a part in
 * memory: so each page is read and written once.
 */
const eachWord = (rows: string, engine: Engine) =>
  engine === 'sqlite'
    ? sql`select place.value ->> '$.project_id' as project_id, word.value as word, place.value ->> '$.place_id' as place_id
        from json_each(${rows}) as place, json_each(place.value, '$.words') as word order by 1, 2, 3`
    : sql`select place.project_id, word.value as word, place.place_id
        from json_to_recordset(cast(${rows} as json)) as place (project_id text collate "C", place_id text collate "C", words json),
          json_array_elements_text(place.words) as word (value) order by 1, 2, 3`

/** `rows` as above. None of them is there, unless somebody took away what places said. */
export const insertPlaceWords = statement((db, { rows }: { rows: string }, engine) =>
  db
    .insertInto('search_place_words')
    .columns(['project_id', 'word', 'place_id'])
    .expression(
      // Without a condition SQLite takes what follows for a join.
      sql<{
        project_id: string
        word: string
        place_id: string
      }>`select project_id, word, place_id from (${eachWord(rows, engine)}) as given where true`,
    )
    .onConflict((conflict) => conflict.doNothing()),
)

export const deletePlaceWords = statement((db, { rows }: { rows: string }, engine) =>
  db
    .deleteFrom('search_place_words')
    .where(
      sql<boolean>`(project_id, word, place_id) in (select project_id, word, place_id from (${eachWord(rows, engine)}) as given)`,
    ),
)
