import { useState } from 'react'

/** Says that what is in a form was typed before and not saved yet; `onDiscard` starts over. */
export function DraftKept({ changed, onDiscard }: { changed: boolean; onDiscard: () => void }) {
  const [kept, setKept] = useState(changed)
  if (!kept) return null
  return (
    <p className="rounded-lg bg-info-soft px-3 py-2 text-sm text-info">
      You typed this before and have not saved it.{' '}
      <button
        type="button"
        className="font-semibold underline underline-offset-2"
        onClick={() => {
          setKept(false)
          onDiscard()
        }}
      >
        Start over
      </button>
    </p>
  )
}
