import type { Keeping } from '../media/keep.ts'
import type { Actor } from '../production/membership.ts'
import { readSidecars } from '../provenance/read-sidecar.ts'
import type { Signer } from '../provenance/signer.ts'
import { signedTake } from './signed-take.ts'
import type { PlacedTake } from './texts.ts'

/** Files of which somebody is told at once that they are read. */
const filesAtOnce = 8

/** `crc`: of its file, where that is in the export. */
interface CheckedTake {
  take: PlacedTake
  crc: number | undefined
}

export interface Check {
  actor: Actor
  /** Where copies are to be signed. */
  signer: Signer | undefined
  /** CRC-32 of a blob; undefined where not all of its bytes are in the store. */
  crcOf: (blob: { hash: string; bytes: number; crc: number | null }) => Promise<number | undefined>
  onRead: (progress: { prepared: number; files: number }) => Promise<unknown>
}

/** Takes whose files are read, and signed first where that is wanted. Those whose bytes are not in the store have no file. */
export async function checkedTakes(
  keeping: Keeping,
  { actor, signer, crcOf, onRead }: Check,
  takes: readonly PlacedTake[],
): Promise<CheckedTake[]> {
  const checked: CheckedTake[] = []
  for (let at = 0; at < takes.length; at += filesAtOnce) {
    const some = takes.slice(at, at + filesAtOnce)
    const given = signer ? await signedTakes(keeping, { actor, signer }, some) : some
    checked.push(...(await Promise.all(given.map((take) => checkedTake(take, crcOf)))))
    await onRead({ prepared: checked.length, files: takes.length })
  }
  return checked
}

/** One after the other: a copy is made in memory. */
async function signedTakes(
  keeping: Keeping,
  { actor, signer }: { actor: Actor; signer: Signer },
  takes: readonly PlacedTake[],
): Promise<PlacedTake[]> {
  const ids = takes.filter(({ isIncluded }) => isIncluded).map(({ take }) => take.id)
  const sidecars = await readSidecars(keeping.db, actor, ids)
  const signed: PlacedTake[] = []
  for (const placed of takes) {
    const sidecar = sidecars.get(placed.take.id)
    signed.push(placed.isIncluded ? await signedTake(keeping, signer, { placed, sidecar }) : placed)
  }
  return signed
}

async function checkedTake(take: PlacedTake, crcOf: Check['crcOf']): Promise<CheckedTake> {
  const { path, isIncluded } = take
  const { hash, bytes, crc } = take.take
  if (path === null || hash === null || bytes === null || !isIncluded) return { take, crc: undefined }
  const found = await crcOf({ hash, bytes, crc })
  return { take: found === undefined ? { ...take, path: null } : take, crc: found }
}
