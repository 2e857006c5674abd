import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockFile } from '../db/file-lock.ts'
import { syncFolder } from '../media/place-file.ts'

/** Another name than what is written into a folder has, which is removed by whoever writes there next. */
const lockPattern = /^(\.dailies-export-zip-[0-9a-f-]{36})\.lock$/

/**
 * Makes a file that has its name once it is whole. Beside its draft lies a lock for as long as it is written: what a process that was
 * killed has left of both is removed by the next that writes into the folder. `check`: just before it gets its name.
 */
export async function writeBeside(
  path: string,
  { write, check }: { write: (draft: string) => Promise<void>; check: () => Promise<void> },
): Promise<void> {
  const folder = dirname(path)
  await removeDead(folder)
  const draft = join(folder, `.dailies-export-zip-${randomUUID()}`)
  // Undefined where the drive knows no locks: there one that is killed stays.
  const lock = lockFile(lockOf(draft))
  try {
    await write(draft)
    await check()
    await rename(draft, path)
    await syncFolder(folder)
  } finally {
    await rm(draft, { force: true })
    await rm(lockOf(draft), { force: true })
    lock?.close()
  }
}

const lockOf = (draft: string) => `${draft}.lock`

async function removeDead(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const draft = lockPattern.exec(name)?.[1]
    const lock = draft && lockFile(join(folder, name))
    if (!lock) continue
    await rm(join(folder, draft), { force: true })
    await rm(join(folder, name), { force: true })
    lock.close()
  }
}
