import type { Sidecar } from '@dailies/contract/provenance.ts'
import type { Store } from '../media/store.ts'
import { Workshop } from '../media/work/workshop.ts'
import { type SignedCopy, signedCopy } from './sign.ts'
import type { Certified } from './signing.ts'

/** Signs copies by a studio's certificate, one after the other: each is made in memory. To be stopped. */
export class Signer {
  readonly #by: Certified
  readonly #workshop: Workshop

  constructor(by: Certified, onError: (error: unknown) => void) {
    this.#by = by
    this.#workshop = new Workshop({ atOnce: 1, onError })
  }

  /** Rejects with `unavailable` once it is stopped. */
  copyOf(store: Store, of: { hash: string; sidecar: Sidecar }): Promise<SignedCopy> {
    return signedCopy({ store, workshop: this.#workshop, by: this.#by }, of)
  }

  stop(): Promise<void> {
    return this.#workshop.stop()
  }
}
