import pino, { type Logger } from 'pino'

export type { Logger }

/**
 * The log: JSON lines on standard output. Lines are gathered into a few writes a second under load; `flush` writes
 * what is gathered.
 */
export function openLog(level: string): { logger: Logger; flush: () => void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const logger = pino(
    { level, base: null, serializers: { err: withoutData }, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  )
  return { logger, flush: () => destination.flushSync() }
}

/** What went wrong and where, and nothing else: PostgreSQL quotes the whole row in an error's `detail`. */
function withoutData(error: unknown): object {
  const { name, message, code, constraint, stack, cause } = error as Error & Record<string, unknown>
  return {
    type: name,
    message,
    code,
    constraint,
    stack,
    ...(cause instanceof Error && { cause: withoutData(cause) }),
  }
}
