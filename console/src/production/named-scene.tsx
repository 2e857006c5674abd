import type { Activity } from '@dailies/contract/activity.ts'
import { Link } from '@tanstack/react-router'
import { Slate } from '../ui/page.tsx'

/** A scene within a sentence, led to as long as it is there. */
export function NamedScene({ scene: { id, sceneId } }: { scene: Activity['scene'] }) {
  if (id === null) return <span className="text-muted">{sceneId} (deleted)</span>
  return (
    <Link
      to="/scenes/$sceneId"
      params={{ sceneId: id }}
      aria-label={`scene ${sceneId}`}
      className="rounded-md"
    >
      <Slate>{sceneId}</Slate>
    </Link>
  )
}
