import type { Settings } from '../config.ts'
import { type Log, openLog } from '../log.ts'

interface Started {
  /** Ends what is under way. */
  close(): Promise<void>
  /** For what comes to an end by itself: why it did. */
  finished?: Promise<string>
}

/**
 * Runs what `start` starts until SIGTERM or SIGINT, or until it has finished: then what is under way is ended properly,
 * and the process ends, after `drain` and `shutdownTimeout` at the latest. `onStart` is called once it runs.
 */
export async function runUntilStopped<S extends Started>(
  settings: Settings,
  start: (log: Log) => Promise<S>,
  onStart?: (started: S) => Promise<void> | void,
): Promise<void> {
  const log = openLog(settings.logLevel)
  const { logger, flush } = log
  const started = await start(log)
  const { close, finished } = started
  const stopping = Promise.race([reasonToStop(), ...(finished ? [finished] : [])])

  try {
    await flush()
    await onStart?.(started)
    const reason = await stopping
    logger.info({ reason }, 'stopping')
  } finally {
    setTimeout(() => {
      logger.error('stopped before everything in flight was answered')
      void flush().then(() => process.exit(1))
    }, settings.drain + settings.shutdownTimeout).unref()
    await close()
    await flush()
  }
  logger.info('stopped')
  await flush()
}

function reasonToStop(): Promise<string> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
    // npm and npx put a shell between, which ends at a signal and passes none on.
    const parent = process.ppid
    const startedByNpm = process.env.npm_execpath !== undefined
    if (startedByNpm) setInterval(() => process.ppid !== parent && resolve('npm ended'), 250).unref()
  })
}
