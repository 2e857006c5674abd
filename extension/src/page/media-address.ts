import type { MediaKind } from '../capture/sighting.ts'

export type MediaElement = HTMLImageElement | HTMLVideoElement | HTMLAudioElement

export const mediaSelector = 'img, video, audio'

const kinds: Record<string, MediaKind> = { img: 'image', video: 'video', audio: 'audio' }

/** Longer ones are cut: no page needs them, and they are taken apart whenever the pointer moves. */
const longestSrcset = 20_000

const web = /^https?:/i

export function isMedia(node: unknown): node is MediaElement {
  return Object.hasOwn(kinds, String((node as Partial<Element> | null)?.localName))
}

/** What is no media element shows a picture: it is drawn, or is its background. */
export function kindOf(element: Element): MediaKind {
  return kinds[element.localName] ?? 'image'
}

/**
 * Where the media of this element are, in the best quality that the page names: a file that a picture is linked to, the
 * largest candidate of `srcset`, or else what is shown. Undefined when there is nothing yet. Of what is no media element it is
 * the picture of its background.
 */
export function addressOf(element: HTMLElement): string | undefined {
  if (!isMedia(element)) return backgroundOf(element)
  if (element.localName !== 'img') return shownAddress(element)
  const image = element as HTMLImageElement
  return linkedFile(image) ?? largestCandidate(image) ?? shownAddress(image)
}

/** All addresses that this element goes by, of which the browser names one in its context menu. */
export function addressesOf(element: HTMLElement): string[] {
  if (!isMedia(element)) return [backgroundOf(element) ?? []].flat()
  const { currentSrc, src, poster, srcset = '' } = element as Partial<HTMLImageElement & HTMLVideoElement>
  const sources = [...element.querySelectorAll('source')].map(({ src }) => src)
  const candidates = candidatesOf(srcset).map(({ address }) => address)
  const all = [currentSrc, src, poster, ...sources, ...candidates]
  return all.flatMap((address) => resolved(address, element) ?? [])
}

/** What a video shows before it plays. */
export function posterOf(element: HTMLElement): string | undefined {
  return resolved((element as Partial<HTMLVideoElement>).poster, element, web)
}

/** Computed it is whole, and in double quotes (CSSOM, "serialize a URL"). */
function backgroundOf(element: Element): string | undefined {
  const [, address] = /url\("((?:[^"\\]|\\.)+)"\)/.exec(getComputedStyle(element).backgroundImage) ?? []
  return resolved(address?.replace(/\\(.)/g, '$1'), element)
}

function shownAddress(element: MediaElement): string | undefined {
  const first = element.querySelector('source')?.src
  return resolved(element.currentSrc || element.src || first, element)
}

/** `<a href="large.png"><img src="small.jpg"></a>` */
function linkedFile(image: HTMLImageElement): string | undefined {
  const link = image.closest('a[href]')
  const address = resolved(link?.getAttribute('href'), image, web)
  if (!address) return undefined
  return /\.(png|jpe?g|webp|avif|gif|jxl|tiff?)$/i.test(new URL(address).pathname) ? address : undefined
}

function largestCandidate(image: HTMLImageElement): string | undefined {
  const sets = [...(image.closest('picture')?.querySelectorAll('source') ?? []), image]
    .map(({ srcset }) => candidatesOf(srcset))
    .filter((candidates) => candidates.length > 0)
  // Each source of a <picture> may show something else: what the browser chose is what the user sees.
  const { currentSrc } = image
  const chosen = sets.findLast(
    (candidates) => !currentSrc || candidates.some(({ address }) => resolved(address, image) === currentSrc),
  )
  const largest = chosen?.sort((one, other) => other.size - one.size)[0]
  return resolved(largest?.address, image, web)
}

/** HTML, 4.8.4.4.7 "Parsing a srcset attribute", without what is wrong in it. Commas may be part of an address. */
function candidatesOf(srcset: string): { address: string; size: number }[] {
  const found = srcset.slice(0, longestSrcset).matchAll(/([^\s,]\S*[^\s,])(?:\s+([\d.]+)[wx])?[^,]*(?:,|$)/g)
  return Array.from(found, ([, address, size]) => ({ address: address!, size: Number(size ?? 1) }))
}

function resolved(
  address: string | null | undefined,
  element: Element,
  allowed = /^(https?|blob|data):/i,
): string | undefined {
  if (!address) return undefined
  // Not taken apart: it may be megabytes long.
  if (/^data:/i.test(address)) return allowed.test(address) ? address : undefined
  const { baseURI } = element
  if (!URL.canParse(address, baseURI)) return undefined
  const { href } = new URL(address, baseURI)
  return allowed.test(href) ? href : undefined
}
