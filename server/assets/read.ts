import type { AssetVersion } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { ofJsonColumn, ofListColumn } from '../db/json-column.ts'
import { notFound } from '../error.ts'
import { type Owner, reaches } from '../production/ownership.ts'
import { withFlags } from './card.ts'
import { findWholeVersionOfOwner } from './version-queries.ts'

/** Everything about an asset version. Throws `not_found`. */
export async function readVersion(db: Connection, owner: Owner, id: string): Promise<AssetVersion> {
  const found = await db.first(findWholeVersionOfOwner, { id, userId: owner.userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Asset')
  const { wholePrompt, metadata, provenance, tags, ...row } = found
  const { projectId, projectName, projectStatus, sceneDbId, sceneId, shotCode, ...rest } = row
  const { packageId, packageName, ...version } = rest
  return {
    ...withFlags(version),
    prompt: wholePrompt,
    metadata: ofJsonColumn(metadata),
    provenance: ofJsonColumn(provenance),
    tags: ofListColumn(tags),
    project: { id: projectId, name: projectName, status: projectStatus },
    scene: { id: sceneDbId, sceneId },
    shot: version.shotId !== null && shotCode !== null ? { id: version.shotId, shotCode } : null,
    promptPackage: packageId !== null && packageName !== null ? { id: packageId, name: packageName } : null,
  }
}
