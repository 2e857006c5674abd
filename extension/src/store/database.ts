import type { Preferences } from '@dailies/contract/preferences.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Lacking } from '../connection/check-token.ts'
import type { Connection } from '../connection/connection.ts'
import type { QueuedMedia, SendMedia } from '../media/queued-media.ts'
import type { Draft } from '../panel/form/draft.ts'
import type { KnownList, Lists } from '../panel/lists/lists.ts'
import type { PlaceAtHand } from '../place/place.ts'
import type { QueuedCapture } from '../queue/queued-capture.ts'
import type { TaughtRule } from '../teaching/rule.ts'
import { upgrade } from './upgrade.ts'

/** What is kept on the disk. In IndexedDB and not in `storage`, which scripts in pages could read: the token is here. */
interface Schema extends DBSchema {
  settings: {
    key: string
    value: unknown
  }
  captures: {
    /** Ids sort in the order in which the captures were made. */
    key: string
    value: QueuedCapture
    indexes: { state: [QueuedCapture['state'], string] }
  }
  media: {
    /** Of the capture. */
    key: string
    value: QueuedMedia
    indexes: { state: [QueuedMedia['state'], string]; stored: number }
  }
  /** Bytes of media, piece by piece: the browser has them on the disk, and in memory only what is read of them. */
  pieces: {
    key: PieceKey
    value: Blob
  }
}

/** What a piece is of. */
export type PieceKind = 'original' | 'poster' | 'filmstrip'

/** Of the capture, what it is of, and which one it is, from 0. */
export type PieceKey = [id: string, kind: PieceKind, number: number]

/** Names and types of what is kept under `settings`. */
export interface Settings extends KnownLists {
  connection: Connection
  placeAtHand: PlaceAtHand
  /** The user's preferences as the service had them last. */
  preferences: Preferences
  /** What the token may not do, as far as the extension can do without it. */
  lacks: Lacking[]
  /** Addresses of local interfaces (ComfyUI …), by slug of the platform. */
  localInterfaces: Record<string, string>
  /** What is typed into capture forms and not sent yet; by id of the capture, or `new`. */
  drafts: Record<string, Draft>
  sendMedia: SendMedia
  /** Id of a capture whose form the panel is to show, now or when it opens; the panel forgets it then. */
  openCapture: string
  /** Captures that were undone while their service was away: it may have them, as the answer may have been lost. */
  undone: { id: string; service: string }[]
  /** Whether a service lets pictures of takes be loaded from where they were captured. */
  remotePreviews: { service: string; allowed: boolean }
  /** What the artist pointed at, the newest first. */
  taughtRules: TaughtRule[]
}

/** Lists of the service as they were read last, so that the panel works offline. */
type KnownLists = { [N in keyof Lists as `known.${N}`]: KnownList<N> }

export type Database = IDBPDatabase<Schema>

let opening: Promise<Database> | undefined

/** Opens the extension's database; once in each page and worker. */
export function database(): Promise<Database> {
  opening ??= openDB<Schema>('dailies', 3, {
    upgrade,
    // Of a page that is older than the extension: it gives way.
    blocking: (_now, _next, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opening = undefined
    },
  }).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

export async function readSetting<N extends keyof Settings>(name: N): Promise<Settings[N] | undefined> {
  return (await (await database()).get('settings', name)) as Settings[N] | undefined
}

/** Undefined forgets it. */
export async function writeSetting<N extends keyof Settings>(
  name: N,
  value: Settings[N] | undefined,
): Promise<void> {
  const db = await database()
  if (value === undefined) await db.delete('settings', name)
  else await db.put('settings', value, name)
  tell(name)
}

/** Changes what is there at that moment: nothing that is written at the same time is lost. */
export async function changeSetting<N extends keyof Settings>(
  name: N,
  change: (value: Settings[N] | undefined) => Settings[N] | undefined,
): Promise<void> {
  const transaction = (await database()).transaction('settings', 'readwrite')
  const before = (await transaction.store.get(name)) as Settings[N] | undefined
  const after = change(before)
  if (after !== undefined) await transaction.store.put(after, name)
  await transaction.done
  if (after !== before) tell(name)
}

const channelName = 'dailies.settings'

/** Calls back after each change, in whichever page or worker of the extension it was made. Returns what ends that. */
export function onSettingsChange(listener: (name: keyof Settings) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => listener(data)
  return () => channel.close()
}

function tell(name: keyof Settings): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(name)
  channel.close()
}
