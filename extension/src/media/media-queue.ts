import { database, type PieceKey, type PieceKind } from '../store/database.ts'
import type { QueuedMedia } from './queued-media.ts'

const channelName = 'dailies.media'

export type MediaChange = Partial<Omit<QueuedMedia, 'id'>>

export async function readMedia(id: string): Promise<QueuedMedia | undefined> {
  return (await database()).get('media', id)
}

/** Of those captures that have any. */
export async function readMediaOf(ids: readonly string[]): Promise<QueuedMedia[]> {
  const store = (await database()).transaction('media').store
  const found = await Promise.all(ids.map((id) => store.get(id)))
  return found.filter((media) => media !== undefined)
}

/** Those in some states, in the order in which they were captured. */
export async function listMedia(...states: QueuedMedia['state'][]): Promise<QueuedMedia[]> {
  const index = (await database()).transaction('media').store.index('state')
  const found = await Promise.all(
    states.map((state) => index.getAll(IDBKeyRange.bound([state], [state, []]))),
  )
  return found.flat().sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** The oldest whose bytes are to be had yet. */
export async function listTaking(limit: number): Promise<QueuedMedia[]> {
  const state: QueuedMedia['state'] = 'taking'
  return (await database()).getAllFromIndex('media', 'state', IDBKeyRange.bound([state], [state, []]), limit)
}

/** Those that have bytes on the disk. */
export async function listStored(): Promise<QueuedMedia[]> {
  return (await database()).getAllFromIndex('media', 'stored')
}

/**
 * Changes what is there at that moment, and tells whether it is: media of a capture that was discarded stay gone, and
 * with `onlyIf` those that are in another state by now stay as they are.
 */
export async function changeMedia(
  id: string,
  change: MediaChange,
  ...onlyIf: QueuedMedia['state'][]
): Promise<boolean> {
  const transaction = (await database()).transaction('media', 'readwrite')
  const before = await transaction.store.get(id)
  const isMeant = before !== undefined && (onlyIf.length === 0 || onlyIf.includes(before.state))
  if (isMeant) await transaction.store.put(withoutGaps({ ...before, ...change }))
  await transaction.done
  if (isMeant) tell(id)
  return isMeant
}

/** The same, and its bytes are removed. */
export async function changeAndEmpty(
  id: string,
  change: MediaChange,
  ...onlyIf: QueuedMedia['state'][]
): Promise<boolean> {
  const transaction = (await database()).transaction(['media', 'pieces'], 'readwrite')
  const store = transaction.objectStore('media')
  const before = await store.get(id)
  const isMeant = before !== undefined && (onlyIf.length === 0 || onlyIf.includes(before.state))
  if (isMeant) {
    await store.put(withoutGaps({ ...before, ...change, stored: undefined }))
    await transaction.objectStore('pieces').delete(allPiecesOf(id))
  }
  await transaction.done
  if (isMeant) tell(id)
  return isMeant
}

/**
 * Puts the next piece of the original behind those that are there; the last one makes it ready. False when nobody
 * wants it any more.
 */
export async function addPiece(
  id: string,
  piece: Blob,
  { at, isLast }: { at: number; isLast: boolean },
): Promise<boolean> {
  const transaction = (await database()).transaction(['media', 'pieces'], 'readwrite', {
    durability: isLast ? 'strict' : 'relaxed',
  })
  const store = transaction.objectStore('media')
  const pieces = transaction.objectStore('pieces')
  const media = await store.get(id)
  const isWanted = media?.state === 'taking' && (media.stored ?? 0) === at
  if (isWanted) {
    const stored = at + piece.size
    const number = await pieces.count(piecesOf(id, 'original'))
    if (piece.size > 0) await pieces.put(piece, [id, 'original', number])
    await store.put(
      withoutGaps({
        ...media,
        stored: stored || undefined,
        ...(isLast && { state: 'ready', bytes: stored, problem: undefined }),
      }),
    )
  }
  await transaction.done
  if (isWanted) tell(id)
  return isWanted
}

/** What was made of it to look at; nothing of a capture that was discarded meanwhile. */
export async function putStill(id: string, kind: 'poster' | 'filmstrip', still: Blob): Promise<void> {
  const transaction = (await database()).transaction(['media', 'pieces'], 'readwrite')
  const isThere = (await transaction.objectStore('media').getKey(id)) !== undefined
  if (isThere) await transaction.objectStore('pieces').put(still, [id, kind, 0])
  await transaction.done
}

/** All that is there of a file, without reading it; undefined when there is nothing. */
export async function fileOf(id: string, kind: PieceKind = 'original'): Promise<Blob | undefined> {
  const pieces = await (await database()).getAll('pieces', piecesOf(id, kind))
  return pieces.length > 0 ? new Blob(pieces) : undefined
}

/** Of those captures the ones of which a file is there, or its beginning. */
export async function idsOfFiles(ids: readonly string[]): Promise<Set<string>> {
  const pieces = (await database()).transaction('pieces').store
  const keys = await Promise.all(ids.map((id) => pieces.getKey(piecesOf(id, 'original'))))
  return new Set(keys.flatMap((key) => key?.[0] ?? []))
}

/** Keys of one file. */
function piecesOf(id: string, kind: PieceKind): IDBKeyRange {
  return IDBKeyRange.bound([id, kind, 0] satisfies PieceKey, [id, kind, Infinity] satisfies PieceKey)
}

/** Keys of all that there is of a capture: an array sorts after every text. */
export function allPiecesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []])
}

/** What is undefined is away, for the index to leave it out. */
function withoutGaps(media: QueuedMedia): QueuedMedia {
  return Object.fromEntries(Object.entries(media).filter(([, value]) => value !== undefined)) as never
}

/** Calls back with the capture's id after each change, wherever it was made. Returns what ends that. */
export function onMediaChange(listener: (id: string) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => listener(data)
  return () => channel.close()
}

/** For what changed media by itself: capture and media in one transaction. */
export function tell(id: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(id)
  channel.close()
}
