import type { ProjectProgress } from '@dailies/contract/production.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import { type Actor, requireProject } from './membership.ts'
import {
  countApprovedByDay,
  countCapturedByDay,
  countShotsByPerson,
  countShotsOfNobody,
} from './progress-queries.ts'
import { afterAll, inDays } from './take-sum-queries.ts'

const day = 24 * 60 * 60 * 1000

/** How far a project is, by person and by week up to this one. Throws `not_found`. Counted in `older`. */
export async function progressOf(
  db: Connection,
  actor: Actor,
  { projectId, weeks }: { projectId: string; weeks: number },
  older: Connection = db,
): Promise<ProjectProgress> {
  await requireProject(db, actor, projectId, 'viewer')
  const starts = startsOf(weeks, Date.now())
  const since = { projectId, since: `${starts[0]}T00:00:00.000Z` }
  const people = await older.all(countShotsByPerson, { projectId })
  const unassigned = (await older.first(countShotsOfNobody, { projectId })) as ProjectProgress['unassigned']
  const captured = byWeek(
    await older.all(countCapturedByDay, {
      projectId,
      ...inDays({ from: since.since, to: afterAll, by: '' }),
    }),
  )
  const approved = byWeek(await older.all(countApprovedByDay, since))
  return {
    people: people.sort(
      by(
        ({ name }) => name,
        ({ id }) => id,
      ),
    ),
    unassigned,
    weeks: starts.map((startsOn) => ({
      startsOn,
      captured: captured.get(startsOn) ?? 0,
      approved: approved.get(startsOn) ?? 0,
    })),
  }
}

/** The Mondays of so many weeks, that of now the last. */
function startsOf(weeks: number, now: number): string[] {
  const monday = Date.parse(mondayOf(dayOf(now)))
  return Array.from({ length: weeks }, (_, index) => dayOf(monday - (weeks - 1 - index) * 7 * day))
}

function byWeek(days: { day: string; count: number }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { day, count } of days) {
    const monday = mondayOf(day)
    counts.set(monday, (counts.get(monday) ?? 0) + count)
  }
  return counts
}

function mondayOf(date: string): string {
  const time = Date.parse(date)
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  return dayOf(time - sinceMonday * day)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
