import type { PlaceAtHand } from '../../place/place.ts'
import type { CaptureBody } from '../../queue/queued-capture.ts'

/** A capture that was made before there was a place to file it, with the place at hand. Others stay as they are. */
export function completed(body: CaptureBody, place: PlaceAtHand | undefined): CaptureBody {
  if (!place || (body.projectId && body.sceneId)) return body
  const { projectId, sceneId, shotId, characterName } = place
  return {
    ...body,
    projectId,
    sceneId,
    ...(shotId && { shotId }),
    ...(characterName && { tags: [...new Set([...(body.tags ?? []), characterName])] }),
  }
}
