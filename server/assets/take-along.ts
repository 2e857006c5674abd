import type { Transaction } from '../db/database.ts'
import type { Changing } from './change-state.ts'
import { putDepartures, setScenesOfSaid } from './move-queries.ts'

/** All that is said and made of versions goes with them to their scenes, and the boards that they left hear of it. */
export async function takeAlong(transaction: Transaction, gone: Changing[], now: string): Promise<void> {
  const ids = JSON.stringify(gone.map(({ version }) => version.id))
  for (const statement of setScenesOfSaid) await transaction.run(statement, { ids })
  const rows = gone.map(({ version: { id, state } }) => ({ sceneDbId: state.sceneDbId, id }))
  await transaction.run(putDepartures, { rows: JSON.stringify(rows), now })
}
