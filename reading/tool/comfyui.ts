import type { Draft } from '../draft.ts'
import { parseJson } from '../json.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { isRecord, modelNameOf, textOf, told } from '../values.ts'
import { behind, type Graph, type GraphNode, outputsOf, readGraph } from './comfyui-graph.ts'
import { isMediaInput, isSampler, readSampler, type Sampling } from './comfyui-sampler.ts'
import { numberBehind, textBehind } from './comfyui-text.ts'

const mostSamplers = 50

/**
 * What ComfyUI writes: `prompt`, the graph that ran, and `workflow`, the canvas, as JSON: in PNG texts, in Exif as
 * `prompt:{…}`, in the tags of video and sound, or both as one JSON in a comment. The text of the prompt is found by
 * following the links of the samplers; where that is not certain only the graph is told.
 */
export function readComfyUi(texts: readonly NamedText[]): Draft | undefined {
  const { format, prompt, workflow } = sourcesIn(texts)
  const graph = readGraph(prompt)
  if (!format || (!graph && !isWorkflow(workflow))) return undefined
  return {
    format,
    tool: 'ComfyUI',
    platformKey: 'comfyui',
    ...madeBy(graph, {
      ...(graph && { promptGraph: prompt }),
      ...(isWorkflow(workflow) && { workflow }),
    }),
  }
}

interface Sources {
  format?: string
  prompt?: unknown
  workflow?: unknown
}

function sourcesIn(texts: readonly NamedText[]): Sources {
  const prompt = textNamed(texts, 'prompt')
  const workflow = textNamed(texts, 'workflow')
  const format = prompt?.json ? prompt.format : workflow?.format
  if (prompt?.json || workflow?.json) return { format, prompt: prompt?.json, workflow: workflow?.json }

  const comment = textNamed(texts, 'comment', 'usercomment')
  if (!comment || !isRecord(comment.json)) return {}
  const inner = parsed(comment.json.prompt)
  const canvas = parsed(comment.json.workflow)
  const isWhole = !isRecord(inner) && !isRecord(canvas)
  return { format: comment.format, prompt: isWhole ? comment.json : inner, workflow: canvas }
}

/** In a comment each may be JSON in JSON. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : value
}

function isWorkflow(json: unknown): boolean {
  return isRecord(json) && Array.isArray(json.nodes)
}

function madeBy(graph: Graph | undefined, graphs: Record<string, unknown>): Omit<Draft, 'format'> {
  if (!graph) return { metadata: graphs }
  const samplers = samplersOf(graph)
  if (samplers.length === 0) return madeByService(graph, graphs)
  if (samplers.length > mostSamplers) return { metadata: graphs }

  const all = samplers.map((node) => readSampler(graph, node))
  const first = all.filter(({ node }) => !isFed(graph, node))
  const prompt = shared(first.map((sampling) => sampling.prompt))
  const negativePrompt = prompt && shared(first.map((sampling) => sampling.negativePrompt))
  const modelName = shared(first.map((sampling) => sampling.modelName))
  return {
    ...told({ prompt, negativePrompt, modelName }),
    metadata: {
      ...sharedSettings(first),
      ...(all.length > 1 && {
        samplerNode: first.map(({ node }) => node.id).join(', '),
        samplers: all.map(({ node, modelName, settings }) => ({
          node: node.id,
          type: node.type,
          ...told({ modelName }),
          ...settings,
        })),
      }),
      ...graphs,
    },
  }
}

function samplersOf(graph: Graph): GraphNode[] {
  const run = outputsOf(graph).flatMap((output) => behind(graph, output))
  return [...new Set(run)].filter(isSampler)
}

/** Whether it goes on from what another sampler made, as refiners and upscalers do: then it is not the first. */
function isFed(graph: Graph, sampler: GraphNode): boolean {
  return behind(graph, sampler, isMediaInput, isSampler).some(isSampler)
}

/** Where samplers stand side by side, this file may be of either: what they share holds, the rest is not certain. */
function shared<Value>(values: Value[]): Value | undefined {
  const [first, ...others] = values
  return others.every((other) => isSame(other, first)) ? first : undefined
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}

function sharedSettings(samplings: Sampling[]): Record<string, unknown> {
  const settings = samplings.map((sampling) => sampling.settings)
  const names = Object.keys(settings[0] ?? {})
  return told(Object.fromEntries(names.map((name) => [name, shared(settings.map((each) => each[name]))])))
}

/** Without a sampler a node may have asked a service for the media, if just one on its way has a prompt. */
function madeByService(graph: Graph, graphs: Record<string, unknown>): Omit<Draft, 'format'> {
  const hasPrompt = ({ inputs }: GraphNode) => 'prompt' in inputs
  const makers = new Set(
    outputsOf(graph).flatMap((output) => behind(graph, output, isMediaInput, hasPrompt).filter(hasPrompt)),
  )
  const [maker, ...others] = makers
  if (!maker || others.length > 0) return { metadata: graphs }
  const { inputs } = maker
  const prompt = textOf(textBehind(graph, inputs.prompt))
  const negativePrompt = textOf(textBehind(graph, inputs.negative_prompt))
  const modelName = modelNameOf(inputs.model) ?? modelNameOf(inputs.model_name)
  return {
    ...(prompt && { prompt }),
    ...(prompt && negativePrompt && { negativePrompt }),
    ...(modelName && { modelName }),
    metadata: {
      ...told({
        seed: numberBehind(graph, inputs.seed),
        ratio: textOf(inputs.aspect_ratio),
        duration: inputs.duration,
        service: maker.type,
      }),
      ...graphs,
    },
  }
}
