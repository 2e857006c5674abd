import type { FoundText, SearchHit, SearchOrder } from '@dailies/contract/search.ts'
import { showingCard } from '../assets/card.ts'
import type { Connection } from '../db/database.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { by } from '../order.ts'
import { pauses } from '../pauses.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { listProjectNames } from '../production/project-queries.ts'
import { fieldsOf } from './document.ts'
import { beyondNumbers, type Hit, type SearchIndex } from './index.ts'
import { matchOf } from './match.ts'
import { pieceOf } from './piece.ts'
import { cursorOf, type Place, placeOf } from './place.ts'
import { type Plan, planOf } from './plan.ts'
import { listCandidates, listHits, listTexts } from './queries.ts'
import { type Needle, readQuery } from './query.ts'

interface Asked {
  q: string
  isPartial?: boolean
  sort: SearchOrder
  cursor?: string | undefined
  limit: number
}

/** What is put in order by how well it fits, at once. */
const windowSize = 200

/** Versions of the index that are looked at for a window, where most of them do not answer to filters of which it knows nothing. */
const mostLookedAt = 4000

/** The newest, of which each is looked at where a beginning of few letters is looked for. */
const mostOfNewest = 1000

/** Texts that are read at once: each may be a megabyte. */
const readTogether = 25

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
  const all = await db.all(listProjectNames, { userId: actor.userId })
  const projects = all.filter(({ id }) => reaches(actor, id))
  const plan = await planOf(db, query, { isExact: index.isExact, actor, projects })
  const wanted = query.needles.filter(({ isExcluded }) => !isExcluded)
  const isRanked = sort === 'best' && wanted.length > 0

  const place = cursor === undefined ? { from: beyondNumbers } : placeOf(cursor)
  const reach = new Set(projects.map(({ id }) => id))
  const looking = { db, index, plan, needles: query.needles, reach, userId: actor.userId }
  const { page, next } = isRanked
    ? await bestFrom(looking, place, limit)
    : await newestFrom(looking, place, limit)
  const data = await shown(db, { page, needles: wanted, userId: actor.userId }, addressOf)
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

interface Found extends Hit {
  score: number
}

const byFit = by<Pick<Found, 'score' | 'number'>>(
  ({ score }) => -score,
  ({ number }) => -number,
)

interface Looking {
  db: Connection
  index: SearchIndex
  plan: Plan
  /** All that the texts have to have, and not to have. */
  needles: readonly Needle[]
  /** The projects that the actor may see. */
  reach: ReadonlySet<string>
  userId: string
}

interface Window {
  from: number
  /** With it the window ends, however many answer. */
  until?: number | undefined
  /** How many answer in it at most. */
  size: number
  /** To be looked for in the texts. */
  needles: readonly Needle[]
}

/** The newest that answer, before the number `from`, and with which number the window ends: 0 where nothing is behind it. */
async function windowFrom(
  looking: Looking,
  { from, until, size, needles }: Window,
): Promise<{ found: Found[]; end: number }> {
  const { index, plan } = looking
  const found: Found[] = []
  let before = from
  if (!plan.lookup) return { found, end: 0 }
  for (let lookedAt = 0; lookedAt < mostLookedAt; ) {
    // One more says whether there is more. More at once, the fewer of them answer.
    const atOnce = lookedAt === 0 ? size + 1 : Math.min(1000, Math.max(windowSize, lookedAt))
    const ofNewest = lookedAt < mostOfNewest ? plan.ofNewest : undefined
    const hits = await index.find({ ...(ofNewest ?? plan.lookup), before, limit: atOnce })
    for (const hit of await answering(looking, hits, ofNewest ? looking.needles : needles)) {
      if (until !== undefined ? hit.number < until : found.length === size) {
        return { found, end: until ?? found.at(-1)!.number }
      }
      found.push(hit)
    }
    if (hits.length < atOnce) return { found, end: until ?? 0 }
    lookedAt += hits.length
    before = hits.at(-1)!.number
    if (until !== undefined && before <= until) return { found, end: until }
  }
  return { found, end: before }
}

/** Those of the hits that answer to all of the search, in their order. */
async function answering(
  { db, plan, reach, userId }: Looking,
  hits: readonly Hit[],
  needles: readonly Needle[],
): Promise<Found[]> {
  const candidates = await db.all(listCandidates, { ids: JSON.stringify(hits.map(({ id }) => id)), userId })
  const accepted = new Set(
    candidates.filter((one) => reach.has(one.projectId) && plan.accepts(one)).map(({ id }) => id),
  )
  const left = hits.filter(({ id }) => accepted.has(id))
  if (needles.length === 0) return left.map((hit) => ({ ...hit, score: 0 }))
  const scores = new Map<string, number>()
  await eachText(db, left, (row) => {
    const match = matchOf(fieldsOf(row), needles)
    // Of hundredths: a cursor has whole numbers.
    if (match) scores.set(row.id, Math.round(match.score * 100))
  })
  return left.flatMap((hit) => {
    const score = scores.get(hit.id)
    return score === undefined ? [] : { ...hit, score }
  })
}

type Texts = Awaited<ReturnType<typeof listTextsOf>>[number]

const listTextsOf = (db: Connection, ids: string[]) => db.all(listTexts, { ids: JSON.stringify(ids) })

async function eachText(db: Connection, hits: readonly Hit[], take: (row: Texts) => void): Promise<void> {
  const pause = pauses()
  for (let at = 0; at < hits.length; at += readTogether) {
    const ids = hits.slice(at, at + readTogether).map(({ id }) => id)
    for (const row of await listTextsOf(db, ids)) {
      take(row)
      await pause()
    }
  }
}

async function shown(
  db: Connection,
  { page, needles, userId }: { page: readonly Hit[]; needles: readonly Needle[]; userId: string },
  addressOf: AddressOf,
): Promise<SearchHit[]> {
  const ids = JSON.stringify(page.map(({ id }) => id))
  const rows = new Map((await db.all(listHits, { ids, userId })).map((row) => [row.id, row]))
  const found = new Map<string, FoundText[]>()
  if (needles.length > 0) await eachText(db, page, (row) => found.set(row.id, foundIn(row, needles)))
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
        found: found.get(id) ?? [],
      },
    ]
  })
}

function foundIn(row: Texts, needles: readonly Needle[]): FoundText[] {
  const fields = fieldsOf(row)
  const { marks = [] } = matchOf(fields, needles) ?? {}
  return marks.slice(0, mostTexts).map(({ name, marks: all, index }) => ({
    field: name as FoundText['field'],
    ...pieceOf(fields[index]!.text, all),
  }))
}
