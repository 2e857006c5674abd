import type { Reading } from '@dailies/reading/reading.ts'
import type { Input, Reply } from '../../../sdk/src/dailies.ts'
import type { Sighting } from '../capture/sighting.ts'
import type { PlaceAtHand } from '../place/place.ts'

/** The body of a capture, in the making: what is missing is found out when it is sent. */
export type CaptureBody = Partial<Input<'ingest'>>

/** A capture on its way to the service. */
export interface QueuedCapture {
  /** UUIDv7; the `provenance.captureId` of the body, by which the service knows a repeat. */
  id: string
  /**
   * - `pending`: waits to be sent
   * - `syncing`: is being sent, or was when the browser died, which is the same: it is sent again
   * - `draft`: lacks what only the user knows (`problem` says what, its status is 0); the panel asks for it
   * - `failed`: refused by the service, with its reason in `problem`; the user may edit it and send it again
   * - `synced`: is in the workspace, as `asset`
   */
  state: 'pending' | 'syncing' | 'draft' | 'failed' | 'synced'
  body: CaptureBody
  /**
   * Address of the service that it was made for; it is sent to no other. Without one (there was none yet) it goes to the
   * first that is connected.
   */
  service?: string | undefined
  /**
   * Set while the media itself is not read yet: so long it is not sent, nor are those that come after it. Its place is
   * the one at hand when it was made. `page`: address of that which it was seen on, as the browser says it.
   * `withCookies`: whether the user's go along to where the media are.
   */
  unread?:
    | { sighting: Sighting; place: PlaceAtHand | undefined; page?: string | undefined; withCookies?: boolean }
    | undefined
  /** Where the values of the body are from, for the user to see. */
  readings: Reading['source'][]
  /** Fields of the body that a guess filled: the user is asked to look at them. */
  guessed?: string[] | undefined
  /** The platform whose page no longer looks as the adapter knows it. */
  changedAdapter?: string
  /** The host whose rules find no prompt on its page any more. (teaching/rule.ts) */
  changedRules?: string | undefined
  /** ISO 8601. */
  createdAt: string
  problem?: Problem | undefined
  asset?: Reply<'ingest'>['asset']
  /**
   * The capture that this one was made of, and the version that it became: taken back once this one is filed. `stays` says
   * why that could not be done, in words.
   */
  replaces?: { captureId: string; assetId: string; stays?: string } | undefined
}

/** In the order in which the queue shows them: what needs the user comes first. */
export const captureStates = ['draft', 'failed', 'syncing', 'pending', 'synced'] as const

/** States in which the user may change a capture: nobody else is at it. */
export const editableStates: readonly QueuedCapture['state'][] = ['draft', 'failed', 'pending']

/** Why a capture was not sent, or was refused. */
export interface Problem {
  /** Of the answer; 0 when it was not sent because something that only the user knows is missing. */
  status: number
  message: string
  fieldErrors: Record<string, string[]>
}
