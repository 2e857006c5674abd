type Attributes = Record<string, string | number | boolean | undefined>

/** An element of ours. Text goes in as text: nothing of a page ever becomes markup. */
export function create<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes?: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = createIn('http://www.w3.org/1999/xhtml', name, attributes, children)
  return element as HTMLElementTagNameMap[K]
}

/** A drawing of 16 by 16 in one line of text. */
export function createIcon(line: string): Element {
  const svg = 'http://www.w3.org/2000/svg'
  const path = createIn(svg, 'path', { d: line })
  return createIn(svg, 'svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, [path])
}

function createIn(
  namespace: string,
  name: string,
  attributes: Attributes = {},
  children: (Node | string)[] = [],
): Element {
  const element = Document.prototype.createElementNS.call(document, namespace, name)
  setAttributes(element, attributes)
  element.append(...children)
  return element
}

/** False and undefined take the attribute away. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
}
