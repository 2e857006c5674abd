import { DailiesError, invalid } from '../error.ts'
import { type Digests, sha256Of } from './content-headers.ts'
import { type Received, receive } from './receive.ts'
import type { Store } from './store.ts'

interface Body {
  headers: Digests
  body: AsyncIterable<Uint8Array>
}

/**
 * Writes the body of a request beside the store, and compares it with its `Content-Digest`, if it has one. Throws `invalid` where it was
 * changed on the way, and what `tooMany` makes beyond `most` bytes.
 */
export async function receiveBody(
  { incoming }: Pick<Store, 'incoming'>,
  { headers, body }: Body,
  { most, tooMany = () => tooLarge(most) }: { most: number; tooMany?: () => DailiesError },
): Promise<Received> {
  const expected = sha256Of('content-digest', headers)
  const received = await receive(body, { folder: incoming, limit: most, tooLarge: tooMany })
  try {
    requireDigest('content-digest', expected, received)
  } catch (error) {
    await received.remove()
    throw error
  }
  return received
}

/** Throws `invalid` for bytes of another digest than was told of them. */
export function requireDigest(
  header: keyof Digests,
  expected: string | undefined,
  { hash }: Pick<Received, 'hash'>,
): void {
  if (expected === undefined || expected === hash) return
  throw invalid({ [header]: ['Is not that of what came: it was changed on the way, send it again'] })
}

export function tooLarge(limit: number): DailiesError {
  return new DailiesError('too_large', `The file is over the limit of ${limit} bytes`)
}

/** Does something with what was received, which is gone after it. */
export async function using<T>(received: Received, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await received.remove()
  }
}
