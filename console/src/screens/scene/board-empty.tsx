import { Link } from '@tanstack/react-router'
import { Aperture, SearchX } from 'lucide-react'
import type { Reply } from '../../api/call.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import { CaptureLine } from '../projects/capture-line.tsx'

/** Nothing was captured into the scene yet: says how that is done. */
export function EmptyScene({ scene }: { scene: Reply<'readScene'>['data'] }) {
  return (
    <Empty
      icon={Aperture}
      title="No takes yet"
      action={
        <Link to="/tokens" className={buttonLook('primary')}>
          Get a token
        </Link>
      }
    >
      <p>
        What you capture into scene {scene.sceneId} of this project appears here by itself. Capture it with
        the browser extension, or with a token and this line:
      </p>
      <div className="mt-4 text-left text-ink">
        <CaptureLine projectId={scene.project.id} sceneId={scene.sceneId} />
      </div>
    </Empty>
  )
}

export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      icon={SearchX}
      title="No take answers to these filters"
      action={
        <Button look="primary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Takes that are captured from now on appear here if they do.
    </Empty>
  )
}
