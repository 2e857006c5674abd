import { readSetting, writeSetting } from '../store/database.ts'

/** Where the next capture goes. */
export interface PlaceAtHand {
  projectId: string
  /** The scene's `id`, which the profile remembers. */
  sceneDbId: string
  /** Its number, which a capture names. */
  sceneId: string
  shotId: string | null
  /** Becomes a tag of the capture. */
  characterName: string | null
  /** Chosen here, and not yet told to the service. */
  untold: boolean
}

export function placeAtHand(): Promise<PlaceAtHand | undefined> {
  return readSetting('placeAtHand')
}

/** Chooses it, offline too: `refreshProfile` tells the service. */
export function choosePlace(place: Omit<PlaceAtHand, 'untold'>): Promise<void> {
  return writeSetting('placeAtHand', { ...place, untold: true })
}
