import { connect, type Dailies } from '../../../sdk/src/dailies.ts'
import { readSetting } from '../store/database.ts'
import type { Connection } from './connection.ts'

/** The service that the extension is connected to; undefined when it is to none, or the token was refused. */
export async function client(timeout = 30_000): Promise<Dailies | undefined> {
  const connection = await readSetting('connection')
  return connection?.state === 'connected' ? clientOf(connection, timeout) : undefined
}

/** Tries once: whoever calls has a queue, or a user, to try again. */
export function clientOf({ address, token }: Connection, timeout = 30_000): Dailies {
  return connect({ baseUrl: address, token, retries: 0, timeout })
}
