import type { BoardFacets } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import { pauses } from '../pauses.ts'
import { type Actor, requireScene } from '../production/membership.ts'
import { listNamesOfUsers } from '../production/user-queries.ts'
import type { Step } from '../shares.ts'
import { countFacets, countMediaStates, type FacetGroup } from './board-queries.ts'

/**
 * Which values the scene's asset versions have, the most frequent first. A platform is called what most of its versions
 * call it. Throws `not_found` for the scene.
 */
export async function listFacets(
  db: Connection,
  step: Step,
  { actor, sceneDbId, older = db }: { actor: Actor; sceneDbId: string; older?: Connection },
): Promise<BoardFacets> {
  await requireScene(db, actor, sceneDbId, 'viewer')
  const { people, ...facets } = await facetsOf(await step(() => older.all(countFacets, { sceneDbId })))
  const media = await step(() => older.all(countMediaStates, { sceneDbId }))
  const rows = await db.all(listNamesOfUsers, { ids: JSON.stringify(people.map(({ value }) => value)) })
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    ...facets,
    media: media.sort(mostFrequentFirst),
    people: people.map(({ value, count }) => ({ value, name: names.get(value) ?? null, count })),
  }
}

type Facets = Omit<BoardFacets, 'people' | 'media'> & { people: Counted<string>[] }

/** Goes over the groups once a facet, with pauses for everything else: each of 20,000 may be of another platform. */
export async function facetsOf(groups: FacetGroup[]): Promise<Facets> {
  const pause = pauses()
  const facet = async <T extends string | null>(of: (group: FacetGroup) => T) => {
    await pause()
    return mostFrequent(groups, of)
  }
  const byPlatform = Map.groupBy(groups, ({ platformKey }) => platformKey)
  const platforms: BoardFacets['platforms'] = []
  for (const { value, count } of await facet(({ platformKey }) => platformKey)) {
    const [label] = mostFrequent(byPlatform.get(value)!, ({ platformLabel }) => platformLabel)
    platforms.push({ value, count, label: label!.value })
    await pause()
  }
  return {
    total: groups.reduce((total, { count }) => total + count, 0),
    assetTypes: await facet(({ assetType }) => assetType),
    platforms,
    statuses: await facet(({ status }) => status),
    rightsStates: await facet(({ rightsState }) => rightsState),
    compareGroups: (await facet(({ compareGroup }) => compareGroup)).filter(isThere),
    shots: await facet(({ shotId }) => shotId),
    people: await facet(({ createdBy }) => createdBy),
  }
}

interface Counted<T extends string | null> {
  value: T
  count: number
}

function mostFrequent<Group extends { count: number }, T extends string | null>(
  groups: Group[],
  of: (group: Group) => T,
): Counted<T>[] {
  const counts = new Map<T, number>()
  for (const group of groups) {
    const value = of(group)
    counts.set(value, (counts.get(value) ?? 0) + group.count)
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort(mostFrequentFirst)
}

function isThere(counted: Counted<string | null>): counted is Counted<string> {
  return counted.value !== null
}

/** Then by value; none comes last. */
const mostFrequentFirst = by<Counted<string | null>>(
  ({ count }) => -count,
  ({ value }) => Number(value === null),
  ({ value }) => value ?? '',
)
