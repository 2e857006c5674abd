import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { held, leaseMilliseconds } from './held.ts'
import type { Keeping } from './keep.ts'

/** Milliseconds until the next try where the store was away, or full. */
const rest = 60_000

interface LeasedWork {
  /** What the name of its folder begins with. */
  name: string
  /** Puts it off until then: under the same lease, or for whoever takes it. */
  postpone: (transaction: Transaction, until: { dueAt: number; keepsLease: number }) => Promise<unknown>
  /** Works in a folder of its own, which is removed with all that is in it. */
  work: (folder: string) => Promise<void>
}

/** Works at what the caller has the lease of, which is renewed meanwhile. After an error it is due again in a while. */
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
    onError(error)
    await postponeBy(rest, { keepsLease: false })
    return 'failed'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
