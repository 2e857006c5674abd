import { DailiesError } from '../error.ts'
import type { Store } from '../media/store.ts'
import { requireUnreadable } from '../media/unreadable.ts'
import { isManifestName, type Manifest, manifestIn } from './manifest.ts'

/** A backup in a store: its manifest, or what is wrong with that. */
export type Listed = { name: string; manifest: Manifest } | { name: string; problem: string }

/** All backups, the oldest first. `onStep` is called with each. Throws `unavailable` where the store is away. */
export async function listBackups(store: Store, onStep = () => {}): Promise<Listed[]> {
  const names: string[] = []
  for await (const name of store.listTexts()) if (isManifestName(name)) names.push(name)
  const listed: Listed[] = []
  for (const name of names.sort()) {
    onStep()
    try {
      listed.push({ name, manifest: manifestIn(await store.readText(name), name) })
    } catch (error) {
      listed.push({ name, problem: await problemIn(store, name, error) })
    }
  }
  return listed
}

async function problemIn(store: Store, name: string, error: unknown): Promise<string> {
  if (error instanceof DailiesError && error.code === 'invalid') return error.message
  await requireUnreadable(store, error)
  return `${name}: Cannot be read`
}
