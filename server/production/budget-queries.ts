import { sql } from 'kysely'
import { isAmong, long, statement } from '../db/statement.ts'
import { type CapturedDays, sumsOfProject } from './take-sum-queries.ts'

interface OfProject {
  projectId: string
}

/** What the versions of a project cost. */
export const sumCost = long(
  statement((db, captured: OfProject & CapturedDays) =>
    db
      .selectFrom(sumsOfProject(captured.projectId, captured).as('part'))
      .select(sql<number>`coalesce(sum(cost_usd), 0)`.as('spentUsd')),
  ),
)

export const findBudget = statement((db, { projectId }: OfProject) =>
  db
    .selectFrom('budgets')
    .select(['amount_usd as budgetUsd', 'spent_usd as spentUsd', 'told'])
    .where('project_id', '=', projectId),
)

/** `ids` is a JSON array, of projects. */
export const listBudgetsOf = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('budgets')
    .select(['project_id as projectId', 'amount_usd as budgetUsd'])
    .where(isAmong('project_id', ids, engine)),
)

/** Of all projects, a page at a time. */
export const listBudgetsAfter = statement((db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('budgets')
    .select('project_id as projectId')
    .where('project_id', '>', after)
    .orderBy('project_id')
    .limit(limit),
)

interface Budget extends OfProject {
  budgetUsd: number
  spentUsd: number
  told: number
}

export const putBudget = statement((db, row: Budget) =>
  db
    .insertInto('budgets')
    .values({
      project_id: row.projectId,
      amount_usd: row.budgetUsd,
      spent_usd: row.spentUsd,
      told: row.told,
    })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({
        amount_usd: sql.ref('excluded.amount_usd'),
        spent_usd: sql.ref('excluded.spent_usd'),
        told: sql.ref('excluded.told'),
      }),
    ),
)

export const deleteBudget = statement((db, { projectId }: OfProject) =>
  db.deleteFrom('budgets').where('project_id', '=', projectId),
)

/** Unless it is another budget by now. */
export const setSpent = statement((db, row: Omit<Budget, 'told'>) =>
  db
    .updateTable('budgets')
    .set({ spent_usd: row.spentUsd })
    .where('project_id', '=', row.projectId)
    .where('amount_usd', '=', row.budgetUsd),
)

/** Changes a row for one of those who want to tell of that much, and for nobody who comes later. */
export const setBudgetTold = statement((db, { projectId, budgetUsd, told }: Omit<Budget, 'spentUsd'>) =>
  db
    .updateTable('budgets')
    .set({ told })
    .where('project_id', '=', projectId)
    .where('amount_usd', '=', budgetUsd)
    .where('told', '<', told),
)

export const listOwners = statement((db, { projectId }: OfProject) =>
  db
    .selectFrom('project_members')
    .select('user_id as userId')
    .where('project_id', '=', projectId)
    .where('role', '=', 'owner')
    .where('deleted_at', 'is', null),
)
