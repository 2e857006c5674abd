import type { CapturedAssetVersion } from '@dailies/contract/asset-version.ts'
import type { Transaction } from '../db/database.ts'
import { idsOfMillisecond, newId } from '../db/id.ts'
import { nextIdAt } from '../db/time.ts'
import { announceCaptures } from './announce.ts'
import { captureFingerprint, captureKeys } from './capture-keys.ts'
import { type CapturePlace, placeOf, referencesOf } from './capture-references.ts'
import { counterKey } from './counter-key.ts'
import {
  findCaptureContexts,
  findCaptureKeys,
  insertAssetVersions,
  insertCaptureKeys,
  nextVersionNumbers,
} from './group-queries.ts'
import type { Ingest } from './ingest.ts'
import { answerOf, type Counted, versionOfCapture } from './version-of-capture.ts'

/** What became of one of many: filed, refused as `ingest` would have refused it, or left to `ingest`. */
export type Outcome = { answer: CapturedAssetVersion } | { refusal: unknown } | 'alone'

/** A capture that is filed, and its place in what is asked for. */
interface Filed {
  index: number
  place: CapturePlace
  id: string
}

/**
 * Does what `ingest` does for captures of which none is to be a winner or to make a prompt package, with a handful of statements for all
 * of them. A repeat is left alone; whoever fails where nobody foresaw it has the whole transaction fail.
 * (docs/decisions/0041-captures-together.md)
 */
export async function ingestTogether(transaction: Transaction, many: readonly Ingest[]): Promise<Outcome[]> {
  const { outcomes, filed } = await lookedUp(transaction, many)
  if (filed.length === 0) return outcomes
  const counted = await countOn(transaction, many, filed)
  const written = filed.map(({ index, place }) => {
    const { actor, capture } = many[index]!
    const { countedAt, ...number } = counted.get(index)!
    const { userId } = actor
    const version = versionOfCapture({ userId, capture, place, counted: number })
    const { projectId } = capture
    const { sceneDbId, heard } = place
    const happening = { userId, projectId, sceneDbId, sceneId: capture.sceneId, now: number.createdAt, heard }
    const answer = answerOf(version)
    outcomes[index] = { answer }
    return { index, version, happening, eventId: nextIdAt(transaction.engine, countedAt), answer }
  })
  const versions = JSON.stringify(written.map(({ version }) => version))
  const keys = answersToKeep(many, written)
  await transaction.withCommit(
    Promise.all([
      transaction.run(insertAssetVersions, { versions }),
      announceCaptures(transaction, written),
      keys.length > 0 && transaction.run(insertCaptureKeys, { keys: JSON.stringify(keys) }),
    ]),
  )
  return outcomes
}

async function lookedUp(transaction: Transaction, many: readonly Ingest[]) {
  const captures = many.map(({ actor, capture }, place) => ({ place, ...referencesOf(actor, capture) }))
  const keys = many.flatMap(({ actor, capture, idempotencyKey }, place) =>
    captureKeys(capture, idempotencyKey).map(({ kind, key }) => ({ place, userId: actor.userId, kind, key })),
  )
  const [contexts, known] = await Promise.all([
    transaction.all(findCaptureContexts, { captures: JSON.stringify(captures) }),
    keys.length > 0 ? transaction.all(findCaptureKeys, { keys: JSON.stringify(keys) }) : [],
  ])
  const contextOf = new Map(contexts.map((context) => [context.place, context]))
  const repeated = new Set(known.map(({ place }) => place))
  const filed: Filed[] = []
  const outcomes = many.map(({ actor, capture }, index): Outcome => {
    if (repeated.has(index)) return 'alone'
    try {
      filed.push({ index, place: placeOf(actor, capture, contextOf.get(index)), id: newId() })
    } catch (refusal) {
      return { refusal }
    }
    return 'alone'
  })
  return { outcomes, filed }
}

/** The numbers, by index. */
async function countOn(transaction: Transaction, many: readonly Ingest[], filed: readonly Filed[]) {
  const shares = Map.groupBy(filed, ({ index, place }) =>
    counterKey({ ...place, assetType: many[index]!.capture.assetType, platformKey: place.platform.key }),
  )
  const inOrder = [...shares].sort(([one], [other]) => (one < other ? -1 : 1))
  const counters = inOrder.map(([, share]) => {
    const [{ index, place }] = share as [Filed]
    const { assetType } = many[index]!.capture
    const lastId = share.at(-1)!.id
    return {
      sceneDbId: place.sceneDbId,
      assetType,
      platformKey: place.platform.key,
      count: share.length,
      lastId,
    }
  })
  const rows = await transaction.all(nextVersionNumbers, { counters: JSON.stringify(counters) })
  const counted = new Map<number, Counted & { countedAt: number }>()
  for (const row of rows) {
    const share = shares.get(counterKey(row))!
    const { createdAt, rightsDefault } = row
    for (const [nth, { index, id }] of share.entries()) {
      const versionNumber = row.lastNumber - share.length + 1 + nth
      // Each event has an id of its own, greater than that of the number before.
      const countedAt = row.countedAt + nth / idsOfMillisecond
      counted.set(index, { id, versionNumber, createdAt, rightsDefault, countedAt })
    }
  }
  return counted
}

/** In one order, as the counters are. */
function answersToKeep(many: readonly Ingest[], written: { index: number; answer: CapturedAssetVersion }[]) {
  const keys = written.flatMap(({ index, answer }) => {
    const { actor, capture, idempotencyKey } = many[index]!
    const ofCapture = captureKeys(capture, idempotencyKey)
    if (ofCapture.length === 0) return []
    const kept = {
      userId: actor.userId,
      fingerprint: captureFingerprint(capture),
      answer: JSON.stringify(answer),
      assetVersionId: answer.id,
      createdAt: answer.createdAt,
    }
    return ofCapture.map(({ kind, key }) => ({ ...kept, kind, key }))
  })
  const order = ({ userId, kind, key }: (typeof keys)[number]) => `${userId} ${kind} ${key}`
  return keys.sort((one, other) => (order(one) < order(other) ? -1 : 1))
}
