import { Face } from '../ui/face.tsx'
import { usePresence } from './use-presence.ts'

/** Faces that are shown, before the others are counted. */
const most = 4

/** The others who have this open: a scene, or a version of it. */
export function AlsoHere({ sceneDbId, assetVersionId }: { sceneDbId: string; assetVersionId?: string }) {
  const others = usePresence(sceneDbId, assetVersionId)
  if (others.length === 0) return null
  const more = others.slice(most)
  return (
    <ul aria-label="Also here" className="flex items-center -space-x-1.5">
      {others.slice(0, most).map(({ userId, name }) => (
        <li key={userId} className="rounded-full ring-2 ring-canvas">
          <Face name={name} size="compact" label={`${name} is here, too`} />
        </li>
      ))}
      {more.length > 0 && (
        <li className="pl-3 text-sm text-muted" title={more.map(({ name }) => name).join(', ')}>
          +{more.length}
        </li>
      )}
    </ul>
  )
}
