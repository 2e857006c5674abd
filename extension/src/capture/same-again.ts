import { readCapture } from '../queue/captures.ts'
import type { QueuedCapture } from '../queue/queued-capture.ts'
import { database, readSetting } from '../store/database.ts'
import type { Sighting } from './sighting.ts'

/** Which capture of this browser was the last of an address. So many are known: the oldest are forgotten. */
let known: Promise<Map<string, string>> | undefined
const most = 5_000

/** The capture that this browser made of the same media before, for the service that is connected; undefined for new ones. */
export async function sameAgain({ mediaUrl }: Sighting): Promise<QueuedCapture | undefined> {
  const id = (await knownHere()).get(mediaUrl)
  const capture = id ? await readCapture(id) : undefined
  if (!capture || capture.state === 'failed') return undefined
  const service = (await readSetting('connection'))?.address
  return (capture.service ?? service) === service ? capture : undefined
}

/** Those that were stored just now. */
export function noteCaptured(captures: readonly QueuedCapture[]): void {
  // What cannot be read now is read with all others once it can.
  knownHere().then(
    (map) => noted(map, captures),
    () => undefined,
  )
}

function knownHere(): Promise<Map<string, string>> {
  known ??= readAll().catch((error: unknown) => {
    // Else nothing could be captured until the background ends.
    known = undefined
    throw error
  })
  return known
}

async function readAll(): Promise<Map<string, string>> {
  return noted(new Map(), await (await database()).getAll('captures'))
}

function noted(map: Map<string, string>, captures: readonly QueuedCapture[]): Map<string, string> {
  for (const { id, body, unread } of captures) {
    for (const address of [body.outputUrl, unread?.sighting.mediaUrl]) {
      if (address && /^https?:/i.test(address)) map.set(address, id)
    }
  }
  for (const address of map.keys()) {
    if (map.size <= most) break
    map.delete(address)
  }
  return map
}
