import { createHash } from 'node:crypto'
import type { Store } from '../media/store.ts'

/** Of a blob: the store has lost it, or has other bytes under its name. */
export class Damaged extends Error {}

/** All bytes of a blob. Throws `Damaged`, which it knows only after the last of them. */
export async function* intactBytes(store: Store, hash: string): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  const pieces: AsyncIterable<Buffer> | undefined = await store.read(hash)
  if (!pieces) throw new Damaged()
  for await (const piece of pieces) {
    sum.update(piece)
    yield piece
  }
  if (sum.digest('hex') !== hash) throw new Damaged()
}
