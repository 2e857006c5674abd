import type { PlaceAtHand } from '../extension/src/place/place.ts'
import type { Film } from '../server/test/service.ts'

/** The scene of a test's film, as one chooses it in the panel: what is captured goes there. */
export function placeIn({ projectId, sceneDbId, capture }: Film): PlaceAtHand {
  const { sceneId } = capture
  return { projectId, sceneDbId, sceneId, shotId: null, characterName: null, untold: true }
}
