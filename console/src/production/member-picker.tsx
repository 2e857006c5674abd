import type { Member } from '@dailies/contract/member.ts'
import { searchable } from '@dailies/contract/searchable.ts'
import { isComposing } from '@dailies/ui/composing.ts'
import { Field } from '@dailies/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { query } from '../api/queries.ts'
import { useAccount } from '../app/account.ts'
import { Face } from '../ui/face.tsx'
import { Failed } from '../ui/states.tsx'
import { useAfterPointer } from '../ui/use-after-pointer.ts'

interface MemberPickerProps {
  label: string
  projectId: string
  /** Only these; else all members. */
  among?: readonly string[]
  values: readonly string[]
  errors?: string[] | undefined
  onChange: (values: string[]) => void
}

/**
 * Some of the members of a film. As one types a part of a name, the arrows go through those that fit, Enter takes one,
 * Backspace in the empty box gives the last one back. (ARIA Authoring Practices, "Combobox": an editable one with a list)
 */
export function MemberPicker({ label, projectId, among, values, errors, onChange }: MemberPickerProps) {
  const list = useQuery(query('listMembers', { params: { id: projectId } }))
  const own = useAccount().id
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  /** None is marked before one types or goes there: Enter sends the form then. */
  const [at, setAt] = useState(-1)
  const [said, setSaid] = useState('')
  const afterPointer = useAfterPointer()
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const members = (list.data?.data ?? []).toSorted(
    (one, other) => Number(other.userId === own) - Number(one.userId === own),
  )
  const nameOf = ({ userId, name }: Member) => (userId === own ? `${name} (you)` : name)
  const nameOfId = (userId: string) => {
    const member = members.find((one) => one.userId === userId)
    return member ? nameOf(member) : 'Somebody who left'
  }
  const wanted = searchable(text.trim())
  const isWanted = ({ name }: Member) => searchable(name).includes(wanted)
  const left = members.filter(({ userId }) => !values.includes(userId) && (among?.includes(userId) ?? true))
  const found = left.filter(isWanted)
  const marked = open ? found[Math.min(at, found.length - 1)] : undefined
  const none = open && list.isSuccess && found.length === 0 ? whyNone() : ''
  const isShown = open && (found.length > 0 || none !== '')

  useEffect(() => {
    if (marked) document.getElementById(`${id}-${marked.userId}`)?.scrollIntoView({ block: 'nearest' })
  }, [marked, id])

  // What is only typed would be taken for chosen.
  useLayoutEffect(() => {
    const isTaken = text.trim() === ''
    box.current?.setCustomValidity(isTaken ? '' : 'Choose somebody from the list, or empty the box.')
  }, [text])

  function whyNone(): string {
    if (wanted === '') return among ? 'There is nobody else.' : 'Everybody is chosen.'
    const chosen = members.filter(({ userId }) => values.includes(userId))
    if (chosen.some(isWanted)) return 'Chosen already.'
    return members.some(isWanted) ? 'Nobody of that name is assigned.' : 'No member is called so.'
  }
  const choose = (userId: string) => {
    onChange([...values, userId])
    setSaid(`${nameOfId(userId)} is chosen.`)
    setText('')
    setAt(-1)
  }
  const drop = (userId: string) => {
    onChange(values.filter((one) => one !== userId))
    setSaid(`${nameOfId(userId)} is taken off.`)
  }
  const leave = () => {
    const same = found.filter(({ name }) => searchable(name) === wanted)
    if (wanted !== '' && same.length === 1) choose(same[0]!.userId)
    afterPointer(() => setOpen(false))
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (isComposing(event)) return
    if (key === 'ArrowDown') {
      setOpen(true)
      setAt(Math.min(at + 1, found.length - 1))
    } else if (key === 'ArrowUp') {
      setOpen(true)
      setAt(Math.max(at - 1, 0))
    } else if (key === 'Enter' && marked) choose(marked.userId)
    else if (key === 'Enter' && text.trim() === '') return
    else if (key === 'Escape' && isShown) {
      // The window that it is in stays.
      event.stopPropagation()
      setOpen(false)
    } else if (key === 'Backspace' && text === '' && values.length > 0) drop(values.at(-1)!)
    else if (key !== 'Enter') return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} errors={errors}>
        {(control) => (
          <div className="flex min-h-10 flex-wrap items-center gap-1.5 rounded-lg border border-strong-line bg-raised p-1.5 focus-within:outline-2 focus-within:outline-accent has-aria-invalid:border-danger">
            {values.map((userId) => (
              <span
                key={userId}
                className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-sunken py-0.5 pl-1 text-sm"
              >
                <Face name={members.find((one) => one.userId === userId)?.name ?? '?'} size="small" />
                <bdi className="min-w-0 truncate">{list.isPending ? '…' : nameOfId(userId)}</bdi>
                <button
                  type="button"
                  aria-label={`Take off ${nameOfId(userId)}`}
                  onClick={() => {
                    drop(userId)
                    box.current?.focus()
                  }}
                  className="flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:text-ink pointer-coarse:size-9"
                >
                  <X size={14} aria-hidden />
                </button>
              </span>
            ))}
            <input
              {...control}
              ref={box}
              role="combobox"
              aria-expanded={open && found.length > 0}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={marked && `${id}-${marked.userId}`}
              autoComplete="off"
              placeholder={values.length === 0 ? 'Nobody: a part of a name' : 'Somebody else'}
              maxLength={200}
              value={text}
              onFocus={() => setOpen(true)}
              onClick={() => setOpen(true)}
              onBlur={leave}
              onChange={(event) => {
                setText(event.target.value)
                setOpen(true)
                setAt(event.target.value.trim() === '' ? -1 : 0)
              }}
              onKeyDown={press}
              className="h-7 min-w-32 flex-1 bg-transparent px-1.5 outline-none placeholder:text-muted"
            />
          </div>
        )}
      </Field>
      {list.isError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={label}
          hidden={!open}
          // Else Chromium stops at it with Tab where it scrolls.
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          className="max-h-52 overflow-y-auto rounded-lg border border-line empty:hidden"
        >
          {open &&
            found.map((member) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
              <div
                key={member.userId}
                role="option"
                id={`${id}-${member.userId}`}
                aria-selected={member === marked}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(member.userId)}
                className={`flex min-h-10 cursor-pointer items-center gap-2.5 px-2 py-1 hover:bg-sunken ${member === marked ? 'bg-sunken outline-2 -outline-offset-2 outline-accent' : ''}`}
              >
                <Face name={member.name} size="small" />
                <bdi className="min-w-0 flex-1 truncate">{nameOf(member)}</bdi>
              </div>
            ))}
        </div>
      )}
      <p role="status" className={none ? 'text-sm text-muted' : 'sr-only'}>
        {none || said}
      </p>
    </div>
  )
}
