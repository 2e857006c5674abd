import type { UploadKind } from '@dailies/contract/media.ts'
import { type Dailies, DailiesError } from '../../../sdk/src/dailies.ts'
import { type TextKey, text } from '../texts.ts'
import { fileOf } from './media-queue.ts'

/** How the sending of a file ended. */
export type Sent =
  | { state: 'kept' }
  /** Never to be sent: why, in words. */
  | { state: 'left'; problem: string }
  /** Not to be sent now, but later: it says why, and after how many seconds. */
  | { state: 'later'; problem: string; after: number }
  /** The service is not there, or busy: nothing else is to be sent now, either. */
  | { state: 'away'; reason: string; retryAfter: number | undefined }
  /** The token was refused. */
  | { state: 'refused' }
  /** Nobody wants it any more. */
  | { state: 'unwanted' }

/** Seconds until a full service is asked again: somebody has to make room there. */
const roomAfter = 10 * 60

/** What the service says of this version, and says again when it is asked again. */
const forGood: Partial<Record<number, TextKey>> = {
  403: 'mediaForbidden',
  404: 'mediaGone',
  413: 'mediaTooLargeThere',
}

interface Sending {
  /** Of the capture. */
  id: string
  /** Of the asset version. */
  assetId: string
  signal: AbortSignal
  onProgress: (sent: number) => void
}

/**
 * Sends the original of a version, from where an earlier try has left off. A version that has its original by now, from
 * the service or from somebody else, is done: nothing is sent twice.
 */
export async function sendOriginal(
  dailies: Dailies,
  { id, assetId, signal, onProgress }: Sending,
): Promise<Sent> {
  try {
    if (await isKept(dailies, assetId)) return { state: 'kept' }
    const file = await fileOf(id)
    if (!file) return { state: 'left', problem: text('mediaEmpty') }
    await dailies.uploadMedia({ id: assetId, file }, { signal, onProgress, retries: 2 })
    return { state: 'kept' }
  } catch (error) {
    if (signal.aborted) return { state: 'unwanted' }
    if (error instanceof DailiesError && error.status === 409) return afterClash(dailies, assetId, error)
    return outcomeOf(dailies, error)
  }
}

/** A clash is one with an original that is kept, or with a part of ours that came twice: then it is tried again. */
async function afterClash(dailies: Dailies, assetId: string, clash: DailiesError): Promise<Sent> {
  try {
    if (await isKept(dailies, assetId)) return { state: 'kept' }
    return { state: 'later', problem: clash.message, after: 5 }
  } catch (error) {
    return outcomeOf(dailies, error)
  }
}

async function isKept(dailies: Dailies, id: string): Promise<boolean> {
  return (await dailies.readMedia({ id })).data?.state === 'kept'
}

async function outcomeOf(dailies: Dailies, error: unknown): Promise<Sent> {
  // A fault of our own is no reason to lose anything.
  if (!(error instanceof DailiesError)) {
    console.error(error)
    return { state: 'away', reason: text('queueFault'), retryAfter: undefined }
  }
  const { status, message, retryAfter, isTemporary } = error
  if (status === 401) return { state: 'refused' }
  if (status === 507)
    return { state: 'later', problem: text('mediaNoRoomThere'), after: retryAfter ?? roomAfter }
  const away: Sent = { state: 'away', reason: message, retryAfter }
  if (isTemporary || !(await isThere(dailies))) return away
  const key = forGood[status]
  return status >= 400 ? { state: 'left', problem: key ? text(key) : message } : away
}

/** Something else may have answered: a proxy without its service, a network that wants one to sign in. */
function isThere(dailies: Dailies): Promise<boolean> {
  return dailies.readProfile().then(
    () => true,
    () => false,
  )
}

/** Sends what was made to look at. It is no loss where it fails. */
export async function sendStill(
  dailies: Dailies,
  { id, assetId, kind }: Pick<Sending, 'id' | 'assetId'> & { kind: UploadKind & ('poster' | 'filmstrip') },
): Promise<void> {
  const file = await fileOf(id, kind)
  if (!file) return
  await dailies
    .uploadMedia({ id: assetId, kind, file }, { retries: 2 })
    .catch((error: unknown) => console.warn(error))
}
