import type { Sighting } from '../capture/sighting.ts'
import type { CaptureOutcome } from '../messages.ts'
import { sentence, type TextKey, text } from '../texts.ts'
import { ask, ExtensionGone } from './ask.ts'
import { type Seen, withContent } from './sighting.ts'

/** What became of something, in words for the user, and what they can do about it. */
export interface Outcome {
  tone: 'good' | 'warn' | 'bad'
  text: string
  actions?: Action[]
  /** Of these the one that captures still what was captured before. */
  again?: Action
}

export interface Action {
  label: string
  /** With what became of it, if there is something to say. */
  run: (tell: Tell) => Promise<void>
}

/** Told what is known, and again when more is. */
export type Tell = (outcome: Outcome) => void

/** One message takes so many, and so many characters of bytes and one more: browsers refuse more than 64 MiB. */
const mostAtOnce = 500
const mostCharacters = 32 * 1024 * 1024

/** So often it is asked what became of a capture: each answer takes some seconds. */
const mostQuestions = 10

/** Milliseconds between questions while it waits. */
const restWhileWaiting = 3_000

/** Said when the extension is gone, and so must be known before. */
const reloadFirst = text('pageReload')

/** What was captured on this page has no address that lasts, and is known by its own until then; the oldest are forgotten. */
const captured = new Map<string, string>()
const mostCaptured = 1_000

/** Stores it, tells so at once, and then what becomes of it. `again`: also what was captured before. */
export async function capture(seen: Seen, tell: Tell, again = false): Promise<void> {
  try {
    const before = again ? undefined : captured.get(shortOf(seen.address))
    const { stored, now, already } = before
      ? { stored: [], already: await outcomeOf(before) }
      : await ask('capture', { sightings: [await withContent(seen)], again })
    if (already && already.state !== 'gone') return tell(alreadyThere(already, seen))
    const [first] = stored
    if (!first) return capture(seen, tell, true)
    if (seen.blob && seen.address) noteCaptured(seen.address, first.id)
    await follow(now ?? { id: first.id, state: 'pending' }, tell)
  } catch (error) {
    tell(failed(error))
  }
}

function noteCaptured(address: string, id: string): void {
  captured.set(shortOf(address), id)
  const [oldest] = captured.keys()
  if (captured.size > mostCaptured && oldest !== undefined) captured.delete(oldest)
}

/** Of data the address is the data, megabytes of it: how long it is and a sum of it (FNV-1a) stand for it. */
function shortOf(address: string): string {
  if (!address.startsWith('data:')) return address
  let sum = 0x811c9dc5
  for (let at = 0; at < address.length; at += 1) sum = Math.imul(sum ^ address.charCodeAt(at), 0x01000193)
  return `data:${address.length}-${sum}`
}

/** Stores all of them, and tells how many there are: they are safe then. Those whose bytes only this page has come last. */
export async function captureMany(
  all: readonly Seen[],
  onProgress: (done: number) => void,
): Promise<Outcome> {
  const ids: string[] = []
  let before = 0
  let batch: Sighting[] = []
  let characters = 0
  const send = async () => {
    if (batch.length > 0) {
      const { stored, waiting = 0 } = await ask('capture', { sightings: batch, again: 'many' })
      ids.push(...stored.map(({ id }) => id))
      before += waiting
    }
    onProgress(ids.length + before)
    batch = []
    characters = 0
  }
  try {
    for (const isHere of [false, true]) {
      for (const seen of all) {
        if (Boolean(seen.blob) !== isHere) continue
        const sighting = await withContent(seen)
        batch.push(sighting)
        characters += sighting.bytes?.length ?? 0
        if (batch.length === mostAtOnce || characters > mostCharacters) await send()
      }
      await send()
    }
    if (ids.length === 0)
      return before > 0 ? said('warn', 'pageManyBefore', [before]) : said('warn', 'pageNothing')
    const outcome = await outcomeOfMany(ids)
    return before > 0 ? { ...outcome, text: `${outcome.text}. ${text('pageManyBefore', before)}` } : outcome
  } catch (error) {
    return failed(error)
  }
}

async function outcomeOfMany(ids: string[]): Promise<Outcome> {
  const { outcomes } = await ask('outcomes', { ids })
  const drafts = outcomes.filter(({ state }) => state === 'draft' || state === 'failed')
  const waits = outcomes.find(({ state, reason }) => state === 'pending' && reason)?.reason
  if (drafts.length > 0) {
    return said('warn', 'pageCapturedSomeDrafts', [ids.length, drafts.length])
  }
  if (waits) return said('warn', 'pageCapturedManyWait', [ids.length, sentence(waits)])
  return said('good', 'pageCapturedMany', [ids.length])
}

/** Until it is filed, or set aside. What is known already is not said again: something else may have been said since. */
async function follow(known: CaptureOutcome, tell: Tell): Promise<void> {
  let outcome = known
  let last = ''
  for (let question = 0; question < mostQuestions && outcome.state !== 'gone'; question += 1) {
    const told = toldOf(outcome)
    if (told.text !== last) tell(told)
    last = told.text
    if (outcome.state !== 'pending') return
    // Why it waits is answered at once.
    if (outcome.reason) await new Promise((resolve) => setTimeout(resolve, restWhileWaiting))
    outcome = await outcomeOf(known.id)
  }
}

async function outcomeOf(id: string): Promise<CaptureOutcome> {
  const { outcomes } = await ask('outcomes', { ids: [id] })
  return outcomes[0] ?? { id, state: 'gone' }
}

function toldOf(outcome: CaptureOutcome): Outcome {
  const { id, state, reason = '', versionNumber, bytes, isChanged } = outcome
  if (state === 'draft') return said('warn', 'pageDraft', [reason], [open(id), takeBack(id)])
  if (state === 'failed') return said('warn', 'pageNeedsLook', [reason], [open(id), takeBack(id)])
  const actions = [takeBack(id), change(id)]
  const place = placeOf(outcome)
  // Nothing was chosen yet: it is a draft, once it is read.
  if (!place) return said('good', 'pageReading', [], actions)
  const where = state === 'synced' ? text('pageFiled', place, versionNumber ?? '') : waitingAt(place, reason)
  if (bytes === 'unreadable') {
    const unreadable = state === 'synced' ? 'pageUnreadable' : 'pageUnreadableWaits'
    return said('warn', unreadable, [where], actions)
  }
  if (bytes === 'coming') return said('warn', 'pageBytesComing', [where], actions)
  if (isChanged) return said('warn', 'pageFiledChanged', [where], actions)
  return { tone: state === 'synced' || !reason ? 'good' : 'warn', text: where, actions }
}

function waitingAt(place: string, reason: string): string {
  return reason ? text('pageWaitsBecause', place, sentence(reason)) : text('pageWaits', place)
}

function placeOf({ sceneId, shotCode }: Pick<CaptureOutcome, 'sceneId' | 'shotCode'>): string | undefined {
  if (!sceneId) return undefined
  return shotCode ? text('pageSceneAndShot', sceneId, shotCode) : text('pageScene', sceneId)
}

/** Nothing was stored. `outcome`: of the capture that was made before. */
function alreadyThere(outcome: CaptureOutcome, seen: Seen): Outcome {
  const { id, state } = outcome
  const again = captureAgain(seen)
  const actions = state === 'draft' || state === 'failed' ? [open(id), again] : [again]
  return { tone: 'warn', text: alreadyIn(outcome), actions, again }
}

function alreadyIn(outcome: CaptureOutcome): string {
  const { state, reason = '', versionNumber } = outcome
  if (state === 'draft') return text('pageAlreadyDraft', reason)
  if (state === 'failed') return text('pageAlreadyFailed', reason)
  const place = placeOf(outcome)
  if (!place) return text('pageAlreadyReading')
  return versionNumber ? text('pageAlready', place, versionNumber) : text('pageAlreadyWaits', place)
}

/** The same of a version that the page is marked with. */
export function alreadyMarked(mark: { sceneId: string; versionNumber: number }, seen: Seen): Outcome {
  return alreadyThere({ id: '', state: 'synced', ...mark }, seen)
}

function captureAgain(seen: Seen): Action {
  return { label: text('pageCaptureAgain'), run: (tell) => capture(seen, tell, true) }
}

function takeBack(id: string): Action {
  return { label: text('pageUndo'), run: (tell) => tellTakenBack(id, tell) }
}

async function tellTakenBack(id: string, tell: Tell): Promise<void> {
  try {
    const { problem } = await ask('takeBack', { id })
    if (problem) return tell(said('bad', 'pageNotUndone', [problem]))
    for (const [address, one] of captured) if (one === id) captured.delete(address)
    tell(said('good', 'pageUndone'))
  } catch (error) {
    tell(failed(error))
  }
}

function change(id: string): Action {
  return { label: text('pageChange'), run: (tell) => openForm(id, tell) }
}

function open(id: string): Action {
  return { label: text('pageOpen'), run: (tell) => openForm(id, tell) }
}

async function openForm(id: string, tell: Tell): Promise<void> {
  try {
    const { opened } = await ask('openForm', { id })
    if (!opened) tell(said('warn', 'pageOpenYourself'))
  } catch (error) {
    tell(failed(error))
  }
}

export function failed(error: unknown): Outcome {
  if (error instanceof ExtensionGone) return { tone: 'bad', text: reloadFirst }
  return said('bad', 'pageFailed', [error instanceof Error ? error.message : String(error)])
}

export function said(
  tone: Outcome['tone'],
  key: TextKey,
  values: (string | number)[] = [],
  actions: Action[] = [],
): Outcome {
  return { tone, text: text(key, ...values), actions }
}
