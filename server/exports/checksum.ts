import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Database } from '../db/database.ts'
import type { Store } from '../media/store.ts'
import { setCrc } from './queries.ts'

/**
 * The CRC-32 of a blob, by which a ZIP knows it, read once, with its bytes compared, and then known; undefined where
 * these are not in the store.
 * `crc`: as far as it is known.
 */
export async function checksumOf(
  { db, store }: { db: Database; store: Store },
  { hash, bytes, crc }: { hash: string; bytes: number; crc: number | null },
): Promise<number | undefined> {
  if (crc !== null) return (await store.size(hash)) === bytes ? crc : undefined
  const stream = await store.read(hash)
  if (!stream) return undefined
  const digest = createHash('sha256')
  let [read, sum] = [0, 0]
  for await (const piece of stream as AsyncIterable<Buffer>) {
    read += piece.length
    sum = crc32(piece, sum)
    digest.update(piece)
    stream.giveBack?.(piece)
  }
  if (read !== bytes || digest.digest('hex') !== hash) return undefined
  await db.transaction((transaction) => transaction.run(setCrc, { hash, crc: sum }))
  return sum
}
