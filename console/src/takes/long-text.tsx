import { Button } from '@dailies/ui/button.tsx'
import { useState } from 'react'

/** Beyond this it is folded: nobody reads 100,000 characters at a glance. */
const long = 1500

/** A text as it was captured; the most of a very long one is folded. */
export function LongText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const folded = text.length > long && !open
  return (
    <>
      <p dir="auto" className="leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {folded ? `${text.slice(0, long)}…` : text}
      </p>
      {text.length > long && (
        <Button look="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : `Show all ${text.length.toLocaleString()} characters`}
        </Button>
      )}
    </>
  )
}
