import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const stampFile = '.built-from'

/** A hash of the files that a build depends on; the patterns are relative to the root of the checkout. */
export function stampOf(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync([...patterns], { cwd: root, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  // By its place in the checkout: one that is copied or moved keeps its builds.
  for (const path of paths.sort()) hash.update(relative(root, path)).update(readFileSync(path))
  return hash.digest('hex')
}

/** Whether the folder holds what was built from those files. */
export async function isBuiltFrom(stamp: string, folder: string): Promise<boolean> {
  return (await readFile(join(folder, stampFile), 'utf8').catch(() => undefined)) === stamp
}

export async function writeStamp(stamp: string, folder: string): Promise<void> {
  await writeFile(join(folder, stampFile), stamp)
}
