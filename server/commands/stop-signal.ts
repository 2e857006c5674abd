/**
 * Aborted by Ctrl+C or SIGTERM, so that what is under way is ended properly; a second time the process ends where it stands.
 * `forget` takes it back.
 */
export function stopSignal(): { signal: AbortSignal; forget: () => void } {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new Stopped())
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: controller.signal,
    forget: () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}

/** Somebody stopped it. */
export class Stopped extends Error {
  constructor() {
    super('stopped')
  }
}
