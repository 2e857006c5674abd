import { DailiesError as Invalid } from '../error.ts'
import { exitCodes } from './filing-flags.ts'
import type { Progress } from './progress.ts'
import { Stopped } from './stop-signal.ts'
import { Unsuccessful } from './terminal.ts'

/** What the process ends with, said in words. */
export function codeOf(error: unknown, { warn }: Pick<Progress, 'warn'>): unknown {
  if (error instanceof Unsuccessful) return error
  if (error instanceof Stopped) return new Unsuccessful(exitCodes.interrupted)
  const { name, status, message, cause } = error as { status?: number; cause?: unknown } & Error
  if (name !== 'DailiesError' || typeof status !== 'number') {
    if (!(error instanceof Invalid)) return error
    const lines = Object.entries(error.fieldErrors ?? {}).flatMap(([field, all]) =>
      all.map((one) => `${field}: ${one}`),
    )
    for (const line of lines.length > 0 ? lines : [message]) warn(`dailies: ${line}`)
    return new Unsuccessful(exitCodes.nothingSent)
  }
  const reason = cause instanceof Error && cause.cause instanceof Error ? ` (${cause.cause.message})` : ''
  const refused = status === 401 ? 'The token is refused: it is wrong, has ended or was revoked' : message
  warn(`dailies: ${refused}${reason}`)
  return new Unsuccessful(exitCodes.noService)
}
