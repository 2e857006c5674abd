import type { Notice } from '@dailies/contract/inbox.ts'
import type { Actor } from '../production/membership.ts'
import { detailsOf, type Reader, type ShownNotice } from './queries.ts'

export function readerOf({ userId, projectIds }: Actor): Reader {
  return { userId, isLimited: projectIds.length > 0 ? 1 : 0, projectIds: JSON.stringify(projectIds) }
}

/** A notice as it is sent. A webhook is named by its host where it has no description: its address may be a secret. */
export function toNotice(row: ShownNotice): Notice {
  const { id, kind, createdAt, readAt, assetVersionId, assetType, platformLabel, versionNumber } = row
  const { title, thumbnailUrl } = row
  return {
    id,
    kind,
    createdAt,
    readAt,
    actor: named(row.actorId, row.actorName),
    project: named(row.projectId, row.projectName),
    scene: row.sceneDbId && row.sceneId ? { id: row.sceneDbId, sceneId: row.sceneId } : null,
    shot: row.shotId && row.shotCode ? { id: row.shotId, shotCode: row.shotCode } : null,
    asset:
      assetVersionId && assetType && platformLabel !== null && versionNumber
        ? { id: assetVersionId, assetType, platformLabel, versionNumber, title, thumbnailUrl }
        : null,
    comment: row.commentId === null ? null : { id: row.commentId, text: row.commentText ?? '' },
    webhook: named(row.webhookId, row.webhookDescription || hostOf(row.webhookUrl)),
    token: named(row.tokenId, row.tokenName),
    details: detailsOf(row),
  }
}

function named(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' }
}

function hostOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).host : ''
}
