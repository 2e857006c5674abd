import type { Sidecar } from '@dailies/contract/provenance.ts'
import { hashOfFile } from '../media/hash-of-file.ts'
import { isStored, type Keeping, storeBlob } from '../media/keep.ts'
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
  const copy = await keptCopy(keeping, signer, { hash: take.hash, sidecar })
  if ('reason' in copy) return unsigned(copy.reason)
  return { ...placed, original: take.hash, take: { ...take, ...copy, crc: null } }
}

async function keptCopy(
  keeping: Keeping,
  signer: Signer,
  of: { hash: string; sidecar: Sidecar },
): Promise<{ hash: string; bytes: number } | { reason: string }> {
  const before = signer.madeBefore(of)
  if (before && (await isStored(keeping, before))) return before
  const copy = await signer.copyOf(keeping.store, of)
  if (copy.path === null) return { reason: copy.reason }
  try {
    const { path, bytes } = copy
    const hash = await hashOfFile(path)
    await requireRoomOfNone(keeping.db, bytes, keeping.quotas)
    await storeBlob(keeping, { hash, bytes, path }, nothingKnown)
    signer.remember(of, { hash, bytes })
    return { hash, bytes }
  } finally {
    await copy.remove()
  }
}
