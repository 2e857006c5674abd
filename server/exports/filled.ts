export const sumsName = 'SHA256SUMS'

/** Of a file that lists others, in bytes. */
export const mostOfSums = 64 * 1024 ** 2

/** What became of an export into a folder or a bucket. */
export interface Filled {
  copied: number
  /** Of those that were copied. */
  bytes: number
  there: number
  /** Names of files of the export before that are in this one no more. They stay where they are. */
  left: string[]
  /** Names of files whose bytes are gone from the store, or changed. */
  damaged: string[]
}

/** What is said of a file whose bytes are gone from the store, or changed. */
export const goneOrDamaged = (name: string) => `gone or damaged in the store: ${name}`

/** SHA-256 by name. */
export function sumsOfText(text: string): Map<string, string> {
  return new Map(
    text
      .split('\n')
      .flatMap((line) => (/^[0-9a-f]{64} {2}./.test(line) ? [[line.slice(66), line.slice(0, 64)]] : [])),
  )
}
