import type { Settings } from '../config.ts'
import { openLog } from '../log.ts'
import { startService } from '../main.ts'

/**
 * Runs the service until SIGTERM or SIGINT: then what is in flight is answered, what is remembered is written, and
 * the process ends, after `shutdownTimeout` at the latest. `onStart` is called once it listens.
 */
export async function runService(
  settings: Settings,
  { mediaFolder, onStart }: { mediaFolder?: string; onStart?: () => void } = {},
): Promise<void> {
  const log = openLog(settings.logLevel)
  const { logger, flush } = log
  const service = await startService(settings, log, { ...(mediaFolder && { mediaFolder }) })
  warnIfExposed(settings, (message) => logger.warn(message))
  flush()
  onStart?.()

  const reason = await reasonToStop()
  logger.info({ reason }, 'stopping')
  setTimeout(() => {
    logger.error('stopped before everything in flight was answered')
    flush()
    process.exit(1)
  }, settings.shutdownTimeout).unref()
  await service.close()
  logger.info('stopped')
  flush()
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

function warnIfExposed({ host, publicUrl }: Settings, warn: (message: string) => void): void {
  const loopback = host === 'localhost' || host === '::1' || /^127\./.test(host)
  if (loopback || publicUrl?.startsWith('https:')) return
  warn(
    `Listening on ${host} without encryption: tokens can be read on the way. Put a proxy with HTTPS in front ` +
      'and set DAILIES_PUBLIC_URL to its https:// address.',
  )
}
