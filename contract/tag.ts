/** How many tags one thing has at most. */
export const mostTags = 100

/** In characters. */
export const longestTag = 200
