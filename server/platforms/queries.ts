import { statement } from '../db/statement.ts'

export const listPlatforms = statement((db) =>
  db
    .selectFrom('platforms')
    .select([
      'id',
      'slug',
      'name',
      'provider',
      'specialties',
      'supported_output as supportedOutput',
      'homepage_url as homepageUrl',
      'docs_url as docsUrl',
      'own',
    ])
    .orderBy('name_order')
    .orderBy('id'),
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

/** By slug: a new one is added, one that is there is updated and keeps its id. */
export const savePlatform = statement((db, row: PlatformRow) => {
  const columns = {
    name: row.name,
    name_order: row.nameOrder,
    provider: row.provider,
    specialties: row.specialties,
    supported_output: row.supportedOutput,
    homepage_url: row.homepageUrl,
    docs_url: row.docsUrl,
    own: row.own,
  }
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
