import { useSyncExternalStore } from 'react'
import { isAway, notHeard, onReach } from '../api/reach.ts'
import type { Drop } from './drop.ts'
import { type Failure, failureOf, hasOtherFile } from './failure.ts'
import { keptName } from './kept-name.ts'
import type { KeptUpload } from './kept-uploads.ts'
import type { NewTake } from './new-take.ts'
import { keeping, sending } from './parts.ts'
import { countUnwanted, forgetUnwanted, onUnwanted, removeUnwanted, takeBack } from './unwanted.ts'
import type { Target } from './upload-file.ts'

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
  drop?: Drop | undefined
  /** Of what becomes a take: what it is, and of which scene. */
  take?: { sha256: string; sceneDbId: string } | undefined
  /** Whether it goes on after the page was closed: undefined until it is known. */
  isSafe?: boolean | undefined
}

interface Work {
  file: File
  target: Target
  /** While it is sent. */
  controller?: AbortController | undefined
  /** Until it is known what became of it. */
  running?: Promise<void> | undefined
  /** A take was asked for, which may be there without our knowing. */
  isAsked?: boolean
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
let uploadedIds: ReadonlySet<string> = new Set()
/** Whose they are. */
let user: string | undefined
const works = new Map<string, Work>()
const listeners = new Set<() => void>()

/** All that were asked for and not put away, the oldest first. They outlive every screen, and the page. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(onUploads, currentUploads)
}

export function currentUploads(): readonly Upload[] {
  return uploads
}

/** The versions that they are, or become; another set only once there is another one. */
export function useUploadedIds(): ReadonlySet<string> {
  return useSyncExternalStore(onUploads, () => uploadedIds)
}

/** How many are not there yet. */
export function useCountUnsent(): number {
  return useSyncExternalStore(onUploads, () => uploads.filter(isUnsent).length)
}

/** Sends a file as the media of a version that has none, or only a link. */
export function sendMedia(file: File, version: { id: string; name: string }): void {
  add([{ file, target: { assetVersionId: version.id }, to: version.name }])
}

/** Makes a take of each file, and sends it. `to` is where each goes, in words. */
export function addTakes(takes: readonly { take: NewTake; to: string }[], drop: Omit<Drop, 'id'>): Drop {
  const whole = { ...drop, id: randomId() }
  add(takes.map(({ take: { file, ...take }, to }) => ({ file, target: { take }, to, drop: whole })))
  return whole
}

/** Whether a file is on its way to a scene, or failed on it and can be tried again. */
export function isComing(sha256: string, sceneDbId: string): boolean {
  return uploads.some(
    ({ take, stage, failure }) =>
      take?.sha256 === sha256 &&
      take.sceneDbId === sceneDbId &&
      stage !== 'done' &&
      (!failure || failure.mayRetry),
  )
}

/** What was not sent when the page of whoever is signed in was closed goes on. */
export async function resumeUploads(whose: string): Promise<void> {
  // Somebody else signed in, in another tab of this browser: nothing of the former goes out in their name.
  if (user !== undefined && user !== whose) endUploads()
  user = whose
  if (!(await mayBeKept())) return
  await keeping.load()
  const kept = await keeping
    .value()
    ?.takeOver(whose, (id) => works.has(id))
    .catch(() => undefined)
  if (!kept || user !== whose) return
  const found: Upload[] = []
  for (const { entry, file } of kept) {
    if (entry.stage === 'unwanted') takeBack({ uploadId: entry.id, target: entry.target, isAsked: true })
    else if (entry.stage === 'done') found.push({ ...uploadOf(entry), stage: 'done', sent: entry.bytes })
    else if (file) {
      works.set(entry.id, { file, target: entry.target, breaks: 0, most: 0, isAsked: true })
      found.push(uploadOf(entry))
    }
  }
  // Those that are all there were seen, or need not be any more.
  const isOpen = (upload: Upload) =>
    found.some(({ drop, stage }) => stage !== 'done' && drop?.id === upload.drop?.id)
  const shown = found.filter((upload) => upload.stage !== 'done' || (upload.drop && isOpen(upload)))
  void keeping.value()?.forgetKept(found.filter((upload) => !shown.includes(upload)).map(({ id }) => id))
  set([...uploads, ...shown])
  begin()
}

function uploadOf({ id, fileName, to, bytes, target, drop }: KeptUpload): Upload {
  return {
    ...{ id, fileName, to, bytes, drop, sent: 0, stage: 'waiting', isSafe: true },
    assetVersionId: 'take' in target ? target.made?.id : target.assetVersionId,
    take: 'take' in target ? target.take : undefined,
  }
}

/** A page that has nothing to go on with does not load what goes on with it. */
async function mayBeKept(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases?.()
    return databases?.some(({ name }) => name === keptName) ?? true
  } catch {
    return false
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
  end(uploads.filter((upload) => upload.id === id))
  begin()
}

/**
 * Takes back all that became of a drop, whether it is sent or on its way. Returns the ids of the versions that were there with
 * their files, and can be brought back.
 */
export async function undoDrop(dropId: string): Promise<{ taken: number; whole: string[]; failed: number }> {
  const own = uploads.filter(({ drop }) => drop?.id === dropId)
  const isThere = ({ stage }: Upload) => stage === 'done' || stage === 'finishing'
  const whole = own.filter(isThere).flatMap(({ assetVersionId }) => assetVersionId ?? [])
  const results = await Promise.all(end(own, { alsoThere: true }))
  begin()
  return { taken: own.length, whole, failed: results.filter((result) => result === 'refused').length }
}

/** Ends them, and takes back what was made for them; of what is there already only where that is asked for. */
function end(ended: readonly Upload[], { alsoThere = false } = {}): Promise<unknown>[] {
  const begun = ended.map((upload) => ({ upload, work: works.get(upload.id) }))
  forget(
    ended.map(({ id }) => id),
    { isKeptUntilGone: true },
  )
  return begun.map(async ({ upload, work }) => {
    work?.controller?.abort()
    // What was asked for is answered: until then nobody knows what there is to take back.
    await work?.running
    const { id, stage, assetVersionId, take } = upload
    const isThere = stage === 'done' || stage === 'finishing'
    const target = work?.target ?? (take && assetVersionId ? madeBefore(assetVersionId) : undefined)
    const isOurs = target && 'take' in target && (alsoThere || !isThere)
    if (!isOurs || (!work?.isAsked && !target.made)) return keeping.value()?.forgetKept([id])
    return takeBack({ uploadId: id, target, isAsked: work?.isAsked ?? false })
  })
}

/** Of a take whose work is done nothing but its id is needed. */
function madeBefore(id: string): Target {
  return { take: { sha256: '' } as never, made: { id, round: 0 } }
}

/** Puts away those that are done. */
export function clearDone(): void {
  forget(uploads.filter(({ stage }) => stage === 'done').map(({ id }) => id))
}

function isUnsent(upload: Upload): boolean {
  return isUnderWay(upload) || upload.failure?.mayRetry === true
}

/** For whoever signs out: each as if it were cancelled, while they still may. Nothing of theirs stays in the browser. */
export async function giveUpUploads(): Promise<void> {
  const whose = user
  await Promise.all(end(uploads.filter(({ stage }) => stage !== 'done' && stage !== 'finishing')))
  endUploads()
  if (whose && (await mayBeKept())) {
    await keeping.load()
    await keeping
      .value()
      ?.forgetAllOf(whose)
      .catch(() => {})
  }
}

/** For whoever comes after somebody else. What is kept of theirs goes on when they come back. */
export function endUploads(): void {
  user = undefined
  forgetUnwanted()
  for (const { controller } of works.values()) controller?.abort()
  works.clear()
  set([])
}

export function isUnderWay({ stage, failure }: Upload): boolean {
  return stage === 'waiting' || stage === 'sending' || stage === 'finishing' || failure?.isAway === true
}

interface Added {
  file: File
  target: Target
  to: string
  drop?: Drop | undefined
}

function add(added: readonly Added[]): void {
  const next = added.map(({ file, target, to, drop }): Upload => {
    const id = randomId()
    works.set(id, { file, target, breaks: 0, most: 0 })
    void keep(id, { file, target, to, drop })
    const take = 'take' in target ? target.take : undefined
    return { id, fileName: file.name, to, bytes: file.size, sent: 0, stage: 'waiting', drop, take }
  })
  set([...uploads, ...next])
  begin()
}

/** So that it is sent although the page is closed. Where the browser has no room for it, it says so, and is sent all the same. */
async function keep(id: string, { file, ...upload }: Added): Promise<void> {
  const whose = user
  await keeping.load()
  const store = keeping.value()
  if (!works.has(id)) return
  if (!whose || !store) return change(id, { isSafe: false })
  await store.keepUpload({ id, user: whose, ...upload }, file).then(
    () => change(id, { isSafe: true }),
    () => change(id, { isSafe: false }),
  )
}

/** Begins those whose turn it is. */
function begin(): void {
  const running = uploads.filter(({ stage }) => stage === 'sending' || stage === 'finishing').length
  const next = uploads.filter(({ stage }) => stage === 'waiting').slice(0, Math.max(0, atOnce - running))
  for (const { id } of next) {
    const work = works.get(id)
    if (work) work.running = run(id, work)
  }
}

async function run(id: string, work: Work): Promise<void> {
  const controller = new AbortController()
  work.controller = controller
  change(id, { stage: 'sending', failure: undefined })
  try {
    await sending.load()
    const send = sending.value()
    if (!send) throw sending.failure()
    controller.signal.throwIfAborted()
    work.isAsked = true
    const reports = {
      onMade: (made: { id: string; round: number }) => {
        if ('take' in work.target) work.target = { ...work.target, made }
        change(id, { assetVersionId: made.id })
        void keeping.value()?.noteKept(id, { target: work.target })
      },
      onSent: (sent: number) => change(id, { sent }),
      onKept: () => {
        change(id, { stage: 'finishing', sent: work.file.size })
        void keeping.value()?.noteKept(id, { stage: 'done' })
      },
    }
    await send.uploadFile(work.file, work.target, reports, controller.signal)
    change(id, { stage: 'done' })
    // The file itself is let go of.
    works.delete(id)
  } catch (error) {
    if (controller.signal.aborted) return
    // The take that was made has a file by now, and is nobody's to take back.
    const made = 'take' in work.target ? work.target.made : undefined
    if (made && hasOtherFile(error)) work.target = { assetVersionId: made.id }
    fail(id, work, afterBreak(id, work, failureOf(error)))
  } finally {
    work.controller = undefined
  }
  begin()
}

/** A take whose file will never be taken is not left behind. */
function fail(id: string, work: Work, failure: Failure): void {
  change(id, { stage: 'failed', failure })
  if (failure.isAway || failure.mayRetry || !works.has(id)) return
  change(id, { assetVersionId: undefined })
  const { target, isAsked = false } = work
  if ('take' in target && target.made) void takeBack({ uploadId: id, target, isAsked })
  else void keeping.value()?.forgetKept([id])
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

function forget(ids: readonly string[], { isKeptUntilGone = false } = {}): void {
  const gone = new Set(ids)
  for (const id of ids) works.delete(id)
  if (!isKeptUntilGone) void keeping.value()?.forgetKept(ids)
  set(uploads.filter(({ id }) => !gone.has(id)))
}

function change(id: string, next: Partial<Upload>): void {
  if (!uploads.some((one) => one.id === id)) return
  set(uploads.map((one) => (one.id === id ? { ...one, ...next } : one)))
}

let hasGuard = false

function set(next: readonly Upload[]): void {
  uploads = next
  const ids = next.flatMap(({ assetVersionId }) => assetVersionId ?? [])
  if (ids.length !== uploadedIds.size || ids.some((id) => !uploadedIds.has(id))) uploadedIds = new Set(ids)
  for (const listener of listeners) listener()
  guard()
}

function guard(): void {
  const isNeeded = countUnwanted() > 0 || uploads.some(isUnsent)
  if (isNeeded === hasGuard) return
  hasGuard = isNeeded
  if (isNeeded) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

onUnwanted(guard)

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Whenever something becomes of one of them. */
export function onUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What broke off goes on once the service is there again. */
function goOn(): void {
  if (isAway()) return
  removeUnwanted()
  for (const { id, stage, failure } of uploads) if (stage === 'failed' && failure?.isAway) retryUpload(id)
}

onReach(goOn)

/** Not a UUID of `crypto`: that is there over HTTPS alone. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
