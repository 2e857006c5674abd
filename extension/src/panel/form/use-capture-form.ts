import { notify } from '@dailies/ui/notices.ts'
import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { missing } from '../../capture/missing.ts'
import { mediaOf } from '../../media/media-of.ts'
import { type QueuedMedia, sendMediaByDefault } from '../../media/queued-media.ts'
import type { PlaceAtHand } from '../../place/place.ts'
import { placeAtHand } from '../../place/place-at-hand.ts'
import { knownPreferences } from '../../place/profile.ts'
import { newCaptureId } from '../../queue/capture-id.ts'
import { addCaptures, onCapturesChange, readCapture } from '../../queue/captures.ts'
import { sendEdited } from '../../queue/edit-captures.ts'
import { fileAnew } from '../../queue/file-anew.ts'
import type { CaptureBody, Problem, QueuedCapture } from '../../queue/queued-capture.ts'
import { readSetting } from '../../store/database.ts'
import { type TextKey, text } from '../../texts.ts'
import { sendNow } from '../background.ts'
import { bodyOf, type DraftProblem } from './body-of.ts'
import type { Draft } from './draft.ts'
import { draftOf } from './draft-of.ts'
import { forgetDraft, keepDraft, readDraft } from './drafts.ts'
import { isShown } from './field-labels.ts'
import { settled, tellSettled } from './tell-settled.ts'

export interface CaptureFormState {
  /** Undefined for a take that is made by hand. */
  capture: QueuedCapture | undefined
  draft: Draft
  /** Whether something was typed that is not sent. */
  isChanged: boolean
  busy: boolean
  set: (change: Partial<Draft>) => void
  /** What is wrong with a field, until that is changed. */
  errorsAt: (field: string) => string[] | undefined
  /** What is wrong that belongs to no field of the form. */
  message: string | undefined
  /** Stores it and sends it. Tells which fields the form itself finds wrong, if any. */
  submit: () => Promise<readonly string[]>
  startOver: () => Promise<void>
}

interface Loaded {
  capture: QueuedCapture | undefined
  draft: Draft
  isChanged: boolean
}

const problemKeys: Record<DraftProblem, TextKey> = {
  required: 'captureRequired',
  number: 'panelNoNumber',
  address: 'panelNoAddress',
  json: 'panelNoJson',
  object: 'panelNoObject',
}

/**
 * The form of a capture in the queue, or of a new one (`new`). `gone` when there is none; `busy` while it is read from its page,
 * or sent; undefined while it is looked up. `then` is called with the id of what was stored.
 */
export function useCaptureForm(
  id: string,
  then: (id: string) => Promise<void> = tellSettled,
): CaptureFormState | 'gone' | 'busy' | undefined {
  const [loaded, setLoaded] = useState<Loaded | 'gone' | 'busy'>()
  const [problem, setProblem] = useState<Problem>()
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)

  const load = async () => {
    const next = await read(id)
    setLoaded(next)
    setChanged(new Set())
    setProblem(typeof next === 'string' ? undefined : problemNow(next))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another one for another id
  useEffect(() => void load(), [id])
  const isBusy = loaded === 'busy'
  // biome-ignore lint/correctness/useExhaustiveDependencies: until it is no longer
  useEffect(() => (isBusy ? onCapturesChange(() => void load()) : undefined), [id, isBusy])

  if (!loaded || typeof loaded === 'string') return loaded
  const { capture, draft } = loaded

  const set = (change: Partial<Draft>) => {
    const next = { ...draft, ...change }
    setLoaded({ ...loaded, draft: next, isChanged: true })
    setChanged(new Set([...changed, ...Object.keys(change)]))
    void keepDraft(id, next)
  }
  const submit = async () => {
    if (busy) return []
    const place = await placeAtHand()
    const made = bodyOf(capture ? draft : { ...draft, ...placeOf(place) }, capture?.body ?? {})
    setChanged(new Set())
    if ('problems' in made) {
      setProblem(problemOf(made.problems))
      return Object.keys(made.problems)
    }
    setBusy(true)
    try {
      const stored = await store(made.body, { capture, place })
      if (!stored) {
        notify(text('panelOnItsWay'), { failed: true })
        return []
      }
      await forgetDraft(id)
      await sendNow()
      await then(stored)
      await load()
    } finally {
      setBusy(false)
    }
    return []
  }
  const wrong = problem?.fieldErrors ?? {}
  return {
    capture,
    draft,
    isChanged: loaded.isChanged,
    busy,
    set,
    errorsAt: (field) => (changed.has(field.split('.')[0] ?? '') ? undefined : wrong[field]),
    message: messageOf(problem),
    submit,
    startOver: async () => {
      await forgetDraft(id)
      await load()
    },
  }
}

async function read(id: string): Promise<Loaded | 'gone' | 'busy'> {
  const capture = id === 'new' ? undefined : await readCapture(id)
  if (id !== 'new' && !capture) return 'gone'
  if (capture?.unread || capture?.state === 'syncing') return 'busy'
  const [place, preferences, kept] = await Promise.all([placeAtHand(), knownPreferences(), readDraft(id)])
  const draft = draftOf(capture?.body ?? {}, { place: capture ? place : undefined, preferences })
  return { capture, draft: kept ?? draft, isChanged: kept !== undefined }
}

/** Of a draft what is missing still: the form may have it by now, from the place at hand or from what was typed. */
function problemNow({ capture, draft }: Loaded): Problem | undefined {
  if (capture?.state !== 'draft') return capture?.problem
  const { projectId, sceneId, prompt, platformKey, assetType } = draft
  return missing({ ...capture.body, projectId, sceneId, prompt, platformKey, assetType })
}

/** A new one is filed at the place at hand, which stands above the form. */
function placeOf(place: PlaceAtHand | undefined): Partial<Draft> {
  return place ? { projectId: place.projectId, sceneId: place.sceneId, shotId: place.shotId ?? '' } : {}
}

/** Returns its id, when it is on the disk; undefined where what was there before is being sent and cannot be changed now. */
async function store(
  body: CaptureBody,
  { capture: before, place }: { capture: QueuedCapture | undefined; place: PlaceAtHand | undefined },
): Promise<string | undefined> {
  if (before) return storeEdited(before.id, body)
  const id = newCaptureId()
  const tags = [...new Set([...(body.tags ?? []), ...(place?.characterName ? [place.characterName] : [])])]
  const { version: extensionVersion } = browser.runtime.getManifest()
  const provenance = { captureId: id, source: 'extension', extensionVersion, byHand: true }
  const capture: QueuedCapture = {
    id,
    state: 'pending',
    body: { ...body, ...(tags.length > 0 && { tags }), provenance },
    readings: [],
    createdAt: new Date().toISOString(),
  }
  await addCaptures([capture], { media: await mediaTyped(id, body) })
  return id
}

/** What is filed already, or is being filed at this moment, is filed anew. */
async function storeEdited(id: string, body: CaptureBody): Promise<string | undefined> {
  if (await sendEdited(id, body)) return id
  const now = await settled(id)
  if (now?.asset) return fileAnew({ ...now, asset: now.asset }, body)
  return (await sendEdited(id, body)) ? id : undefined
}

/** Of an address that was typed: it is of no page, so that no cookies go there. */
async function mediaTyped(id: string, { outputUrl, assetType }: CaptureBody): Promise<QueuedMedia[]> {
  if (!outputUrl || ((await readSetting('sendMedia')) ?? sendMediaByDefault) === 'never') return []
  const kind = assetType === 'VIDEO' ? 'video' : 'image'
  return [mediaOf(id, { kind, mediaUrl: outputUrl }, { url: undefined }, undefined)]
}

function problemOf(problems: Record<string, DraftProblem>): Problem {
  const fieldErrors = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, [text(problemKeys[problem])]]),
  )
  return { status: 0, message: text('panelCheckFields'), fieldErrors }
}

function messageOf(problem: Problem | undefined): string | undefined {
  if (!problem) return undefined
  const others = Object.entries(problem.fieldErrors)
    .filter(([field]) => !isShown(field.split('.')[0] ?? ''))
    .map(([field, messages]) => `${field}: ${messages.join(', ')}`)
  if (others.length > 0) return others.join('. ')
  const hasFields = Object.keys(problem.fieldErrors).length > 0
  return problem.status !== 0 && hasFields ? text('panelCheckFields') : problem.message
}
