import { sha256 } from '@noble/hashes/sha2.js'

/** Bytes that are in memory at once. */
const sliceSize = 4 * 1024 ** 2
/** Up to so many the browser's own digest is quicker, and takes all of them into memory. */
const mostAtOnce = 32 * 1024 ** 2

/**
 * SHA-256 of a file in hex. By slices where the file is large, and where the page may not use the browser's own (outside of HTTPS
 * and localhost). `onSlice` is called after each. Throws what the browser throws where the file cannot be read.
 */
export async function hashFile(file: Blob, onSlice: () => void = () => {}): Promise<string> {
  if (file.size <= mostAtOnce && globalThis.crypto?.subtle) {
    return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())))
  }
  const hash = sha256.create()
  for (let from = 0; from < file.size; from += sliceSize) {
    hash.update(new Uint8Array(await file.slice(from, from + sliceSize).arrayBuffer()))
    onSlice()
  }
  return hexOf(hash.digest())
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
