import type { CardMedia } from '@dailies/contract/media.ts'

/** Whether it is known how it looks, or soon will be: something can look like it. */
export function hasPicture({ media }: { media: CardMedia | null }): boolean {
  return media !== null && media.thumbnails.length > 0
}
