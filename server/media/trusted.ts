import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { DailiesError } from '../error.ts'

/** The lists that are in use have some hundred certificates. */
const mostBytes = 1024 ** 2

/** Those whose signatures are trusted here. */
export interface Trusted {
  /** Certificates in PEM; empty where nobody is. */
  anchors: string
  /** Of these: what was read by others is read again. */
  digest: string
}

export const nobodyTrusted: Trusted = { anchors: '', digest: '' }

/** Those of a file. Throws where it cannot be read or has no certificate in it. */
export async function trustedOf(path: string | undefined): Promise<Trusted> {
  if (path === undefined) return nobodyTrusted
  const anchors = await textOf(path)
  if (!anchors.includes('-----BEGIN CERTIFICATE-----'))
    throw new DailiesError('invalid', `DAILIES_C2PA_TRUST: there is no certificate in ${path}`)
  return { anchors, digest: hash('sha256', anchors) }
}

async function textOf(path: string): Promise<string> {
  const { size } = await stat(path).catch((error: Error) => {
    throw new DailiesError('invalid', `DAILIES_C2PA_TRUST: ${error.message}`)
  })
  if (size > mostBytes) throw new DailiesError('invalid', `DAILIES_C2PA_TRUST: ${path} is too large`)
  return readFile(path, 'utf8')
}
