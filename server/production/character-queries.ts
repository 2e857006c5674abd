import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, statement } from '../db/statement.ts'
import { asMember } from './as-member.ts'

const shown = ['id', 'name', 'role', 'description'] as const

/** Where a character stands in its project: all have a position or none has, which counts as 0. */
const place = sql<number>`coalesce(position, 0)`

/** In the order that was set, else by name. */
export const listCharacterIds = statement((db, { projectId }: { projectId: string }) =>
  inOrder(db, projectId).clearSelect().select('id'),
)

interface After {
  position: number
  nameOrder: string
  id: string
}

/** In the order that was set, else by name. */
export const listCharactersInOrderAfter = statement(
  (db, { projectId, position, nameOrder, id, limit }: After & { projectId: string; limit: number }) =>
    inOrder(db, projectId)
      .select('name_order as nameOrder')
      .where(sql<boolean>`(${place}, name_order, id) > (${position}, ${nameOrder}, ${id})`)
      .limit(limit),
)

function inOrder(db: Builder, projectId: string) {
  return db
    .selectFrom('characters')
    .select([...shown, 'position'])
    .where('project_id', '=', projectId)
    .orderBy(place)
    .orderBy('name_order')
    .orderBy('id')
}

/** The position of the last one, null where no order was set, and how many there are. */
export const findLastCharacter = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('characters')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('position').as('position')])
    .where('project_id', '=', projectId),
)

export const findCharacterOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('characters')
    .innerJoin('project_members as member', asMember('characters.project_id', userId))
    .select(['characters.project_id as projectId', 'member.role as memberRole'])
    .where('characters.id', '=', id),
)

export const findCharacter = statement((db, { id }: { id: string }) =>
  db.selectFrom('characters').select(shown).where('id', '=', id),
)

export const findCharacterByName = statement((db, { projectId, name }: { projectId: string; name: string }) =>
  db.selectFrom('characters').select('id').where('project_id', '=', projectId).where('name', '=', name),
)

interface CharacterRow {
  id: string
  name: string
  nameOrder: string
  role: string | null
  description: string | null
}

export const insertCharacter = statement(
  (db, row: CharacterRow & { projectId: string; position: number | null }) =>
    db.insertInto('characters').values({
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      name_order: row.nameOrder,
      role: row.role,
      description: row.description,
      position: row.position,
    }),
)

export const updateCharacterRow = statement((db, row: CharacterRow) =>
  db
    .updateTable('characters')
    .set({ name: row.name, name_order: row.nameOrder, role: row.role, description: row.description })
    .where('id', '=', row.id),
)

/** `places` is a JSON array of `{ id, place }`. */
export const setCharacterPositions = statement((db, { places }: { places: string }, engine) =>
  db
    .updateTable('characters')
    .from(jsonRows(places, { id: 'text', place: 'number' }, engine))
    .set((set) => ({ position: set.ref('given.place') }))
    .whereRef('characters.id', '=', 'given.id')
    .whereRef('characters.position', 'is distinct from', 'given.place'),
)

export const deleteCharacterRow = statement((db, { id }: { id: string }) =>
  db.deleteFrom('characters').where('id', '=', id),
)
