import { isOthers, wordsOf } from './words.ts'

/** An address that stands in an answer, and what its name says of it. */
export interface Media {
  address: string
  kind?: 'image' | 'video' | 'audio'
  /** A smaller picture of something else. */
  isPreview: boolean
}

const endings: [NonNullable<Media['kind']>, RegExp][] = [
  ['image', /\.(?:png|jpe?g|webp|gif|avif|jxl)$/i],
  ['video', /\.(?:mp4|webm|mov|m4v|m3u8|mpd)$/i],
  ['audio', /\.(?:mp3|wav|ogg|opus|flac|m4a|aac)$/i],
]

const named =
  /^(?:urls?|uri|src|images?|videos?|audios?|songs?|tracks?|media|files?|downloads?|downloadable|outputs?|results?|artifacts?|assets?|thumb(?:nail)?s?|posters?|covers?|previews?|hd|sd|raw|mp4|mp3|png|webp|path|resource)$/
const previews = /^(?:thumb(?:nail)?s?|posters?|covers?|previews?|stills?|gif|small|min)$/
const pages =
  /^(?:webhook|callback|status|share|sharing|page|homepage|permalink|link|links|href|cancel|get|logs|docs|api|site|web|website|stream|redirect|upload)$/

/** The media that a member is an address of; undefined where it is none, or one of what others made. */
export function mediaAt(name: string, value: unknown): Media | undefined {
  if (typeof value !== 'string' || value.length > 8000 || !/^(?:https?:\/\/|\/[^/\s])/.test(value))
    return undefined
  if (isOthers(name)) return undefined
  const url = URL.parse(value, 'https://relative.invalid/')
  if (!url) return undefined
  const kind = endings.find(([, ending]) => ending.test(url.pathname))?.[0]
  const words = wordsOf(name)
  const isMedia = kind !== undefined || (/^https?:/.test(value) && words.some((word) => named.test(word)))
  if (!isMedia || (!kind && words.some((word) => pages.test(word)))) return undefined
  return {
    address: value,
    kind: kind ?? kindIn(words),
    isPreview: words.some((word) => previews.test(word)),
  }
}

function kindIn(words: string[]): Media['kind'] {
  if (words.some((word) => /^(?:videos?|mp4)$/.test(word))) return 'video'
  if (words.some((word) => /^(?:audios?|songs?|tracks?|mp3)$/.test(word))) return 'audio'
  return words.some((word) => /^(?:images?|png|webp)$/.test(word)) ? 'image' : undefined
}

/** Of a film, a picture that is not called its preview may be what it was made from. */
export function outputsOf(media: readonly Media[]): string[] {
  const hasFilm = media.some(({ kind }) => kind === 'video')
  return [
    ...new Set(
      media
        .filter(({ kind, isPreview }) => !hasFilm || isPreview || kind !== 'image')
        .map(({ address }) => address),
    ),
  ]
}
