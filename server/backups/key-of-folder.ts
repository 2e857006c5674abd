import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../media/place-file.ts'

const keyPath = (dataFolder: string) => join(dataFolder, 'secret.key')

/** The key of a data folder; undefined where it has none. */
export async function keyOfFolder(dataFolder: string): Promise<string | undefined> {
  try {
    return (await readFile(keyPath(dataFolder), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Puts a key into a data folder, whole or not at all, as a service makes its own. `another`: there is another one, which stays.
 */
export async function placeKey(key: string, dataFolder: string): Promise<'placed' | 'another'> {
  const draft = `${keyPath(dataFolder)}.${randomUUID()}`
  try {
    await writeFile(draft, `${key.trim()}\n`, { mode: 0o600, flush: true })
    await link(draft, keyPath(dataFolder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await keyOfFolder(dataFolder)) === key.trim() ? 'placed' : 'another'
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dataFolder)
  return 'placed'
}
