import { readSetting, writeSetting } from '../store/database.ts'

/** The service refused this token (401): nothing more is sent until the user connects again. */
export async function pauseConnection(token: string): Promise<void> {
  const connection = await readSetting('connection')
  if (connection?.token !== token || connection.state === 'paused') return
  await writeSetting('connection', { ...connection, state: 'paused' })
}
