import { useNow, When } from '@dailies/ui/time.tsx'
import type { MouseEvent, ReactNode } from 'react'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { Facts } from './facts.tsx'
import { nameOf } from './name-of.ts'
import { StateBadge } from './state-badge.tsx'
import type { Chosen } from './use-chosen.ts'

interface RowShellProps {
  capture: QueuedCapture
  /** Where it can be chosen. */
  chosen?: Chosen | undefined
  children: ReactNode
}

/** What all rows of the queue have: what the capture looks like, what it is called, and from where to where it goes. */
export function RowShell({ capture, chosen, children }: RowShellProps) {
  const { id, body, createdAt } = capture
  const now = useNow(30_000)
  const name = nameOf(capture)
  const isChosen = chosen?.ids.has(id) ?? false
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box in it does the same with Space
    <li
      aria-label={name.slice(0, 80)}
      onMouseDown={(event) => chosen && event.shiftKey && !isControl(event) && event.preventDefault()}
      onClick={(event) => chosen && !isControl(event) && chosen.toggle(id, event.shiftKey)}
      className={`flex flex-col gap-2 rounded-xl border bg-surface p-2 ${isChosen ? 'border-accent bg-accent-soft' : 'border-line'}`}
    >
      <div className="flex gap-2.5">
        <div className="relative shrink-0">
          <Thumbnail media={body} captureId={id} className="size-16 tiny:size-12" />
          {chosen && (
            <ChoiceBox name={name} isChosen={isChosen} onToggle={(range) => chosen.toggle(id, range)} />
          )}
        </div>
        <div className="min-w-0 flex-1">
          <p
            className={`line-clamp-2 text-sm leading-snug wrap-anywhere ${body.prompt ? 'font-medium' : 'text-muted'}`}
          >
            {name}
          </p>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 text-xs text-muted">
            <StateBadge capture={capture} />
            <When at={createdAt} now={now} />
          </div>
          <p className="pt-0.5 text-xs text-muted wrap-anywhere">
            <Facts capture={capture} />
          </p>
        </div>
      </div>
      {children}
    </li>
  )
}

interface ChoiceBoxProps {
  name: string
  isChosen: boolean
  onToggle: (isRange: boolean) => void
}

/** A click and Space come as a click, with Shift as it was held. */
function ChoiceBox({ name, isChosen, onToggle }: ChoiceBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={text('panelChooseOf', name.slice(0, 80))}
      checked={isChosen}
      onChange={({ nativeEvent }) => onToggle((nativeEvent as unknown as PointerEvent).shiftKey)}
      className="absolute top-1 left-1 size-4.5 rounded accent-accent shadow-[0_0_0_2px_var(--surface)]"
    />
  )
}

/** What does something of its own. */
function isControl({ target, currentTarget }: MouseEvent): boolean {
  const control = (target as Element).closest('a, button, input, textarea, select, dialog, label')
  return control !== null && currentTarget.contains(control)
}
