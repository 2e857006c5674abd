import { Button } from '@dailies/ui/button.tsx'
import { useState } from 'react'
import type { Mention } from './mention-box.tsx'
import { partsOf } from './threads.ts'

/** Beyond this it is folded. */
const long = 600

/** What was said, as it was typed; who is mentioned stands out. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  const [open, setOpen] = useState(false)
  const isLong = text.length > long
  const shown = isLong && !open ? `${text.slice(0, long)}…` : text
  if (text === '') return null
  return (
    <>
      <p dir="auto" className="leading-snug whitespace-pre-wrap wrap-anywhere">
        {partsOf(shown, mentions).map((part, place) =>
          part.isName ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
            <bdi key={place} className="font-semibold text-info">
              {part.text}
            </bdi>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
            <bdi key={place}>{part.text}</bdi>
          ),
        )}
      </p>
      {isLong && (
        <Button look="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all ${text.length.toLocaleString()} characters`}
        </Button>
      )}
    </>
  )
}
