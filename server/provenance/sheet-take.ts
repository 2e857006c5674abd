import { rightsState } from '@dailies/contract/asset-version.ts'
import type { RightsProblem, SheetTake } from '@dailies/contract/provenance.ts'
import type { SheetParentRow, SheetRow } from './queries.ts'

/** What is asked of rights, and answers whether a take may be shipped. */
const unsafe: Partial<Record<SheetTake['rightsState'], RightsProblem>> = {
  UNKNOWN: 'RIGHTS_UNKNOWN',
  NON_COMMERCIAL: 'NON_COMMERCIAL',
  RESTRICTED: 'RESTRICTED',
}

const unsafeParents: Partial<Record<SheetTake['rightsState'], RightsProblem>> = {
  UNKNOWN: 'MADE_FROM_RIGHTS_UNKNOWN',
  NON_COMMERCIAL: 'MADE_FROM_NON_COMMERCIAL',
  RESTRICTED: 'MADE_FROM_RESTRICTED',
}

/** A take as the rights sheet tells of it; `parents` are those that it was made from, the nearest first. */
export function sheetTakeOf(row: SheetRow, parents: readonly SheetParentRow[]): SheetTake {
  const { id, assetType, versionNumber, platformKey, platformLabel, modelName } = row
  const { status, costEstimateUsd, createdAt: capturedAt, sha256, parentVersionId: madeFrom } = row
  const rights = rightsProblemsOf(row, parents)
  return {
    assetVersionId: id,
    ...{ assetType, versionNumber, platformKey, platformLabel, modelName, rightsState: row.rightsState },
    ...{ status, costEstimateUsd },
    capturedBy: { id: row.createdBy, name: row.createdByName },
    ...{ capturedAt, sha256, madeFrom },
    problems: [...rights, ...othersOf(row)],
    isSafe: rights.length === 0,
  }
}

/** What was deleted since, or is further away than is looked, has rights that nobody knows. */
function rightsProblemsOf(row: SheetRow, parents: readonly SheetParentRow[]): RightsProblem[] {
  const areWhole = (parents.at(-1) ?? row).parentVersionId === null
  const states = new Set(parents.map(({ rightsState }) => rightsState))
  if (!areWhole) states.add('UNKNOWN')
  const ofParents = rightsState.options.filter((state) => states.has(state))
  return [unsafe[row.rightsState], ...ofParents.map((state) => unsafeParents[state])].filter(
    (problem) => problem !== undefined,
  )
}

function othersOf({ modelName, sha256, status }: SheetRow): RightsProblem[] {
  const problems: RightsProblem[] = []
  if (modelName === null) problems.push('MODEL_UNKNOWN')
  if (sha256 === null) problems.push('MEDIA_NOT_KEPT')
  if (status !== 'APPROVED' && status !== 'FINAL') problems.push('NOT_APPROVED')
  return problems
}
