import type { PlaceAtHand } from '../../place/place.ts'

export type ChosenPlace = Omit<PlaceAtHand, 'untold'>
