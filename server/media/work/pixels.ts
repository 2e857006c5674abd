import type { OutputInfo, Sharp } from 'sharp'
import { decoders } from './decoders.ts'

/** Pixels side by side in sRGB, a byte for each of 3 or 4 channels. */
export interface Pixels {
  data: Buffer
  info: Pick<OutputInfo, 'width' | 'height' | 'channels'>
}

export function fromPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
  return decoders(data, { raw: { width, height, channels } })
}
