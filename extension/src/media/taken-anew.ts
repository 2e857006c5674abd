import { text } from '../texts.ts'
import type { QueuedMedia } from './queued-media.ts'

/** Media whose bytes are gone from here: they are asked for once more, or left where that is in vain. */
export function takenAnew({
  stored: _stored,
  bytes: _bytes,
  sent: _sent,
  ...media
}: QueuedMedia): QueuedMedia {
  const isThere = media.address !== undefined || media.page !== undefined
  return isThere ? { ...media, state: 'taking' } : { ...media, state: 'left', problem: text('mediaPageGone') }
}
