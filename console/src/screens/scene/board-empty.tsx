import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { Link } from '@tanstack/react-router'
import { Aperture, Puzzle, SearchX } from 'lucide-react'
import type { Reply } from '../../api/call.ts'
import type { Dropped } from '../../drops/dropped.ts'
import { useMay } from '../../production/role.tsx'
import { CaptureLine } from '../../takes/capture-line.tsx'
import { AddFiles } from '../../uploads/add-files.tsx'

/** Nothing was captured into the scene yet: says how that is done. */
export function EmptyScene({
  scene,
  onFiles,
}: {
  scene: Reply<'readScene'>['data']
  /** Undefined for who may not. */
  onFiles: ((dropped: Dropped) => void) | undefined
}) {
  if (!useMay('editor')) {
    return (
      <Empty icon={Aperture} title="No takes yet">
        What others capture into this scene appears here by itself.
      </Empty>
    )
  }
  return (
    <Empty
      icon={Aperture}
      title="No takes yet"
      action={
        <>
          <Link to="/extension" className={buttonLook('primary')}>
            <Puzzle size={16} aria-hidden />
            Get the extension
          </Link>
          {onFiles && (
            <AddFiles
              label="Choose files"
              many
              size="normal"
              onFiles={(files) => onFiles({ files, folders: [] })}
            />
          )}
        </>
      }
    >
      <p>
        Capture with the browser extension, on the page where you generate: what you capture into scene{' '}
        {scene.sceneId} of this project appears here by itself.
      </p>
      <p className="mt-2">Files that you have already, and folders of them, can be dropped here.</p>
      <details className="mt-3 text-left">
        <summary className="mx-auto w-fit rounded-lg px-2 py-2">Or try it from a terminal</summary>
        <p className="mt-1 mb-2">
          With{' '}
          <Link to="/tokens" className="text-ink underline underline-offset-2">
            a token
          </Link>{' '}
          of yours in this line:
        </p>
        <div className="text-ink">
          <CaptureLine projectId={scene.project.id} sceneId={scene.sceneId} />
        </div>
      </details>
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
