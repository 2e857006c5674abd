import { z } from 'zod'
import { mostMissing } from '../backups/manifest.ts'
import type { Store } from '../media/store.ts'
import { damaged, unsealed } from '../sealed.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const amount = z.int().nonnegative()

const manifest = z.object({
  format: z.literal(1),
  /** Its id where it comes from. */
  projectId: z.string().min(1).max(200),
  name: z.string(),
  /** As of when it is, ISO 8601. */
  madeAt: z.iso.datetime({ precision: 3 }),
  /** Of the program that made it, and of the tables. */
  program: z.string().regex(/^[\w.+-]{1,50}$/),
  schema: amount,
  /** Its rows (rows.ts), compressed by Zstandard (RFC 8878); bytes as they are kept, and as they are. */
  rows: z.object({ hash: sha256, bytes: amount, plainBytes: amount }),
  media: z.object({ count: amount, bytes: amount }),
  /** Hashes of files that were gone or damaged when it was made; of many the first ones. */
  missing: z.array(sha256).max(mostMissing),
  missingCount: amount,
})

/** What a project that travels consists of. It is written last: without it there is none. */
export type ProjectManifest = z.output<typeof manifest>

/** Under which it is kept: of two of the same project the later takes the place of the earlier. */
export const manifestName = (projectId: string): string => `project-${projectId}`

const isManifestName = (name: string): boolean => /^project-[A-Za-z0-9-]{1,200}$/.test(name)

/** Of the projects that are in a store, in their order. */
export async function listProjectNames(store: Store): Promise<string[]> {
  const names: string[] = []
  for await (const name of store.listTexts()) if (isManifestName(name)) names.push(name)
  return names
}

/** Throws `invalid` where it is not as it was written. */
export function manifestIn(text: string | undefined, name: string): ProjectManifest {
  const found = manifest.safeParse(unsealed(text, name, 'project'))
  if (!found.success || manifestName(found.data.projectId) !== name) throw damaged(name)
  return found.data
}
