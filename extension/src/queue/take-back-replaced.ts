import { changeCaptures, discardCaptures, listReplacing } from './captures.ts'
import { takeBack } from './take-back.ts'

/**
 * Takes back, of this service, what was filed anew with something changed. Only once the new version is there: should it
 * end in the middle there are two, and never none. Returns why some are left for later.
 */
export async function takeBackReplaced(
  service: string,
): Promise<{ reason: string; retryAfter?: number | undefined } | undefined> {
  for (const { id, replaces, service: own } of await listReplacing()) {
    if (!replaces || (own ?? service) !== service) continue
    const outcome = await takeBack(replaces.assetId)
    if (outcome.state === 'later') return outcome
    if (outcome.state === 'stays') {
      await changeCaptures(new Map([[id, { replaces: { ...replaces, stays: outcome.reason } }]]))
      continue
    }
    await changeCaptures(new Map([[id, { replaces: undefined }]]))
    await discardCaptures([replaces.captureId])
  }
  return undefined
}
