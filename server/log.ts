import pino, { type Logger } from 'pino'

export type { Logger }

/**
 * The log: JSON lines on standard output. Lines are gathered into a few writes a second under load; `flush` writes
 * what is gathered.
 */
export function openLog(level: string): { logger: Logger; flush: () => void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  return { logger, flush: () => destination.flushSync() }
}
