/** Whoever reads what the page was told registers this in the same world (src/network). */
interface NetworkReader {
  /** Of what the page shows as `blob:`, the web address that it was made from. */
  addressBehind?(mediaUrl: string): string | undefined
}

const world = globalThis as { dailiesNetwork?: NetworkReader }

/** The web address behind one that only the page can read; undefined where nobody knows it. */
export function addressBehind(mediaUrl: string): string | undefined {
  return world.dailiesNetwork?.addressBehind?.(mediaUrl)
}
