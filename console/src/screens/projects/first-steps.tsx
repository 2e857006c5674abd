import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { Link } from '@tanstack/react-router'
import { FileUp, Plus, Puzzle } from 'lucide-react'
import type { ReactNode } from 'react'
import { CaptureLine } from '../../takes/capture-line.tsx'
import { Slate } from '../../ui/page.tsx'

/** What somebody sees who has just installed Dailies: what it is, and how it begins. */
export function FirstSteps({ onNewProject }: { onNewProject: () => void }) {
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-surface">
      <div className="h-3 slate-stripes" aria-hidden />
      <div className="flex items-center gap-10 border-b border-line px-5 py-8 sm:px-8 sm:py-10">
        <div className="min-w-0 flex-1">
          <h2 className="max-w-2xl text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
            Every take of your film, in the scene it was made for
          </h2>
          <p className="mt-3 max-w-2xl text-muted sm:text-lg">
            Dailies keeps what you generate on any AI platform, with its prompt, model and cost, under its
            project, scene and shot, so that you can compare the takes, pick the winners and approve them.
          </p>
        </div>
        <EmptySlate />
      </div>
      <ol className="grid divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
        <Step number={1} title="Make a project">
          <p>Your film, with its scenes and shots: from nothing, or from a workspace file or a screenplay.</p>
          <div className="flex flex-wrap gap-2">
            <Button look="primary" icon={Plus} onClick={onNewProject}>
              New project
            </Button>
            <Link to="/import" className={buttonLook()}>
              <FileUp size={16} aria-hidden />
              Import a workspace
            </Link>
          </div>
          <p className="text-sm text-muted">
            A screenplay in the Fountain format becomes scenes and characters: make the project, then use its
            Import tab.
          </p>
          <p className="text-sm text-muted">
            To work on a film that is here already, ask one of its owners to add you, under its Members.
          </p>
        </Step>
        <Step number={2} title="Get the extension">
          <p>It captures on the pages where you generate, in Chrome, Edge, Brave and Firefox.</p>
          <div>
            <Link to="/extension" className={buttonLook()}>
              <Puzzle size={16} aria-hidden />
              Get the extension
            </Link>
          </div>
        </Step>
        <Step number={3} title="Capture the first take">
          <p>
            Generate something, point at it, and press the button that appears on it. It shows up here, in its
            scene, with its prompt, model and cost.
          </p>
          <details>
            <summary className="w-fit rounded-lg py-2 pr-2">Or try it from a terminal</summary>
            <p className="mt-1 mb-3">
              With{' '}
              <Link to="/tokens" className="underline underline-offset-2">
                a token
              </Link>{' '}
              and your project in this line:
            </p>
            <CaptureLine />
          </details>
        </Step>
      </ol>
    </div>
  )
}

/** The board of a clapper, waiting for its first take. */
function EmptySlate() {
  return (
    <dl
      aria-hidden
      className="hidden w-72 shrink-0 -rotate-2 grid-cols-3 gap-px overflow-hidden rounded-xl border-2 border-ink bg-ink font-mono text-canvas lg:grid"
    >
      <div className="col-span-3 h-5 bg-[repeating-linear-gradient(-60deg,var(--canvas)_0_18px,var(--ink)_18px_36px)]" />
      {[
        ['Production', 'Your film', 'col-span-3'],
        ['Scene', '1', ''],
        ['Shot', '1-A', ''],
        ['Take', '1', ''],
      ].map(([term, text, span]) => (
        <div key={term} className={`border-t border-canvas/30 px-3 py-2 ${span}`}>
          <dt className="text-[0.65rem] tracking-widest uppercase opacity-80">{term}</dt>
          <dd className="text-xl font-semibold">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-3 p-5 sm:p-8">
      <h3 className="flex items-center gap-2.5 text-lg font-semibold">
        <Slate>{number}</Slate>
        {title}
      </h3>
      {children}
    </li>
  )
}
