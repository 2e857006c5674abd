import type { IDBPDatabase, IDBPTransaction } from 'idb'
import type { QueuedMedia } from '../media/queued-media.ts'
import type { QueuedCapture } from '../queue/queued-capture.ts'

/** Makes the database of whichever version that of today, with all that is in it. Steps never change once they landed. */
export async function upgrade(
  given: unknown,
  from: number,
  _to: number | null,
  within: unknown,
): Promise<void> {
  // Without the schema: what is here was another one before.
  const db = given as IDBPDatabase
  const transaction = within as IDBPTransaction<unknown, string[], 'versionchange'>
  if (from < 1) {
    db.createObjectStore('settings')
    db.createObjectStore('bytes')
    db.createObjectStore('captures', { keyPath: 'id' }).createIndex('state', ['state', 'id'])
  }
  if (from < 2) {
    const media = db.createObjectStore('media', { keyPath: 'id' })
    media.createIndex('state', ['state', 'id'])
    media.createIndex('stored', 'stored')
    db.createObjectStore('pieces')
    await bytesToPieces(transaction)
    db.deleteObjectStore('bytes')
  }
  if (from < 3) await incompleteToDrafts(transaction)
}

/** What only the page could read, and was kept until it was read: now it is sent, too. */
async function bytesToPieces(
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
): Promise<void> {
  let cursor = await transaction.objectStore('bytes').openCursor()
  while (cursor) {
    const id = cursor.key as string
    const bytes = cursor.value as Uint8Array<ArrayBuffer>
    const capture = (await transaction.objectStore('captures').get(id)) as QueuedCapture | undefined
    if (capture) {
      const kind = capture.unread?.sighting.kind ?? 'image'
      const size = bytes.length
      const media: QueuedMedia = { id, state: 'ready', kind, stored: size, bytes: size }
      await transaction.objectStore('media').put(media)
      await transaction.objectStore('pieces').put(new Blob([bytes]), [id, 'original', 0])
    }
    cursor = await cursor.continue()
  }
}

/** What lacks something that only the user knows stood among the refused: it never was. */
async function incompleteToDrafts(
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>,
): Promise<void> {
  const failed = IDBKeyRange.bound(['failed'], ['failed', []])
  // By a list, and not a cursor: what is changed leaves the index that it goes along.
  const ids = await transaction.objectStore('captures').index('state').getAllKeys(failed)
  for (const id of ids) {
    const capture = (await transaction.objectStore('captures').get(id)) as QueuedCapture
    if (capture.problem?.status !== 0) continue
    await transaction.objectStore('captures').put({ ...capture, state: 'draft' })
  }
}
