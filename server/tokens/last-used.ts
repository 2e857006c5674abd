import type { Transaction } from '../db/database.ts'
import { Marks } from '../db/marks.ts'
import { setLastUsed } from './queries.ts'

/** When tokens were used. */
export class LastUsed extends Marks {
  protected override write(transaction: Transaction, id: string, at: string): Promise<unknown> {
    return transaction.run(setLastUsed, { id, at })
  }

  /**
   * Tells of a token that is read from the database when it was used last. To be asked for before the token is read:
   * what is remembered now may be written, and forgotten, meanwhile.
   */
  latest(): (token: { id: string; lastUsedAt: string | null }) => string | null {
    const remembered = this.remembered()
    return ({ id, lastUsedAt }) => {
      const at = remembered.get(id)
      return at !== undefined && (lastUsedAt === null || at > lastUsedAt) ? at : lastUsedAt
    }
  }
}
