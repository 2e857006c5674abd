import type { CardMedia } from '@dailies/contract/media.ts'

/** What of kept media a small picture is drawn from. Addresses are whole. */
export interface KeptPicture {
  still?: string | undefined
  srcSet?: string | undefined
  placeholder?: string | undefined
  film?: string | undefined
}

/** Types that every browser draws as they are. Of others the service makes thumbnails. */
const drawable = /^image\/(png|jpeg|webp|gif|avif)$/

/**
 * The smallest of what the service has to show a version by: thumbnails, its poster, a small original. `hrefOf` makes an
 * address of a path on the service; it opens by itself.
 */
export function keptPicture(media: CardMedia, hrefOf: (path: string) => string): KeptPicture {
  const { thumbnails, poster, original, type, placeholder, proxy } = media
  const shown = { placeholder: placeholder ?? undefined }
  const [smallest] = thumbnails
  if (smallest) {
    const srcSet = thumbnails.map(({ url, width }) => `${hrefOf(url)} ${width}w`).join(', ')
    return { ...shown, still: hrefOf(smallest.url), srcSet }
  }
  if (poster) return { ...shown, still: hrefOf(poster) }
  if (original && drawable.test(type ?? '')) return { ...shown, still: hrefOf(original) }
  const film = type?.startsWith('video/') ? (proxy ?? original) : null
  return film ? { ...shown, film: hrefOf(film) } : shown
}
