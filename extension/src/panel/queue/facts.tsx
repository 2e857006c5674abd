import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import { assetTypeLabels } from '../ui/labels.ts'
import { useSetting } from '../use-setting.ts'

/** `Midjourney · Image · Scene 012A · 012A-B`: what tells one capture from the others; the project where it is another one. */
export function Facts({ capture: { body } }: { capture: QueuedCapture }) {
  const { assetType, platformKey, platformLabel } = body
  const platform = useList('platforms', '').items?.find(({ slug }) => slug === platformKey)
  const here = useSetting('placeAtHand')?.value?.projectId
  const { project, scene, shot } = usePlaceNames(body)
  const facts = [
    platform?.name ?? platformLabel ?? platformKey,
    assetType && assetTypeLabels[assetType],
    body.projectId !== here && project,
    scene && text('panelSceneOf', scene),
    shot,
  ]
  return facts.filter(Boolean).join(' · ')
}

interface PlaceNames {
  project: string | undefined
  scene: string | undefined
  shot: string | undefined
}

/** What a capture's place is called. It knows a shot by its id alone. */
export function usePlaceNames({ projectId, sceneId, shotId }: QueuedCapture['body']): PlaceNames {
  const project = useList('projects', '').items?.find(({ id }) => id === projectId)
  const scenes = useList('scenes', shotId ? projectId : undefined).items
  const sceneDbId = scenes?.find((scene) => scene.sceneId === sceneId?.toUpperCase())?.id
  const shot = useList('shots', shotId ? sceneDbId : undefined).items?.find(({ id }) => id === shotId)
  return { project: project?.name, scene: sceneId, shot: shotId ? shot?.shotCode : undefined }
}
