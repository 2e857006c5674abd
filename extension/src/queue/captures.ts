import { database } from '../store/database.ts'
import type { CaptureBody, QueuedCapture } from './queued-capture.ts'

const channelName = 'dailies.captures'

/** How many that are in the workspace are kept to be shown. */
const keptSynced = 200

/** Stores new captures, in their order, and returns when they are on the disk. */
export async function addCaptures(captures: readonly QueuedCapture[]): Promise<void> {
  const db = await database()
  const transaction = db.transaction('captures', 'readwrite', { durability: 'strict' })
  for (const capture of captures) transaction.store.put(capture)
  await transaction.done
  tell()
}

/** Those in a state, the newest first, `limit` at most. */
export async function listCaptures(state: QueuedCapture['state'], limit: number): Promise<QueuedCapture[]> {
  const index = (await database()).transaction('captures').store.index('state')
  const found: QueuedCapture[] = []
  let cursor = await index.openCursor(allOf(state), 'prev')
  while (cursor && found.length < limit) {
    found.push(cursor.value)
    cursor = await cursor.continue()
  }
  return found
}

export async function readCapture(id: string): Promise<QueuedCapture | undefined> {
  return (await database()).get('captures', id)
}

/** Those whose media was not read yet when the browser died. */
export async function listUnread(): Promise<QueuedCapture[]> {
  const waiting = await (await database()).getAllFromIndex('captures', 'state', allOf('pending'))
  return waiting.filter(({ unread }) => unread)
}

export type Counts = Record<QueuedCapture['state'], number>

export async function countCaptures(): Promise<Counts> {
  const db = await database()
  const index = db.transaction('captures').store.index('state')
  const count = (state: QueuedCapture['state']) => index.count(allOf(state))
  const [pending, syncing, failed, synced] = await Promise.all(
    (['pending', 'syncing', 'failed', 'synced'] as const).map(count),
  )
  return { pending: pending!, syncing: syncing!, failed: failed!, synced: synced! }
}

/**
 * The oldest that are to be sent, in the order in which they were made; those that were being sent among them. None
 * after one whose media is still being read: it keeps its place.
 */
export async function nextToSend(limit: number): Promise<QueuedCapture[]> {
  const db = await database()
  const index = db.transaction('captures').store.index('state')
  const [pending, syncing] = await Promise.all(
    (['pending', 'syncing'] as const).map((state) => index.getAll(allOf(state), limit)),
  )
  const waiting = [...pending!, ...syncing!].sort((one, other) => (one.id < other.id ? -1 : 1))
  const unread = waiting.findIndex((capture) => capture.unread)
  return waiting.slice(0, Math.min(limit, unread < 0 ? limit : unread))
}

/** Changes some, all or none. Those that are gone in the meantime stay gone. */
export async function changeCaptures(
  changes: ReadonlyMap<string, Partial<Omit<QueuedCapture, 'id'>>>,
): Promise<void> {
  const db = await database()
  const transaction = db.transaction('captures', 'readwrite', { durability: 'strict' })
  await Promise.all(
    [...changes].map(async ([id, change]) => {
      const before = await transaction.store.get(id)
      if (before) await transaction.store.put({ ...before, ...change })
    }),
  )
  await transaction.done
  tell()
}

/** One that was set aside is sent again, edited or as it is. Its place in the order stays. */
export function sendAgain(id: string, body?: CaptureBody): Promise<void> {
  return changeCaptures(new Map([[id, { state: 'pending', problem: undefined, ...(body && { body }) }]]))
}

/** For good. */
export async function discardCapture(id: string): Promise<void> {
  await (await database()).delete('captures', id)
  tell()
}

/** Forgets the oldest of those that are in the workspace. */
export async function pruneSynced(): Promise<void> {
  const db = await database()
  const store = db.transaction('captures', 'readwrite').store
  const keys = await store.index('state').getAllKeys(allOf('synced'))
  await Promise.all(keys.slice(0, Math.max(0, keys.length - keptSynced)).map((key) => store.delete(key)))
}

function allOf(state: QueuedCapture['state']): IDBKeyRange {
  // An array sorts after every text.
  return IDBKeyRange.bound([state], [state, []])
}

/** Calls back after each change, in whichever page or worker of the extension it was made. Returns what ends that. */
export function onCapturesChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = listener
  return () => channel.close()
}

function tell(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}
