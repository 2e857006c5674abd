import { hash } from 'node:crypto'
import { z } from 'zod'
import { DailiesError } from '../error.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const amount = z.number().int().nonnegative()

const manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  /** As of when the database is, ISO 8601. */
  madeAt: z.iso.datetime(),
  /** Of the program that made it, and of the tables. */
  program: z.string(),
  schema: amount,
  /** A SQLite database compressed by Zstandard (RFC 8878), which is kept like a file of a take; bytes as it is kept, and as it is. */
  database: z.object({ hash: sha256, bytes: amount, plainBytes: amount }),
  /** The files of takes: `list` has a line for each, `HASH BYTES`, by hash, compressed in the same way. */
  media: z.object({ list: sha256, listBytes: amount, count: amount, bytes: amount }),
  /** Hashes of files that were gone or damaged when it was made; of many the first ones. */
  missing: z.array(sha256).max(1000),
  missingCount: amount,
  hasSecretKey: z.boolean(),
})

/** What a backup consists of. It is written last: without it there is none. */
export type Manifest = z.infer<typeof manifest>

/** Its names are in the order of time: `backup-20261126T165003123Z`. */
export const manifestName = (at: Date): string => `backup-${at.toISOString().replaceAll(/[-:.]/g, '')}`

export const isManifestName = (name: string): boolean => /^backup-\d{8}T\d{9}Z$/.test(name)

/** Of the text with the secret key, beside it. */
export const keyName = (name: string): string => `${name}-key`

/** As text, with the SHA-256 of it in the last line. */
export function sealed(content: object): string {
  const text = `${JSON.stringify(content, undefined, 2)}\n`
  return `${text}${hash('sha256', text)}\n`
}

/** Throws `invalid` where it is not as it was written. */
export function manifestIn(text: string | undefined, name: string): Manifest {
  const content = unsealed(text, name)
  const found = manifest.safeParse(content)
  if (!found.success || found.data.name !== name) throw damaged(name)
  return found.data
}

/** What a sealed text says. Throws `invalid` where it is not as it was written. */
export function unsealed(text: string | undefined, name: string): unknown {
  if (text === undefined) throw new DailiesError('invalid', `${name}: There is no such backup`)
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  if (`${hash('sha256', text.slice(0, end))}\n` !== text.slice(end)) throw damaged(name)
  return JSON.parse(text.slice(0, end))
}

function damaged(name: string): DailiesError {
  return new DailiesError('invalid', `${name}: Is damaged: it is not as it was written`)
}
