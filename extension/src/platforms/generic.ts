import type { Reading } from '@dailies/reading/reading.ts'
import type { ShownMedia } from './adapter.ts'
import { textIn } from './page-text.ts'

/**
 * What any page may tell of a piece of media: captions, descriptions, alt text, and what the page says about itself where
 * it is about these media. `selection` is text that the user chose for it, and wins.
 */
export function readGeneric({ element, addresses }: ShownMedia, page: Element, selection?: string): Reading {
  const about = aboutPage(addresses, page)
  const candidates = [
    textIn(element.closest('figure')?.querySelector('figcaption')),
    element.getAttribute('aria-label'),
    element.getAttribute('alt'),
    about?.description,
  ]
  return {
    source: { kind: 'page' },
    prompt: selection ?? candidates.map((text) => text?.trim()).find((text) => text && isPrompt(text)),
    title: about?.title ?? textIn(page.querySelector('head > title')),
  }
}

/** Open Graph (ogp.me) tells of the page's own picture, video or sound, and of no other. */
function aboutPage(addresses: readonly string[], page: Element) {
  const tag = (name: string) => page.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)?.content
  const isOwn = ['image', 'video', 'audio'].some((name) => addresses.includes(tag(name) ?? ''))
  return isOwn ? { title: tag('title'), description: tag('description') } : undefined
}

/** Words that say what kind of thing it is, and not what is in it. */
const stock = new Set(
  `and any art artwork audio avatar background banner content cover file for from full gallery generated generation hero
  icon image images large logo open original photo picture placeholder play preview profile result sample screenshot show
  song sound the this thumbnail track untitled upload uploaded user version video view with your`.split(
    /\s+/,
  ),
)

/** The beginning of an address, or of what is said of pictures that nobody wrote a prompt for. */
const otherBeginning =
  /^(https?:|data:|blob:|www\.|(photo|image|picture|video|illustration) (by|from|via)\b|(logo|avatar|icon|screenshot)\b)/i

const fileEnding = /\.(png|jpe?g|webp|avif|gif|svg|mp4|webm|mov|mp3|wav|flac|ogg|m4a)$/i

/**
 * Whether text that stands at a picture can have been what it was made of. A file's name, an address, an id and "generated
 * image 3" are none; when it is not clear, it is none.
 */
export function isPrompt(text: string): boolean {
  if (otherBeginning.test(text) || fileEnding.test(text)) return false
  // Scripts that do not put spaces between words.
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u.test(text)) return true
  const words = text
    .slice(0, 500)
    .toLowerCase()
    .split(/[\s,.;:!?()]+/)
  const telling = words.filter((word) => /^\p{L}[\p{L}\p{M}'’-]{2,}$/u.test(word) && !stock.has(word))
  return telling.length >= 2 && words.length >= 3
}
