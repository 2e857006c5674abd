/** Parts of a waveform, a byte each. */
const waveformParts = 256

/** Samples that are looked at before others have their turn: well below 50 ms. */
const atOnce = 400_000

/**
 * The loudest of each of so many parts of equal length, 0 to 255, of all channels together; samples are from -1 to 1. Lets others
 * have their turn in between.
 */
export async function loudnessOf(
  channels: readonly Float32Array[],
  { parts = waveformParts, pause = breathe } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const length = channels[0]?.length ?? 0
  const loudest = new Float32Array(parts)
  for (const samples of channels) {
    for (let from = 0; from < length; from += atOnce) {
      const to = Math.min(from + atOnce, length)
      for (let at = from; at < to; at += 1) {
        const part = Math.floor((at / length) * parts)
        const height = Math.abs(samples[at]!)
        if (height > loudest[part]!) loudest[part] = height
      }
      await pause()
    }
  }
  return Uint8Array.from(loudest, (height) => Math.min(255, Math.round(height * 255)))
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
