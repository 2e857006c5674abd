import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { held, leaseMilliseconds } from './held.ts'
import type { Keeping } from './keep.ts'

/** Milliseconds until the next try where the store was away, or full. */
const rest = 60_000

/** Thrown by work that cannot be done as yet. */
export class TooEarly extends Error {
  /** Milliseconds after which it may be looked at again. */
  readonly pause: number

  constructor(pause: number) {
    super()
    this.pause = pause
  }
}

interface LeasedWork {
  /** What the name of its folder begins with. */
  name: string
  /** Puts it off until then: under the same lease, or for whoever takes it. */
  postpone: (transaction: Transaction, until: { dueAt: number; keepsLease: number }) => Promise<unknown>
  /** Works in a folder of its own, which is removed with all that is in it. */
  work: (folder: string) => Promise<void>
}

/**
 * Works at what the caller has the lease of, which is renewed meanwhile. After an error it is due again in a while. Throws `TooEarly` as the
 * work does: then it is put off for so long, and others have their turn.
 */
export async function workLeased(
  { db, store }: Keeping,
  { name, postpone, work }: LeasedWork,
  onError: (error: unknown) => void,
): Promise<'done' | 'failed'> {
  const postponeBy = (by: number, { keepsLease }: { keepsLease: boolean }) =>
    db.transaction(async (transaction) => {
      const dueAt = (await databaseTime(transaction)) + by
      await postpone(transaction, { dueAt, keepsLease: Number(keepsLease) })
    })
  const folder = await mkdtemp(join(store.incoming, `${name}-`))
  try {
    await held(
      () => postponeBy(leaseMilliseconds, { keepsLease: true }),
      () => work(folder),
      onError,
    )
    return 'done'
  } catch (error) {
    if (error instanceof TooEarly) {
      await postponeBy(error.pause, { keepsLease: false })
      throw error
    }
    onError(error)
    await postponeBy(rest, { keepsLease: false })
    return 'failed'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
