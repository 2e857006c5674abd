import { readMedia } from '@dailies/reading/read-media.ts'
import type { Reading } from '@dailies/reading/reading.ts'
import { hashFile } from './hash-file.ts'

/** What becomes of a file: `alive` while it is hashed. */
export type ReadAnswer = { alive: true } | { sha256: string; readings: Reading[] } | { problem: 'gone' }

/** Bytes of its beginning in which generators write. */
const readLength = 16 * 1024 ** 2

self.onmessage = async ({ data: file }: MessageEvent<File>) => self.postMessage(await read(file))

async function read(file: File): Promise<ReadAnswer> {
  try {
    const sha256 = await hashFile(file, () => self.postMessage({ alive: true } satisfies ReadAnswer))
    const beginning = new Uint8Array(await file.slice(0, readLength).arrayBuffer())
    return { sha256, readings: await readMedia(beginning) }
  } catch {
    // It was moved, deleted or changed since it was dropped, or is on a drive that is gone.
    return { problem: 'gone' }
  }
}
