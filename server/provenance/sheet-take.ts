import type { RightsProblem, SheetTake } from '@dailies/contract/provenance.ts'
import type { SheetRow } from './queries.ts'

/** What is asked of rights, and answers whether a take may be shipped. */
const unsafe: Partial<Record<SheetTake['rightsState'], RightsProblem>> = {
  UNKNOWN: 'RIGHTS_UNKNOWN',
  NON_COMMERCIAL: 'NON_COMMERCIAL',
  RESTRICTED: 'RESTRICTED',
}

/** A take as the rights sheet tells of it. */
export function sheetTakeOf(row: SheetRow): SheetTake {
  const { id, assetType, versionNumber, platformKey, platformLabel, modelName, rightsState } = row
  const { status, costEstimateUsd, createdAt: capturedAt, sha256, parentVersionId: madeFrom } = row
  return {
    assetVersionId: id,
    ...{ assetType, versionNumber, platformKey, platformLabel, modelName, rightsState },
    ...{ status, costEstimateUsd },
    capturedBy: { id: row.createdBy, name: row.createdByName },
    ...{ capturedAt, sha256, madeFrom },
    problems: problemsOf(row),
    isSafe: unsafe[rightsState] === undefined,
  }
}

function problemsOf({ rightsState, modelName, sha256, status }: SheetRow): RightsProblem[] {
  const problems: RightsProblem[] = []
  const ofRights = unsafe[rightsState]
  if (ofRights) problems.push(ofRights)
  if (modelName === null) problems.push('MODEL_UNKNOWN')
  if (sha256 === null) problems.push('MEDIA_NOT_KEPT')
  if (status !== 'APPROVED' && status !== 'FINAL') problems.push('NOT_APPROVED')
  return problems
}
