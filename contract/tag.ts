/** How many tags one thing has at most. */
export const mostTags = 100

/** In characters. */
export const longestTag = 200

/** How many tags of a project have a colour at most. */
export const mostTagColors = 500

/** By name, not by value: each is legible on light and on dark. */
export const tagColors = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const

export type TagColor = (typeof tagColors)[number]
