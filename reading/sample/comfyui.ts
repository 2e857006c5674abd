import { png, text } from './png.ts'

/** The nodes of a graph by their id. */
export type Nodes = Record<string, [type: string, inputs: Record<string, unknown>]>

/** As ComfyUI writes it. */
export function graphOf(nodes: Nodes): Record<string, object> {
  return Object.fromEntries(
    Object.entries(nodes).map(([id, [class_type, inputs]]) => [
      id,
      { class_type, inputs, _meta: { title: 'x' } },
    ]),
  )
}

/** A PNG file with this graph, and other texts. */
export function comfyUiPng(nodes: Nodes, others: Record<string, string> = {}): Uint8Array {
  const texts = Object.entries(others).map(([name, value]) => text(name, value))
  return png([text('prompt', JSON.stringify(graphOf(nodes))), ...texts])
}

/** ComfyUI's first example, to which tests add. */
export const basic: Nodes = {
  3: [
    'KSampler',
    {
      seed: 156680208700286,
      steps: 20,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'normal',
      denoise: 1,
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  ],
  4: ['CheckpointLoaderSimple', { ckpt_name: 'SD15\\v1-5-pruned-emaonly.safetensors' }],
  5: ['EmptyLatentImage', { width: 512, height: 768, batch_size: 1 }],
  6: ['CLIPTextEncode', { text: 'a glass bottle, 星', clip: ['4', 1] }],
  7: ['CLIPTextEncode', { text: 'text, watermark', clip: ['4', 1] }],
  8: ['VAEDecode', { samples: ['3', 0], vae: ['4', 2] }],
  9: ['SaveImage', { filename_prefix: 'ComfyUI', images: ['8', 0] }],
}
