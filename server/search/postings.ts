/**
 * Numbers from 1 on, which ascend, each as how much more it is than the one before, seven bits a byte, the last of them first (LEB128).
 * What repeats is written once.
 */
export function packed(numbers: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * mostBytes)
  let [length, before] = [0, 0]
  for (let at = 0; at < numbers.length; at += 1) {
    let more = numbers[at]! - before
    if (more === 0) continue
    before = numbers[at]!
    for (; more > 127; more >>>= 7) bytes[length++] = (more & 127) | 128
    bytes[length++] = more
  }
  return bytes.subarray(0, length)
}

/** Of a number of 32 bits. */
const mostBytes = 5

/** The numbers that were packed, in their order. */
export function unpacked(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length)
  let [count, number, more, bits] = [0, 0, 0, 0]
  for (const byte of bytes) {
    if (byte > 127) {
      more |= (byte & 127) << bits
      bits += 7
      continue
    }
    number += more | (byte << bits)
    numbers[count] = number
    count += 1
    more = bits = 0
  }
  return numbers.subarray(0, count)
}

/** Groups of words: what is wanted has of each group a word. */
export type Wanted = readonly (readonly number[])[]

/** Says of the packed words of a document whether it is wanted. */
export function wanting(wanted: Wanted): (words: Uint8Array) => boolean {
  const groupsOf = new Map<number, number[]>()
  for (const [group, words] of wanted.entries()) {
    for (const word of new Set(words)) groupsOf.set(word, [...(groupsOf.get(word) ?? []), group])
  }
  const seenIn = new Uint32Array(wanted.length)
  let document = 0
  return (words) => {
    document += 1
    let left = wanted.length
    for (const word of unpacked(words)) {
      for (const group of groupsOf.get(word) ?? []) {
        if (seenIn[group] === document) continue
        seenIn[group] = document
        left -= 1
      }
      if (left === 0) return true
    }
    return false
  }
}

/** Of the numbers of a segment, which has none above `most`, those that are wanted, in their order. `postings` has those of a word each. */
export function inAll(postings: ReadonlyMap<number, Uint8Array>, wanted: Wanted, most: number): number[] {
  const groups = wanted.map((words) => words.flatMap((word) => postings.get(word) ?? []))
  if (groups.some((lists) => lists.length === 0)) return []
  // Of how many groups each number has a word, as long as it has one of each that was looked at.
  const had = new Uint16Array(most + 1)
  let left: number[] = []
  for (const [group, lists] of groups.entries()) {
    left = []
    for (const list of lists) {
      for (const number of unpacked(list)) {
        if (had[number] !== group) continue
        had[number] = group + 1
        left.push(number)
      }
    }
    if (left.length === 0) return left
  }
  return left.sort((one, other) => one - other)
}
