import { hash } from 'node:crypto'
import fc from 'fast-check'

/**
 * Of what is generated: another one each day, so that in time more is tried than a run has minutes for. `scripts/test.ts`
 * prints it, and takes that of another day.
 */
const seed = Number(process.env.DAILIES_TEST_SEED ?? Math.floor(Date.now() / 86_400_000))
fc.configureGlobal({ seed })

/** The day's seed for one of many tests that share what they write to: no two of them make the same names. */
export function seedOf(test: string): number {
  return Number.parseInt(hash('sha256', `${seed} ${test}`).slice(0, 7), 16)
}
