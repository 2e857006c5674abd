import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sidecar } from '@dailies/contract/provenance.ts'
import type { Store } from '../media/store.ts'
import type { Workshop } from '../media/work/workshop.ts'
import { isOver } from './certificate.ts'
import type { Certified } from './signing.ts'

const generated = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

/** A copy that is signed, or why there is none. */
export type SignedCopy =
  | { path: string; bytes: number; remove: () => Promise<void> }
  | { path: null; reason: string }

/**
 * A copy of a kept blob, signed by the studio, that says how it was made: `c2pa.created` from `trainedAlgorithmicMedia`, and all of its
 * sidecar but `credentials` as `org.dailies.take`. Of a file that came signed it says `c2pa.opened` instead, and has that in it as what it was made
 * from. The blob stays as it is. The file is the caller's, who removes it. A signature is another one each time, so are the bytes.
 */
export async function signedCopy(
  { store, workshop, by }: { store: Store; workshop: Pick<Workshop, 'work'>; by: Certified },
  { hash, sidecar }: { hash: string; sidecar: Sidecar },
): Promise<SignedCopy> {
  if (isOver(by.chain)) return { path: null, reason: 'The certificate that signs is over' }
  const original = await store.localCopy(hash)
  if (!original) return { path: null, reason: 'Its bytes are missing in the store' }
  const folder = await mkdtemp(join(store.incoming, 'signed-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const signing = { ...by, manifest: manifestOf(sidecar) }
    const { facts, made } = await workshop.work(original.path, folder, { signing })
    const [copy] = made
    if (copy && facts.problem === null) return { path: copy.path, bytes: copy.bytes, remove }
    await remove()
    return { path: null, reason: facts.problem ?? 'It could not be signed' }
  } catch (error) {
    await remove()
    throw error
  } finally {
    await original.release()
  }
}

/** As the library takes it. */
export function manifestOf(sidecar: Sidecar): string {
  const { platform, modelName, title, scene, shot, versionNumber, credentials: _, ...take } = sidecar
  const softwareAgent = { name: platform.label, ...(modelName && { version: modelName }) }
  return JSON.stringify({
    claim_generator_info: [{ name: 'Dailies' }],
    title: title ?? [scene, shot, `v${versionNumber}`].filter(Boolean).join(' '),
    assertions: [
      {
        label: 'c2pa.actions.v2',
        data: {
          actions: [
            {
              action: 'c2pa.created',
              when: sidecar.capturedAt,
              digitalSourceType: generated,
              softwareAgent,
            },
          ],
        },
      },
      {
        label: 'org.dailies.take',
        data: { ...take, platform, modelName, title, scene, shot, versionNumber },
      },
    ],
  })
}
