/** The bytes of base64: loudness from 0 to 255, one for each part. Empty for what is none. */
export function loudnessOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** Units between two bars; the picture is 100 high. */
export const barWidth = 3

/** Upright bars around the middle, as many as told, each as tall as the loudest of its part. (SVG 2, section 9.3) */
export function waveformPath(loudness: Uint8Array, bars: number): string {
  const parts: string[] = []
  for (let bar = 0; bar < bars; bar += 1) {
    const from = Math.floor((bar * loudness.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * loudness.length) / bars))
    const loudest = Math.max(0, ...loudness.subarray(from, to))
    // What is silent is seen to be there.
    const half = Math.max(1, Math.round((loudest / 255) * 50))
    parts.push(`M${bar * barWidth + barWidth / 2} ${50 - half}V${50 + half}`)
  }
  return parts.join('')
}
