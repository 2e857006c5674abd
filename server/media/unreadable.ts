import { DailiesError } from '../error.ts'
import type { Store } from './store.ts'
import { fileFailure } from './store-failure.ts'

/**
 * Fulfilled where one file could not be read of a store that can be used otherwise: a bad block, a folder in its place. Throws `error`
 * where it is of another kind, and what the store says where it is away.
 */
export async function requireUnreadable(store: Pick<Store, 'check'>, error: unknown): Promise<void> {
  const failure = fileFailure(error)
  if (!(failure instanceof DailiesError && failure.code === 'unavailable')) throw error
  await store.check()
}
