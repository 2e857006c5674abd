import { lstat, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from './store-failure.ts'

/** Removes what lies in the folder and has not changed for `olderThan` milliseconds. Symbolic links are not followed. */
export async function removeOld(folder: string, olderThan: number): Promise<void> {
  const before = Date.now() - olderThan
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name)
    const found = await unlessMissing(lstat(path))
    // A second name counts, too, which leaves the bytes as old as they were.
    if (found && Math.max(found.mtimeMs, found.ctimeMs) < before)
      await rm(path, { recursive: true, force: true })
  }
}
