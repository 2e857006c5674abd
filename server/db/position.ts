/** How far a log of PostgreSQL has come, and of which timeline it is: each failover begins another. */
export interface Position {
  timeline: number
  /** As PostgreSQL writes it: `16/B374D848`. */
  lsn: string
}

/** Milliseconds: what a replica shows is no older, whoever asks. The console counts on it (console/src/api/newest.ts). */
export const mostBehind = 6000

/** What a reader must be shown at least; undefined where that is nothing but what is not too old. */
export type Needed = Position | undefined

/** What is said where nobody knows how far the log has come: only the primary is good enough. */
export const newest = 'newest'

export function positionText({ timeline, lsn }: Position): string {
  return `${timeline}-${lsn}`
}

/** Undefined for what is none, as `newest`. */
export function positionOf(text: string): Position | undefined {
  const [, timeline, lsn] = /^([0-9]{1,10})-([0-9A-F]{1,8}\/[0-9A-F]{1,8})$/.exec(text) ?? []
  return lsn === undefined ? undefined : { timeline: Number(timeline), lsn }
}

/** Whether whoever has come to `one` has all that was at `other`. */
export function reaches(one: Position, other: Position): boolean {
  return one.timeline >= other.timeline && bytesOf(one) >= bytesOf(other)
}

/** What has all of both. */
export function furthest(one: Position, other: Position): Position {
  return {
    timeline: Math.max(one.timeline, other.timeline),
    lsn: bytesOf(one) >= bytesOf(other) ? one.lsn : other.lsn,
  }
}

/** Where in the log that is. */
export function bytesOf({ lsn }: Position): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
