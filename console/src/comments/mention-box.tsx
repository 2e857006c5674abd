import { searchable } from '@dailies/contract/searchable.ts'
import { isComposing } from '@dailies/ui/composing.ts'
import { Field } from '@dailies/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { query } from '../api/queries.ts'
import { useAccount } from '../app/account.ts'
import { Face } from '../ui/face.tsx'

export interface Mention {
  id: string
  name: string
}

interface MentionBoxProps {
  label: string
  placeholder?: string
  projectId: string
  text: string
  mentions: readonly Mention[]
  errors?: string[] | undefined
  rows?: number
  box?: Ref<HTMLTextAreaElement>
  onChange: (text: string, mentions: Mention[]) => void
  /** By Ctrl or Cmd with Enter. */
  onSend: () => void
  /** Escape, with no list open. */
  onLeave?: (() => void) | undefined
}

/** As many as one looks through. */
const most = 8

/**
 * A text in which `@` and a part of a name offers members of the film: the arrows go through them, Enter or Tab takes
 * one, Escape lets the text be as it is.
 */
export function MentionBox({
  label,
  placeholder,
  projectId,
  text,
  mentions,
  errors,
  rows = 3,
  box,
  onChange,
  onSend,
  onLeave,
}: MentionBoxProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [asked, setAsked] = useState<{ from: number; to: number; name: string }>()
  const [at, setAt] = useState(0)
  const own = useAccount().id
  const members = useQuery({ ...query('listMembers', { params: { id: projectId } }), enabled: !!asked })
  const wanted = searchable(asked?.name ?? '')
  const found = asked
    ? (members.data?.data ?? [])
        .filter(({ userId, name }) => userId !== own && isCalled(name, wanted))
        .slice(0, most)
    : []
  const marked = found[Math.min(at, found.length - 1)]
  const listId = `${id}-people`

  useEffect(() => {
    if (marked) document.getElementById(`${id}-${marked.userId}`)?.scrollIntoView({ block: 'nearest' })
  }, [marked, id])

  const look = (area: HTMLTextAreaElement) => {
    const { selectionStart: to, selectionEnd, value } = area
    const name =
      to === selectionEnd ? /(?:^|[\s([{])@([^@\n]{0,40})$/.exec(value.slice(0, to))?.[1] : undefined
    setAt(0)
    setAsked(name === undefined ? undefined : { from: to - name.length - 1, to, name })
  }
  const take = (member: { userId: string; name: string }) => {
    if (!asked || !area.current) return
    const before = `${text.slice(0, asked.from)}@${member.name} `
    onChange(before + text.slice(asked.to), [
      ...mentions.filter(({ id }) => id !== member.userId),
      { id: member.userId, name: member.name },
    ])
    setAsked(undefined)
    const element = area.current
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(before.length, before.length)
    })
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const { key } = event
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
    else if (key === 'Escape' && found.length > 0) {
      event.stopPropagation()
      setAsked(undefined)
    } else if (key === 'Escape' && onLeave) onLeave()
    else if (!marked || event.shiftKey) return
    else if (key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (key === 'Enter' || key === 'Tab') take(marked)
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-1">
      <Field label={label} hideLabel errors={errors}>
        {(control) => (
          <textarea
            {...control}
            ref={(element) => {
              area.current = element
              if (typeof box === 'function') box(element)
              else if (box) box.current = element
            }}
            dir="auto"
            rows={rows}
            maxLength={10_000}
            placeholder={placeholder}
            value={text}
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={marked && `${id}-${marked.userId}`}
            onChange={(event) => {
              onChange(event.target.value, [...mentions])
              look(event.target)
            }}
            onClick={(event) => look(event.currentTarget)}
            onBlur={() => setAsked(undefined)}
            onKeyDown={press}
            className="field-sizing-content max-h-60 min-h-20 w-full rounded-lg border border-strong-line bg-raised px-3 py-2 placeholder:text-muted aria-invalid:border-danger"
          />
        )}
      </Field>
      <div
        role="listbox"
        id={listId}
        aria-label="Members to mention"
        tabIndex={-1}
        hidden={found.length === 0}
        className="max-h-52 overflow-y-auto rounded-lg border border-line bg-raised"
      >
        {found.map((member) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
          <div
            key={member.userId}
            role="option"
            id={`${id}-${member.userId}`}
            aria-selected={member === marked}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(member)}
            className={`flex min-h-10 cursor-pointer items-center gap-2.5 px-2 py-1 hover:bg-sunken ${member === marked ? 'bg-sunken outline-2 -outline-offset-2 outline-accent' : ''}`}
          >
            <Face name={member.name} size="small" />
            <bdi className="min-w-0 flex-1 truncate">{member.name}</bdi>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {found.length > 0 &&
          `${found.length === 1 ? '1 member fits' : `${found.length} members fit`}: arrows choose, Enter takes`}
      </p>
    </div>
  )
}

/** From the beginning of any of its words on. */
function isCalled(name: string, wanted: string): boolean {
  const whole = searchable(name)
  return whole.startsWith(wanted) || whole.includes(` ${wanted}`)
}
