import { type Dailies, DailiesError, type Input } from '../../../sdk/src/dailies.ts'
import { clientOf } from '../connection/client.ts'
import { pauseConnection } from '../connection/pause.ts'
import { readSetting } from '../store/database.ts'
import { text } from '../texts.ts'
import { changeCaptures, claimCaptures, nextToSend, otherService, pruneSynced } from './captures.ts'
import type { QueuedCapture } from './queued-capture.ts'
import { takeBackReplaced } from './take-back-replaced.ts'
import { takeBackUndone } from './take-back-undone.ts'

type Change = Partial<Omit<QueuedCapture, 'id'>>

/** How it went: everything is sent (`idle`), or something has to happen first. */
export type Outcome =
  | { state: 'idle' }
  /** The service is not there, or busy: another try is worth it, after so many seconds where the service says so. */
  | { state: 'waiting'; reason: string; retryAfter?: number | undefined }
  /** There is no token, or it was refused. */
  | { state: 'paused' }
  /** What is left was made for another service. */
  | { state: 'elsewhere'; reason: string }

/** As many as the service takes in a batch, and no more than gets through a slow line before the time-out. */
const mostAtOnce = 100
const mostCharacters = 512 * 1024

/**
 * Statuses of a whole request that mean something in it: what is wrong with one capture stands in its result. Any other
 * (a proxy's 404, the page of a network that wants to be signed in to) says nothing of the captures, and may pass.
 */
const aboutCaptures = [400, 413, 422]

/**
 * Sends what waits, in the order in which it was made, until nothing is left or the service cannot take any. What the
 * service refuses is set aside with its reason and holds up no other. May be called again whenever it ended, at
 * whichever point: a capture that was stored already is answered as the first time (provenance.captureId). `onSynced` hears
 * of each batch that brought something into the workspace.
 */
export async function sendWaiting(onSynced: () => void): Promise<Outcome> {
  let atOnce = mostAtOnce
  for (;;) {
    const connection = await readSetting('connection')
    if (connection?.state !== 'connected') return { state: connection ? 'paused' : 'idle' }
    const next = fitting(await nextToSend(atOnce, connection.address))
    if (next.length === 0) return whatIsLeft(connection.address)
    const batch = await claimCaptures(next.map(({ id }) => id))
    if (batch.length === 0) continue
    try {
      const changes = await sendBatch(clientOf(connection), batch, connection.address)
      await changeCaptures(changes)
      if ([...changes.values()].some(({ state }) => state === 'synced')) onSynced()
      await pruneSynced()
      atOnce = Math.min(mostAtOnce, atOnce * 2)
      const unsent = [...changes.values()].find(({ state }) => state === 'pending')
      if (unsent) return { state: 'waiting', reason: unsent.problem?.message ?? '' }
    } catch (error) {
      const outcome = await afterFailure(error, batch, connection.token)
      if (outcome) return outcome
      // Refused as a whole: fewer at once show which one it is that is refused.
      if (batch.length > 1) atOnce = Math.ceil(batch.length / 4)
    }
  }
}

async function whatIsLeft(address: string): Promise<Outcome> {
  const away = (await takeBackReplaced(address)) ?? (await takeBackUndone(address))
  if (away) return { ...away, state: 'waiting' }
  const other = await otherService(address)
  return other ? { state: 'elsewhere', reason: text('queueElsewhere', other) } : { state: 'idle' }
}

function fitting(captures: QueuedCapture[]): QueuedCapture[] {
  let characters = 0
  const end = captures.findIndex(({ body }) => {
    characters += JSON.stringify(body).length
    return characters > mostCharacters
  })
  return end < 0 ? captures : captures.slice(0, Math.max(1, end))
}

async function sendBatch(
  dailies: Dailies,
  batch: readonly QueuedCapture[],
  service: string,
): Promise<Map<string, Change>> {
  // What a body lacks is for the service to say.
  const captures = batch.map(({ body }) => body as Input<'ingest'>)
  const { results } = await dailies.ingestBatch({ captures })
  return new Map(
    batch.map(({ id }, place): [string, Change] => {
      const result = results[place]
      if (!result) return [id, { state: 'pending' }]
      if (result.ok) return [id, { state: 'synced', asset: result.asset, service, problem: undefined }]
      return [id, setAside(new DailiesError(result.error, result))]
    }),
  )
}

/** Returns what to do about it; undefined when the rest can be sent at once. */
async function afterFailure(
  error: unknown,
  batch: readonly QueuedCapture[],
  token: string,
): Promise<Outcome | undefined> {
  // A fault of our own is no reason to lose or to set aside anything: it waits, as for the service.
  const failure =
    error instanceof DailiesError ? error : new DailiesError(text('queueFault'), { cause: error })
  const { status, message: reason, retryAfter } = failure
  const isAboutThem = aboutCaptures.includes(status)
  const change: Change = isAboutThem && batch.length === 1 ? setAside(failure) : { state: 'pending' }
  await changeCaptures(new Map(batch.map(({ id }) => [id, change])))
  if (status === 401) {
    await pauseConnection(token)
    return { state: 'paused' }
  }
  return isAboutThem ? undefined : { state: 'waiting', reason, retryAfter }
}

function setAside(refusal: DailiesError): Change {
  const { status, message, fieldErrors, isTemporary } = refusal
  // A right that ended half-way says nothing of the capture: it waits for another token.
  const waits = isTemporary || status === 401 || status === 403
  return { state: waits ? 'pending' : 'failed', problem: { status, message, fieldErrors } }
}
