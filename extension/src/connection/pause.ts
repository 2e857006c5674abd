import { changeSetting } from '../store/database.ts'

/** The service refused this token (401): nothing more is sent until the user connects again. */
export function pauseConnection(token: string): Promise<void> {
  return changeSetting('connection', (connection) =>
    connection?.token === token ? { ...connection, state: 'paused' } : connection,
  )
}
