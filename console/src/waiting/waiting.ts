import { useMemo, useSyncExternalStore } from 'react'
import type { Input } from '../api/call.ts'
import type { AttachedFile } from '../attachments/attached-file.ts'
import { forgetFiles, forgetFilesOf, forgetUnnamed } from '../attachments/kept-files.ts'
import { allDrafts } from './drafts.ts'
import { forgetStored, store, stored, storedNames } from './storage.ts'

interface Said<Kind extends string, Body> {
  kind: Kind
  /** Whose: nobody else sends it, or sees it. The id of a user, or of a guest of a link. */
  whose: string
  assetVersionId: string
  writtenAt: string
  /** As it is sent. Its key makes it one thing, however often that is tried, and by however many pages. */
  body: Body & { key: string }
  /** Why the service will not have it, in words. */
  refused?: string | undefined
}

export interface WaitingComment extends Said<'comment', Input<'createComment'>['body']> {
  /** The names of those whom it mentions, for showing it. */
  mentions: { id: string; name: string }[]
  /** What goes with it. */
  files?: AttachedFile[] | undefined
}

export type WaitingVerdict = Said<'verdict', Input<'giveVerdict'>['body']>

/** What was said of a take, and that the service has not answered for. */
export type Waiting = WaitingComment | WaitingVerdict

/** One entry a thing that was said, so that pages of the same browser never overwrite each other's. */
const prefix = 'dailies.waiting.'

let whose: string | undefined
let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

/** Whose is shown and sent from now on. */
export function waitingIsOf(id: string | undefined): void {
  whose = id
  readAgain()
  if (id !== undefined) void forgetUnnamed(id, isNamed)
}

/** Whether a draft, or something that waits, has the file of that key. */
function isNamed(key: string): boolean {
  const isIn = (one: unknown) => JSON.stringify(one)?.includes(key)
  return [...storedNames(prefix).map((name) => stored(name)), ...allDrafts()].some(isIn)
}

export function whoseWaits(): string | undefined {
  return whose
}

/** What waits of whoever is here, the oldest first. */
export function allWaiting(): readonly Waiting[] {
  return waiting
}

/** As it is by now; undefined where it was sent, or taken back. */
export function asItWaits<One extends Waiting>(one: One): One | undefined {
  return waiting.find((other) => isSame(one, other)) as One | undefined
}

export function useWaiting(): readonly Waiting[] {
  return useSyncExternalStore(onWaiting, allWaiting)
}

/** What waits of them to be said of a version. */
export function useWaitingOn<Kind extends Waiting['kind']>(
  kind: Kind,
  assetId: string,
): Extract<Waiting, { kind: Kind }>[] {
  const all = useWaiting()
  return useMemo(
    () =>
      all.filter(
        (one): one is Extract<Waiting, { kind: Kind }> => one.kind === kind && one.assetVersionId === assetId,
      ),
    [all, kind, assetId],
  )
}

/** Keeps it until the service has it: through a reload, too, where the browser has room. */
export function keepWaiting(one: Waiting): void {
  if (one.whose !== whose) return
  store(nameOf(one), one)
  show([...waiting.filter((other) => !isSame(one, other)), one].toSorted(byTime))
}

export function forgetWaiting(one: Waiting): void {
  if (one.kind === 'comment') {
    forgetFiles(
      one.whose,
      (one.files ?? []).map(({ key }) => key),
    )
  }
  store(nameOf(one), undefined)
  show(waiting.filter((other) => !isSame(one, other)))
}

/** For whoever leaves: nobody after them is to find what they said. */
export function forgetWaitingOf(id: string): void {
  forgetStored(startOf(id))
  void forgetFilesOf(id)
  readAgain()
}

function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function startOf(id: string): string {
  return `${prefix}${id}.`
}

function nameOf({ whose, body }: Waiting): string {
  return startOf(whose) + body.key
}

function isSame(one: Waiting, other: Waiting): boolean {
  return one.body.key === other.body.key
}

function byTime(one: Waiting, other: Waiting): number {
  return one.writtenAt < other.writtenAt ? -1 : 1
}

function readAgain(): void {
  const names = whose === undefined ? [] : storedNames(startOf(whose))
  const found = names.flatMap((name) => stored<Waiting>(name) ?? [])
  show(found.filter((one) => one.whose === whose && one.body).toSorted(byTime))
}

function show(next: readonly Waiting[]): void {
  if (next.length === 0 && waiting.length === 0) return
  waiting = next
  for (const listener of listeners) listener()
}

// Another page of this browser wrote one, or sent it.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) readAgain()
  })
