import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import type { Reading } from '../reading.ts'
import { basic, comfyUiPng, graphOf, type Nodes } from '../sample/comfyui.ts'
import { png, text } from '../sample/png.ts'

async function read(nodes: Nodes, others: Record<string, string> = {}): Promise<Reading | undefined> {
  return (await readMedia(comfyUiPng(nodes, others)))[0]
}

function withPositive(nodes: Nodes): Nodes {
  return { ...basic, 3: ['KSampler', { ...basic[3]![1], positive: ['20', 0] }], ...nodes }
}

describe("ComfyUI's graph", () => {
  test('gives the prompts, the model, the settings of the sampler and itself', async () => {
    const workflow = { nodes: [{ id: 3, type: 'KSampler', widgets_values: [1] }], links: [], version: 0.4 }
    assert.deepEqual(await read(basic, { workflow: JSON.stringify(workflow) }), {
      source: { kind: 'media', format: 'png:prompt', tool: 'ComfyUI' },
      prompt: 'a glass bottle, 星',
      negativePrompt: 'text, watermark',
      modelName: 'v1-5-pruned-emaonly',
      platformKey: 'comfyui',
      metadata: {
        seed: 156680208700286,
        steps: 20,
        cfgScale: 8,
        sampler: 'euler',
        scheduler: 'normal',
        denoisingStrength: 1,
        width: 512,
        height: 768,
        promptGraph: graphOf(basic),
        workflow,
      },
    })
  })

  test('is read as Python writes it: with NaN, Infinity and seeds of 64 bits', async () => {
    const json = JSON.stringify(graphOf(basic)).replace('156680208700286', '18446744073709551615')
    const written = json.replace(
      '"denoise":1',
      '"denoise": NaN, "x": -Infinity, "y": "NaN, 12345678901234567890"',
    )
    const [reading] = await readMedia(png([text('prompt', written)]))
    assert.equal(reading?.prompt, 'a glass bottle, 星')
    assert.equal(reading.metadata?.seed, '18446744073709551615')
    const { 3: sampler } = graphOf(basic)
    assert.partialDeepStrictEqual(reading.metadata.promptGraph, {
      3: {
        ...sampler!,
        inputs: { seed: '18446744073709551615', denoise: null, x: null, y: 'NaN, 12345678901234567890' },
      },
    })
  })

  test('leaves out what does not fit into a capture, and says so', async () => {
    const large = {
      nodes: Array.from({ length: 3000 }, (_, id) => ({ id, type: 'Note', text: 'x'.repeat(100) })),
    }
    const reading = await read(basic, { workflow: JSON.stringify(large) })
    assert.deepEqual(reading?.metadata?.leftOut, ['workflow'])
    assert.deepEqual(reading?.metadata?.promptGraph, graphOf(basic))
    const padded = await read({ ...basic, 30: ['Note', { text: 'x'.repeat(250_000) }] })
    assert.deepEqual(padded?.metadata?.leftOut, ['promptGraph'])
    assert.equal(padded.metadata.seed, 156680208700286)
    assert.equal(padded.prompt, 'a glass bottle, 星')
  })

  test('without one the canvas alone is kept', async () => {
    const workflow = { nodes: [], links: [] }
    const [reading] = await readMedia(png([text('workflow', JSON.stringify(workflow))]))
    assert.deepEqual(reading, {
      source: { kind: 'media', format: 'png:workflow', tool: 'ComfyUI' },
      platformKey: 'comfyui',
      metadata: { workflow },
    })
  })

  test('is no graph where a text named prompt is something else', async () => {
    for (const prompt of ['a fox', '{"a": 1}', '["a"]', '{"1": {"class_type": "X"}}']) {
      assert.deepEqual(await readMedia(png([text('prompt', prompt)])), [])
    }
  })
})

describe('the prompt is found behind', () => {
  const encode = (words: unknown) => ['CLIPTextEncode', { text: words, clip: ['4', 1] }] as Nodes[string]
  const cases: [what: string, nodes: Nodes, prompt: string | undefined][] = [
    [
      'conditionings that are combined, in their order',
      {
        20: ['ConditioningCombine', { conditioning_1: ['21', 0], conditioning_2: ['22', 0] }],
        21: [
          'ConditioningSetArea',
          { conditioning: ['23', 0], width: 64, height: 64, x: 0, y: 0, strength: 1 },
        ],
        22: encode('second'),
        23: encode('first'),
      },
      'first\nsecond',
    ],
    [
      'a ControlNet, which has both',
      {
        20: [
          'ControlNetApplyAdvanced',
          { positive: ['21', 0], negative: ['7', 0], strength: 1, control_net: ['30', 0] },
        ],
        21: encode('with pose'),
      },
      'with pose',
    ],
    [
      'a guidance, a reference and a style',
      {
        20: ['FluxGuidance', { guidance: 3.5, conditioning: ['21', 0] }],
        21: ['ReferenceLatent', { conditioning: ['22', 0], latent: ['5', 0] }],
        22: ['StyleModelApply', { conditioning: ['23', 0], style_model: ['30', 0] }],
        23: encode('deep'),
      },
      'deep',
    ],
    [
      'a node that takes the positive one alone',
      {
        20: ['HunyuanImageToVideo', { positive: ['21', 0], vae: ['4', 2], width: 848, height: 480 }],
        21: encode('waves'),
      },
      'waves',
    ],
    [
      'the text that a user gave, not the one for the system',
      { 20: ['CLIPTextEncodeLumina2', { system_prompt: 'superior', user_prompt: 'a fox', clip: ['4', 1] }] },
      'a fox',
    ],
    [
      'the two texts of SDXL, where they differ',
      { 20: ['CLIPTextEncodeSDXL', { text_g: 'a fox', text_l: 'oil on canvas', width: 1024, height: 1024 }] },
      'a fox\noil on canvas',
    ],
    [
      'the two texts of SDXL, where they are the same',
      {
        20: ['CLIPTextEncodeSDXL', { text_g: ['21', 0], text_l: ['21', 0], width: 1024, height: 1024 }],
        21: ['PrimitiveStringMultiline', { value: 'a fox ' }],
      },
      'a fox',
    ],
    [
      'the texts of FLUX and SD3',
      {
        20: [
          'CLIPTextEncodeFlux',
          { clip_l: 'a fox', t5xxl: 'a fox in the snow', guidance: 3.5, clip: ['4', 1] },
        ],
      },
      'a fox\na fox in the snow',
    ],
    [
      'a Qwen image edit',
      { 20: ['TextEncodeQwenImageEdit', { prompt: 'make it night', clip: ['4', 1] }] },
      'make it night',
    ],
    [
      'texts that are joined from primitives',
      {
        20: encode(['21', 0]),
        21: ['StringConcatenate', { string_a: ['22', 0], string_b: 'in the snow', delimiter: ', ' }],
        22: ['ShowText|pysssss', { text: ['23', 0], text_0: 'of the last run' }],
        23: ['PrimitiveString', { value: 'a fox' }],
      },
      'a fox, in the snow',
    ],
    [
      'wildcards, as they were filled in',
      {
        20: encode(['21', 0]),
        21: [
          'ImpactWildcardProcessor',
          { wildcard_text: '{a|b} fox', populated_text: 'b fox', mode: 'populate', seed: 1 },
        ],
      },
      'b fox',
    ],
    [
      'a loader that encodes as well',
      {
        20: [
          'Efficient Loader',
          { ckpt_name: 'x.safetensors', positive: 'a fox', negative: 'fog', clip_skip: -1 },
        ],
      },
      'a fox',
    ],
    [
      'a reroute of texts',
      { 20: encode(['21', 0]), 21: ['Reroute', { '': ['22', 0] }], 22: ['Text', { text: 'a fox' }] },
      'a fox',
    ],
  ]
  for (const [what, nodes, prompt] of cases) {
    test(what, async () => assert.equal((await read(withPositive(nodes)))?.prompt, prompt))
  }
})

describe('the prompt is left out, and the graph kept, where it is not certain:', () => {
  const cases: [why: string, nodes: Nodes][] = [
    [
      'a model writes it',
      { 20: ['CLIPTextEncode', { text: ['21', 0] }], 21: ['LLM', { prompt: 'write', seed: 1 }] },
    ],
    [
      'a node changes it',
      { 20: ['CLIPTextEncode', { text: ['21', 0] }], 21: ['StringReplace', { string: 'a', find: 'a' }] },
    ],
    [
      'one half of it is not known',
      {
        20: ['ConditioningCombine', { conditioning_1: ['6', 0], conditioning_2: ['21', 0] }],
        21: ['MysteryEncode', { image: ['5', 0] }],
      },
    ],
    ['a node is missing', { 20: ['FluxGuidance', { conditioning: ['99', 0] }] }],
    [
      'the links go in a circle',
      {
        20: ['FluxGuidance', { conditioning: ['21', 0] }],
        21: ['FluxGuidance', { conditioning: ['20', 0] }],
      },
    ],
    [
      'texts go in a circle',
      {
        20: ['CLIPTextEncode', { text: ['21', 0] }],
        21: ['StringConcatenate', { string_a: ['21', 0], string_b: ['22', 0], delimiter: '' }],
        22: ['Reroute', { '': ['21', 0] }],
      },
    ],
    [
      'the positive output of a ControlNet is its negative one',
      {
        20: ['Reroute', { conditioning: ['21', 1] }],
        21: ['ControlNetApplyAdvanced', { positive: ['6', 0], negative: ['7', 0] }],
      },
    ],
  ]
  for (const [why, nodes] of cases) {
    test(why, async () => {
      const reading = await read(withPositive(nodes))
      assert.equal(reading?.prompt, undefined)
      assert.equal(reading?.negativePrompt, undefined)
      assert.deepEqual(reading?.metadata?.promptGraph, graphOf(withPositive(nodes)))
      assert.equal(reading?.metadata?.seed, 156680208700286)
    })
  }
})
