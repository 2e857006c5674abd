import { addressOf, isMedia, type MediaElement } from '../page/media-address.ts'
import { type Company, limits } from './rule.ts'
import { boxOf, nameOf } from './tree.ts'

/** Pixels of the longer side. Less is an avatar or a sign. */
const least = 96

/** A job has as many outputs as this on most platforms, whatever it had when it was pointed at. */
const usual = 4

/** Media that a text may belong to. What has no size yet may be any picture. */
export function mayOwnText(element: Element): boolean {
  const name = nameOf(element)
  if (name === 'canvas') return longer(boxOf(element)) >= least
  if (!isMedia(element)) return false
  if (name === 'audio') return true
  const shown = longer(boxOf(element))
  if (shown > 0) return shown >= least
  const { naturalWidth = 0, naturalHeight = 0 } = element as Partial<HTMLImageElement>
  const own = Math.max(naturalWidth, naturalHeight)
  return own === 0 || own >= least
}

/** Other media, as they are to a text that may be that of some. */
export interface Others {
  nearer: readonly Element[]
  /** As near as those that it is asked for. */
  beside: readonly Element[]
  /** Whether those beside can be told to belong together: each of a row of texts and pictures could have its own. */
  isOneGroup: boolean
}

export function isOwnText(company: Company, media: Element, others: Others): boolean {
  const [nearer, beside] = [others.nearer, others.beside].map((some) =>
    some.filter((other) => !showsSame(other, media)),
  ) as [Element[], Element[]]
  const all = [...nearer, ...beside]
  if (all.length === 0) return true
  if (company === 'alone') return false
  if (company === 'largest') return all.every((other) => isMuchLarger(media, other))
  return nearer.length === 0 && others.isOneGroup && beside.length + 1 <= Math.max(company, usual)
}

/** The narrowest company in which the text is that of these media; undefined where it is not. */
export function companyOf(media: Element, others: Others): Company | undefined {
  const shared = others.beside.length + 1
  const isSmall = shared >= 2 && shared <= limits.shared
  const possible: Company[] = ['alone', 'largest', ...(isSmall ? [shared] : [])]
  return possible.find((company) => isOwnText(company, media, others))
}

/** As a blurred copy behind a picture does. */
function showsSame(one: Element, other: Element): boolean {
  const address = isMedia(one) && isMedia(other) ? addressOf(one as MediaElement) : undefined
  return address !== undefined && address === addressOf(other as MediaElement)
}

function isMuchLarger(one: Element, other: Element): boolean {
  const size = area(boxOf(other))
  return size > 0 && area(boxOf(one)) >= 2 * size
}

function area({ width, height }: DOMRect): number {
  return width * height
}

function longer({ width, height }: DOMRect): number {
  return Math.max(width, height)
}
