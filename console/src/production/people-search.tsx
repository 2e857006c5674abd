import type { Person } from '@dailies/contract/member.ts'
import { isComposing } from '@dailies/ui/composing.ts'
import { Field } from '@dailies/ui/field.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { query } from '../api/queries.ts'
import { Face } from '../ui/face.tsx'
import { Failed } from '../ui/states.tsx'
import { useDebounced } from '../ui/use-debounced.ts'

/** Milliseconds that somebody has stopped typing for. */
const pause = 200

interface PeopleSearchProps {
  label: string
  hint?: ReactNode
  /** Says of each what they are there. */
  projectId?: string
  /** Why somebody cannot be chosen, in a word or two. */
  notFor: (person: Person) => string | undefined
  /** Below what was found nobody in. */
  whenNobody: ReactNode
  box?: RefObject<HTMLInputElement | null>
  busy?: boolean
  errors?: string[] | undefined
  onChoose: (person: Person) => void
}

/**
 * Finds people by a part of their name as one types; the arrows go through them, Enter chooses. (ARIA Authoring
 * Practices, "Combobox": an editable one with a list)
 */
export function PeopleSearch({
  label,
  hint,
  projectId,
  notFor,
  whenNobody,
  box,
  busy,
  errors,
  onChoose,
}: PeopleSearchProps) {
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const [at, setAt] = useState(0)
  /** Enter came before the answer to what is typed. */
  const [isEntered, setEntered] = useState(false)
  const asking = useDebounced(pause)
  const list = useId()
  const found = useQuery({
    ...query('findPeople', { query: { q, projectId } }),
    placeholderData: keepPreviousData,
  })
  const people = found.data?.data ?? []
  const open = people.filter((person) => notFor(person) === undefined)
  const marked = open[Math.min(at, open.length - 1)]
  const idOf = ({ id }: Person) => `${list}-${id}`
  // What is shown may still be the answer to what was typed before.
  const isAnswered = text.trim() === q && found.isSuccess && !found.isPlaceholderData

  useEffect(() => {
    if (marked) document.getElementById(`${list}-${marked.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [marked, list])

  useEffect(() => {
    if (!isEntered || !isAnswered || busy) return
    setEntered(false)
    // Whoever is one of several was not seen yet when Enter was pressed.
    if (marked && open.length === 1) onChoose(marked)
  }, [isEntered, isAnswered, busy, marked, open.length, onChoose])

  const type = (typed: string) => {
    setText(typed)
    setAt(0)
    setEntered(false)
    asking.later(() => setQ(typed.trim()))
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, open.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key !== 'Enter') return
    else if (!isAnswered) setEntered(true)
    else if (marked && !busy) onChoose(marked)
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint} errors={errors}>
        {(control) => (
          <input
            {...control}
            ref={box}
            // biome-ignore lint/a11y/noAutofocus: it comes in a window that waits for it
            autoFocus
            type="search"
            role="combobox"
            aria-expanded={people.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={marked && idOf(marked)}
            autoComplete="off"
            placeholder="A part of the name"
            maxLength={200}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
            className="h-10 w-full rounded-lg border border-strong-line bg-raised px-3 placeholder:text-muted aria-invalid:border-danger"
          />
        )}
      </Field>
      {found.isError ? (
        <Failed error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div
          role="listbox"
          id={list}
          aria-label={label}
          aria-busy={found.isFetching}
          className="max-h-64 overflow-y-auto empty:hidden"
        >
          {people.map((person) => (
            <Option
              key={person.id}
              id={idOf(person)}
              person={person}
              marked={person === marked}
              why={notFor(person)}
              onChoose={() => !busy && onChoose(person)}
            />
          ))}
        </div>
      )}
      <div role="status" className="text-sm text-muted">
        {found.isPending && 'Looking …'}
        {found.isSuccess && people.length === 0 && whenNobody}
        {people.length === 20 && 'The first 20: type more of the name to see the others.'}
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  person: Person
  marked: boolean
  why: string | undefined
  onChoose: () => void
}

function Option({ id, person: { name }, marked, why, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      role="option"
      id={id}
      aria-selected={marked}
      aria-disabled={why !== undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={why === undefined ? onChoose : undefined}
      className={`flex min-h-11 items-center gap-3 rounded-lg px-2 py-1 ${why === undefined ? 'cursor-pointer hover:bg-sunken' : 'text-muted'} ${marked ? 'bg-sunken outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <Face name={name} />
      <bdi className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </bdi>
      {why && <span className="shrink-0 text-sm">{why}</span>}
    </div>
  )
}
