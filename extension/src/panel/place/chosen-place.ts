import type { PlaceAtHand } from '../../place/place-at-hand.ts'

export type ChosenPlace = Omit<PlaceAtHand, 'untold'>
