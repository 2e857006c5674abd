/**
 * The page's own document, safe from the page: elements that are named like a member of `document` hide it
 * (`<img name="body">`; HTML, 3.1.7 "DOM tree accessors"), and do so in the world of an extension too.
 */
const own = <K extends keyof Document>(name: K): Document[K] =>
  Object.getOwnPropertyDescriptor(Document.prototype, name)!.get!.call(document)

/** Undefined while the page has none. What is looked up in it is looked up in the whole page. */
export function pageRoot(): HTMLElement | undefined {
  return own('documentElement') ?? undefined
}

export function pageTitle(): string {
  return own('title').slice(0, 1000)
}

/** From the front to the back. */
export function elementsAt(x: number, y: number): Element[] {
  return Document.prototype.elementsFromPoint.call(document, x, y)
}

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
