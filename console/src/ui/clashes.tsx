import type { Clash } from '@dailies/contract/error.ts'
import { Button } from '@dailies/ui/button.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useEffect, useRef } from 'react'
import { useAccount } from '../app/account.ts'
import type { Submission } from './form.tsx'
import { nameInText } from './name-in-text.ts'

interface ClashesProps {
  form: Submission
  draft: Record<'keepMine' | 'takeTheirs', (field: never, theirs: unknown) => void>
  /** What the fields are called in the form. */
  labels: Record<string, string>
  /** What a value is called that is no text, by field. */
  words?: Record<string, (value: never) => string>
}

/** What others made of fields while they were typed into here: to keep the one or take the other, field by field. */
export function Clashes({ form, draft, labels, words = {} }: ClashesProps) {
  const account = useAccount()
  const box = useRef<HTMLDivElement>(null)
  const clashes = Object.entries(form.clashes)
  const count = clashes.length
  // Where the keyboard goes: to what has to be settled and, when that is done, to what saves it.
  useEffect(() => {
    if (count > 0) box.current?.focus()
  }, [count])
  if (count === 0) return null
  const settle = (field: string, choose: () => void) => {
    choose()
    if (count === 1) focusOn(box.current?.closest('form'))
    form.settle(field)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own.
    <div
      ref={box}
      role="group"
      aria-label="Changed meanwhile"
      tabIndex={-1}
      className="flex flex-col gap-4 rounded-lg bg-warn-soft px-3 py-3"
    >
      {clashes.map(([field, { now, changedBy, changedAt }]) => {
        const label = labels[field] ?? field
        const theirs = words[field] ? words[field](now as never) : textOf(now)
        return (
          <div key={field}>
            <p className="text-sm">
              <strong>{nameOf(changedBy, account)}</strong>{' '}
              {theirs ? `changed ${label} meanwhile` : `emptied ${label} meanwhile`}
              {changedAt && (
                <>
                  {' '}
                  (<When at={changedAt} />)
                </>
              )}
              {theirs ? ' to:' : '.'}
            </p>
            {theirs && (
              <blockquote
                dir="auto"
                className="my-2 max-h-60 overflow-y-auto border-l-2 border-strong-line pl-3 whitespace-pre-wrap wrap-anywhere"
              >
                {theirs}
              </blockquote>
            )}
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                aria-label={`Keep mine: ${label}`}
                onClick={() => settle(field, () => draft.keepMine(field as never, now))}
              >
                Keep mine
              </Button>
              <Button
                aria-label={`Take theirs: ${label}`}
                onClick={() => settle(field, () => draft.takeTheirs(field as never, now))}
              >
                Take theirs
              </Button>
            </div>
          </div>
        )
      })}
    </div>
  )
}

function nameOf(changedBy: Clash['changedBy'], { id }: { id: string }): string {
  if (!changedBy) return 'Somebody'
  return changedBy.id === id ? 'You, in another window,' : nameInText(changedBy.name)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** What saves the form or, where nothing is left to save, its first field. */
function focusOn(form: HTMLFormElement | null | undefined): void {
  requestAnimationFrame(() => {
    const submit = form?.querySelector<HTMLElement>('[type="submit"]:enabled')
    const field = form?.querySelector<HTMLElement>('input, select, textarea')
    ;(submit ?? field)?.focus()
  })
}
