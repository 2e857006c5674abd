/**
 * How the observer, in the page's world, tells the keeper, in the extension's own, what it saw: by events at an element that is in no
 * document. It is handed over once, before any script of the page runs. Each is a `StorageEvent`, which has room for four texts and
 * leaves them as they are: both worlds share them, and none is copied or put together. Whatever comes is what a page was told, or says
 * that it was: nobody may trust it.
 */
export interface Told {
  kind: ToldKind
  /** Of the answer, or the blob. */
  url: string
  /** The body that was sent; of a blob whether its text is the address of the `whole`, of a `part`, or what was `asked` for. */
  request: string
  text: string
}

export type ToldKind = 'answer' | 'blob'

/** The observer offers the element; the keeper asks for it, should it come later; says that it listens; and then is told. */
export const [offered, asked, ready, toldEvent] = [
  'dailies:meet',
  'dailies:ask',
  'dailies:ready',
  'dailies:told',
] as const

/** Characters of one answer, and of one request: what is longer is passed by. */
export const longestAnswer = 8_000_000
export const longestRequest = 200_000
