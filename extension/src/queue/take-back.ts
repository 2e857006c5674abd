import { DailiesError } from '../../../sdk/src/dailies.ts'
import { clientOf } from '../connection/client.ts'
import { pauseConnection } from '../connection/pause.ts'
import { readSetting } from '../store/database.ts'
import { text } from '../texts.ts'

/** How it went. */
export type TakenBack =
  /** It is not in the workspace any more, or was not. */
  | { state: 'taken' }
  /** It stays there: why, in words. */
  | { state: 'stays'; reason: string }
  /** The service is not there, or busy; or the token was refused. Another try is worth it. */
  | { state: 'later'; reason: string; retryAfter?: number | undefined }

/**
 * Takes what a capture became out of the workspace again: by the version's id, or the capture's. It can be restored in the console.
 * `timeout`: milliseconds that the service may take. Never throws.
 */
export async function takeBack(id: string, timeout?: number): Promise<TakenBack> {
  const connection = await readSetting('connection')
  if (connection?.state !== 'connected') return { state: 'later', reason: text('takeBackLater') }
  try {
    await clientOf(connection, timeout).takeBack({ id })
    return { state: 'taken' }
  } catch (error) {
    if (!(error instanceof DailiesError)) return { state: 'stays', reason: text('queueFault') }
    const { status, message, isTemporary, retryAfter } = error
    if (status === 404) return { state: 'taken' }
    if (status === 401) await pauseConnection(connection.token)
    if (isTemporary || status === 401) return { state: 'later', reason: message, retryAfter }
    return { state: 'stays', reason: message }
  }
}
