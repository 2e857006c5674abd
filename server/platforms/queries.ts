import { statement } from '../db/statement.ts'

const shown = [
  'id',
  'slug',
  'name',
  'provider',
  'specialties',
  'supported_output as supportedOutput',
  'homepage_url as homepageUrl',
  'docs_url as docsUrl',
  'own',
] as const

export const listPlatforms = statement((db) =>
  db.selectFrom('platforms').select(shown).orderBy('name_order').orderBy('id'),
)

export const findPlatform = statement((db, { id }: { id: string }) =>
  db.selectFrom('platforms').select(shown).where('id', '=', id),
)

export const countPlatforms = statement((db) =>
  db.selectFrom('platforms').select((count) => count.fn.countAll<number>().as('count')),
)

export const listPlatformSlugs = statement((db) =>
  db.selectFrom('platforms').select('slug').orderBy('name_order').orderBy('id'),
)

interface PlatformRow {
  id: string
  slug: string
  name: string
  nameOrder: string
  provider: string
  specialties: string
  supportedOutput: string
  homepageUrl: string | null
  docsUrl: string | null
  own: number
}

/** Touches no row when the slug is taken. */
export const insertPlatform = statement((db, row: PlatformRow) =>
  db
    .insertInto('platforms')
    .values({ id: row.id, slug: row.slug, ...columnsOf(row) })
    .onConflict((conflict) => conflict.column('slug').doNothing()),
)

/** By slug: a new one is added, one that is there is updated and keeps its id. */
export const savePlatform = statement((db, row: PlatformRow) => {
  const columns = columnsOf(row)
  return db
    .insertInto('platforms')
    .values({ id: row.id, slug: row.slug, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('slug')
        .doUpdateSet(columns)
        // The built-in catalogue never takes the place of one that a user added meanwhile.
        .where((where) => where.or([where('platforms.own', '=', 0), where(where.val(row.own), '=', 1)])),
    )
})

function columnsOf(row: PlatformRow) {
  return {
    name: row.name,
    name_order: row.nameOrder,
    provider: row.provider,
    specialties: row.specialties,
    supported_output: row.supportedOutput,
    homepage_url: row.homepageUrl,
    docs_url: row.docsUrl,
    own: row.own,
  }
}

/** Touches no row when it is part of the catalogue that comes along. */
export const deleteOwnPlatform = statement((db, { id }: { id: string }) =>
  db.deleteFrom('platforms').where('id', '=', id).where('own', '=', 1),
)
