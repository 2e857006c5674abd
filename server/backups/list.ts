import type { Store } from '../media/store.ts'
import { isManifestName, type Manifest, manifestIn } from './manifest.ts'

/** A backup in a store: its manifest, or what is wrong with that. */
export type Listed = { name: string; manifest: Manifest } | { name: string; problem: string }

/** All backups, the oldest first. */
export async function listBackups(store: Store): Promise<Listed[]> {
  const names: string[] = []
  for await (const name of store.listTexts()) if (isManifestName(name)) names.push(name)
  const listed: Listed[] = []
  for (const name of names.sort()) {
    try {
      listed.push({ name, manifest: manifestIn(await store.readText(name), name) })
    } catch (error) {
      listed.push({ name, problem: (error as Error).message })
    }
  }
  return listed
}
