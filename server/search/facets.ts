import { type FacetField, facetField, mostFacetValues, type SearchFacet } from '@dailies/contract/search.ts'
import { writtenFilter } from '@dailies/contract/search-parts.ts'
import type { Connection } from '../db/database.ts'
import { ofListColumn } from '../db/json-column.ts'
import { by } from '../order.ts'
import { pauses } from '../pauses.ts'
import type { Actor } from '../production/membership.ts'
import { listNamesOfUsers } from '../production/user-queries.ts'
import { foldedText } from './document.ts'
import { beyondNumbers, type SearchIndex } from './index.ts'
import { planOf } from './plan.ts'
import type { Candidate } from './queries.ts'
import { type Query, readQuery } from './query.ts'
import { lookingFor, mostCounted, mostReadToCount, projectsOf, windowFrom, withRows } from './window.ts'

interface Asking {
  db: Connection
  index: SearchIndex
  actor: Actor
  projects: Awaited<ReturnType<typeof projectsOf>>
}

/**
 * What a search finds, counted by what it can be filtered by. The values of a filter that it has already are counted as if that were not
 * there: what each would find in its place. Throws `invalid` as the search does.
 */
export async function facetsOf(
  { db, index }: { db: Connection; index: SearchIndex },
  actor: Actor,
  { q, isPartial = false, most = mostCounted }: { q: string; isPartial?: boolean; most?: number },
): Promise<SearchFacet[]> {
  const query = readQuery(q, { isPartial })
  const asking = { db, index, actor }
  // Of what has to be so as well, whatever else is there, nothing has to be left out.
  const apart = facetField.options.filter(
    (field) => field !== 'is' && query.filters.some((one) => one.field === field && !one.isExcluded),
  )
  const together = facetField.options.filter((field) => !apart.includes(field))
  const mostOfEach = Math.floor(most / (apart.length + 1))

  const facets = await counted(asking, { query, fields: together, most: mostOfEach })
  for (const field of apart) {
    const filters = query.filters.filter((one) => one.field !== field || one.isExcluded)
    facets.push(
      ...(await counted(asking, { query: { ...query, filters }, fields: [field], most: mostOfEach })),
    )
  }
  return facets.sort(by(({ field }) => facetField.options.indexOf(field)))
}

async function counted(
  { db, index, actor }: Pick<Asking, 'db' | 'index' | 'actor'>,
  { query, fields, most }: { query: Query; fields: readonly FacetField[]; most: number },
): Promise<SearchFacet[]> {
  // Anew each time: whoever asks may have left a film since.
  const asking = { db, index, actor, projects: await projectsOf(db, actor) }
  const looking = withRows(await lookingFor(asking, query, asking))
  const needles = looking.plan.inTexts
  const size = needles.length > 0 ? Math.floor((most * mostReadToCount) / mostCounted) : most
  const { found, end } = await windowFrom(looking, {
    from: beyondNumbers,
    size,
    most: size,
    mostTexts: size,
    needles,
  })
  const facets: SearchFacet[] = []
  for (const field of fields) {
    const values = await valuesIn(asking, field, await groupsIn(found, field))
    facets.push({ field, values, counted: found.length, isComplete: end === 0 })
  }
  return facets
}

/** Versions of one value. */
interface Group {
  value: string
  name: string
  /** The newest of them. */
  one: Candidate
  count: number
}

async function groupsIn(found: readonly { candidate: Candidate }[], field: FacetField): Promise<Group[]> {
  const groups = new Map<string, Group>()
  const pause = pauses()
  for (const { candidate } of found) {
    for (const [value, name] of new Map(valuesOf(candidate, field))) {
      // A platform may have had several names, and each is looked for.
      const key = field === 'platform' ? JSON.stringify([value, name]) : value
      const group = groups.get(key) ?? { value, name, one: candidate, count: 0 }
      groups.set(key, group)
      group.count += 1
    }
    await pause()
  }
  return [...groups.values()]
}

/** What a version has of it, each with its name, as far as that is known here. */
function valuesOf(one: Candidate, field: FacetField): [value: string, name: string][] {
  switch (field) {
    case 'project':
      return [[one.projectId, '']]
    case 'type':
      return [[one.assetType, '']]
    case 'platform':
      return [[one.platformKey, one.platformLabel]]
    case 'model':
      return one.modelName ? [[foldedText(one.modelName), one.modelName]] : []
    case 'status':
      return [[one.status, '']]
    case 'rights':
      return [[one.rightsState, '']]
    case 'tag':
      return ofListColumn(one.tags).map((tag) => [foldedText(tag), tag])
    case 'by':
      return [[one.createdBy, '']]
    case 'is':
      return one.selected === 1 ? [['WINNER', '']] : []
  }
}

type Value = SearchFacet['values'][number]

const inOrder = by<Pick<Value, 'count' | 'name' | 'value'>>(
  ({ count }) => -count,
  ({ name }) => name,
  ({ value }) => value,
)

async function valuesIn(asking: Asking, field: FacetField, groups: readonly Group[]): Promise<Value[]> {
  const names = await namesOf(asking, field, groups)
  const folded = [...names.values()].map(foldedText)
  const named = groups.map((group) => ({ ...group, name: names.get(group.value) ?? nameOf(field, group) }))
  const values: Value[] = []
  const seen = new Set<string>()
  for (const group of named.sort(inOrder)) {
    const { value, name } = group
    const filter = writtenFilter(field, writtenOf(field, group, folded, asking.actor))
    if (filter === undefined || seen.has(filter)) continue
    seen.add(filter)
    const count =
      field === 'platform' || field === 'model' ? await countOf(asking, filter, groups) : group.count
    values.push({ value: field === 'model' || field === 'tag' ? name : value, name, count, filter })
    if (values.length === mostFacetValues) break
  }
  return values.sort(inOrder)
}

/** By id, of all among which a name may be a part of another one's. */
async function namesOf({ db, projects }: Asking, field: FacetField, groups: readonly Group[]) {
  const ids = JSON.stringify(groups.map(({ value }) => value))
  const rows = field === 'project' ? projects : field === 'by' ? await db.all(listNamesOfUsers, { ids }) : []
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function nameOf(field: FacetField, { value, name }: Group): string {
  if (name !== '') return name
  return field === 'by' || field === 'project' ? value : value.toLowerCase().replaceAll('_', '-')
}

function writtenOf(
  field: FacetField,
  { value, name }: Pick<Group, 'value' | 'name'>,
  folded: readonly string[],
  { userId }: Actor,
): string {
  if (field === 'platform') return value
  if (field !== 'project' && field !== 'by') return name
  if (value === userId) return 'me'
  // A part of a name finds all that have it in theirs.
  const wanted = foldedText(name)
  const isAlone = folded.filter((one) => one.includes(wanted)).length === 1
  return isAlone && wanted !== 'me' && writtenFilter(field, name) ? name : value
}

/** What is written of a model or a platform finds others as well whose names begin so. */
async function countOf({ db, index, ...reach }: Asking, filter: string, groups: readonly Group[]) {
  const { accepts = () => true } = await planOf(db, readQuery(filter), { isExact: index.isExact, ...reach })
  const pause = pauses()
  let count = 0
  for (const { one, count: more } of groups) {
    if (accepts(one)) count += more
    await pause()
  }
  return count
}
