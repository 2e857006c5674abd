export const sumsName = 'SHA256SUMS'

/** Of a file that lists others, in bytes. */
export const mostOfSums = 64 * 1024 ** 2

/** What became of an export into a folder or a bucket. */
export interface Filled {
  copied: number
  /** Of those that were copied. */
  bytes: number
  there: number
  /** Names of files of exports before that are in this one no more. They stay where they are. */
  left: string[]
  /** Names of files whose bytes are gone from the store, or changed. */
  damaged: string[]
}

/** What is said of a file whose bytes are gone from the store, or changed. */
export const goneOrDamaged = (name: string) => `gone or damaged in the store: ${name}`
