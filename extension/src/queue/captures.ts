import { allPiecesOf, tell as tellMedia } from '../media/media-queue.ts'
import type { QueuedMedia } from '../media/queued-media.ts'
import { database, readSetting } from '../store/database.ts'
import { captureStates, type QueuedCapture } from './queued-capture.ts'

const channelName = 'dailies.captures'

/** How many that are in the workspace are kept to be shown. */
const keptSynced = 200

const withMedia = ['captures', 'media', 'pieces'] as const

/**
 * Stores new captures, in their order, for the service that is connected; returns when they are on the disk. `media` are
 * those that are to be sent after them, and `bytes` what only their page can read, by id of the capture.
 */
export async function addCaptures(
  captures: readonly QueuedCapture[],
  {
    media = [],
    bytes = new Map(),
  }: { media?: readonly QueuedMedia[]; bytes?: ReadonlyMap<string, Blob> } = {},
): Promise<void> {
  const service = (await readSetting('connection'))?.address
  const db = await database()
  const transaction = db.transaction(withMedia, 'readwrite', { durability: 'strict' })
  for (const capture of captures) transaction.objectStore('captures').put({ service, ...capture })
  for (const one of media) transaction.objectStore('media').put(one)
  for (const [id, content] of bytes) transaction.objectStore('pieces').put(content, [id, 'original', 0])
  await transaction.done
  tell()
  for (const { id } of media) tellMedia(id)
}

/** Which part of a list is read. */
interface Part {
  limit: number
  /** So many before it are left out. */
  from?: number
  /** Else the newest are. */
  oldestFirst?: boolean
}

/** Those in some states, one state after the other. */
export async function listCaptures(
  states: readonly QueuedCapture['state'][],
  { limit, from = 0, oldestFirst = false }: Part,
): Promise<QueuedCapture[]> {
  const index = (await database()).transaction('captures').store.index('state')
  const found: QueuedCapture[] = []
  let skipped = 0
  for (const state of states) {
    const left = Math.min(from - skipped, await index.count(allOf(state)))
    let cursor = await index.openCursor(allOf(state), oldestFirst ? 'next' : 'prev')
    if (left > 0) cursor = (await cursor?.advance(left)) ?? null
    skipped += left
    while (cursor && found.length < limit) {
      found.push(cursor.value)
      cursor = await cursor.continue()
    }
  }
  return found
}

/** Ids alone, in the same order: of thousands, too. */
export async function listIds(states: readonly QueuedCapture['state'][]): Promise<string[]> {
  const index = (await database()).transaction('captures').store.index('state')
  const found = await Promise.all(states.map((state) => index.getAllKeys(allOf(state))))
  return found.flatMap((ids, place) => (states[place] === 'draft' ? ids : ids.reverse()))
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
  const counts = await Promise.all(captureStates.map(async (state) => [state, await count(state)] as const))
  return Object.fromEntries(counts) as Counts
}

/**
 * The oldest that are to be sent to a service, in the order in which they were made; those that were being sent among
 * them. None after one whose media is still being read: it keeps its place.
 */
export async function nextToSend(limit: number, service: string): Promise<QueuedCapture[]> {
  const [pending, syncing] = await Promise.all([
    oldestFor(service, 'pending', limit),
    oldestFor(service, 'syncing', limit),
  ])
  const waiting = [...pending, ...syncing].sort((one, other) => (one.id < other.id ? -1 : 1))
  const unread = waiting.findIndex((capture) => capture.unread)
  return waiting.slice(0, Math.min(limit, unread < 0 ? limit : unread))
}

async function oldestFor(
  service: string,
  state: QueuedCapture['state'],
  limit: number,
): Promise<QueuedCapture[]> {
  const index = (await database()).transaction('captures').store.index('state')
  const found: QueuedCapture[] = []
  let range = allOf(state)
  for (;;) {
    const page = await index.getAll(range, limit)
    found.push(...page.filter((capture) => (capture.service ?? service) === service))
    const last = page.at(-1)
    if (!last || page.length < limit || found.length >= limit) return found.slice(0, limit)
    range = IDBKeyRange.bound([state, last.id], [state, []], true)
  }
}

/**
 * Takes them for sending, as they are at that moment: what the user edited meanwhile is sent as edited, and what was discarded not at
 * all.
 */
export async function claimCaptures(ids: readonly string[]): Promise<QueuedCapture[]> {
  const transaction = (await database()).transaction('captures', 'readwrite', { durability: 'strict' })
  const claimed = await Promise.all(
    ids.map(async (id) => {
      const capture = await transaction.store.get(id)
      if (!capture || capture.unread || (capture.state !== 'pending' && capture.state !== 'syncing'))
        return []
      await transaction.store.put({ ...capture, state: 'syncing' })
      return [capture]
    }),
  )
  await transaction.done
  tell()
  return claimed.flat()
}

/** Of one that waits to be sent to another service than this; undefined when none does. */
export async function otherService(service: string): Promise<string | undefined> {
  const index = (await database()).transaction('captures').store.index('state')
  let cursor = await index.openCursor(allOf('pending'))
  while (cursor && (cursor.value.service ?? service) === service) cursor = await cursor.continue()
  return cursor?.value.service
}

/**
 * Changes some, all or none. Those that are gone in the meantime stay gone, and with `onlyIf` those that are in another
 * state by now stay as they are. `relaxed` does not wait for the disk: for what can be found out again.
 */
export async function changeCaptures(
  changes: ReadonlyMap<string, Partial<Omit<QueuedCapture, 'id'>>>,
  {
    onlyIf,
    durability = 'strict',
  }: { onlyIf?: QueuedCapture['state']; durability?: IDBTransactionDurability } = {},
): Promise<void> {
  const areRead = [...changes.values()].some((change) => 'unread' in change)
  // Media are read beside the sending of captures, and would wait for what has their stores.
  const stores = areRead ? withMedia : (['captures'] as const)
  const transaction = (await database()).transaction(stores, 'readwrite', { durability })
  const captures = transaction.objectStore('captures')
  await Promise.all(
    [...changes].map(async ([id, change]) => {
      const before = await captures.get(id)
      if (!before || (onlyIf && before.state !== onlyIf)) return
      await captures.put({ ...before, ...change })
      // They were there to be read, and are not to be sent.
      const isRead = 'unread' in change && !(await transaction.objectStore('media').getKey(id))
      if (isRead) await transaction.objectStore('pieces').delete(allPiecesOf(id))
    }),
  )
  await transaction.done
  tell()
}

/** For good, with their media. */
export async function discardCaptures(ids: readonly string[]): Promise<void> {
  const transaction = (await database()).transaction(withMedia, 'readwrite')
  for (const id of ids) {
    for (const name of ['captures', 'media'] as const) transaction.objectStore(name).delete(id)
    transaction.objectStore('pieces').delete(allPiecesOf(id))
  }
  await transaction.done
  tell()
  for (const id of ids) tellMedia(id)
}

/** The same for one that nobody is sending and that was not filed; false where it was, or is being. */
export async function discardUnsent(id: string): Promise<boolean> {
  const transaction = (await database()).transaction(withMedia, 'readwrite', { durability: 'strict' })
  const { state, asset } = (await transaction.objectStore('captures').get(id)) ?? {}
  const isUnsent = state !== undefined && state !== 'syncing' && state !== 'synced' && !asset
  if (isUnsent) {
    for (const name of ['captures', 'media'] as const) transaction.objectStore(name).delete(id)
    transaction.objectStore('pieces').delete(allPiecesOf(id))
  }
  await transaction.done
  if (isUnsent) {
    tell()
    tellMedia(id)
  }
  return isUnsent
}

/**
 * Forgets the oldest of those that are in the workspace, but for those whose media are still on their way, and those whose
 * former version is to be taken back yet.
 */
export async function pruneSynced(): Promise<void> {
  const db = await database()
  const count = await db.countFromIndex('captures', 'state', allOf('synced'))
  if (count <= keptSynced) return
  const transaction = db.transaction(['captures', 'media'], 'readwrite')
  const captures = transaction.objectStore('captures')
  const media = transaction.objectStore('media')
  const keys = await captures.index('state').getAllKeys(allOf('synced'))
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - keptSynced)).map(async (key) => {
      const capture = await captures.get(key)
      const own = await media.get(key)
      if (capture && isToReplace(capture)) return
      if (own && (own.stored || (own.state !== 'kept' && own.state !== 'left'))) return
      await captures.delete(key)
      await media.delete(key)
    }),
  )
  await transaction.done
}

/** Those in the workspace whose former version is to be taken back yet, the newest first. */
export async function listReplacing(): Promise<QueuedCapture[]> {
  const index = (await database()).transaction('captures').store.index('state')
  const found: QueuedCapture[] = []
  for (let cursor = await index.openCursor(allOf('synced'), 'prev'); cursor; cursor = await cursor.continue())
    if (isToReplace(cursor.value)) found.push(cursor.value)
  return found
}

function isToReplace({ replaces }: QueuedCapture): boolean {
  return replaces !== undefined && replaces.stays === undefined
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

/** For what changed captures by itself. */
export function tell(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}
