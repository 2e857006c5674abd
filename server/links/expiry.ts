import { invalid } from '../error.ts'

const day = 24 * 60 * 60 * 1000
const usual = 14 * day
const longest = 366 * day

/** Until when a link opens: for 14 days unless it is said. Throws `invalid` for what has passed, or is over a year away. */
export function expiryOf(chosen: string | undefined, now = Date.now()): string {
  if (chosen === undefined) return new Date(now + usual).toISOString()
  const time = Date.parse(chosen)
  if (time <= now) throw invalid({ expiresAt: ['Must be in the future'] })
  if (time > now + longest) throw invalid({ expiresAt: ['Must be at most a year from now'] })
  return chosen
}
