import type { Sidecar } from '@dailies/contract/provenance.ts'
import { hashOfFile } from '../media/hash-of-file.ts'
import { type Keeping, storeBlob } from '../media/keep.ts'
import { requireRoomOfNone } from '../media/quota.ts'
import { nothingKnown } from '../media/work/messages.ts'
import type { Signer } from '../provenance/signer.ts'
import type { PlacedTake } from './texts.ts'

/**
 * The take with a signed copy as its file, which is kept as long as an export has it; as it was, with the reason, where its file
 * cannot be signed.
 */
export async function signedTake(
  keeping: Keeping,
  signer: Signer,
  { placed, sidecar }: { placed: PlacedTake; sidecar: Sidecar | undefined },
): Promise<PlacedTake> {
  const { take } = placed
  const unsigned = (reason: string) => ({ ...placed, unsigned: reason })
  if (take.hash === null) return placed
  if (!sidecar) return unsigned('Nothing is known of the take any more')
  const copy = await signer.copyOf(keeping.store, { hash: take.hash, sidecar })
  if (copy.path === null) return unsigned(copy.reason)
  try {
    const { path, bytes } = copy
    const hash = await hashOfFile(path)
    const { quotas } = keeping
    await requireRoomOfNone(keeping.db, bytes, quotas)
    await storeBlob(keeping, { hash, bytes, path }, nothingKnown)
    return { ...placed, original: take.hash, take: { ...take, hash, bytes, crc: null } }
  } finally {
    await copy.remove()
  }
}
