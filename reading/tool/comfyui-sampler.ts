import { modelNameOf, numberOf, textOf, told } from '../values.ts'
import { behind, type Graph, type GraphNode, type Link, linkOf, nodeAt } from './comfyui-graph.ts'
import { numberBehind, promptBehind, textBehind } from './comfyui-text.ts'
import type { Lora } from './loras.ts'

const seedInputs = ['seed', 'noise_seed', 'noise']
const embedInputs = ['text_embeds', 'hyvid_embeds']
const modelInputs = ['ckpt_name', 'unet_name', 'model_name', 'model_path', 'base_ckpt_name']
const mostLoras = 50

/** What one sampler of a graph was given. */
export interface Sampling {
  node: GraphNode
  prompt?: string
  negativePrompt?: string
  modelName?: string
  settings: Record<string, unknown>
}

/** ComfyUI's own samplers, and those of others that take the same: a conditioning and a seed. */
export function isSampler({ inputs }: GraphNode): boolean {
  const hasPrompt = ['positive', 'guider', ...embedInputs].some((name) => linkOf(inputs[name]))
  return hasPrompt && seedInputs.some((name) => name in inputs)
}

/** What a latent or picture is made from. */
export function isMediaInput(name: string): boolean {
  return /^(?:images?|pixels|samples|latents?|latent_image|video|videos|audio|frames|init_image)\d?$/.test(
    name,
  )
}

export function readSampler(graph: Graph, node: GraphNode): Sampling {
  const { inputs } = node
  const guider = nodeAt(graph, linkOf(inputs.guider))?.inputs ?? inputs
  const sigmas = nodeAt(graph, linkOf(inputs.sigmas))?.inputs ?? {}
  const sampler = nodeAt(graph, linkOf(inputs.sampler))?.inputs ?? {}
  const noise = nodeAt(graph, linkOf(inputs.noise))?.inputs ?? {}
  const number = (input: unknown) => numberBehind(graph, input)
  const model = readModel(graph, linkOf(guider.model) ?? linkOf(inputs.model))
  return {
    node,
    ...promptsOf(graph, inputs, guider),
    ...(model.name && { modelName: model.name }),
    settings: told({
      seed: number(inputs.seed ?? inputs.noise_seed ?? noise.noise_seed),
      steps: number(inputs.steps ?? sigmas.steps),
      cfgScale: number(guider.cfg ?? inputs.cfg),
      guidance: guidanceBehind(graph, linkOf(guider.positive) ?? linkOf(guider.conditioning)),
      sampler: textBehind(graph, inputs.sampler_name ?? sampler.sampler_name),
      scheduler: textBehind(graph, inputs.scheduler ?? sigmas.scheduler),
      denoisingStrength: number(inputs.denoise ?? inputs.denoise_strength ?? sigmas.denoise),
      ...sizeBehind(graph, node),
      loras: model.loras,
    }),
  }
}

function promptsOf(graph: Graph, inputs: GraphNode['inputs'], guider: GraphNode['inputs']) {
  const embeds = embedInputs.flatMap((name) => nodeAt(graph, linkOf(inputs[name])) ?? [])[0]?.inputs
  if (embeds) {
    return told({
      prompt: textBehind(graph, embeds.positive_prompt ?? embeds.prompt),
      negativePrompt: textBehind(graph, embeds.negative_prompt),
    })
  }
  const positive = linkOf(guider.positive) ?? linkOf(guider.conditioning) ?? linkOf(guider.cond1)
  const negative = linkOf(guider.negative)
  return told({
    prompt: positive && promptBehind(graph, positive, 'positive'),
    negativePrompt: negative && promptBehind(graph, negative, 'negative'),
  })
}

/** Follows the model through LoRAs and the like to the node that loads it. */
function readModel(graph: Graph, start: Link | undefined): { name?: string; loras: Lora[] } {
  const loras: Lora[] = []
  const seen = new Set<GraphNode>()
  for (let node = nodeAt(graph, start); node && !seen.has(node); ) {
    seen.add(node)
    const { inputs } = node
    if (loras.length < mostLoras) loras.push(...lorasOf(inputs))
    const next = linkOf(inputs.model)
    const file = modelInputs.map((name) => textOf(inputs[name])).find(Boolean) ?? textOf(inputs.model)
    if (file && !next) return { name: modelNameOf(file), loras }
    node = nodeAt(graph, next)
  }
  return { loras }
}

/** One a node, or many as objects: `{ on: true, lora: "x.safetensors", strength: 1 }`. */
function lorasOf(inputs: GraphNode['inputs']): Lora[] {
  const own = {
    lora: inputs.lora_name ?? inputs.lora,
    strength: inputs.strength_model ?? inputs.strength,
    on: true,
  }
  return [own, ...Object.values(inputs)].flatMap((input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return []
    const { lora, strength, on } = input as Record<string, unknown>
    const name = modelNameOf(lora)
    if (!name || name === 'None' || on === false) return []
    return [{ name, ...told({ weight: numberOf(strength) }) }]
  })
}

/** That of FluxGuidance and the like, on the way to the text. */
function guidanceBehind(graph: Graph, start: Link | undefined): number | string | undefined {
  const seen = new Set<GraphNode>()
  for (let node = nodeAt(graph, start); node && !seen.has(node); ) {
    seen.add(node)
    if ('guidance' in node.inputs) return numberBehind(graph, node.inputs.guidance)
    node = nodeAt(graph, linkOf(node.inputs.conditioning) ?? linkOf(node.inputs.positive))
  }
  return undefined
}

/** That of the empty latent it begins with. */
function sizeBehind(graph: Graph, sampler: GraphNode) {
  const passes = (name: string) => isMediaInput(name) || name === 'image_embeds'
  const hasSize = ({ inputs }: GraphNode) => 'width' in inputs && 'height' in inputs
  const latent = behind(graph, sampler, passes, hasSize).find(hasSize)?.inputs
  return latent
    ? {
        width: numberBehind(graph, latent.width),
        height: numberBehind(graph, latent.height),
        frames: numberBehind(graph, latent.length ?? latent.num_frames),
      }
    : {}
}
