import type { Activity } from '@dailies/contract/activity.ts'
import { byDay } from '../../ui/days.ts'

/** The same that somebody did once or several times in a row, the newest first. */
export type Deed = [newest: Activity, ...before: Activity[]]

export interface Day {
  /** Of the newest. */
  at: string
  deeds: Deed[]
}

/** What is told of a list that begins with the newest: by day, and what somebody did in a row in one sentence. */
export function gathered(rows: Activity[]): Day[] {
  return byDay(withoutEchoes(rows), ({ createdAt }) => createdAt).map(({ at, rows }) => ({
    at,
    deeds: deedsOf(rows),
  }))
}

function deedsOf(rows: Activity[]): Deed[] {
  const deeds: Deed[] = []
  for (const row of rows) {
    const deed = ongoing(deeds, row)
    if (deed) deed.push(row)
    else deeds.push([row])
  }
  return deeds
}

/** Whoever picks a winner changes two statuses by it, its own and that of the one before: that is no news. */
function withoutEchoes(rows: Activity[]): Activity[] {
  const echoes = new Set(
    rows.flatMap(({ event, createdAt, asset, previousSelectedId }) =>
      event === 'asset.selected'
        ? [`${createdAt} ${asset?.id} SELECTED`, `${createdAt} ${previousSelectedId} GENERATED`]
        : [],
    ),
  )
  return rows.filter(
    ({ createdAt, asset, newStatus }) => !echoes.has(`${createdAt} ${asset?.id} ${newStatus}`),
  )
}

/** What it goes on with. Shots that are assigned to several at once come person by person, and are told by person. */
function ongoing(deeds: Deed[], row: Activity): Deed | undefined {
  const inARow = deeds.slice(deeds.findLastIndex(([newest]) => kindOf(newest) !== kindOf(row)) + 1)
  return inARow.find(([{ assignee }]) => assignee?.id === row.assignee?.id)
}

function kindOf({ event, user, scene, oldStatus, newStatus, review }: Activity): string {
  return JSON.stringify([event, user.id, scene.id ?? scene.sceneId, oldStatus, newStatus, review?.id])
}
