/** So many pieces in a row, of fewer bytes than this on average. */
const inARow = 1000
const leastBytes = 64

/**
 * What counts the pieces of a body as they come, and says true once it is all crumbs: to parse chunks of single bytes costs a thousand
 * times what their bytes do, and holds everybody up. Nobody sends a file so.
 */
export function countCrumbs(): (piece: Uint8Array) => boolean {
  let pieces = 0
  let bytes = 0
  return ({ length }) => {
    pieces += 1
    bytes += length
    if (pieces < inARow) return false
    const isCrumbs = bytes < inARow * leastBytes
    pieces = 0
    bytes = 0
    return isCrumbs
  }
}
