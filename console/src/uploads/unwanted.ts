import { inFew } from '@dailies/ui/in-few.ts'
import type { DailiesError } from '../../../sdk/src/error.ts'
import { call } from '../api/call.ts'
import { isAway } from '../api/reach.ts'
import { keeping, making } from './parts.ts'
import type { Target } from './upload-file.ts'

/** A take that was made for a file that does not come, or was taken back. */
interface Unwanted {
  uploadId: string
  target: Target
  /** It may have been made although no answer came. */
  isAsked: boolean
}

/** `removed`; `refused` by the service, so that it stays; `waits` until that can be reached, or is less busy. */
type Removal = 'removed' | 'refused' | 'waits'

/** Of requests. */
const someAtOnce = inFew(4)

/** Milliseconds until a service that is there, but could not do it, is asked again. */
const rest = 10_000

const unwanted = new Map<string, Unwanted>()
const listeners = new Set<() => void>()

export function countUnwanted(): number {
  return unwanted.size
}

export function onUnwanted(listener: () => void): void {
  listeners.add(listener)
}

/** Deletes the take; later, where the service cannot do it now, and by another page, where this one is closed. */
export async function removeTake(one: Unwanted): Promise<Removal> {
  unwanted.set(one.uploadId, one)
  tell()
  await keeping.value()?.noteKept(one.uploadId, { stage: 'unwanted', target: one.target })
  return someAtOnce(() => remove(one))
}

/** Once more, all that are still there. */
export function removeUnwanted(): void {
  for (const one of unwanted.values()) void someAtOnce(() => remove(one))
}

export function forgetUnwanted(): void {
  unwanted.clear()
  tell()
}

async function remove(one: Unwanted): Promise<Removal> {
  try {
    if (unwanted.get(one.uploadId) !== one) return 'removed'
    const id = await idOf(one)
    if (id) await call('deleteAsset', { params: { id } })
    drop(one)
    return 'removed'
  } catch (error) {
    const { status, isTemporary } = error as Partial<DailiesError>
    // Somebody was quicker.
    if (status === 404) drop(one)
    if (status === 404) return 'removed'
    if (isTemporary !== false) {
      tryLater()
      return 'waits'
    }
    // What is refused is there as a take without media, which says so.
    drop(one)
    return 'refused'
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

function tryLater(): void {
  if (timer) return
  timer = setTimeout(() => {
    timer = undefined
    // Once it is back, they are sent at once.
    if (isAway()) tryLater()
    else removeUnwanted()
  }, rest)
}

/** Where no answer came, asking once more tells its id: the same take is made once. */
async function idOf({ target, isAsked }: Unwanted): Promise<string | undefined> {
  if (!('take' in target)) return undefined
  if (target.made || !isAsked) return target.made?.id
  await making.load()
  const make = making.value()
  if (!make) throw making.failure()
  return (await make.makeTake(target.take)).id
}

function drop({ uploadId }: Unwanted): void {
  unwanted.delete(uploadId)
  void keeping.value()?.forgetKept([uploadId])
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}
