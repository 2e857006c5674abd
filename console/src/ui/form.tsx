import type { Clash } from '@dailies/contract/error.ts'
import { useQueryClient } from '@tanstack/react-query'
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
 * reload, a session that ended) until it is sent or discarded. `read` is what is edited, as the service told it, by the same names.
 */
export function useDraft<T extends object>(initial: T, key?: string, read: Was<T> = {}) {
  const [{ typed, was }, setDraft] = useState<Draft<T>>(() => ({
    typed: stored<Typed<T>>(key),
    was: stored<Was<T>>(key && wasOf(key)),
  }))
  const keep = (values: Partial<T>, before: Was<T>): Draft<T> => {
    const typed = typedInto(initial, values)
    const names = Object.keys(typed) as (keyof T)[]
    const base = names.map((name) => [name, name in before ? before[name] : read[name]])
    const was = Object.fromEntries(base) as Was<T>
    if (key) {
      store(key, typed)
      store(wasOf(key), was)
    }
    return { typed, was }
  }
  return {
    values: { ...initial, ...shown(initial, typed) },
    changed: Object.keys(typed).length > 0,
    /** What was there when somebody began to type, of the fields that are sent: for the service to tell of what came in between. */
    wasOf: <C extends object>(changes: C) => onlyOf(was as C, Object.keys(changes) as (keyof C)[]),
    set: (change: Partial<T>) =>
      setDraft(({ typed, was }) => keep({ ...shown(initial, typed), ...change }, was)),
    /** Forgets what was sent, and not what was typed since; `saved` is what the service made of it. */
    sent: (values: T, saved: Was<T>) =>
      setDraft(({ typed }) => keep(onlyChanged<Partial<T>>(values, shown(initial, typed)), saved)),
    /** Starts over, with what of it is to stay. */
    reset: (kept: Partial<T> = {}) => setDraft(keep(kept, {})),
    /** What was typed stands against what somebody made of the field meanwhile. */
    keepMine: (field: keyof T, theirs: unknown) =>
      setDraft(({ typed, was }) => keep(shown(initial, typed), { ...was, [field]: theirs })),
    takeTheirs: (field: keyof T) =>
      setDraft(({ typed, was }) => {
        const { [field]: _, ...rest } = typed
        return keep(shown(initial, rest as Typed<T>), was)
      }),
  }
}

interface Draft<T> {
  typed: Typed<T>
  was: Was<T>
}

/** Fields as the service has them, which is not always as they are typed. */
type Was<T> = { [Name in keyof T]?: unknown }

const wasOf = (key: string) => `${key}.was`

function onlyOf<T extends object>(whole: T, names: (keyof T)[]): Partial<T> {
  const there = names.filter((name) => name in whole)
  return Object.fromEntries(there.map((name) => [name, whole[name]])) as Partial<T>
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

function stored<T extends object>(key: string | undefined): T {
  if (!key) return {} as T
  try {
    return JSON.parse(sessionStorage.getItem(`${drafts}${key}`) ?? '{}')
  } catch {
    return {} as T
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

export interface Submission {
  busy: boolean
  /** What the service says of each field. */
  fieldErrors: Record<string, string[] | undefined>
  /** What it says of no field in particular; `known` are those that the form shows itself. */
  message: (known: readonly string[]) => string | undefined
  /** What somebody else made of fields meanwhile, until it is settled. */
  clashes: Record<string, Clash>
  settle: (field: string) => void
  submit: (event?: FormEvent) => Promise<void>
  clear: () => void
}

/** Sends a form: once at a time, keeping what is wrong with it. */
export function useSubmit(send: () => Promise<unknown>): Submission {
  const [busy, setBusy] = useState(false)
  const queryClient = useQueryClient()
  const [error, setError] = useState<unknown>()
  const fieldErrors = error instanceof DailiesError ? error.fieldErrors : {}
  return {
    busy,
    fieldErrors,
    message: (known) => (error === undefined ? undefined : messageBeside(error, known)),
    clashes: error instanceof DailiesError ? error.clashes : {},
    settle: (field) =>
      setError((error: unknown) => (error instanceof DailiesError ? without(error, field) : error)),
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
        // What is shown is not what is there.
        if (failure instanceof DailiesError && failure.status === 409) void queryClient.invalidateQueries()
      } finally {
        setBusy(false)
      }
    },
  }
}

/** The error as if the field had not clashed; none where it was the only one. */
function without({ message, status, ...error }: DailiesError, field: string): DailiesError | undefined {
  const { [field]: _, ...clashes } = error.clashes
  const { [field]: __, ...fieldErrors } = error.fieldErrors
  if (Object.keys(clashes).length === 0) return undefined
  return new DailiesError(message, { status, details: { fieldErrors, clashes } })
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
