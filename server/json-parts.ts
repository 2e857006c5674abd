import { endOfString, TooDeep } from './exact-json.ts'
import { pauses } from './pauses.ts'

/** Refused: it would take longer to look for them than to parse them. */
export class TooMany extends Error {}

/** How many bytes are looked at before it is looked at the clock: a fraction of a millisecond. */
const stretch = 64 * 1024

/**
 * The bytes of a JSON text whose lists hold much, and what is left of it: where an array or object stands two levels down
 * (`{"captures":[here,here]}`) the text now has `[n]` for the nth of them. Throws `TooDeep` and `TooMany`; of what is not JSON
 * one of them, or what is left, is none either. Everything else has its turn in between.
 */
export async function takeApart(
  bytes: Buffer,
  { deepest, most }: { deepest: number; most: number },
): Promise<{ parts: Buffer[]; rest: Buffer }> {
  const parts: Buffer[] = []
  const rest: Buffer[] = []
  let level = 0
  let from = 0
  let stretchEnd = stretch
  const pause = pauses()
  for (let place = 0; place < bytes.length; place += 1) {
    if (place > stretchEnd) {
      stretchEnd = place + stretch
      const pausing = pause()
      if (pausing) await pausing
    }
    const byte = bytes[place] as number
    if (byte === 34) place = endOfString(bytes, place)
    else if (byte === 91 || byte === 123) {
      if (level === 2) {
        if (parts.length === most) throw new TooMany()
        rest.push(bytes.subarray(from, place), Buffer.from(`[${parts.length}]`))
        from = place
      }
      level += 1
      if (level > deepest) throw new TooDeep()
    } else if (byte === 93 || byte === 125) {
      level -= 1
      if (level === 2) {
        parts.push(bytes.subarray(from, place + 1))
        from = place + 1
      }
    }
  }
  rest.push(bytes.subarray(from))
  return { parts, rest: Buffer.concat(rest) }
}
