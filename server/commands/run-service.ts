import { comesByHttps, type Settings } from '../config.ts'
import { giveMemoryBack } from '../give-memory-back.ts'
import { type Service, startService } from '../main.ts'
import { runUntilStopped } from './run-until-stopped.ts'

/** Runs the service until it is stopped. `onStart` is called once it listens. */
export function runService(
  settings: Settings,
  {
    mediaFolder,
    onStart,
  }: { mediaFolder?: string; onStart?: (service: Service) => Promise<void> | void } = {},
): Promise<void> {
  return runUntilStopped(
    settings,
    async (log) => {
      const service = await startService(settings, log, { ...(mediaFolder && { mediaFolder }) })
      giveMemoryBack()
      warnIfExposed(settings, (message) => log.logger.warn(message))
      return service
    },
    onStart,
  )
}

function warnIfExposed(settings: Settings, warn: (message: string) => void): void {
  const { host } = settings
  const loopback = host === 'localhost' || host === '::1' || /^127\./.test(host)
  if (loopback || comesByHttps(settings)) return
  warn(
    `Listening on ${host} without encryption: tokens can be read on the way. Put a proxy with HTTPS in front ` +
      'and set DAILIES_PUBLIC_URL to its https:// address, or set DAILIES_TLS_CERTIFICATE and DAILIES_TLS_KEY.',
  )
}
