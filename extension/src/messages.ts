import type { Reading } from '@dailies/reading/reading.ts'
import type { MediaKind, Sighting } from './capture/sighting.ts'
import type { TaughtRule } from './teaching/rule.ts'

/** What a page's script may ask of the background: no more than this, and never for the token. */
export interface PageRequests {
  /**
   * Stores captures on the disk; answered when they are there. `again`: one that was captured before, too; of many, those that are not
   * on their way already.
   */
  capture: { request: { sightings: Sighting[]; again?: boolean | 'many' }; reply: CaptureReply }
  /** What became of captures: answered when that is known of all of them, or after some seconds. */
  outcomes: { request: { ids: string[] }; reply: { outcomes: CaptureOutcome[] } }
  /** Takes a capture back: out of the queue, or out of the workspace. `problem` says in words why not. */
  takeBack: { request: { id: string }; reply: { problem?: string } }
  /** Opens the panel at the form of a capture. */
  openForm: { request: { id: string }; reply: { opened: boolean } }
  /** Puts into this page what captures. */
  gesture: { request: Record<never, never>; reply: { told: boolean } }
  /** Puts into this page what reads the answers that it keeps. */
  reader: { request: Record<never, never>; reply: { told: boolean } }
  /** Has this page let many be chosen. */
  chooseMany: { request: Record<never, never>; reply: { told: boolean } }
  /** Which of these media are in the workspace already; at most 200 addresses and ids. */
  findCaptured: { request: { outputUrls: string[]; externalAssetIds: string[] }; reply: { marks: Mark[] } }
  /**
   * What the script should do on its page. `platform`: of an interface that is known by its page, not by its address. `isUsed`: what
   * captures is there, and reads by rules that may be others now.
   */
  pageSettings: { request: { platform?: string; isUsed?: boolean }; reply: PageSettings }
  /** What was pointed at on pages of this host. */
  taughtRules: { request: Record<never, never>; reply: { rules: TaughtRule[] } }
  /** Keeps what was pointed at just now; answered when it is on the disk. */
  keepRule: { request: KeptRule; reply: { isFilled: boolean } }
}

/** `instead`: ids of rules that read something else for the same picture. `captureId`: what waits for this prompt. */
export interface KeptRule {
  rule: TaughtRule
  instead: string[]
  captureId?: string
  reading: Pick<Reading, 'source' | 'prompt' | 'modelName' | 'metadata'>
}

/** Those that are on the disk now. */
export interface CaptureReply {
  stored: { id: string; state: 'pending' | 'draft' }[]
  /** Of a single one what is known at once. */
  now?: CaptureOutcome
  /** The one that was asked for was captured before: nothing was stored. */
  already?: CaptureOutcome
  /** How many of many were captured before, and are on their way: nothing was stored of them. */
  waiting?: number
}

/** What became of a capture. */
export interface CaptureOutcome {
  id: string
  /** As in the queue; `gone` once it was discarded. */
  state: 'pending' | 'draft' | 'failed' | 'synced' | 'gone'
  sceneId?: string
  shotCode?: string
  versionNumber?: number
  /** In words: what a draft lacks ("the prompt is missing"), why one was set aside, or why it waits. */
  reason?: string
  /** Of what only the page has: whether its bytes are still to come from there, or cannot be read. */
  bytes?: 'coming' | 'unreadable'
  /** The page no longer looks as the adapter for it knows it. */
  isChanged?: boolean
}

/** A version that is in the workspace. */
export interface Mark {
  outputUrl: string
  externalAssetId: string | null
  sceneId: string
  versionNumber: number
  /** Of the version in the console. */
  href: string
}

export interface PageSettings {
  /** False until the extension is connected: then the page shows nothing. */
  connected: boolean
  /** Whether the platform of this page is one that the user enabled. */
  enabled: boolean
  autoFill: boolean
  /** Whether it may be asked which media of the page are in the workspace: only on a platform that is switched on. */
  marks: boolean
  /** Of the command `capture`, as the browser writes it; none when the user took it away. */
  shortcut?: string
}

/** Whether the page was there to be pointed at: it is another one than that of the capture, or lets no extension in. */
export type TaughtAt = 'begun' | 'elsewhere' | 'closed'

/** What the background tells the script of a page to do. */
export type PageOrder =
  /** From the context menu what was clicked (`byMenu`), with the address that the browser names, if it does; else what is pointed at. */
  | { order: 'capture'; byMenu?: boolean; srcUrl?: string; kind?: MediaKind }
  | { order: 'grid' }
  /** The keyboard goes to what the extension shows: what was said last, else the button. */
  | { order: 'focus' }
  | { order: 'refresh' }

export type PageRequestName = keyof PageRequests

/** What the panel may ask of the background. */
export interface PanelRequests {
  /** Without waiting for the end of a pause. */
  sendNow: Record<never, never>
  /** The connection, what the user allowed, or the preferences are others now. */
  permissionsChanged: Record<never, never>
  /** Passes an order on to the page that the user is at; answers `{ told: boolean }`. */
  order: PageOrder
  /** Lets the user point at the prompt, on the page that they are at; of a capture if one is named. Answers TaughtAt. */
  teach: { captureId?: string }
  /** Media that are on their way are left to the service. */
  leaveMedia: { id: string }
  /** Media that were left, or wait, are tried once more. */
  sendMediaAgain: { id: string }
}
