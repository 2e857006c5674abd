import { parseXml, XmlElement } from '@rgrove/parse-xml'

/** Characters. An XMP packet is padded to some kilobytes; what a tool writes of a prompt fits many times. */
const longest = 400_000

/** By namespace, whatever the prefix in the packet is. */
const prefixes = new Map([
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://ns.adobe.com/xap/1.0/', 'xmp'],
  ['http://ns.adobe.com/photoshop/1.0/', 'photoshop'],
  ['http://iptc.org/std/Iptc4xmpExt/2008-02-29/', 'iptcExt'],
  ['http://ns.adobe.com/exif/1.0/', 'exif'],
  ['http://ns.adobe.com/tiff/1.0/', 'tiff'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
])

/**
 * The properties of an XMP packet that have a simple value, `dc:title` and so on; of a list the values with commas
 * between, of alternative languages the first. ISO 16684-1, 7. Empty when the packet is too long or not well-formed:
 * entities of its own are refused, and nesting deeper than the stack of the parser too.
 */
export function readXmp(packet: string): Map<string, string> {
  const properties = new Map<string, string>()
  const end = packet.lastIndexOf('>') + 1
  if (end === 0 || end > longest) return properties
  const root = parsed(packet.slice(packet.indexOf('<'), end))
  if (!root) return properties

  const namespaces = new Map<string, string>()
  for (const description of descriptions(root, namespaces)) {
    declare(description, namespaces)
    for (const [name, value] of Object.entries(description.attributes)) {
      keep(properties, canonical(name, namespaces), value)
    }
    for (const child of elementsOf(description)) {
      declare(child, namespaces)
      keep(properties, canonical(child.name, namespaces), propertyValue(child))
    }
  }
  return properties
}

function parsed(xml: string): XmlElement | undefined {
  try {
    return parseXml(xml).root ?? undefined
  } catch {
    return undefined
  }
}

/** `x:xmpmeta` (may be missing) holds `rdf:RDF`, and that holds `rdf:Description`s. */
function descriptions(root: XmlElement, namespaces: Map<string, string>): XmlElement[] {
  declare(root, namespaces)
  const isRdf = canonical(root.name, namespaces) === 'rdf:RDF'
  const rdfs = isRdf ? [root] : elementsOf(root)
  for (const rdf of rdfs) declare(rdf, namespaces)
  return rdfs.flatMap(elementsOf)
}

function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => child instanceof XmlElement)
}

function declare(element: XmlElement, namespaces: Map<string, string>): void {
  for (const [name, value] of Object.entries(element.attributes)) {
    if (name.startsWith('xmlns:')) namespaces.set(name.slice('xmlns:'.length), value)
  }
}

function canonical(name: string, namespaces: Map<string, string>): string {
  const colon = name.indexOf(':')
  const namespace = namespaces.get(name.slice(0, colon))
  const prefix = namespace === undefined ? undefined : prefixes.get(namespace)
  return prefix === undefined ? name : `${prefix}:${name.slice(colon + 1)}`
}

function propertyValue(property: XmlElement): string {
  const [list] = elementsOf(property)
  if (!list) return property.attributes['rdf:resource'] ?? property.text
  const values = elementsOf(list).map((item) => item.text.trim())
  return list.name.endsWith(':Alt') ? (values[0] ?? '') : values.filter(Boolean).join(', ')
}

function keep(properties: Map<string, string>, name: string, value: string): void {
  const text = value.trim()
  if (text && !properties.has(name)) properties.set(name, text)
}
