/**
 * Numbers from 1 on, in order, each as how much more it is than the one before, seven bits a byte, the last of them first (LEB128); in
 * base64. `search_terms` of migration 34 reads it.
 */
export function packedNumbers(numbers: readonly number[]): string {
  const bytes: number[] = []
  let before = 0
  for (const number of Uint32Array.from(numbers).sort()) {
    let more = number - before
    before = number
    for (; more > 127; more >>>= 7) bytes.push((more & 127) | 128)
    bytes.push(more)
  }
  return Buffer.from(bytes).toString('base64')
}
