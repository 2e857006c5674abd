import type { Database, Transaction } from '../db/database.ts'
import { insertMail } from './queries.ts'

/** The same database, of which each transaction that has queued mail calls `queued` once it is committed. */
export function sendAtOnce(db: Database, queued: () => void): Database {
  return {
    ...db,
    transaction: async (work, waiting) => {
      let isQueued = false
      const noticing = (transaction: Transaction): Transaction => ({
        ...transaction,
        run: (statement, parameters) => {
          if (statement === insertMail) isQueued = true
          return transaction.run(statement, parameters)
        },
      })
      const result = await db.transaction((transaction) => work(noticing(transaction)), waiting)
      if (isQueued) queued()
      return result
    },
  }
}
