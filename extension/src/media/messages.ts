/** The name of the port by which the background has a page hand over media. Only the background opens it. */
export const portName = 'dailies.media'

/** Asks for the piece that begins at a byte. */
export interface PieceRequest {
  heldAs: string
  at: number
}

/**
 * Why a page has nothing to give: `gone` is not held (any more), `closed` may not be read by any script: it comes as a
 * stream, or from a site that does not let this one; `silent` stopped coming.
 */
export type PageProblem = 'gone' | 'closed' | 'silent'

export interface Piece {
  at: number
  /** Base64, of `pieceSize` at most. */
  piece: string
  isLast: boolean
}

export type PieceReply = Piece | { problem: PageProblem }
