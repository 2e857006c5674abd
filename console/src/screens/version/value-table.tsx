import { Button } from '@dailies/ui/button.tsx'
import { useState } from 'react'

/** So many members of a list at first; a capture may hold thousands. */
const atFirst = 50

/** What a JSON object holds, by name; what is nested is folded. */
export function ValueTable({ value, depth = 0 }: { value: object; depth?: number }) {
  const [shown, setShown] = useState(atFirst)
  const members = Object.entries(value)
  return (
    <>
      <dl
        className={`divide-y divide-line text-sm ${depth > 0 && depth < 8 ? 'border-l-2 border-line pl-3' : ''}`}
      >
        {members.slice(0, shown).map(([name, member]) => (
          <Member key={name} name={name} value={member} depth={depth} />
        ))}
      </dl>
      {members.length > shown && (
        <Button look="quiet" size="small" onClick={() => setShown(shown + 500)}>
          Show more of the {members.length.toLocaleString()}
        </Button>
      )}
    </>
  )
}

function Member({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  const nested = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (nested) return <Nested name={name} value={value} depth={depth} />
  return (
    <div className="grid grid-cols-[minmax(6rem,2fr)_minmax(0,5fr)] gap-3 py-1.5">
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="min-w-0">
        <Simple value={value} />
      </dd>
    </div>
  )
}

function Nested({ name, value, depth }: { name: string; value: object; depth: number }) {
  const [open, setOpen] = useState(false)
  const count = Object.keys(value).length
  const what = Array.isArray(value) ? (count === 1 ? 'item' : 'items') : count === 1 ? 'value' : 'values'
  return (
    <div className="py-1.5">
      <dt className="sr-only">{name}</dt>
      <dd>
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="rounded py-0.5 wrap-anywhere">
            <span className="text-muted">{name}</span>{' '}
            <span className="text-muted">({`${count} ${what}`})</span>
          </summary>
          {open && <ValueTable value={value} depth={depth + 1} />}
        </details>
      </dd>
    </div>
  )
}

function Simple({ value }: { value: unknown }) {
  const [open, setOpen] = useState(false)
  if (typeof value === 'string' && value.length > 400) {
    return (
      <>
        <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {open ? value : `${value.slice(0, 400)}…`}
        </span>{' '}
        <Button look="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </Button>
      </>
    )
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <span
      dir="auto"
      className={`whitespace-pre-wrap wrap-anywhere ${typeof value === 'string' ? '' : 'font-mono'}`}
    >
      {text === '' ? '(empty)' : text}
    </span>
  )
}
