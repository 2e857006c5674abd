import { randomUUID } from 'node:crypto'

/** What 12 bits can tell apart. */
export const idsOfMillisecond = 4096

let lastMillisecond = 0
let counter = 0

/**
 * A UUIDv7 that is greater than every one this process made before: the 12 bits after the version count within a
 * millisecond (RFC 9562, section 6.2, method 1). Node's own does not count, and captures of one millisecond would
 * be listed out of their order.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMillisecond) {
    lastMillisecond = now
    counter = 0
  } else if (counter < 0xfff) {
    counter += 1
  } else {
    lastMillisecond += 1
    counter = 0
  }
  return uuid(lastMillisecond, counter)
}

/**
 * A UUIDv7 of that time, in milliseconds: the 12 bits after the version tell how many 4096ths of a millisecond it is
 * past (RFC 9562, section 6.2, method 3).
 */
export function idAt(time: number): string {
  const milliseconds = Math.floor(time)
  return uuid(milliseconds, Math.floor((time - milliseconds) * idsOfMillisecond))
}

function uuid(milliseconds: number, after: number): string {
  const time = milliseconds.toString(16).padStart(12, '0')
  const rest = after.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest}${randomUUID().slice(18)}`
}

/** When an id was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The least id that can be made at that time: every id made before compares less. */
export function firstIdOf(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Greater than every id: what comes before it is everything. */
export const beyondIds = '~'
