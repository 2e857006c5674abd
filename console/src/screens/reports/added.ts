import type { FilmsReport } from '@dailies/contract/report.ts'

type Film = FilmsReport['data'][number]
type Part = FilmsReport['metadata']
type Platform = Part['byPlatform'][number]
type Person = Part['byPerson'][number]

const sums = [
  ...(['versions', 'winners', 'costUsd', 'withCost', 'generationSeconds', 'withGenerationTime'] as const),
  ...(['queueWaitSeconds', 'withQueueTime'] as const),
]

type Sums = Pick<Film, (typeof sums)[number]>

function added<Row extends Sums>(rows: Row[]): Sums {
  return Object.fromEntries(
    sums.map((name) => [name, rows.reduce((total, row) => total + row[name], 0)]),
  ) as unknown as Sums
}

/** The films together; the budgets of those that have one. */
export function totalOf(films: Film[]): Film {
  const budgeted = films.filter(({ budgetUsd }) => budgetUsd !== null)
  const sum = (name: 'budgetUsd' | 'spentUsd') =>
    budgeted.length > 0 ? budgeted.reduce((total, film) => total + (film[name] ?? 0), 0) : null
  return {
    project: { id: '', name: 'All films', status: 'PRODUCTION' },
    ...added(films),
    budgetUsd: sum('budgetUsd'),
    spentUsd: sum('spentUsd'),
  }
}

/** Of several pages, the costliest first, then the most takes. */
export function addedPlatforms(parts: Part[]): Platform[] {
  return together(
    parts.flatMap(({ byPlatform }) => byPlatform),
    ({ platformKey, modelName }) => JSON.stringify([platformKey, modelName]),
  )
}

/** Of several pages; a model that is among them on two pages counts twice. */
export function addedOthers(parts: Part[]): Part['otherPlatforms'] {
  const rows = parts.map(({ otherPlatforms }) => otherPlatforms)
  return { count: rows.reduce((total, { count }) => total + count, 0), ...added(rows) }
}

export function addedPeople(parts: Part[]): Person[] {
  return together(
    parts.flatMap(({ byPerson }) => byPerson),
    ({ user }) => user.id,
  )
}

function together<Row extends Sums>(rows: Row[], keyOf: (row: Row) => string): Row[] {
  return [...Map.groupBy(rows, keyOf).values()]
    .map((group): Row => ({ ...group[0]!, ...added(group) }))
    .sort((one, other) => other.costUsd - one.costUsd || other.versions - one.versions)
}
