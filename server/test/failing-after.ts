import type { Database, Transaction } from '../db/database.ts'

/** A database on which a transaction ends after so many statements, as if its process were killed. */
export function failingAfter(db: Database, count: number): Database {
  let left = count
  const counting = <T>(ask: () => Promise<T>): Promise<T> => {
    left -= 1
    return left < 0 ? Promise.reject(new Error('killed')) : ask()
  }
  const broken = (transaction: Transaction): Transaction => ({
    ...transaction,
    all: (one, parameters) => counting(() => transaction.all(one, parameters)),
    first: (one, parameters) => counting(() => transaction.first(one, parameters)),
    run: (one, parameters) => counting(() => transaction.run(one, parameters)),
  })
  return {
    ...db,
    transaction: (work) => db.transaction((transaction) => work(broken(transaction))),
    longTransaction: (work) => db.longTransaction((transaction) => work(broken(transaction))),
  }
}
