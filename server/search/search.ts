import type { FoundText, SearchHit, SearchOrder } from '@dailies/contract/search.ts'
import { showingCard } from '../assets/card.ts'
import type { Connection } from '../db/database.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { by } from '../order.ts'
import type { Actor } from '../production/membership.ts'
import { fieldsOf } from './document.ts'
import { beyondNumbers, type Hit, type SearchIndex } from './index.ts'
import { marksOf } from './match.ts'
import { pieceOf } from './piece.ts'
import { cursorOf, type Place, placeOf } from './place.ts'
import { listHits } from './queries.ts'
import { type Needle, readQuery } from './query.ts'
import {
  eachText,
  type Found,
  type Looking,
  lookingFor,
  projectsOf,
  type Texts,
  windowFrom,
} from './window.ts'

interface Asked {
  q: string
  isPartial?: boolean
  sort: SearchOrder
  cursor?: string | undefined
  limit: number
}

/** What is put in order by how well it fits, at once. */
const windowSize = 200

/** Texts of one version that are shown. */
const mostTexts = 4

/** A page of what was found, and where the next begins. Throws `invalid` for filters that cannot be meant so. */
export async function search(
  { db, index }: { db: Connection; index: SearchIndex },
  actor: Actor,
  { q, isPartial = false, sort, cursor, limit }: Asked,
  addressOf: AddressOf = plainAddress,
): Promise<{ data: SearchHit[]; nextCursor: string | null }> {
  const query = readQuery(q, { isPartial })
  const looking = await lookingFor({ db, index }, query, { actor, projects: await projectsOf(db, actor) })
  const wanted = query.needles.filter(({ isExcluded }) => !isExcluded)
  const isRanked = sort === 'best' && wanted.length > 0

  const place = cursor === undefined ? { from: beyondNumbers } : placeOf(cursor)
  const { page, next } = isRanked
    ? await bestFrom(looking, place, limit)
    : await newestFrom(looking, place, limit)
  const found = await foundTexts(db, page, wanted)
  const data = await shown(db, { page, found, userId: actor.userId }, addressOf)
  return { data, nextCursor: next && cursorOf(next) }
}

interface Page {
  page: Found[]
  next: Place | null
}

async function newestFrom(looking: Looking, { from }: Place, limit: number): Promise<Page> {
  const { found, end } = await windowFrom(looking, { from, size: limit, needles: looking.plan.inTexts })
  return { page: found, next: end === 0 ? null : { from: end } }
}

async function bestFrom(looking: Looking, { from, behind }: Place, limit: number): Promise<Page> {
  const { needles } = looking
  const { found, end } = await windowFrom(looking, { from, until: behind?.until, size: windowSize, needles })
  // What is captured from now on is not in it.
  const top = behind ? from : (found[0]?.number ?? 0) + 1
  const left = found.filter((hit) => !behind || byFit(behind, hit) < 0).sort(byFit)
  const page = left.slice(0, limit)
  const last = page.at(-1)
  if (last && left.length > limit) return { page, next: { from: top, behind: { ...last, until: end } } }
  return { page, next: end === 0 ? null : { from: end } }
}

const byFit = by<Pick<Found, 'score' | 'number'>>(
  ({ score }) => -score,
  ({ number }) => -number,
)

type FoundTexts = ReadonlyMap<string, FoundText[]>

/** What of each was found, by its id. */
async function foundTexts(
  db: Connection,
  page: readonly Found[],
  needles: readonly Needle[],
): Promise<FoundTexts> {
  const found = new Map<string, FoundText[]>()
  if (needles.length > 0) await eachText(db, page, (row) => found.set(row.id, foundIn(row, needles)))
  return found
}

export async function shown(
  db: Connection,
  { page, found, userId }: { page: readonly Hit[]; found?: FoundTexts; userId: string },
  addressOf: AddressOf,
): Promise<SearchHit[]> {
  const ids = JSON.stringify(page.map(({ id }) => id))
  const rows = new Map((await db.all(listHits, { ids, userId })).map((row) => [row.id, row]))
  const show = showingCard(addressOf)
  return page.flatMap(({ id }): SearchHit[] => {
    const row = rows.get(id)
    if (!row) return []
    const { projectId, projectName, sceneDbId, sceneNumber, shotCode, ...card } = row
    return [
      {
        ...(show(card) as SearchHit),
        project: { id: projectId, name: projectName },
        scene: { id: sceneDbId, sceneId: sceneNumber },
        shot: card.shotId !== null && shotCode !== null ? { id: card.shotId, shotCode } : null,
        found: found?.get(id) ?? [],
      },
    ]
  })
}

function foundIn(row: Texts, needles: readonly Needle[]): FoundText[] {
  const fields = fieldsOf(row)
  return marksOf(fields, needles)
    .slice(0, mostTexts)
    .map(({ name, marks, index }) => ({
      field: name as FoundText['field'],
      ...pieceOf(fields[index]!.text, marks),
    }))
}
