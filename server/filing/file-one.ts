import { openAsBlob } from 'node:fs'
import type { CaptureInput } from '@dailies/contract/capture.ts'
import { captureIdOfFile, captureOfFile } from '@dailies/reading/capture-of-file.ts'
import { type Dailies, DailiesError } from '../../sdk/src/dailies.ts'
import { hasAnotherFile, isKnownOtherwise } from '../../sdk/src/repeats.ts'
import { inRounds } from './once.ts'
import type { Place } from './place.ts'
import { hasChanged, LeftWithoutBytes, type ReadFile, StillChanging } from './read-file.ts'

export interface ToFile {
  file: ReadFile
  place: Place
  /** What was said of it. */
  given: Partial<CaptureInput>
  source: 'command-line' | 'watch'
  /** Set by a try: there may be a take of it since, although it failed. */
  isBegun?: boolean
}

export interface Filed {
  assetVersionId: string
  versionNumber: number
}

interface Filing {
  signal: AbortSignal
  /** Bytes of the file that are safe. */
  onSent?: (bytes: number) => void
}

/**
 * Files a file as a take and sends its bytes, once by content and place: what was filed already, whole or in part, by whomever
 * with the same token's user, is gone on with. Throws a DailiesError of the SDK, `StillChanging`, `LeftWithoutBytes`, or the reason of
 * the signal.
 */
export async function fileOne(dailies: Dailies, toFile: ToFile, filing: Filing): Promise<Filed> {
  const { file, isBegun } = toFile
  // It may have been waited for the service since it was read.
  if (!isBegun && !file.bytes && (await hasChanged(file))) throw new StillChanging()
  toFile.isBegun = true
  return inRounds(async (round) => {
    const filed = await makeVersion(dailies, toFile, round, filing)
    return filed && (await sendBytes(dailies, file, filed, filing)) ? filed : undefined
  })
}

/** Undefined where the key of the round is of a version that was deleted. */
async function makeVersion(
  dailies: Dailies,
  { file, place, given, source }: ToFile,
  round: number,
  { signal }: Filing,
): Promise<Filed | undefined> {
  const { body } = captureOfFile({ file, given: { ...given, ...locationOf(place) }, source, round })
  try {
    const { data } = await dailies.createAsset(body as CaptureInput, { signal })
    return { assetVersionId: data.id, versionNumber: data.versionNumber }
  } catch (error) {
    if (!isKnownOtherwise(error)) throw error
    const captureIds = [captureIdOfFile(file.sha256, place, round)]
    const { captured } = await dailies.findCaptured({ captureIds }, { signal })
    const [found] = captured
    return found && { assetVersionId: found.assetVersionId, versionNumber: found.versionNumber }
  }
}

export function locationOf({ projectId, sceneId, shotId }: Place) {
  return { projectId, sceneId, shotId }
}

/** False where the version is gone. */
async function sendBytes(
  dailies: Dailies,
  read: ReadFile,
  filed: Filed,
  { signal, onSent }: Filing,
): Promise<boolean> {
  const { path, bytes } = read
  const { assetVersionId: id } = filed
  try {
    // Reading it fails where the file is another than when it was opened; it may have been another then.
    const file = bytes ? new Blob([bytes]) : await openAsBlob(path)
    if (!bytes && (await hasChanged(read))) throw new LeftWithoutBytes(filed)
    await dailies.uploadMedia({ id, file }, { signal, onProgress: onSent })
    return true
  } catch (error) {
    if (error instanceof DailiesError && error.status === 404) return false
    if (hasAnotherFile(error)) return true
    if (!bytes && !signal.aborted && (await hasChanged(read))) throw new LeftWithoutBytes(filed)
    throw error
  }
}
