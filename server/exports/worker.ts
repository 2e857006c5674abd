import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseTime } from '../db/time.ts'
import { Lane } from '../lane.ts'
import { lookEvery } from '../look-every.ts'
import { leaseMilliseconds } from '../media/held.ts'
import type { Keeping } from '../media/keep.ts'
import { TooEarly } from '../media/leased-work.ts'
import { Signer } from '../provenance/signer.ts'
import type { Certified } from '../provenance/signing.ts'
import { type Tracing, traced } from '../tracing.ts'
import { prepareExport } from './prepare.ts'
import { leaseExports } from './queries.ts'

/** How long it is waited for what is under way, once it is to stop. */
const longestEnd = 5000

/** Some large ones, or some that wait for their files, hold up no other. */
const atOnce = 3

/** Prepares exports, some at a time. Any number may run on a database: what one that was killed had is another's a minute later. */
export class ExportWorker {
  readonly #keeping: Keeping
  readonly #signer: Signer | undefined
  readonly #onError: (error: unknown) => void
  readonly #tracing: Tracing | undefined
  readonly #lane = new Lane(atOnce, (free) => this.#take(free), { lookEvery })
  #isStopping = false

  /** `by`: what copies are signed by, where there is a certificate. */
  constructor(
    keeping: Keeping,
    by: Certified | undefined,
    onError: (error: unknown) => void,
    tracing?: Tracing,
  ) {
    this.#tracing = tracing
    this.#keeping = keeping
    this.#onError = onError
    this.#signer = by && new Signer(by, onError)
  }

  start(): void {
    this.#lane.start(this.#onError)
  }

  /** One was asked for: looks at once. */
  wake(): void {
    this.#lane.wake()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const ended = Promise.all([this.#signer?.stop(), this.#lane.stop()])
    await Promise.race([ended, sleep(longestEnd, undefined, { ref: false })])
  }

  async #take(limit: number): Promise<Promise<void>[]> {
    const leaseId = randomUUID()
    const leased = await this.#keeping.db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      return transaction.all(leaseExports, { now, limit, leaseId, until: now + leaseMilliseconds })
    })
    return leased.map(async (one) => {
      const failed = (error: unknown) => {
        if (!this.#isStopping) this.#onError(error)
      }
      const options = { onError: failed, isStopping: () => this.#isStopping }
      try {
        const job = {
          name: 'export',
          ids: [one.id],
          attributes: { 'dailies.export.id': one.id },
          told: (outcome: 'done' | 'failed') => ({ hasFailed: outcome === 'failed' }),
        }
        await traced(this.#tracing, job, () =>
          prepareExport(this.#keeping, this.#signer, { leaseId, leased: one }, options),
        )
      } catch (error) {
        if (error instanceof TooEarly) setTimeout(() => this.#lane.wake(), error.pause).unref()
        else failed(error)
      }
    })
  }
}
