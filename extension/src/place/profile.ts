import type { Preferences } from '@dailies/contract/preferences.ts'
import { type Dailies, DailiesError } from '../../../sdk/src/dailies.ts'
import { changeSetting, readSetting, writeSetting } from '../store/database.ts'
import type { PlaceAtHand } from './place.ts'
import { placeAtHand } from './place-at-hand.ts'

/** Until the service was asked: docs/interface.md, "Preferences". */
const unread: Preferences = {
  lastActiveProjectId: null,
  lastActiveSceneId: null,
  defaultAssetType: 'IMAGE',
  defaultStatus: 'DRAFT',
  enabledPlatforms: [],
  autoFillEnabled: true,
}

/** As they are known here; nothing is asked. */
export async function knownPreferences(): Promise<Preferences> {
  return (await readSetting('preferences')) ?? unread
}

/**
 * Asks the service for the preferences, and tells it of the place at hand that was chosen here. One that was chosen elsewhere
 * is taken over only where there is none yet: where the next capture goes is changed by nobody but who makes it. Throws what the
 * SDK throws.
 */
export async function refreshProfile(dailies: Dailies): Promise<Preferences> {
  const place = await placeAtHand()
  const preferences = (place?.untold && (await tellPlace(dailies, place))) || (await readPreferences(dailies))
  await keepPreferences(preferences)
  if (place?.untold) await told(place.sceneDbId, preferences)
  else if (!place) await takeOver(dailies, preferences)
  return preferences
}

/** Undefined where the token may not do that: then the place is remembered here alone. */
async function tellPlace(dailies: Dailies, place: PlaceAtHand): Promise<Preferences | undefined> {
  const { projectId: lastActiveProjectId, sceneDbId: lastActiveSceneId } = place
  try {
    return (await dailies.updateProfile({ preferences: { lastActiveProjectId, lastActiveSceneId } }))
      .preferences
  } catch (error) {
    if (error instanceof DailiesError && error.status === 403) return undefined
    throw error
  }
}

async function readPreferences(dailies: Dailies): Promise<Preferences> {
  return (await dailies.readProfile()).preferences
}

export function keepPreferences(preferences: Preferences): Promise<void> {
  return writeSetting('preferences', preferences)
}

/** Unless the service was not told, or another was chosen in the meantime. */
async function told(sceneDbId: string, { lastActiveSceneId }: Preferences): Promise<void> {
  if (lastActiveSceneId !== sceneDbId) return
  await changeSetting('placeAtHand', (place) =>
    place?.sceneDbId === sceneDbId ? { ...place, untold: false } : place,
  )
}

/** Unless one was chosen here while the service was asked. */
async function takeOver(dailies: Dailies, preferences: Preferences): Promise<void> {
  const { lastActiveProjectId: projectId, lastActiveSceneId: sceneDbId } = preferences
  if (!projectId || !sceneDbId) return
  const { scenes } = await dailies.listScenes({ projectId })
  const scene = scenes.find(({ id }) => id === sceneDbId)
  if (!scene) return
  const { sceneId } = scene
  const chosen = { projectId, sceneDbId, sceneId, shotId: null, characterName: null, untold: false }
  await changeSetting('placeAtHand', (now) => now ?? chosen)
}
