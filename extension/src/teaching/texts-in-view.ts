import { isPrompt } from '../platforms/generic.ts'
import { mayOwnText } from './company.ts'
import type { Field } from './rule.ts'
import { fieldValue, seedIn, textOf } from './text-of.ts'
import {
  attributeOf,
  boxOf,
  isElement,
  nameOf,
  nodesIn,
  outwards,
  shadowOf,
  type Work,
  walk,
} from './tree.ts'

/** What the keyboard goes through, at the most. */
const mostTexts = 300

/** Longer, and it is a part of the page and no text. */
const longestText = 20_000

/** Elements with a text of their own that are in view, those nearest to the media first. */
export function textsInView(media: Element): Element[] {
  const found: Element[] = []
  walk(document.documentElement, { left: 30_000 }, (element) => {
    if (hasOwnText(element) && isInView(boxOf(element)) && !isInButton(element)) found.push(element)
  })
  const levels = new Map(outwards(media, 200).map((element, level) => [element, level]))
  const nearness = (element: Element) => {
    const shared = outwards(element, 200).find((one) => levels.has(one))
    return shared ? levels.get(shared)! : Number.POSITIVE_INFINITY
  }
  return found
    .map((element) => ({ element, level: nearness(element) }))
    .sort((one, other) => one.level - other.level)
    .slice(0, mostTexts)
    .map(({ element }) => element)
}

/** Which of them is meant most likely, to begin with. */
export function likelyText(texts: readonly Element[], field: Field): Element | undefined {
  const isLikely = (element: Element) => {
    const text = textOf(element, work())
    if (field === 'prompt') return isPrompt(text)
    if (field === 'seed') return seedIn(text) !== undefined && /seed|^\D{0,3}\d{4,}$/i.test(text)
    return text.length < 60 && /model|engine|\bv\d|\d\.\d/i.test(text)
  }
  return texts.find(isLikely) ?? texts[0]
}

/** What is at a point of the window, under what is ours: a text, or media that show there. */
export function thingAt(
  x: number,
  y: number,
  isOurs: (element: Element) => boolean,
): { text?: Element; media?: Element } {
  const stack = elementsAt(document, x, y, isOurs)
  const first = stack.slice(0, 12).find((element) => mayOwnText(element) || hasOwnText(element))
  if (first) return mayOwnText(first) ? { media: first } : { text: first }
  const around = stack[0] && outwards(stack[0], 4).find(isText)
  return around ? { text: around } : {}
}

/** The next part of the page around an element that has more text than it; undefined where that is no text any more. */
export function moreThan(element: Element): Element | undefined {
  const text = textOf(element, work())
  const larger = outwards(element, 12)
    .slice(1)
    .find((around) => textOf(around, work()) !== text)
  return larger && isText(larger) ? larger : undefined
}

function isText(element: Element): boolean {
  const text = /^(body|html)$/.test(nameOf(element)) ? '' : textOf(element, work())
  return text !== '' && text.length <= longestText
}

function hasOwnText(element: Element): boolean {
  const value = fieldValue(element)
  if (value !== undefined) return value.trim() !== ''
  if (/^(script|style|noscript|template|option|title)$/.test(nameOf(element))) return false
  return nodesIn(element).some(
    (node) => !isElement(node) && node instanceof Text && /[\p{L}\p{N}]/u.test(node.data),
  )
}

function isInButton(element: Element): boolean {
  return outwards(element, 6).some(
    (around) => nameOf(around) === 'button' || attributeOf(around, 'role') === 'button',
  )
}

/** The topmost first, those in open shadow roots before what they are in. */
function elementsAt(
  root: Document | ShadowRoot,
  x: number,
  y: number,
  isOurs: (element: Element) => boolean,
): Element[] {
  // A shadow root tells of what is around it, too.
  const own = root.elementsFromPoint(x, y).filter((element) => element.getRootNode() === root)
  return own
    .filter((element) => !isOurs(element))
    .flatMap((element) => {
      const inside = shadowOf(element)
      return inside ? [...elementsAt(inside, x, y, isOurs), element] : [element]
    })
}

function isInView({ left, top, right, bottom, width, height }: DOMRect): boolean {
  return width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
}

function work(): Work {
  return { left: 5_000 }
}
