import { useSyncExternalStore } from 'react'
import type { Drop } from './drop.ts'
import type { Failure } from './failure.ts'

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

let uploads: readonly Upload[] = []
let uploadedIds: ReadonlySet<string> = new Set()
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

/** Whenever something becomes of one of them. */
export function onUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
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

/** All of its file is there. */
export function isThere({ stage }: Upload): boolean {
  return stage === 'done' || stage === 'finishing'
}

export function isUnsent(upload: Upload): boolean {
  return isUnderWay(upload) || upload.failure?.mayRetry === true
}

export function isUnderWay({ stage, failure }: Upload): boolean {
  return stage === 'waiting' || stage === 'sending' || stage === 'finishing' || failure?.isAway === true
}

export function addUploads(added: readonly Upload[]): void {
  set([...uploads, ...added])
}

/** Nothing, where it was put away. */
export function changeUpload(id: string, next: Partial<Upload>): void {
  if (!uploads.some((one) => one.id === id)) return
  set(uploads.map((one) => (one.id === id ? { ...one, ...next } : one)))
}

export function putAway(ids: readonly string[]): void {
  const gone = new Set(ids)
  set(uploads.filter(({ id }) => !gone.has(id)))
}

function set(next: readonly Upload[]): void {
  uploads = next
  const ids = next.flatMap(({ assetVersionId }) => assetVersionId ?? [])
  if (ids.length !== uploadedIds.size || ids.some((id) => !uploadedIds.has(id))) uploadedIds = new Set(ids)
  for (const listener of listeners) listener()
}
