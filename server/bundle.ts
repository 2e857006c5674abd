import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where `build.ts` puts what it makes, and where it says what that is. */
export const bundleFolder = join(import.meta.dirname, 'dist')
export const manifest = join(bundleFolder, 'bundle.json')

export interface Bundle {
  /** A hash of all that it may be made of. */
  stamp: string
  /** When it was begun, in milliseconds since 1970. */
  builtAt: number
  /** What a command loads, in the folder; and what runs for long, for which most of it is one file. */
  command: string
  service: string
  /** What it was made of, from the root of the checkout. */
  inputs: string[]
}

/** The address of a bundle of what is there now: nothing of it was changed, put there or removed since. */
export function bundled(
  which: 'command' | 'service',
  root = join(import.meta.dirname, '..'),
): string | undefined {
  const folder = join(root, 'server/dist')
  try {
    const {
      builtAt,
      inputs,
      [which]: entry,
    }: Bundle = JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8'))
    // When a file came to be as it is and where it is; when it was last written a copy takes along.
    const isSame = inputs.every((path) => statSync(join(root, path)).ctimeMs < builtAt)
    statSync(join(folder, entry))
    return isSame ? pathToFileURL(join(folder, entry)).href : undefined
  } catch {
    return undefined
  }
}
