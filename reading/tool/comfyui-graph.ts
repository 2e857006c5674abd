import { isRecord } from '../values.ts'

/** How many nodes and inputs are looked at in all, however often one of them: graphs may be large, forged or circular. */
const mostSteps = 2_000_000

export interface GraphNode {
  id: string
  type: string
  /** Values, and links to what other nodes put out. */
  inputs: Record<string, unknown>
  /** How many inputs it has. */
  size: number
}

/** What ComfyUI ran: its "prompt" in API format. */
export interface Graph {
  nodes: ReadonlyMap<string, GraphNode>
  stepsLeft: number
  /** What is known of the texts that nodes put out. */
  texts: Map<GraphNode, string | undefined>
}

export interface Link {
  node: string
  /** Which of its outputs, from 0. */
  slot: number
}

/** Undefined when the JSON holds no node. */
export function readGraph(json: unknown): Graph | undefined {
  if (!isRecord(json)) return undefined
  const nodes = new Map<string, GraphNode>()
  for (const [id, node] of Object.entries(json)) {
    if (!isRecord(node) || typeof node.class_type !== 'string' || !isRecord(node.inputs)) continue
    const { class_type: type, inputs } = node
    nodes.set(id, { id, type, inputs, size: Object.keys(inputs).length })
  }
  return nodes.size > 0 ? { nodes, stepsLeft: mostSteps, texts: new Map() } : undefined
}

/** `["4", 0]`, where an input is linked and not a value. */
export function linkOf(input: unknown): Link | undefined {
  if (!Array.isArray(input) || input.length !== 2) return undefined
  const [node, slot] = input
  return (typeof node === 'string' || typeof node === 'number') && typeof slot === 'number'
    ? { node: String(node), slot }
    : undefined
}

/** The node behind a link. Undefined when it is missing, and once the graph has taken too many steps. */
export function nodeAt(graph: Graph, link: Link | undefined): GraphNode | undefined {
  const node = link && graph.nodes.get(link.node)
  graph.stepsLeft -= 1 + (node?.size ?? 0)
  return graph.stepsLeft >= 0 ? node : undefined
}

/** The nodes behind the inputs whose names pass, behind theirs, and so on; not behind those at which `stop` says so. */
export function behind(
  graph: Graph,
  start: GraphNode,
  passes: (input: string) => boolean = () => true,
  stop: (node: GraphNode) => boolean = () => false,
): GraphNode[] {
  const found = new Set<GraphNode>()
  const open = sourcesOf(graph, start, passes)
  for (let node = open.pop(); node; node = open.pop()) {
    if (found.has(node)) continue
    found.add(node)
    if (stop(node)) continue
    for (const source of sourcesOf(graph, node, passes)) open.push(source)
  }
  return [...found]
}

function sourcesOf(graph: Graph, node: GraphNode, passes: (input: string) => boolean): GraphNode[] {
  return Object.entries(node.inputs).flatMap(([name, input]) => {
    const link = linkOf(input)
    return link && passes(name) ? (nodeAt(graph, link) ?? []) : []
  })
}

/**
 * The nodes that put files out, as far as their names tell; else all that nothing is linked to. A canvas also holds
 * nodes that lead nowhere, and those were not run.
 */
export function outputsOf({ nodes }: Graph): GraphNode[] {
  const linked = new Set(
    [...nodes.values()].flatMap(({ inputs }) =>
      Object.values(inputs).flatMap((input) => linkOf(input)?.node ?? []),
    ),
  )
  const last = [...nodes.values()].filter(({ id }) => !linked.has(id))
  const outputs = last.filter(({ type }) => /save|preview|combine|output|write|export|send|view/i.test(type))
  return outputs.length > 0 ? outputs : last
}
