import type { Window, WindowState } from './request-windows.ts'

/**
 * The fields `RateLimit-Policy` (what is allowed) and `RateLimit` (what is left of it), as Structured Fields.
 * draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4.
 */
export function rateLimitHeaders(windows: Window[], states: WindowState[]): Record<string, string> {
  return {
    'ratelimit-policy': windows
      .map(({ name, quota, seconds }) => `"${name}";q=${quota};w=${seconds}`)
      .join(', '),
    ratelimit: states
      .map(({ name, quota, used, millisecondsLeft }) => {
        const remaining = Math.max(0, quota - used)
        return `"${name}";r=${remaining};t=${secondsLeft(millisecondsLeft)}`
      })
      .join(', '),
  }
}

/** Whole seconds, never too few: who waits for so long is let through. RFC 9110, section 10.2.3. */
export function secondsLeft(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
}
