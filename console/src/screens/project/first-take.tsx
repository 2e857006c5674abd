import { Link } from '@tanstack/react-router'
import { CaptureLine } from '../../takes/capture-line.tsx'

/** What comes next in a project that has scenes and no take yet. */
export function FirstTake({ projectId, sceneId }: { projectId: string; sceneId: string }) {
  return (
    <section className="rounded-2xl border border-dashed border-strong-line p-4 sm:p-5">
      <h2 className="font-semibold">Next: capture the first take</h2>
      <p className="mt-1 max-w-3xl text-muted">
        <Link to="/extension" className="text-ink underline underline-offset-2">
          Get the extension
        </Link>
        , and capture on the page where you generate. What you capture shows up here, in its scene.
      </p>
      <details className="mt-2">
        <summary className="w-fit rounded-lg py-2 pr-2 font-medium">Or try it from a terminal</summary>
        <div className="mt-2 max-w-3xl">
          <CaptureLine projectId={projectId} sceneId={sceneId} />
        </div>
      </details>
    </section>
  )
}
