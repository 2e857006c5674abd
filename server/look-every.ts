/** Milliseconds between two looks of whoever is woken by the lookout: should that be wrong. */
export const lookEvery = 60_000
