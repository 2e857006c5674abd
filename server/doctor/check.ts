import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '@dailies/contract/doctor.ts'

/** What a check tells. `found` and `todo` are a sentence each, for whoever runs the service. */
export type Finding = Omit<Check, 'name'>

export interface NamedCheck {
  name: Check['name']
  /** `signal` ends what it has under way. */
  run: (signal: AbortSignal) => Promise<Finding>
  /** What is to be done where it takes too long, or fails for a reason that it does not know. */
  otherwise: string
}

export const well = (found: string): Finding => ({ state: 'ok', found })
export const warned = (found: string, todo: string): Finding => ({ state: 'warning', found, todo })
export const failed = (found: string, todo: string): Finding => ({ state: 'failed', found, todo })
export const skipped = (found: string, todo?: string): Finding => ({
  state: 'skipped',
  found,
  ...(todo && { todo }),
})

/** Runs all side by side, each for so many milliseconds at most. What they tell comes in their order; none of them fails. */
export function runChecks(
  checks: readonly NamedCheck[],
  { patience }: { patience: number },
): Promise<Check[]> {
  return Promise.all(checks.map(async (check) => ({ name: check.name, ...(await runOne(check, patience)) })))
}

async function runOne({ run, otherwise }: NamedCheck, patience: number): Promise<Finding> {
  const over = new AbortController()
  const isDone = new AbortController()
  const late = async () => {
    await sleep(patience, undefined, { signal: isDone.signal })
    return failed(`It takes longer than ${patience / 1000} seconds.`, otherwise)
  }
  try {
    return await Promise.race([run(over.signal), late()])
  } catch (error) {
    return failed(`It cannot be found out: ${reasonOf(error)}.`, otherwise)
  } finally {
    isDone.abort()
    over.abort()
  }
}

/** Why something failed, without the stop at the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { message, code, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] }
  // Of a name with several addresses that all refuse, there is one error of errors and no words.
  if (!message && errors?.[0]) return reasonOf(errors[0])
  const further = cause instanceof Error && cause.message ? ` (${cause.message})` : ''
  return `${message || code || 'nobody says why'}${further}`.replace(/\s+/g, ' ').replace(/\.$/, '')
}
