import type { AssetChangeSet } from '@dailies/contract/asset-change.ts'
import { exactTime } from '@dailies/ui/time.tsx'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { NamedScene } from '../../production/named-scene.tsx'
import { NamedTake } from '../../takes/named-take.tsx'
import { counted } from '../../ui/counted.ts'
import { cut } from '../../ui/cut.ts'
import { Face } from '../../ui/face.tsx'
import { wordsAround } from './words.ts'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A change of takes in a sentence, and who undid it; `children` is what undoes it. */
export function ChangeRow({ change, children }: { change: AssetChangeSet; children: ReactNode }) {
  const { by, at, said, count, asset, undone, undoOf } = change
  const [before, after] = wordsAround(said)
  const row = useRef<HTMLLIElement>(null)
  const hadKeyboard = useRef(false)
  // The button goes once it is undone: the keyboard stays at the row.
  useLayoutEffect(() => {
    if (undone && hadKeyboard.current && document.activeElement === document.body) row.current?.focus()
  }, [undone])
  return (
    <li
      ref={row}
      tabIndex={-1}
      onFocus={() => {
        hadKeyboard.current = true
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) hadKeyboard.current = false
      }}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3 outline-offset-4 last:border-b-0"
    >
      <Face name={by.name} />
      <div className="min-w-0 flex-1 basis-56 leading-relaxed wrap-anywhere">
        <p>
          <strong className="font-semibold">
            <bdi>{cut(by.name, 60)}</bdi>
          </strong>{' '}
          {undoOf !== null && 'undid: '}
          {before} {asset ? <NamedTake take={asset} /> : counted(count, 'take')}
          {asset && (
            <>
              {' '}
              in <NamedScene scene={asset.scene} />
            </>
          )}
          {after}
        </p>
        {undone && (
          <p className="text-sm text-muted">
            Undone by <bdi>{cut(undone.by.name, 60)}</bdi> at{' '}
            <time dateTime={undone.at} title={exactTime(undone.at)}>
              {clock.format(new Date(undone.at))}
            </time>
          </p>
        )}
      </div>
      <time dateTime={at} title={exactTime(at)} className="shrink-0 text-sm text-muted">
        {clock.format(new Date(at))}
      </time>
      {children}
    </li>
  )
}
