import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DailiesError } from '../../../sdk/src/error.ts'
import { onlyChanged } from '../api/only-changed.ts'
import { errorText } from './error-text.ts'
import { type ListChange, listChange, withChange } from './list-change.ts'

const drafts = 'dailies.draft.'

/**
 * What is typed into a form. A field that nothing was typed into shows `initial` as it is now, whoever changes it: only
 * what was typed is ever other than that; of a list, what was added and taken away. With a `key` it outlives the page (a
 * reload, a session that ended) until it is sent or discarded.
 */
export function useDraft<T extends object>(initial: T, key?: string) {
  const [typed, setTyped] = useState<Typed<T>>(() => stored<T>(key))
  const keep = (values: Partial<T>) => {
    const after = typedInto(initial, values)
    if (key) store(key, after)
    return after
  }
  return {
    values: { ...initial, ...shown(initial, typed) },
    changed: Object.keys(typed).length > 0,
    set: (change: Partial<T>) => setTyped((before) => keep({ ...shown(initial, before), ...change })),
    /** Forgets what was sent, and not what was typed since. */
    sent: (values: T) => setTyped((now) => keep(onlyChanged<Partial<T>>(values, shown(initial, now)))),
    /** Starts over, with what of it is to stay. */
    reset: (kept: Partial<T> = {}) => setTyped(keep(kept)),
  }
}

/** By field: what it is to be, or what is done to its list. */
type Typed<T> = { [Name in keyof T]?: T[Name] | ListChange }

function typedInto<T extends object>(initial: T, values: Partial<T>): Typed<T> {
  const entries = Object.entries(onlyChanged<Partial<T>>(initial, values)).flatMap(([name, value]) => {
    const before = initial[name as keyof T]
    if (!isList(before) || !isList(value)) return [[name, value]]
    const change = listChange(before, value)
    return change.added.length + change.removed.length > 0 ? [[name, change]] : []
  })
  return Object.fromEntries(entries) as Typed<T>
}

function shown<T extends object>(initial: T, typed: Typed<T>): Partial<T> {
  const entries = Object.entries(typed).flatMap(([name, value]) => {
    if (!isChange(value)) return [[name, value]]
    // What is a list no more cannot be changed as one.
    const list = initial[name as keyof T]
    return isList(list) ? [[name, withChange(list, value)]] : []
  })
  return Object.fromEntries(entries) as Partial<T>
}

function isChange(value: unknown): value is ListChange {
  return typeof value === 'object' && value !== null && 'added' in value && 'removed' in value
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value)
}

function stored<T>(key: string | undefined): Typed<T> {
  if (!key) return {}
  try {
    return JSON.parse(sessionStorage.getItem(`${drafts}${key}`) ?? '{}')
  } catch {
    return {}
  }
}

function store(key: string, typed: object): void {
  try {
    if (Object.keys(typed).length === 0) sessionStorage.removeItem(`${drafts}${key}`)
    else sessionStorage.setItem(`${drafts}${key}`, JSON.stringify(typed))
  } catch {
    // Storage is full or switched off: the draft lives as long as the page.
  }
}

/** For whoever signs out: nobody after them is to find what they typed. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(drafts)) sessionStorage.removeItem(name)
  } catch {
    // Storage is switched off: there are none.
  }
}

/** Asks before what was typed is left behind. */
export function useLeaveGuard(changed: boolean): void {
  useBlocker({
    shouldBlockFn: () => changed && !window.confirm('Leave without saving? What you typed will be lost.'),
    enableBeforeUnload: changed,
  })
}

interface Submission {
  busy: boolean
  /** What the service says of each field. */
  fieldErrors: Record<string, string[] | undefined>
  /** What it says of no field in particular; `known` are those that the form shows itself. */
  message: (known: readonly string[]) => string | undefined
  submit: (event?: FormEvent) => Promise<void>
  clear: () => void
}

/** Sends a form: once at a time, keeping what is wrong with it. */
export function useSubmit(send: () => Promise<unknown>): Submission {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const fieldErrors = error instanceof DailiesError ? error.fieldErrors : {}
  return {
    busy,
    fieldErrors,
    message: (known) => (error === undefined ? undefined : messageBeside(error, known)),
    clear: () => setError(undefined),
    submit: async (event) => {
      event?.preventDefault()
      if (busy) return
      setBusy(true)
      setError(undefined)
      try {
        await send()
      } catch (failure) {
        setError(failure)
      } finally {
        setBusy(false)
      }
    },
  }
}

function messageBeside(error: unknown, known: readonly string[]): string | undefined {
  if (!(error instanceof DailiesError)) return errorText(error)
  const others = Object.entries(error.fieldErrors).filter(([field]) => !known.includes(field))
  const shown = Object.keys(error.fieldErrors).length - others.length
  if (shown > 0 && others.length === 0 && error.formErrors.length === 0) return undefined
  return errorText(
    new DailiesError(error.message, {
      status: error.status,
      details: { fieldErrors: Object.fromEntries(others), formErrors: error.formErrors },
      retryAfter: error.retryAfter,
    }),
  )
}

/** What is wrong with the form as a whole. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      {children}
    </p>
  )
}
