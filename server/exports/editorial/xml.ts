/** An element of XML 1.0, its attributes and what is in it, in their order. What is undefined is left out. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string | number | undefined>>
  content: readonly (Element | string)[]
}

type Content = Element | string | undefined | false

export function element(name: string, attributes: Element['attributes'], ...content: Content[]): Element {
  const there = content.filter((one): one is Element | string => one !== undefined && one !== false)
  return { name, attributes, content: there }
}

/** `head` is what comes before the first element: the type of the document. */
export function xmlOf(root: Element, head: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${lines(root, '')}`
}

function lines({ name, attributes, content }: Element, indent: string): string {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')
  if (content.length === 0) return `${indent}<${name}${given}/>\n`
  if (content.every((one) => typeof one === 'string')) {
    return `${indent}<${name}${given}>${escaped(content.join(''))}</${name}>\n`
  }
  const inside = content.map((one) =>
    typeof one === 'string' ? `${indent}  ${escaped(one)}\n` : lines(one, `${indent}  `),
  )
  return `${indent}<${name}${given}>\n${inside.join('')}${indent}</${name}>\n`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
}

/** Without the characters that XML 1.0 cannot hold (section 2.2). */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"\n\t\r]/g, (character) => entities[character]!)
  )
}
