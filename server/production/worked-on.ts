import type { Transaction } from '../db/database.ts'
import { Marks } from '../db/marks.ts'
import { touchProject } from './project-queries.ts'

/** Which projects were worked on by captures. (docs/decisions/0019-captures-are-work.md) */
export class WorkedOn extends Marks {
  protected override write(transaction: Transaction, id: string, at: string): Promise<unknown> {
    return transaction.run(touchProject, { id, now: at })
  }
}
