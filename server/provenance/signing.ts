import { readFile } from 'node:fs/promises'
import { DailiesError } from '../error.ts'
import { signerOf } from '../media/work/cose.ts'
import { unfitness } from './certificate.ts'

/** A studio's certificate, with those up to its authority, and its key: both in PEM. */
export interface Certified {
  chain: string
  key: string
}

/**
 * What copies are signed by that are handed over; undefined where nothing is set. Throws where one of the two files is missing, cannot be
 * read, or is not of the other, and where what it signs would be valid to nobody.
 */
export async function certifiedBy({
  c2paCertificate,
  c2paKey,
}: {
  c2paCertificate?: string | undefined
  c2paKey?: string | undefined
}): Promise<Certified | undefined> {
  if (c2paCertificate === undefined && c2paKey === undefined) return undefined
  const chain = await textOf('DAILIES_C2PA_CERTIFICATE', c2paCertificate)
  const key = await textOf('DAILIES_C2PA_KEY', c2paKey)
  try {
    signerOf({ chain, key })
  } catch (error) {
    throw unusable('DAILIES_C2PA_CERTIFICATE and DAILIES_C2PA_KEY', error)
  }
  const unfit = unfitness(chain)
  if (unfit) throw new DailiesError('invalid', `DAILIES_C2PA_CERTIFICATE: ${unfit} (docs/provenance.md)`)
  return { chain, key }
}

async function textOf(variable: string, path: string | undefined): Promise<string> {
  if (path === undefined) throw new DailiesError('invalid', `${variable}: Required where the other is set`)
  return readFile(path, 'utf8').catch((error) => {
    throw unusable(variable, error)
  })
}

function unusable(variable: string, error: unknown): DailiesError {
  return new DailiesError('invalid', `${variable}: ${error instanceof Error ? error.message : error}`)
}
