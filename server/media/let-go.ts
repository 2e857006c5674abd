/**
 * Gives the memory of pieces back at once, which their owner needs no more. Of what is outside of V8's heap it collects a piece of 64 kB only
 * with all the rest, and so every 30 MB or so looked through all of the service's heap.
 */
export function letGo(pieces: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of pieces) {
    // Not where others may have the rest of it, nor what is nobody's alone.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}
