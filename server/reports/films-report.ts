import type { FilmsReport } from '@dailies/contract/report.ts'
import type { Connection } from '../db/database.ts'
import { pageOf } from '../http/envelope.ts'
import { by } from '../order.ts'
import { pauses } from '../pauses.ts'
import { listBudgetsOf } from '../production/budget-queries.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { listProjectNames } from '../production/project-queries.ts'
import { spentOf } from '../production/spending.ts'
import { afterAll, inDays } from '../production/take-sum-queries.ts'
import type { Step } from '../shares.ts'
import { type FilmSums, sumFilm } from './queries.ts'
import { byPerson, byPlatform, sumsOf } from './sums.ts'

interface Asked {
  from?: string | undefined
  to?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** What the films took that the actor may see, a page of them: a step of the work is one film. */
export async function filmsReportOf(
  db: Connection,
  step: Step,
  { actor, from = '', to = afterAll, cursor = '', limit }: Asked & { actor: Actor },
): Promise<FilmsReport> {
  const names = await db.all(listProjectNames, { userId: actor.userId })
  const films = names.filter(({ id }) => reaches(actor, id) && id > cursor).sort(by(({ id }) => id))
  const page = pageOf(films, limit)
  const ids = JSON.stringify(page.data.map(({ id }) => id))
  const budgets = await db.all(listBudgetsOf, { ids })
  const budgetOf = new Map(budgets.map(({ projectId, budgetUsd }) => [projectId, budgetUsd]))
  const days = inDays({ from, to, by: '' })
  const data: FilmsReport['data'] = []
  const all: FilmSums[] = []
  for (const { id, name, status } of page.data) {
    const parts = await step(() => db.all(sumFilm, { projectId: id, ...days }))
    const sums = sumsOf(parts)
    const budgetUsd = budgetOf.get(id) ?? null
    const isOfAll = from === '' && to === afterAll
    const spentUsd = budgetUsd === null ? null : isOfAll ? sums.costUsd : await step(() => spentOf(db, id))
    data.push({ project: { id, name, status }, ...sums, budgetUsd, spentUsd })
    for (const part of parts) all.push(part)
  }
  const pause = pauses()
  return {
    data,
    metadata: {
      ...page.metadata,
      ...(await byPlatform(all, pause)),
      byPerson: await byPerson(db, all),
    },
  }
}
