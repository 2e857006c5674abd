import { writeSetting } from '../store/database.ts'

/** Milliseconds. */
const patience = 10_000

/** As the page of the console says it to its own scripts (server/http/console.ts). */
const said = /name="dailies-remote-previews" content="(on|off)"/

/**
 * Asks the service whether pictures of takes may be loaded from where they were captured (`DAILIES_REMOTE_PREVIEWS`), and remembers
 * it. Where it does not say, what was known stays.
 */
export async function refreshRemotePreviews(service: string): Promise<void> {
  try {
    const response = await fetch(`${service}/`, {
      credentials: 'omit',
      cache: 'no-cache',
      signal: AbortSignal.timeout(patience),
    })
    const [, state] = said.exec(await response.text()) ?? []
    if (state) await writeSetting('remotePreviews', { service, allowed: state === 'on' })
  } catch {
    // The service is away.
  }
}
