import type { Reading } from './reading.ts'

/** A reading before it is cut to what a capture takes. */
export interface Draft extends Omit<Reading, 'source'> {
  /** `png:parameters`, `exif:UserComment`, `c2pa` … */
  format: string
  /** Of the tool, as people write it. */
  tool?: string
}
