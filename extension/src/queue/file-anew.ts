import { clientOf } from '../connection/client.ts'
import { fileOf, readMedia } from '../media/media-queue.ts'
import { type QueuedMedia, sendMediaByDefault } from '../media/queued-media.ts'
import { takenAnew } from '../media/taken-anew.ts'
import { readSetting } from '../store/database.ts'
import { text } from '../texts.ts'
import { newCaptureId } from './capture-id.ts'
import { addCaptures } from './captures.ts'
import type { CaptureBody, QueuedCapture } from './queued-capture.ts'

/** Bytes of media that are had from the service, at most: a film that is longer is asked of where it was generated. */
const mostFromService = 256 * 1024 ** 2

/** Milliseconds that the service may take for them. */
const patience = 60_000

/**
 * Files what is in the workspace once more, with another body; the former version is taken back when that is done
 * (`takeBackReplaced`). Its media go along. Returns the id of the new capture, when it is on the disk.
 */
export async function fileAnew(
  former: QueuedCapture & Required<Pick<QueuedCapture, 'asset'>>,
  body: CaptureBody,
): Promise<string> {
  const id = newCaptureId()
  const { media, bytes } = await mediaAnew(id, former)
  const isMissing = !body.outputUrl && media?.state !== 'ready'
  const { problem: _, asset, ...rest } = former
  const capture: QueuedCapture = {
    ...rest,
    id,
    state: 'pending',
    body: { ...body, provenance: { ...(body.provenance as object), captureId: id } },
    replaces: {
      captureId: former.id,
      assetId: asset.id,
      ...(isMissing && { stays: text('takeBackMedia') }),
    },
  }
  await addCaptures([capture], {
    media: media ? [media] : [],
    bytes: bytes ? new Map([[id, bytes]]) : new Map(),
  })
  return id
}

interface MediaAnew {
  media?: QueuedMedia
  bytes?: Blob
}

/** From this disk, else from the service, which keeps them; else from where they were generated. */
async function mediaAnew(
  id: string,
  former: QueuedCapture & Required<Pick<QueuedCapture, 'asset'>>,
): Promise<MediaAnew> {
  if (((await readSetting('sendMedia')) ?? sendMediaByDefault) === 'never') return {}
  const known = await readMedia(former.id)
  if (!known) return {}
  const isWhole = known.state === 'ready' || known.state === 'sending' || known.state === 'kept'
  const bytes = (isWhole ? await fileOf(former.id) : undefined) ?? (await keptBytes(former.asset.id))
  if (!bytes) return { media: { ...takenAnew(known), id } }
  const { kind, address, withCookies } = known
  const media: QueuedMedia = { id, kind, state: 'ready', stored: bytes.size, bytes: bytes.size }
  return { media: { ...media, ...(address && { address, withCookies }) }, bytes }
}

/** The original as the service has it; undefined where it has none, or is not there. */
async function keptBytes(assetId: string): Promise<Blob | undefined> {
  const connection = await readSetting('connection')
  if (connection?.state !== 'connected') return undefined
  try {
    const { data } = await clientOf(connection).readMedia({ id: assetId })
    if (data?.state !== 'kept' || !data.original || (data.bytes ?? 0) > mostFromService) return undefined
    const response = await fetch(connection.address + data.original, {
      credentials: 'omit',
      signal: AbortSignal.timeout(patience),
    })
    return response.ok ? await response.blob() : undefined
  } catch {
    return undefined
  }
}
