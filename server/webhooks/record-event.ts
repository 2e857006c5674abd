import type { EventData, EventName } from '@dailies/contract/event.ts'
import type { Transaction } from '../db/database.ts'
import { timeOfId } from '../db/id.ts'
import { nextId } from '../db/time.ts'
import { insertEvent, queueDeliveries } from './event-queries.ts'

interface NewEvent<E extends EventName> {
  /** As `nextId` makes them; undefined: it is made here. */
  id?: string | undefined
  event: E
  /** Who did it. */
  userId: string
  sceneDbId: string
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
  { id: given, event, userId, sceneDbId, data, now, heard }: NewEvent<E>,
): Promise<void> {
  const id = given ?? (await nextId(transaction))
  const { projectId } = data
  if ('assetVersionId' in data) {
    const { assetVersionId } = data
    transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId })
  } else transaction.changed({ kind: 'scene', projectId, sceneDbId })
  const written = transaction.run(insertEvent, {
    id,
    userId,
    event,
    projectId,
    sceneDbId,
    createdAt: now,
    data: JSON.stringify(data),
    position: null,
  })
  const queued =
    heard &&
    transaction.run(queueDeliveries, {
      eventId: id,
      now: timeOfId(id),
      name: event,
      projectId,
      sceneDbId,
    })
  await Promise.all([written, queued])
}
