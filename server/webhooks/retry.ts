const second = 1000
const minute = 60 * second

/** After each failed attempt, until the next. docs/interface.md, "Retries". */
const delays = [30 * second, 2 * minute, 10 * minute]

/** Fails for good when it fails. */
export const lastRetry = delays.length

/** Up to a tenth later, so that what failed together is not tried again together. */
const jitter = 0.1

/** When to try again after `retries` retries, in milliseconds; nothing when that was the last. */
export function nextRetryAt(retries: number, now: number): number | undefined {
  const delay = delays[retries]
  return delay === undefined ? undefined : Math.ceil(now + delay * (1 + jitter * Math.random()))
}
