import { useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'
import { isAway, notHeard, onReach } from '../api/reach.ts'
import { type Failure, failureOf, hasOtherFile } from './failure.ts'
import { assetTypeOf, spokenName } from './file-type.ts'
import type { Capture } from './make-take.ts'
import { type Target, uploadFile } from './upload-file.ts'

/** `waiting` for its turn; `finishing`: the original is there, and pictures of it are on their way. */
type Stage = 'waiting' | 'sending' | 'finishing' | 'done' | 'failed'

/** A file on its way, or that was. */
export interface Upload {
  id: string
  fileName: string
  /** What it is for: `MJ v3`, `scene 012A`. */
  to: string
  bytes: number
  sent: number
  stage: Stage
  failure?: Failure | undefined
  /** Of the version that it is, or becomes, the media of. */
  assetVersionId?: string | undefined
}

interface Work {
  file: File
  target: Target
  /** While it is sent. */
  controller?: AbortController
  /** How often it has broken off since more of it came through than ever before. */
  breaks: number
  most: number
}

const mostBreaks = 3
const breaksAlways =
  'The connection breaks each time at the same place. Something between here and the service may stop it.'

/** More would only be slower each. */
const atOnce = 3

let uploads: readonly Upload[] = []
const works = new Map<string, Work>()
const listeners = new Set<() => void>()

/** All that were asked for and not put away, the oldest first. They outlive every screen, not the page. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads)
}

/** Sends a file as the media of a version that has none, or only a link. */
export function sendMedia(file: File, version: { id: string; name: string }): void {
  add(file, { assetVersionId: version.id }, version.name)
}

/** What takes that are made of files have in common. */
export interface NewTakes {
  projectId: string
  /** Number of the scene. */
  sceneId: string
  shot?: { id: string; shotCode: string } | undefined
  platformKey: string
  platformLabel?: string | undefined
  /** Without it each has the name of its file. */
  prompt: string
}

/** Makes a take of each file, and sends it. */
export function addTakes(files: readonly File[], { prompt, shot, ...shared }: NewTakes): void {
  for (const file of files) {
    const capture: Capture = {
      ...shared,
      shotId: shot?.id,
      assetType: assetTypeOf(file),
      prompt: prompt.trim() || spokenName(file),
      title: spokenName(file),
      status: 'GENERATED',
      // So that a take that was made, and whose answer was lost, is not made twice.
      provenance: { source: 'upload', fileName: file.name, captureId: randomId() },
    }
    add(file, { capture }, shot ? `shot ${shot.shotCode}` : `scene ${shared.sceneId}`)
  }
}

/** Once more, from where it was. */
export function retryUpload(id: string): void {
  change(id, { stage: 'waiting', failure: undefined })
  begin()
}

/** All that may go otherwise another time. */
export function retryAll(): void {
  for (const { id, stage, failure } of uploads) if (stage === 'failed' && failure?.mayRetry) retryUpload(id)
}

/** Ends it. A take that was made for it goes, too: nobody wanted one without media. */
export function cancelUpload(id: string): void {
  const upload = uploads.find((one) => one.id === id)
  const work = works.get(id)
  work?.controller?.abort()
  forget([id])
  begin()
  if (upload && work && upload.stage !== 'finishing') void takeBack(upload, work)
}

/** Of takes that were made for files that do not come, those that are still to be deleted. */
const unwanted = new Set<string>()

/** Deletes the take that was made for a file that does not come; later, where the service cannot be reached. */
async function takeBack({ assetVersionId }: Upload, { target }: Work): Promise<void> {
  if (!assetVersionId || !('capture' in target)) return
  unwanted.add(assetVersionId)
  await remove(assetVersionId)
}

async function remove(id: string): Promise<void> {
  try {
    await call('deleteAsset', { params: { id } })
    unwanted.delete(id)
  } catch (error) {
    // What is refused is there as a take without media, which says so.
    if (!failureOf(error).isAway) unwanted.delete(id)
  }
  guard()
}

/** Puts away those that are done. */
export function clearDone(): void {
  forget(uploads.filter(({ stage }) => stage === 'done').map(({ id }) => id))
}

/** Of all, how many would be lost if the page went away. */
export function countUnsent(all: readonly Upload[]): number {
  return all.filter(isUnsent).length
}

function isUnsent(upload: Upload): boolean {
  return isUnderWay(upload) || upload.failure?.mayRetry === true
}

/** For whoever signs out: each as if it were cancelled, while they still may. */
export async function giveUpUploads(): Promise<void> {
  const ended = uploads.filter(({ stage }) => stage !== 'done' && stage !== 'finishing')
  const begun = ended.map((upload) => [upload, works.get(upload.id)] as const)
  endUploads()
  await Promise.all(begun.map(([upload, work]) => work && takeBack(upload, work)))
}

/** For whoever comes after somebody else. */
export function endUploads(): void {
  unwanted.clear()
  for (const { controller } of works.values()) controller?.abort()
  forget(uploads.map(({ id }) => id))
}

export function isUnderWay({ stage, failure }: Upload): boolean {
  return stage === 'waiting' || stage === 'sending' || stage === 'finishing' || failure?.isAway === true
}

function add(file: File, target: Target, to: string): void {
  const id = randomId()
  works.set(id, { file, target, breaks: 0, most: 0 })
  const upload: Upload = { id, fileName: file.name, to, bytes: file.size, sent: 0, stage: 'waiting' }
  set([...uploads, upload])
  begin()
}

/** Begins those whose turn it is. */
function begin(): void {
  const running = uploads.filter(({ stage }) => stage === 'sending' || stage === 'finishing').length
  const next = uploads.filter(({ stage }) => stage === 'waiting').slice(0, Math.max(0, atOnce - running))
  for (const { id } of next) void run(id)
}

async function run(id: string): Promise<void> {
  const work = works.get(id)
  if (!work) return
  const controller = new AbortController()
  work.controller = controller
  change(id, { stage: 'sending', failure: undefined })
  try {
    const reports = {
      onVersion: (assetVersionId: string) => change(id, { assetVersionId }),
      onSent: (sent: number) => change(id, { sent }),
      onKept: () => change(id, { stage: 'finishing', sent: work.file.size }),
    }
    await uploadFile(work.file, work.target, reports, controller.signal)
    change(id, { stage: 'done' })
    // The file itself is let go of.
    works.delete(id)
  } catch (error) {
    if (controller.signal.aborted) return begin()
    // The take that was made has a file by now, and is nobody's to take back.
    const assetVersionId = uploads.find((one) => one.id === id)?.assetVersionId
    if (assetVersionId && hasOtherFile(error)) work.target = { assetVersionId }
    fail(id, work, afterBreak(id, work, failureOf(error)))
  }
  begin()
}

/** A take whose file will never be taken is not left behind. */
function fail(id: string, work: Work, failure: Failure): void {
  const upload = uploads.find((one) => one.id === id)
  change(id, { stage: 'failed', failure })
  if (!upload || failure.isAway || failure.mayRetry) return
  change(id, { assetVersionId: undefined })
  void takeBack(upload, work)
}

/** What breaks off again and again at the same place is left to whoever looks at it. */
function afterBreak(id: string, work: Work, failure: Failure): Failure {
  if (!failure.isAway) return failure
  const sent = uploads.find((one) => one.id === id)?.sent ?? 0
  work.breaks = sent > work.most ? 1 : work.breaks + 1
  work.most = Math.max(sent, work.most)
  if (work.breaks > mostBreaks) return { text: breaksAlways, isAway: false, mayRetry: true }
  // It is asked from now on whether the service is there.
  notHeard()
  return failure
}

function forget(ids: readonly string[]): void {
  for (const id of ids) works.delete(id)
  set(uploads.filter(({ id }) => !ids.includes(id)))
}

function change(id: string, next: Partial<Upload>): void {
  if (!uploads.some((one) => one.id === id)) return
  set(uploads.map((one) => (one.id === id ? { ...one, ...next } : one)))
}

let hasGuard = false

function set(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
  guard()
}

function guard(): void {
  const isNeeded = unwanted.size > 0 || uploads.some(isUnsent)
  if (isNeeded === hasGuard) return
  hasGuard = isNeeded
  if (isNeeded) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What broke off goes on once the service is there again. */
function goOn(): void {
  if (isAway()) return
  for (const id of unwanted) void remove(id)
  for (const { id, stage, failure } of uploads) if (stage === 'failed' && failure?.isAway) retryUpload(id)
}

onReach(goOn)

/** Not a UUID of `crypto`: that is there over HTTPS alone. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
