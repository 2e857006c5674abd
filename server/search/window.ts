import type { Connection, Statement } from '../db/database.ts'
import { pauses } from '../pauses.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { listProjectNames } from '../production/project-queries.ts'
import { fieldsOf } from './document.ts'
import type { Hit, SearchIndex } from './index.ts'
import { scoreOf } from './match.ts'
import { type Plan, planOf } from './plan.ts'
import {
  type Candidate,
  listCandidates,
  listReached,
  listTexts,
  listWholeCandidates,
  type Reached,
} from './queries.ts'
import type { Needle, Query } from './query.ts'

/**
 * Versions of the index that are looked at for a window, where most of them do not answer to filters of which it knows nothing; those
 * whose texts are read.
 */
const [mostLookedAt, mostRead] = [2000, 1000]

/** The same where it is only counted: for all facets of an answer, or for what is new in one search. */
export const [mostCounted, mostReadToCount] = [10_000, 4000]

/** What the index is asked for at once at least, beyond what is wanted first, and at most. */
const [leastAtOnce, mostAtOnce] = [200, 1000]

/** The newest, of which each is looked at where a beginning of few letters is looked for, as long as not fewer than that share of them have one. */
const mostOfNewest = 1000
const leastShare = 1 / 20

/** Rows that are read at once; those whose texts are, as long as these are not so many bytes, for one may have a megabyte. */
const [askedTogether, readTogether, bytesTogether] = [500, 250, 256 * 1024]

export interface Found<Row extends Reached = Reached> extends Hit {
  score: number
  candidate: Row
}

export interface Looking<Row extends Reached = Reached> {
  db: Connection
  index: SearchIndex
  plan: Plan
  /** Of the versions with these ids, how many the actor may see, and those of them that answer to the filters. */
  listAccepted: (ids: readonly string[]) => Promise<{ inReach: number; rows: Row[] }>
  /** All that the texts have to have, and not to have. */
  needles: readonly Needle[]
  /** The projects that the actor may see. */
  reach: ReadonlySet<string>
  userId: string
  /** With it, only those whose ids are not less: made by then, or later. */
  fromId?: string
}

type Projects = Awaited<ReturnType<typeof projectsOf>>

/** The projects that the actor may see, with their names. */
export async function projectsOf(db: Connection, actor: Actor) {
  const all = await db.all(listProjectNames, { userId: actor.userId })
  return all.filter(({ id }) => reaches(actor, id))
}

export async function lookingFor(
  { db, index }: Pick<Looking, 'db' | 'index'>,
  query: Query,
  { actor, projects }: { actor: Actor; projects: Projects },
): Promise<Looking> {
  const plan = await planOf(db, query, { isExact: index.isExact, actor, projects })
  const reach = new Set(projects.map(({ id }) => id))
  const all = { db, index, plan, needles: query.needles, reach, userId: actor.userId }
  return plan.accepts
    ? withRows(all)
    : { ...all, listAccepted: acceptedOf(all, listReached, plan.acceptsReached) }
}

/** The same, with what facets are counted of. */
export function withRows(looking: Omit<Looking, 'listAccepted'>): Looking<Candidate> {
  const { asksForMore, acceptsReached, accepts = () => true } = looking.plan
  const list = asksForMore ? listWholeCandidates : listCandidates
  const acceptsAll = (row: Candidate) => acceptsReached(row) && accepts(row)
  return { ...looking, listAccepted: acceptedOf(looking, list, acceptsAll) }
}

function acceptedOf<Row extends Reached>(
  { db, reach, userId }: Pick<Looking, 'db' | 'reach' | 'userId'>,
  list: Statement<{ ids: string; userId: string }, Row>,
  accepts: (row: Row) => boolean,
): Looking<Row>['listAccepted'] {
  return async (ids) => {
    const rows = await db.all(list, { ids: JSON.stringify(ids), userId })
    const within = rows.filter(({ projectId }) => reach.has(projectId))
    return { inReach: within.length, rows: within.filter(accepts) }
  }
}

interface Window {
  from: number
  /** With it the window ends, however many answer. */
  until?: number | undefined
  /** How many answer in it at most. */
  size: number
  /** How many of the index are looked at for it. */
  most?: number
  /** And the texts of how many are read. */
  mostTexts?: number
  /** To be looked for in the texts. */
  needles: readonly Needle[]
}

/** The newest that answer, before the number `from`, and with which number the window ends: 0 where nothing is behind it. */
export async function windowFrom<Row extends Reached>(
  looking: Looking<Row>,
  { from, until, size, most = mostLookedAt, mostTexts = mostRead, needles }: Window,
): Promise<{ found: Found<Row>[]; end: number }> {
  const { index, plan, fromId } = looking
  const found: Found<Row>[] = []
  let before = from
  let { ofNewest } = plan
  let ofProjects: readonly string[] | undefined
  if (!plan.lookup) return { found, end: 0 }
  for (let [lookedAt, read] = [0, 0]; lookedAt < most && read < mostTexts; ) {
    if (lookedAt >= mostOfNewest) ofNewest = undefined
    // One more says whether there is more. More at once, the fewer of them answer, up to where it ends.
    const left = most - lookedAt
    const more = Math.min(mostAtOnce, Math.max(leastAtOnce, Math.min(lookedAt, left, mostTexts - read)))
    // All that is still wanted, where it is the putting together that takes long, however few are asked for.
    const rest = plan.ofNewest && !ofNewest ? Math.min(left, size + 1 - found.length) : 0
    const wanted = lookedAt === 0 ? size + 1 : Math.max(more, rest)
    const atOnce = ofNewest ? Math.min(wanted, mostOfNewest) : wanted
    const { every, some, none } = ofNewest ?? plan.lookup
    const lookup = { every, some: ofProjects ? [ofProjects, ...some] : some, none }
    const hits = await index.find({ ...lookup, before, limit: atOnce })
    const later = fromId === undefined ? hits : hits.filter(({ id }) => id >= fromId)
    const { inReach, accepted } = await accepting(looking, later)
    if (!ofProjects && plan.ofProjects && inReach < later.length / 2) {
      ofProjects = plan.ofProjects
      continue
    }
    const fit = await fitting(looking.db, accepted, ofNewest ? looking.needles : needles)
    for (const hit of fit) {
      if (until !== undefined ? hit.number < until : found.length === size) {
        return { found, end: until ?? found.at(-1)!.number }
      }
      found.push(hit)
    }
    if (hits.length < atOnce) return { found, end: until ?? 0 }
    lookedAt += hits.length
    if (ofNewest || needles.length > 0) read += accepted.length
    if (fit.length < accepted.length * leastShare) ofNewest = undefined
    before = hits.at(-1)!.number
    // Versions that came back are among the newest of the index, and are none: not very many, in a row.
    if (later.length === 0 && lookedAt >= mostOfNewest) break
    if (until !== undefined && before <= until) return { found, end: until }
  }
  return { found, end: before }
}

/** Those of the hits that answer to the search, in their order. The index is not asked. */
export async function answering(looking: Looking, hits: readonly Hit[]): Promise<readonly Hit[]> {
  if (!looking.plan.lookup) return []
  const { accepted } = await accepting(looking, hits)
  return fitting(looking.db, accepted, looking.needles)
}

/** Those of the hits whose rows answer to the search, in their order, and how many of all are in reach. */
async function accepting<Row extends Reached>(
  { listAccepted }: Looking<Row>,
  hits: readonly Hit[],
): Promise<{ inReach: number; accepted: Found<Row>[] }> {
  const byId = new Map<string, Row>()
  const pause = pauses()
  let inReach = 0
  const listFrom = (at: number) => {
    const ids = hits.slice(at, at + askedTogether).map(({ id }) => id)
    const listing = ids.length > 0 ? listAccepted(ids) : undefined
    // Whoever waits for them is told.
    listing?.catch(() => {})
    return listing
  }
  let listing = listFrom(0)
  for (let at = askedTogether; listing; at += askedTogether) {
    const { rows, inReach: more } = await listing
    // While these are taken, the next are read.
    listing = listFrom(at)
    inReach += more
    for (const row of rows) byId.set(row.id, row)
    await pause()
  }
  const accepted = hits.flatMap((hit) => {
    const candidate = byId.get(hit.id)
    return candidate ? [{ ...hit, candidate, score: 0 }] : []
  })
  return { inReach, accepted }
}

/** Those whose texts have the needles, in their order. */
async function fitting<Row extends Reached>(
  db: Connection,
  hits: readonly Found<Row>[],
  needles: readonly Needle[],
): Promise<readonly Found<Row>[]> {
  if (needles.length === 0) return hits
  const scores = new Map<string, number>()
  await eachText(db, hits, (row) => {
    const score = scoreOf(fieldsOf(row), needles)
    // Of hundredths: a cursor has whole numbers.
    if (score !== undefined) scores.set(row.id, Math.round(score * 100))
  })
  return hits.flatMap((hit) => {
    const score = scores.get(hit.id)
    return score === undefined ? [] : { ...hit, score }
  })
}

export type Texts = Awaited<ReturnType<typeof listTextsOf>>[number]

const listTextsOf = (db: Connection, ids: string[]) => db.all(listTexts, { ids: JSON.stringify(ids) })

export async function eachText(
  db: Connection,
  hits: readonly Found[],
  take: (row: Texts) => void,
): Promise<void> {
  const pause = pauses()
  const batches = batchesOf(hits)
  const next = () => {
    const { value: batch } = batches.next()
    const reading = batch && listTextsOf(db, batch)
    // Whoever waits for them is told.
    reading?.catch(() => {})
    return reading
  }
  for (let reading = next(); reading; ) {
    const rows = await reading
    // While these are looked through, the next are read.
    reading = next()
    for (const row of rows) {
      take(row)
      await pause()
    }
  }
}

/** Their ids, as many at a time as have texts of no more than `bytesTogether`, or one. */
function* batchesOf(hits: readonly Found[]): Generator<string[], undefined> {
  let [batch, bytes]: [string[], number] = [[], 0]
  for (const { id, candidate } of hits) {
    const isFull = batch.length === readTogether || bytes + candidate.bytesOfTexts > bytesTogether
    if (batch.length > 0 && isFull) {
      yield batch
      ;[batch, bytes] = [[], 0]
    }
    batch.push(id)
    bytes += candidate.bytesOfTexts
  }
  if (batch.length > 0) yield batch
  return undefined
}
