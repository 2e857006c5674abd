import type { CapturedAssetVersion } from '@dailies/contract/asset-version.ts'
import type { CaptureInput } from '@dailies/contract/capture.ts'
import { captureOfFile } from '@dailies/reading/capture-of-file.ts'
import { DailiesError } from '../../sdk/src/error.ts'
import { hasAnotherFile, isKnownOtherwise } from '../../sdk/src/repeats.ts'
import { inRounds } from '../filing/once.ts'
import { CannotDo } from './cannot-do.ts'
import type { GivenFile } from './given-file.ts'
import type { Work } from './tool.ts'

interface FileCapture {
  file: GivenFile
  /** What the agent says of it: it wins over what the file tells. */
  given: Partial<CaptureInput>
  /** Of the agent; else it is told by content and place, as files from elsewhere are. */
  captureId: string | undefined
}

interface Captured {
  take: Omit<CapturedAssetVersion, 'platformLabel'>
  captureId: string
  prompt: string
  /** It was filed before, with something else said of it, which stays. */
  isKnownOtherwise?: boolean
}

/**
 * Files a file as a take, with what it tells, and sends its bytes. The same content in the same place makes no second take. Throws
 * `CannotDo` and DailiesErrors.
 */
export async function captureFile(capture: FileCapture, work: Work): Promise<Captured> {
  const { missing } = bodyOf(capture, 0)
  if (missing.includes('prompt'))
    throw new CannotDo('The file does not tell its prompt: give `prompt`, or ask the user for it.')
  if (capture.captureId !== undefined) {
    const captured = await makeTake(bodyOf(capture, 0).body, work)
    await send(capture, captured, work)
    return captured
  }
  return inRounds(async (round) => {
    const { body } = bodyOf(capture, round)
    const captured = await makeTake(body, work).catch((error) => {
      if (!isKnownOtherwise(error)) throw error
      return findTake(body, work)
    })
    return captured && (await isSent(capture, captured, work)) ? captured : undefined
  })
}

type Body = CaptureInput & { provenance: { captureId: string } }

function bodyOf({ file, given, captureId }: FileCapture, round: number) {
  const { body, missing } = captureOfFile({ file, given, source: 'mcp', round })
  if (captureId !== undefined) body.provenance = { ...body.provenance, captureId }
  return { body: body as Body, missing }
}

async function makeTake(body: Body, { dailies, signal }: Work): Promise<Captured> {
  const { asset } = await dailies.ingest(body, { signal })
  return { take: asset, captureId: body.provenance.captureId, prompt: body.prompt }
}

/** Undefined where it was deleted. */
async function findTake({ provenance }: Body, { dailies, signal }: Work): Promise<Captured | undefined> {
  const { captureId } = provenance
  try {
    const { captured } = await dailies.findCaptured({ captureIds: [captureId] }, { signal })
    if (!captured[0]) return undefined
    const { data } = await dailies.readAsset({ id: captured[0].assetVersionId }, { signal })
    return { take: data, captureId, prompt: data.prompt, isKnownOtherwise: true }
  } catch (error) {
    if (!(error instanceof DailiesError) || error.status !== 403) throw error
    throw new CannotDo(
      'This file is filed there already, with something else said of it. Which take it is needs a token that may `read`.',
    )
  }
}

/** False where the take is gone. */
async function isSent(capture: FileCapture, captured: Captured, work: Work): Promise<boolean> {
  try {
    await send(capture, captured, work)
    return true
  } catch (error) {
    if (error instanceof DailiesError && error.status === 404) return false
    if (hasAnotherFile(error)) return true
    throw error
  }
}

/** What it throws says that the take is there, and how to send its file still. */
async function send(
  { file: { file }, captureId: own }: FileCapture,
  { take: { id } }: Captured,
  { dailies, signal, progress }: Work,
): Promise<void> {
  try {
    await dailies.uploadMedia({ id, file }, { signal, onProgress: progress, retries: 2 })
  } catch (error) {
    const filed = `The take is filed as ${id}, but its file is not kept`
    if (error instanceof CannotDo) throw new CannotDo(`${filed}: ${error.message}`)
    if (!(error instanceof DailiesError)) throw error
    const { status, retryAfter, isTemporary } = error
    const details = { fieldErrors: error.fieldErrors, formErrors: error.formErrors }
    const again = own === undefined ? 'the same input' : `captureId "${own}" and the same input`
    const message = `${filed}: ${error.message}. To send it still, call again with ${again}`
    throw new DailiesError(message, { status, retryAfter, isTemporary, details })
  }
}
