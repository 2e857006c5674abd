import type { AssetChangeRequest } from '@dailies/contract/asset-change.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { DailiesError, invalid, notFound } from '../error.ts'
import { type Actor, requireScene } from '../production/membership.ts'
import type { Step } from '../shares.ts'
import { type BoardQuestion, board, countMatching, listMatching, listStillMatching } from './board-queries.ts'
import { questionOf } from './browse.ts'

type Of = AssetChangeRequest['of']

/** What is searched for in turns; by itself where nobody else waits. */
export type InTurns = <T>(work: (step: Step) => Promise<T>) => Promise<T>

const alone: InTurns = (work) => work((next) => next(1000))

/** Those that a change is of, and what the next part begins behind; `question` is what they answer to, if they were not named. */
export interface Meant {
  ids: string[]
  next: string | null
  question?: BoardQuestion
}

/**
 * The versions that are named, or the next of those of a scene that answer to a filter, in the order in which they were captured: that
 * never changes, so a change that alters what answers skips none and takes none twice. Throws `not_found` for the scene, `invalid` for
 * a cursor.
 */
export async function versionsMeant(
  db: Connection,
  actor: Actor,
  { projectId, of, limit }: { projectId: string; of: Of; limit: number },
  inTurns: InTurns = alone,
): Promise<Meant> {
  if (of.ids) return { ids: of.ids, next: null }
  if ((await requireScene(db, actor, of.sceneDbId!, 'viewer')) !== projectId) throw notFound('Scene')
  const { q, question, ...range } = partOf(actor, of)
  const part = { ...question, ...range, limit: limit + 1 }
  const found = q
    ? await inTurns((step) => search(db, step, { ...part, q }))
    : await db.all(listMatching, part)
  const some = found.slice(0, limit)
  const last = found.length > limit ? some.at(-1)! : undefined
  return { ids: some.map(({ id }) => id), next: last ? `${last.createdAt} ${last.id}` : null, question }
}

/** What is asked of the scene, and between which times. */
function partOf(actor: Actor, { sceneDbId, filter: { q, ...filter } = {}, until = '~', after }: Of) {
  const place = after === undefined ? { createdAt: '', id: '' } : placeOf(after)
  return { q, question: questionOf(actor, sceneDbId!, filter), ...place, until }
}

/** Those that still answer, behind the locks: somebody else may have changed them. What they say of themselves is not asked again. */
export async function stillMeant(transaction: Transaction, { ids, question }: Meant): Promise<string[]> {
  if (!question || ids.length === 0) return ids
  const rows = await transaction.all(listStillMatching, { ...question, ids: JSON.stringify(ids) })
  const still = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => still.has(id))
}

/** How many a change is of, at most: of none where the scene is not theirs to see. */
export async function countMeant(db: Connection, actor: Actor, of: Of, limit: number): Promise<number> {
  if (of.ids) return of.ids.length
  try {
    await requireScene(db, actor, of.sceneDbId!, 'viewer')
  } catch (error) {
    if (error instanceof DailiesError) return 0
    throw error
  }
  const { q: _, question, ...range } = partOf(actor, of)
  const found = await db.first(countMatching, { ...question, ...range, limit })
  return found?.count ?? 0
}

interface Place {
  createdAt: string
  id: string
}

type Search = BoardQuestion & Place & { q: string; until: string; limit: number }

async function search(
  db: Connection,
  step: Step,
  { until, limit: wanted, ...search }: Search,
): Promise<Place[]> {
  const found: Place[] = []
  let place: Place | undefined = search
  while (place && found.length < wanted) {
    const { createdAt, id }: Place = place
    const versions: (Place & { answers: number })[] = await step((limit) =>
      db.all(board.oldest.slice, { ...search, createdAt, id, limit }),
    )
    found.push(...versions.filter((one) => one.answers === 1 && one.createdAt <= until))
    place = versions.at(-1)
  }
  return found
}

function placeOf(after: string): Place {
  const [createdAt, id, ...more] = after.split(' ')
  if (!createdAt || !id || more.length > 0) throw invalid({ of: ['after: Must be the next of an answer'] })
  return { createdAt, id }
}
