import { z } from 'zod'
import { damaged, sealed, unsealed } from '../sealed.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Hashes that a manifest names. */
export const mostMissing = 1000

const amount = z.number().int().nonnegative()

const manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  /** As of when the database is, ISO 8601. */
  madeAt: z.iso.datetime(),
  /** Of the first user that its database ever had, by which installations are told apart; null where it has none. The first ones did not say. */
  installation: z.string().nullable().optional(),
  /** Of the program that made it, and of the tables. */
  program: z.string(),
  schema: amount,
  /** A SQLite database compressed by Zstandard (RFC 8878), which is kept like a file of a take; bytes as it is kept, and as it is. */
  database: z.object({ hash: sha256, bytes: amount, plainBytes: amount }),
  /** The files of takes: `list` has a line for each, `HASH BYTES`, by hash, compressed in the same way. */
  media: z.object({ list: sha256, listBytes: amount, count: amount, bytes: amount }),
  /** Hashes of files that were gone or damaged when it was made; of many the first ones. */
  missing: z.array(sha256).max(mostMissing),
  missingCount: amount,
  /** Of these, files that nobody needed any more by then. The first ones did not say. */
  letGoCount: amount.default(0),
  hasSecretKey: z.boolean(),
})

/** What a backup consists of. It is written last: without it there is none. */
export type Manifest = z.infer<typeof manifest>

/** Files that are not in it, and should be. */
export const lostOf = ({ missingCount, letGoCount }: Manifest): number => missingCount - letGoCount

/** Hashes in a line of words. */
const mostTold = 10

/** The same in words, with the hashes of the first ones; undefined where all is in it. */
export function lostInWords(manifest: Manifest): string | undefined {
  const { missing, missingCount, letGoCount } = manifest
  const lost = lostOf(manifest)
  if (lost === 0) return undefined
  const files = lost === 1 ? 'a file is' : `${lost} files are`
  const letGo = letGoCount === 0 ? '' : ` (${letGoCount} of these let go of meanwhile)`
  const told = missing.slice(0, mostTold)
  const more = missingCount > told.length ? ` and ${missingCount - told.length} more` : ''
  return `${files} not in it, gone or damaged when it was made: ${told.join(', ')}${more}${letGo}`
}

/** Its names are in the order of time: `backup-20261126T165003123Z`. */
export const manifestName = (at: Date): string => `backup-${stampOf(at)}`

export const isManifestName = (name: string): boolean => /^backup-\d{8}T\d{9}Z$/.test(name)

/** The name of a text that is there while a backup is made, begun at that time. */
export const markName = (at: Date): string => `making-${stampOf(at)}`

export const isKeyName = (name: string): boolean => /^backup-\d{8}T\d{9}Z-key$/.test(name)

export const isMarkName = (name: string): boolean => /^making-\d{8}T\d{9}Z$/.test(name)

const stampOf = (at: Date) => at.toISOString().replaceAll(/[-:.]/g, '')

/** Of the text with the secret key, beside it. */
export const keyName = (name: string): string => `${name}-key`

/** Throws `invalid` where it is not as it was written. */
export function manifestIn(text: string | undefined, name: string): Manifest {
  const content = unsealed(text, name, 'backup')
  const found = manifest.safeParse(content)
  if (!found.success || !agrees(found.data, name)) throw damaged(name)
  return found.data
}

/** Whether what it says twice is the same. */
function agrees({ name, madeAt, missing, missingCount }: Manifest, asked: string): boolean {
  return (
    name === asked &&
    manifestName(new Date(madeAt)) === name &&
    missing.length === Math.min(missingCount, mostMissing)
  )
}

/** The first ones did not say of which backup they are. */
const key = z.object({ name: z.string().optional(), secretKey: z.string().min(1) })

/** As text, for beside the manifest of that name. */
export const sealedKey = (name: string, secretKey: string): string => sealed({ name, secretKey })

/** The secret key of a backup. Throws `invalid` where it is not as it was written, and where it is of another backup. */
export function keyIn(text: string | undefined, name: string): string {
  const found = key.safeParse(unsealed(text, keyName(name), 'backup'))
  if (!found.success || (found.data.name ?? name) !== name) throw damaged(keyName(name))
  return found.data.secretKey
}
