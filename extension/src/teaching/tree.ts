/**
 * The page as it is drawn: what is in open shadow roots and slots is where it shows. By the browser's own getters, since a form
 * whose fields are named `children` or `parentNode` answers with those.
 */

function getter<T>(owner: object, name: string): (node: Node) => T {
  const { get } = Object.getOwnPropertyDescriptor(owner, name)!
  return (node) => get!.call(node) as T
}

const parentNode = getter<Node | null>(Node.prototype, 'parentNode')
const childNodes = getter<NodeListOf<ChildNode>>(Node.prototype, 'childNodes')
const nodeType = getter<number>(Node.prototype, 'nodeType')
/** Open ones: a closed one is nobody's business. */
export const shadowOf = getter<ShadowRoot | null>(Element.prototype, 'shadowRoot')
const assignedSlot = getter<HTMLSlotElement | null>(Element.prototype, 'assignedSlot')
const localName = getter<string>(Element.prototype, 'localName')
const host = getter<Element>(ShadowRoot.prototype, 'host')

/** What page/layer.ts shows is no part of the page. */
const ownLayer = 'dailies-layer'

export function nameOf(element: Element): string {
  return localName(element)
}

export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name)
}

export function boxOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element)
}

export function isElement(node: Node | null | undefined): node is Element {
  return node != null && nodeType(node) === Node.ELEMENT_NODE
}

/** Undefined for the root element. */
export function parentOf(element: Element): Element | undefined {
  const parent = assignedSlot(element) ?? parentNode(element)
  if (isElement(parent)) return parent
  return parent instanceof ShadowRoot ? host(parent) : undefined
}

/** Elements and texts in it, in the order in which they are drawn. */
export function nodesIn(element: Element): Node[] {
  if (localName(element) === ownLayer) return []
  const shadow = shadowOf(element)
  if (shadow) return Array.from(childNodes(shadow))
  const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : []
  return assigned.length > 0 ? assigned : Array.from(childNodes(element))
}

export function childrenOf(element: Element): Element[] {
  return nodesIn(element).filter(isElement)
}

/** From the element itself outwards, so many at the most. */
export function outwards(element: Element, most: number): Element[] {
  const found: Element[] = []
  for (let at: Element | undefined = element; at && found.length < most; at = parentOf(at)) found.push(at)
  return found
}

/** How much may be looked at; every element and every 100 characters are one. */
export interface Work {
  left: number
}

/** Calls back for the element and all in it, in their order, but for what is in `except`. False when it was too much. */
export function walk(
  root: Element,
  work: Work,
  onElement: (element: Element) => void,
  except?: Element,
): boolean {
  const waiting = [root]
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (element === except) continue
    work.left -= 1
    if (work.left < 0) return false
    onElement(element)
    const nodes = nodesIn(element)
    for (let place = nodes.length - 1; place >= 0; place -= 1) {
      const node = nodes[place]
      if (isElement(node)) waiting.push(node)
    }
  }
  return true
}
