import { hash } from 'node:crypto'
import type { Sidecar } from '@dailies/contract/provenance.ts'
import type { Store } from '../media/store.ts'
import { signedLimits, Workshop } from '../media/work/workshop.ts'
import { Turns } from '../turns.ts'
import { manifestOf, type SignedCopy, signedCopy } from './sign.ts'
import type { Certified } from './signing.ts'

/** What is remembered of copies, and of files that cannot be signed. */
const mostRemembered = 1000

/** Milliseconds. What fails sooner is tried with each take: it may be what is said of that one that cannot be signed. */
const longToFail = 2000

/** Milliseconds for which nobody tries again what took long, and failed: a busy machine may be why. */
const untilTriedAgain = 3_600_000

/** A file of up to 128 MiB takes seconds, on a machine that does many other things some more. */
const limits = { ...signedLimits, filmMilliseconds: 60_000 }

interface Signed {
  hash: string
  sidecar: Sidecar
}

interface Blob {
  hash: string
  bytes: number
}

/** Signs copies by a studio's certificate, one after the other: each is made in memory. To be stopped. */
export class Signer {
  readonly #by: Certified
  readonly #workshop: Pick<Workshop, 'work' | 'stop'>
  readonly #turns = new Turns({ atOnce: 1 })
  /** By what they say of which file. */
  readonly #made = new Map<string, Blob>()
  /** By project and hash: what others say of the same file is none of its fault. */
  readonly #failed = new Map<string, { reason: string; until: number }>()

  constructor(
    by: Certified,
    onError: (error: unknown) => void,
    workshop: Pick<Workshop, 'work' | 'stop'> = new Workshop({ atOnce: 1, onError, limits }),
  ) {
    this.#by = by
    this.#workshop = workshop
  }

  /** Rejects with `unavailable` once it is stopped. */
  copyOf(store: Store, of: Signed): Promise<SignedCopy> {
    return this.#turns.take(async () => {
      const key = `${of.sidecar.project.id}/${of.hash}`
      const before = this.#failed.get(key)
      const began = performance.now()
      if (before && before.until > began) return { path: null, reason: before.reason }
      const copy = await signedCopy({ store, workshop: this.#workshop, by: this.#by }, of)
      const now = performance.now()
      if (copy.path === null && now - began > longToFail)
        remember(this.#failed, key, { reason: copy.reason, until: now + untilTriedAgain })
      return copy
    })
  }

  /** The copy that is kept for an export before, of the same file and saying the same. It may be gone meanwhile. */
  madeBefore(of: Signed): Blob | undefined {
    return this.#made.get(keyOf(of))
  }

  /** The copy is kept as a blob. */
  remember(of: Signed, copy: Blob): void {
    remember(this.#made, keyOf(of), copy)
  }

  stop(): Promise<void> {
    return this.#workshop.stop()
  }
}

function keyOf({ hash: of, sidecar }: Signed): string {
  return hash('sha256', `${of} ${manifestOf(sidecar)}`)
}

/** In the place of what was remembered first. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [first = ''] = map.keys()
  if (map.size > mostRemembered) map.delete(first)
}
