/** So long after it was filed whoever captured a version may take it back. */
export const takeBackMinutes = 15
