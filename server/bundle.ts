import { join } from 'node:path'

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
