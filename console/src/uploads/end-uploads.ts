import { keepFor, keptFor, mayBeKept } from './keep-upload.ts'
import { keeping } from './parts.ts'
import { sendNext } from './send-uploads.ts'
import { forgetUnwanted, removeTake } from './unwanted.ts'
import type { Target } from './upload-file.ts'
import { currentUploads, isThere, putAway, type Upload } from './uploads.ts'
import { works } from './works.ts'

/** Ends it. A take that was made for it goes, too: nobody wanted one without media. */
export function cancelUpload(id: string): void {
  end(currentUploads().filter((upload) => upload.id === id))
  sendNext()
}

/**
 * Takes back all that became of a drop, whether it is sent or on its way. `whole`: ids of the versions that were there with
 * their files, and can be brought back. `failed`: how many stay; `waits`: whether some go later.
 */
export async function undoDrop(
  dropId: string,
): Promise<{ taken: number; whole: string[]; failed: number; waits: boolean }> {
  const own = currentUploads().filter(({ drop }) => drop?.id === dropId)
  const results = await Promise.all(end(own, { alsoThere: true }))
  sendNext()
  const failed = results.filter((result) => result === 'refused').length
  const removed = own.filter((_, place) => results[place] === 'removed')
  const whole = removed.filter(isThere).flatMap(({ assetVersionId }) => assetVersionId ?? [])
  return { taken: own.length - failed, whole, failed, waits: results.includes('waits') }
}

/** Ends them, and takes back what was made for them; of what is there already only where that is asked for. */
function end(ended: readonly Upload[], { alsoThere = false } = {}): Promise<unknown>[] {
  const begun = ended.map((upload) => ({ upload, work: works.get(upload.id) }))
  forget(ended.map(({ id }) => id))
  return begun.map(async ({ upload, work }) => {
    work?.controller?.abort()
    // What was asked for is answered: until then nobody knows what there is to take back.
    await work?.running
    const { id, assetVersionId, take } = upload
    const target = work?.target ?? (take && assetVersionId ? madeBefore(assetVersionId) : undefined)
    const isOurs = target && 'take' in target && (alsoThere || !isThere(upload))
    if (!isOurs || (!work?.isAsked && !target.made)) return keeping.value()?.forgetKept([id])
    return removeTake({ uploadId: id, target, isAsked: work?.isAsked ?? false })
  })
}

/** Of a take whose work is done nothing but its id is needed. */
function madeBefore(id: string): Target {
  return { take: { sha256: '' } as never, made: { id, round: 0 } }
}

/** Puts away those that are done. */
export function clearDone(): void {
  const done = currentUploads().filter(({ stage }) => stage === 'done')
  const ids = done.map(({ id }) => id)
  void keeping.value()?.forgetKept(ids)
  forget(ids)
}

/** Here; the browser may keep them still. */
function forget(ids: readonly string[]): void {
  for (const id of ids) works.delete(id)
  putAway(ids)
}

/** For whoever signs out: each as if it were cancelled, while they still may. Nothing of theirs stays in the browser. */
export async function giveUpUploads(): Promise<void> {
  const whose = keptFor()
  await Promise.all(end(currentUploads().filter((upload) => !isThere(upload))))
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
  keepFor(undefined)
  forgetUnwanted()
  for (const { controller } of works.values()) controller?.abort()
  works.clear()
  putAway(currentUploads().map(({ id }) => id))
}
