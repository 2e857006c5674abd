import { useList } from '../lists/use-list.ts'
import { useSetting } from '../use-setting.ts'
import type { CaptureFormState } from './use-capture-form.ts'

/** The scene that a capture goes to, by its own id: of a new one that at hand. Undefined while it is not known. */
export function useSceneDbId({ capture, draft }: CaptureFormState): string | undefined {
  const place = useSetting('placeAtHand')?.value
  const scenes = useList('scenes', capture ? draft.projectId || undefined : undefined).items
  if (!capture) return place?.sceneDbId
  return scenes?.find(({ sceneId }) => sceneId === draft.sceneId.toUpperCase())?.id
}
