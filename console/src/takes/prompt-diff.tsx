import { diffWordsWithSpace } from 'diff'
import { Fragment, useMemo } from 'react'

/** Milliseconds of counting before the page would seem to hang. */
const patience = 400

/** More changes than this are no longer read word by word. */
const most = 4000

/** Two prompts, word by word: what was taken out, and what came in. */
export default function PromptDiff({ before, after }: { before: string; after: string }) {
  const changes = useMemo(
    () => (before === after ? [] : diffWordsWithSpace(before, after, { timeout: patience })),
    [before, after],
  )
  if (before === after) return <p className="text-muted">It is the same, word for word.</p>
  if (!changes || changes.length > most) {
    return (
      <p className="text-muted">
        These are too long and too different to compare word by word ({before.length.toLocaleString()} and{' '}
        {after.length.toLocaleString()} characters). Copy both into a text editor to compare them.
      </p>
    )
  }
  return (
    <p dir="auto" className="max-h-96 overflow-y-auto leading-relaxed whitespace-pre-wrap wrap-anywhere">
      {changes.map(({ added, removed, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <Fragment key={place}>
          {added ? (
            <ins className="rounded-sm bg-good-soft font-medium text-good decoration-2 underline-offset-2">
              {value}
            </ins>
          ) : removed ? (
            <del className="rounded-sm bg-danger-soft text-danger decoration-2">{value}</del>
          ) : (
            value
          )}
        </Fragment>
      ))}
    </p>
  )
}
