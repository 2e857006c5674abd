const often = 2000
const seldom = 6000
const longest = 30_000
/** Answers without news until it asks less often: half a minute of them. */
const quiet = 15

/** How long a board waits before it asks again what changed. */
export interface Pace {
  /** Milliseconds. */
  wait: () => number
  answered: (news: boolean) => void
  failed: () => void
  /** Somebody is there again: as often as in the beginning. Tells whether it had slowed down. */
  wake: () => boolean
}

/** Every two seconds; less often while nothing changes, and less and less while the service fails. */
export function newPace(): Pace {
  let withoutNews = 0
  let failures = 0
  const wait = () => {
    if (failures > 0) return Math.min(often * 2 ** failures, longest)
    return Math.min(often * 1.25 ** Math.max(withoutNews - quiet, 0), seldom)
  }
  return {
    wait,
    answered: (news) => {
      failures = 0
      withoutNews = news ? 0 : withoutNews + 1
    },
    failed: () => {
      failures += 1
    },
    wake: () => {
      const wasSlow = failures === 0 && wait() > often
      withoutNews = 0
      return wasSlow
    },
  }
}
