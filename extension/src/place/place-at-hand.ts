import { readSetting, writeSetting } from '../store/database.ts'
import type { PlaceAtHand } from './place.ts'

export function placeAtHand(): Promise<PlaceAtHand | undefined> {
  return readSetting('placeAtHand')
}

/** Chooses it, offline too: `refreshProfile` tells the service. */
export function choosePlace(place: Omit<PlaceAtHand, 'untold'>): Promise<void> {
  return writeSetting('placeAtHand', { ...place, untold: true })
}
