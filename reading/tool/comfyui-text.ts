import { numberOf } from '../values.ts'
import { type Graph, type GraphNode, type Link, linkOf, nodeAt } from './comfyui-graph.ts'

const deepest = 30
const mostTexts = 50
const longestJoined = 200_000

/** Inputs that hold the text of nodes which encode a prompt, of ComfyUI's own and of widely used ones. */
const textInputs = [
  'text',
  'text_g',
  'text_l',
  'clip_g',
  'clip_l',
  't5xxl',
  'llama',
  'bert',
  'mt5xl',
  'qwen25_7b',
  'prompt',
  'user_prompt',
  'tags',
  'lyrics',
]

type Role = 'positive' | 'negative'

/**
 * The text behind a conditioning: the links are followed through the nodes that combine it, mask it, add a ControlNet
 * and so on, to those that encode text. Texts that differ stand below each other; a zeroed one has none.
 * Undefined when not all of it is certain.
 */
export function promptBehind(graph: Graph, start: Link, role: Role): string | undefined {
  const texts: string[] = []
  const seen = new Set<GraphNode>()
  const open = [start]
  for (let link = open.pop(); link; link = open.pop()) {
    const node = nodeAt(graph, link)
    if (!node) return undefined
    if (seen.has(node)) continue
    seen.add(node)
    if (/zero ?out/i.test(node.type)) continue
    const links = conditioningsOf(node, link, role)
    const encoded = links.length > 0 ? [] : encodedBy(graph, node, role)
    if (!encoded || (links.length === 0 && encoded.length === 0)) return undefined
    texts.push(...encoded)
    if (texts.length > mostTexts) return undefined
    for (const next of links.reverse()) open.push(next)
  }
  const different = new Set([...new Set(texts)].map((text) => text.trim()))
  return [...different].filter(Boolean).join('\n')
}

/** Nodes with both put out the positive one first. */
function conditioningsOf({ inputs }: GraphNode, { slot }: Link, role: Role): Link[] {
  const positive = linkOf(inputs.positive)
  const negative = linkOf(inputs.negative)
  if (positive && negative) {
    const isOther = slot === (role === 'positive' ? 1 : 0)
    return isOther ? [] : [role === 'positive' ? positive : negative]
  }
  const names = Object.keys(inputs).filter((name) => /^conditioning|^cond\d?$/.test(name))
  const links = names.flatMap((name) => linkOf(inputs[name]) ?? [])
  return links.length === 0 && positive ? [positive] : links
}

/** Loaders that encode as well have a text for each role. Undefined when a text is not certain. */
function encodedBy(graph: Graph, { inputs }: GraphNode, role: Role): string[] | undefined {
  const own = ['positive', 'negative'].some((name) => typeof inputs[name] === 'string')
  const names = own ? [role] : textInputs.filter((name) => name in inputs)
  const texts = names.map((name) => textBehind(graph, inputs[name]))
  return texts.every((text) => text !== undefined) ? texts : undefined
}

/**
 * A text that is given or linked: through nodes that hold one text and nothing else, that join texts, or that tell which
 * text their wildcards became. Undefined when another node makes it.
 */
export function textBehind(graph: Graph, input: unknown, levels = deepest): string | undefined {
  if (typeof input === 'string') return input
  const node = nodeAt(graph, linkOf(input))
  if (!node || levels === 0) return undefined
  if (!graph.texts.has(node)) graph.texts.set(node, textOfNode(graph, node, levels - 1))
  return graph.texts.get(node)
}

function textOfNode(graph: Graph, { type, inputs }: GraphNode, levels: number): string | undefined {
  if (typeof inputs.populated_text === 'string') return inputs.populated_text
  if (type === 'StringConcatenate') {
    const first = textBehind(graph, inputs.string_a, levels)
    const second = textBehind(graph, inputs.string_b, levels)
    const delimiter = textBehind(graph, inputs.delimiter ?? '', levels)
    if (first === undefined || second === undefined || delimiter === undefined) return undefined
    return first.length + second.length > longestJoined ? undefined : first + delimiter + second
  }
  const isShown = /^(?:show|preview|display)/i.test(type)
  const values = isShown ? Object.values(inputs).filter((value) => linkOf(value)) : Object.values(inputs)
  return values.length === 1 ? textBehind(graph, values[0], levels) : undefined
}

/** A number that is given or linked, to a primitive or a node for seeds. */
export function numberBehind(graph: Graph, input: unknown, levels = deepest): number | string | undefined {
  const link = linkOf(input)
  if (!link) return numberOf(input)
  const node = nodeAt(graph, link)
  if (!node || levels === 0) return undefined
  const { seed, noise_seed, value, ...others } = node.inputs
  const [only, ...more] = Object.values(others)
  const next = seed ?? noise_seed ?? value ?? (more.length === 0 ? only : undefined)
  return next === undefined ? undefined : numberBehind(graph, next, levels - 1)
}
