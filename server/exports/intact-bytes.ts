import { createHash } from 'node:crypto'
import type { Store } from '../media/store.ts'
import { requireUnreadable } from '../media/unreadable.ts'

/** Of a blob: the store has lost it, cannot read it, or has other bytes under its name. */
export class Damaged extends Error {}

/** All bytes of a blob. Throws `Damaged`, often only after the last of them, and what the store says where it is away. */
export async function* intactBytes(store: Store, hash: string): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  try {
    const pieces: AsyncIterable<Buffer> | undefined = await store.read(hash)
    for await (const piece of pieces ?? []) {
      sum.update(piece)
      yield piece
    }
  } catch (error) {
    await requireUnreadable(store, error)
    throw new Damaged()
  }
  if (sum.digest('hex') !== hash) throw new Damaged()
}

/** What is read of a store; undefined where the store has it no more, or cannot read this one file. Throws where the store is away. */
export async function readable<T>(store: Store, read: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    await requireUnreadable(store, error)
    return undefined
  }
}
