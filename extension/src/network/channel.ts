/**
 * How the observer, in the page's world, tells the reader, in the extension's own, what it saw: by events at an element that is in no
 * document. It is handed over once, before any script of the page runs; texts are shared by both worlds, not copied. Whatever
 * comes is what a page was told, or says that it was: nobody may trust it.
 */
export type ToldKind = 'answer' | 'blob'

/** The observer offers the element; the reader asks for it, should it come later; and says that it listens. */
export const [offered, asked, ready] = ['dailies:meet', 'dailies:ask', 'dailies:ready'] as const

/** Characters of one answer, and of one request: what is longer is passed by. */
export const longestAnswer = 8_000_000
export const longestRequest = 200_000

/** Between the parts of what is told: the address, the request and the answer; or three of a blob. */
export const between = '\n'
