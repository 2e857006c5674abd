import { chunk, png, text } from '@dailies/reading/sample/png.ts'

/** A picture as a generator writes it, of another content for each seed; `bytes` makes it so much larger. */
export function picture(prompt: string | undefined, seed: number, bytes = 0): Uint8Array {
  const settings = `Steps: 20, Sampler: Euler a, Seed: ${seed}, Size: 8x8, Model: base, Version: v1.10.1`
  const told = prompt === undefined ? text('Title', `${seed}`) : text('parameters', `${prompt}\n${settings}`)
  return png([told], bytes > 0 ? [chunk('fill', new Uint8Array(bytes).fill(seed % 256))] : [])
}
