import { listedStoryBeat } from '@dailies/contract/listed-text.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { memo, useId } from 'react'
import { ChangeBadge } from './change-list.tsx'
import type { PlannedScene } from './scene-plan.ts'

interface PlannedSceneRowProps {
  scene: PlannedScene
  problem: string | undefined
  change: 'added' | 'updated' | undefined
  /** The story beat of the scene that has its number in the project. */
  former: string | undefined
  onChange: (key: string, change: Partial<PlannedScene>) => void
}

/** A scene of a screenplay: whether it comes, and as which number. */
export const PlannedSceneRow = memo(function PlannedSceneRow({
  scene,
  problem,
  change,
  former,
  onChange,
}: PlannedSceneRowProps) {
  const id = useId()
  const { key, included, number, storyBeat } = scene
  const [heading, ...synopsis] = storyBeat.split('\n')
  return (
    <li className="grid grid-cols-[auto_6rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1 border-line bg-raised px-3 py-2 not-first:border-t [contain-intrinsic-size:auto_4rem] [content-visibility:auto] sm:grid-cols-[auto_6rem_minmax(0,1fr)_auto]">
      <label className="flex h-9 items-center">
        <span className="sr-only">Import {heading}</span>
        <input
          type="checkbox"
          checked={included}
          onChange={(event) => onChange(key, { included: event.target.checked })}
          className="size-5 accent-accent"
        />
      </label>
      <input
        aria-label={`Number of ${heading}`}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem ? id : undefined}
        value={number}
        disabled={!included}
        maxLength={50}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(key, { number: event.target.value })}
        className="h-9 w-full min-w-0 rounded-lg border border-strong-line bg-surface px-2 font-mono text-sm font-semibold uppercase disabled:opacity-55 aria-invalid:border-danger"
      />
      <div
        className={`min-w-0 max-sm:col-span-3 max-sm:row-start-2 sm:py-1.5 ${included ? '' : 'text-muted'}`}
      >
        <p className={`font-medium wrap-anywhere ${included ? '' : 'line-through'}`}>{heading}</p>
        {synopsis.length > 0 && (
          <p className="text-sm whitespace-pre-line text-muted wrap-anywhere">{synopsis.join('\n')}</p>
        )}
        {change === 'updated' && former && !isBeatOf(former, storyBeat) && (
          <p className="line-clamp-2 text-sm text-muted wrap-anywhere">
            Replaces: <q>{former}</q>
          </p>
        )}
        {problem && (
          <p id={id} className="text-sm font-medium text-danger">
            {problem}
          </p>
        )}
      </div>
      <div className="flex h-9 items-center max-sm:justify-self-end">
        {change ? <ChangeBadge change={change} /> : included ? null : <Badge>Left out</Badge>}
      </div>
    </li>
  )
})

/** The list, from which the former one comes, has only the beginning of a long text. */
function isBeatOf(listed: string, storyBeat: string): boolean {
  return listed.length < listedStoryBeat ? listed === storyBeat : storyBeat.startsWith(listed)
}
