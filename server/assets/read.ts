import type { AssetVersion } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { ofJsonColumn, ofListColumn } from '../db/json-column.ts'
import { notFound } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { showingCard } from './card.ts'
import { findWholeVersionOfMember } from './version-queries.ts'

/** Everything about an asset version. Throws `not_found`. */
export async function readVersion(
  db: Connection,
  actor: Actor,
  id: string,
  addressOf: AddressOf = plainAddress,
): Promise<AssetVersion> {
  const found = await db.first(findWholeVersionOfMember, { id, userId: actor.userId })
  const reached = admitMember({ actor, need: 'viewer', missing: () => notFound('Asset') }, found)
  const { wholePrompt, metadata, provenance, tags, memberRole: role, ...row } = reached
  const { projectId, projectName, projectStatus, sceneDbId, sceneId, shotCode, ...rest } = row
  const { packageId, packageName, ...version } = rest
  return {
    ...showingCard(addressOf)(version),
    prompt: wholePrompt,
    metadata: ofJsonColumn(metadata),
    provenance: ofJsonColumn(provenance),
    tags: ofListColumn(tags),
    project: { id: projectId, name: projectName, status: projectStatus, role },
    scene: { id: sceneDbId, sceneId },
    shot: version.shotId !== null && shotCode !== null ? { id: version.shotId, shotCode } : null,
    promptPackage: packageId !== null && packageName !== null ? { id: packageId, name: packageName } : null,
  }
}
