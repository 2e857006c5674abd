import type { Mark, Step } from './rule.ts'
import { attributeOf, childrenOf, isElement, nameOf, nodesIn, parentOf } from './tree.ts'

/** Whether an element is what a mark says: by more than half of its attributes, or, without any, by its name. */
export function isMarked(element: Element, { name, attributes }: Mark): boolean {
  const wanted = Object.entries(attributes)
  if (wanted.length === 0) return nameOf(element) === name
  const same = wanted.filter(([attribute, value]) => attributeOf(element, attribute) === value)
  return same.length * 2 > wanted.length
}

/** What is there when one goes inwards; undefined where the way ends, or is another. */
export function follow(from: Element, path: readonly Step[]): Element | undefined {
  let at: Element | undefined = from
  for (const [index, { name, place, of }] of path.entries()) {
    if (!at) return undefined
    const children: Element[] = childrenOf(at).filter((child) => nameOf(child) === name)
    // Pages add to the ends of what is far outside. What is right at the text tells which text it is.
    if (index === path.length - 1 && children.length !== of) return undefined
    at = children[place - 1]
  }
  return at
}

/** The way inwards that `follow` takes. */
export function pathTo(element: Element, from: Element): Step[] {
  const path: Step[] = []
  for (let at = element; at !== from; ) {
    const parent = parentOf(at)
    if (!parent) break
    const name = nameOf(at)
    const children = childrenOf(parent).filter((child) => nameOf(child) === name)
    path.unshift({ name, place: children.indexOf(at) + 1, of: children.length })
    at = parent
  }
  return path
}

/** The words of an element that has a few words and nothing else (a sign may be beside), as labels have. */
export function wordsOf(element: Element): string | undefined {
  let at: Element = element
  for (let depth = 0; depth < 5; depth += 1) {
    const nodes = nodesIn(at)
    if (nodes.length > 6) return undefined
    const telling = nodes.filter((node) =>
      isElement(node) ? !/^(svg|img|i)$/.test(nameOf(node)) : node instanceof Text && node.data.trim() !== '',
    )
    const [only] = telling
    if (telling.length !== 1 || !only) return undefined
    if (!isElement(only)) return plain((only as Text).data)
    at = only
  }
  return undefined
}

/** What comes right after an element. */
export function nextOf(element: Element): Element | undefined {
  const parent = parentOf(element)
  if (!parent) return undefined
  const siblings = childrenOf(parent)
  return siblings[siblings.indexOf(element) + 1]
}

export function previousOf(element: Element): Element | undefined {
  const parent = parentOf(element)
  if (!parent) return undefined
  const siblings = childrenOf(parent)
  return siblings[siblings.indexOf(element) - 1]
}

function plain(text: string): string | undefined {
  if (text.length > 100) return undefined
  const words = text
    .trim()
    .replace(/\s*[:：]$/, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
  return words.length > 0 && words.length <= 40 ? words : undefined
}
