import type { Capture } from '@dailies/contract/capture.ts'
import type { RowOf } from '../db/statement.ts'
import { invalid, notFound } from '../error.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import type { findCaptureContext } from './queries.ts'

type Context = RowOf<typeof findCaptureContext>

/** What a capture refers to, for `findCaptureContext`. */
export function referencesOf(actor: Actor, capture: Capture) {
  return {
    userId: actor.userId,
    projectId: capture.projectId,
    sceneId: capture.sceneId,
    shotId: capture.shotId ?? null,
    platformKey: capture.platformKey ?? null,
    platformId: capture.platformId ?? null,
    promptPackageId: capture.promptPackageId ?? null,
    parentVersionId: capture.parentVersionId ?? null,
  }
}

/** Where a capture goes, by what was found of it. Throws `not_found`, `forbidden` or `invalid` for what does not hold. */
export function placeOf(actor: Actor, capture: Capture, found: Context | undefined) {
  const context = admitMember({ actor, need: 'editor', missing: () => notFound('Project') }, found)
  const { sceneDbId } = context
  if (sceneDbId === null) throw notFound('Scene')
  if (capture.shotId !== undefined && context.shotId === null) throw notFound('Shot')
  if (capture.promptPackageId !== undefined && context.promptPackageId === null) {
    throw invalid({ promptPackageId: ['Not a prompt package of this project'] })
  }
  if (capture.parentVersionId !== undefined && context.parentVersionId === null) {
    throw invalid({ parentVersionId: ['Not an asset version of this project'] })
  }
  return { sceneDbId, platform: platformOf(capture, context), heard: context.activeWebhook !== null }
}

export type CapturePlace = ReturnType<typeof placeOf>

/** By id or by key, which must agree. A key that the catalogue does not know is kept: a capture is never lost. */
function platformOf({ platformId, platformKey, platformLabel }: Capture, found: Context) {
  if (platformId === undefined) {
    const key = platformKey as string
    return { key, id: found.idByKey, label: platformLabel || (found.nameByKey ?? key) }
  }
  if (found.slugById === null) throw invalid({ platformId: ['Unknown platform'] })
  if (platformKey !== undefined && platformKey !== found.slugById) {
    throw invalid({ platformId: [`Is the platform ${found.slugById}, platformKey names another`] })
  }
  return { key: found.slugById, id: platformId, label: platformLabel || (found.nameById ?? found.slugById) }
}
