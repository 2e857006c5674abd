import type { EventData, EventName } from '@dailies/contract/event.ts'
import type { Transaction } from '../db/database.ts'
import { timeOfId } from '../db/id.ts'
import { nextId } from '../db/time.ts'
import { insertEvent, insertEvents, queueDeliveries, queueDeliveriesOfMany } from './event-queries.ts'

interface NewEvent<E extends EventName> {
  /** As `nextId` makes them; undefined: it is made here. */
  id?: string | undefined
  event: E
  /** Who did it. */
  userId: string
  /** Null: of no scene. */
  sceneDbId: string | null
  data: EventData<E>
  /** When it happened, ISO. */
  now: string
  /** Whether a member of the project has an active webhook at all (`activeWebhookOf`). */
  heard: boolean
}

/**
 * Writes an event, and queues it for every webhook that asks for it, in the transaction of the change that caused it:
 * neither is ever there without the other. It is told once all that the change waits for is locked, so that events go in
 * the order of what they tell of. docs/interface.md, "Events".
 */
export async function recordEvent<E extends EventName>(
  transaction: Transaction,
  one: NewEvent<E>,
): Promise<void> {
  const id = one.id ?? (await nextId(transaction))
  tellOf(transaction, one)
  const written = transaction.run(insertEvent, { ...rowOf(id, one), position: null })
  const queued = one.heard && queue(transaction, id, one)
  await Promise.all([written, queued])
}

/** The same for many, by one statement each. */
export async function recordEvents<E extends EventName>(
  transaction: Transaction,
  many: (NewEvent<E> & { id: string })[],
): Promise<void> {
  for (const one of many) tellOf(transaction, one)
  const rows = many.map((one) => rowOf(one.id, one))
  const written = transaction.run(insertEvents, { events: JSON.stringify(rows) })
  const heard = many.filter(({ heard }) => heard)
  const queued = heard.length > 0 && queueMany(transaction, heard)
  await Promise.all([written, queued])
}

/** Comments and verdicts change no version: what is said of it is told by whoever writes it. */
const isSaying = (event: EventName) => event === 'asset.commented' || event === 'asset.verdict'

function tellOf(transaction: Transaction, { event, sceneDbId, data, heard }: NewEvent<EventName>): void {
  if (isSaying(event)) return
  const { projectId } = data
  const queued = heard && ({ queued: true } as const)
  if ('assetVersionId' in data) {
    const { assetVersionId } = data
    transaction.changed({
      kind: 'asset',
      projectId,
      assetVersionId,
      ...(sceneDbId !== null && { sceneDbId }),
      ...queued,
    })
  } else if (sceneDbId !== null) transaction.changed({ kind: 'scene', projectId, sceneDbId, ...queued })
}

function rowOf(id: string, { userId, event, sceneDbId, data, now }: NewEvent<EventName>) {
  const { projectId } = data
  return { id, userId, event, projectId, sceneDbId, createdAt: now, data: JSON.stringify(data) }
}

function queue(
  transaction: Transaction,
  eventId: string,
  { event: name, sceneDbId, data }: NewEvent<EventName>,
): Promise<number> {
  const { projectId } = data
  const now = timeOfId(eventId)
  return transaction.run(queueDeliveries, { eventId, now, name, projectId, sceneDbId: sceneDbId ?? '' })
}

function queueMany(
  transaction: Transaction,
  many: (NewEvent<EventName> & { id: string })[],
): Promise<number> {
  const rows = many.map(({ id, event, sceneDbId, data: { projectId } }) => {
    return { id, now: timeOfId(id), event, projectId, sceneDbId: sceneDbId ?? '' }
  })
  return transaction.run(queueDeliveriesOfMany, { events: JSON.stringify(rows) })
}
