/** An element that was read. */
export interface Parsed {
  name: string
  attributes: Record<string, string>
  children: Parsed[]
  text: string
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Reads XML as it is written here, for tests: throws where elements do not close each other. */
export function parsed(xml: string): Parsed {
  const root: Parsed = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  for (const [whole, closing, name = '', attributes = '', empty, text] of xml.matchAll(
    /<(\/)?([\w-]+)((?: [\w-]+="[^"<]*")*)(\/)?>|<[?!][^>]*>|([^<]+)/g,
  )) {
    const current = open.at(-1)!
    if (text !== undefined) current.text += plain(text.trim())
    else if (closing) {
      if (open.pop()!.name !== name) throw new Error(`${whole} closes nothing`)
    } else if (name) {
      const given = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        plain(value!),
      ])
      const made: Parsed = { name, attributes: Object.fromEntries(given), children: [], text: '' }
      current.children.push(made)
      if (!empty) open.push(made)
    }
  }
  if (open.length !== 1) throw new Error(`${open.at(-1)!.name} is not closed`)
  return root
}

const plain = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code ? String.fromCharCode(Number(code)) : entities[name]!,
  )

/** Those of a name, however deep they lie. */
export function find(within: Parsed, name: string): Parsed[] {
  return within.children.flatMap((child) => [...(child.name === name ? [child] : []), ...find(child, name)])
}
