import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import type { Reading } from '../reading.ts'
import { png, text } from '../sample/png.ts'

async function read(parameters: string, others: Record<string, string> = {}): Promise<Reading | undefined> {
  const texts = Object.entries(others).map(([name, value]) => text(name, value))
  return (await readMedia(png([...texts, text('parameters', parameters)])))[0]
}

function tool(reading: Reading | undefined): string | undefined {
  return reading?.source.kind === 'media' ? reading.source.tool : undefined
}

describe("the text of AUTOMATIC1111's web UI", () => {
  test('gives the prompts, the model, the settings and the LoRAs', async () => {
    const reading = await read(`masterpiece, <lora:add_detail:0.8>, a castle: the "grey" one
on a hill<lora:plain>, Steps: many
Negative prompt: (worst quality:1.4),
 bad hands
Steps: 30, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 18446744073709551615, Size: 832x1216, Model hash: 0123456789, Model: dir\\dream_v8, VAE hash: 735e4c3a44, VAE: vae-ft.safetensors, Denoising strength: 0.35, Clip skip: 2, ADetailer prompt: "a face, sharp: \\"yes\\"\\nsecond", Hires upscale: 2, Lora hashes: "add_detail: 7c6bad76eb54, other: 1e5", TI hashes: "EasyNegative: c74b4e810b03", Version: v1.9.3`)
    assert.deepEqual(reading, {
      source: { kind: 'media', format: 'png:parameters', tool: 'AUTOMATIC1111' },
      prompt:
        'masterpiece, <lora:add_detail:0.8>, a castle: the "grey" one\non a hill<lora:plain>, Steps: many',
      negativePrompt: '(worst quality:1.4),\n bad hands',
      modelName: 'dream_v8',
      platformKey: 'automatic1111',
      metadata: {
        steps: 30,
        sampler: 'DPM++ 2M',
        scheduler: 'Karras',
        cfgScale: 6.5,
        seed: '18446744073709551615',
        modelHash: '0123456789',
        vaeHash: '735e4c3a44',
        vae: 'vae-ft.safetensors',
        denoisingStrength: 0.35,
        clipSkip: 2,
        adetailerPrompt: 'a face, sharp: "yes"\nsecond',
        hiresUpscale: 2,
        tiHashes: 'EasyNegative: c74b4e810b03',
        version: 'v1.9.3',
        width: 832,
        height: 1216,
        loras: [
          { name: 'add_detail', weight: 0.8, hash: '7c6bad76eb54' },
          { name: 'plain' },
          { name: 'other', hash: '1e5' },
        ],
      },
    })
  })

  test('may lack the prompt, the negative prompt, or the settings', async () => {
    const settings = 'Steps: 20, Sampler: Euler, CFG scale: 7, Seed: 1, Size: 512x512'
    assert.equal((await read(settings))?.prompt, undefined)
    assert.equal((await read(settings))?.metadata?.seed, 1)
    assert.equal((await read(`Negative prompt: fog\n${settings}`))?.negativePrompt, 'fog')
    const alone = await read('a fox\r\nNegative prompt: fog\r\nand rain')
    assert.equal(alone?.prompt, 'a fox')
    assert.equal(alone?.negativePrompt, 'fog\nand rain')
    assert.equal(alone?.metadata, undefined)
    assert.equal((await read('a fox: red, a hen: white'))?.prompt, 'a fox: red, a hen: white')
  })

  test('ends with templates where wildcards were used', async () => {
    const reading = await read(`a red fox
Steps: 20, Sampler: Euler, CFG scale: 7, Seed: 1, Size: 512x512
Template: a {red|white} fox
Negative Template: x`)
    assert.equal(reading?.prompt, 'a red fox')
    assert.equal(reading.metadata?.template, 'a {red|white} fox')
  })

  test('is of the web UI without a version too, where all begins as there', async () => {
    const old =
      'a fox\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 965400086, Size: 512x512, Model hash: 45dee52b'
    assert.equal((await read(old))?.platformKey, 'automatic1111')
    assert.equal((await read(old.replace(', Model hash: 45dee52b', '')))?.platformKey, undefined)
    assert.equal((await read(old.replace('Sampler: Euler a, ', '')))?.platformKey, undefined)
  })
})

describe('who wrote in its form is told by what they write:', () => {
  const settings =
    'Steps: 20, Sampler: Euler, CFG scale: 1, Seed: 1, Size: 512x512, Model hash: 45dee52b, Model: flux'
  const tools: [name: string, platformKey: string, parameters: string][] = [
    [
      'Forge',
      'forge',
      `a fox\n${settings}, Distilled CFG Scale: 3.5, Version: f2.0.1v1.10.1-previous-659-gc055f2d4`,
    ],
    ['Forge', 'forge', `a fox\n${settings}, Version: neo`],
    ['Fooocus', 'fooocus', `a fox\n${settings}, Version: Fooocus v2.5.5`],
    ['ComfyUI', 'comfyui', `a fox\n${settings}, Version: ComfyUI`],
    ['SD.Next', 'sdnext', `a fox\n${settings}, App: SD.Next, Version: 5b9c1f8`],
    ['Civitai', 'civitai', `a fox\n${settings}, Civitai resources: [], Civitai metadata: {}`],
  ]
  for (const [name, platformKey, parameters] of tools) {
    test(`${name}, by ${parameters.split(', ').at(-1)}`, async () => {
      const reading = await read(parameters)
      assert.equal(reading?.platformKey, platformKey)
      assert.equal(tool(reading), name)
      assert.equal(reading.prompt, 'a fox')
    })
  }

  test('ComfyUI, by its graph', async () => {
    const graph = JSON.stringify({ 1: { class_type: 'SaveImage', inputs: { images: ['2', 0] } } })
    assert.equal((await read(`a fox\n${settings}`, { prompt: graph }))?.platformKey, 'comfyui')
  })

  test('none where it says nothing', async () => {
    const reading = await read('a fox\nSteps: 20, Guidance: 3, Seed: 1, Version: 1f3c')
    assert.equal(reading?.platformKey, undefined)
    assert.equal(tool(reading), undefined)
  })

  test("Forge's guidance has the name that it has with others", async () => {
    const reading = await read(`a fox\n${settings}, Distilled CFG Scale: 3.5, Version: f2.0.1v1.10.1`)
    assert.equal(reading?.metadata?.guidance, 3.5)
  })
})

test('SD.Next puts its templates in front of the settings', async () => {
  const reading = await read(`a red fox
Negative prompt: rain
Template: a {red|white} fox
Steps: 20, Size: 1024x1024, Sampler: UniPC, Scheduler: UniPCMultistepScheduler, Seed: 4, CFG scale: 6, CLiP-skip: 2, App: SD.Next, Version: 5b9c1f8, Operations: txt2img, Model: juggernaut, Model hash: 33e58e8668`)
  assert.equal(reading?.prompt, 'a red fox')
  assert.equal(reading.negativePrompt, 'rain')
  assert.equal(reading.modelName, 'juggernaut')
  const { template, clipSkip, scheduler } = reading.metadata ?? {}
  assert.deepEqual([template, clipSkip, scheduler], ['a {red|white} fox', 2, 'UniPCMultistepScheduler'])
})

test('Civitai writes its resources as JSON, and an empty negative prompt in front of the settings', async () => {
  const resources = [
    { type: 'checkpoint', modelVersionId: 128078, modelName: 'SDXL, the: model', modelVersionName: '1.0' },
    { type: 'lora', weight: 0.8, modelVersionId: 1 },
  ]
  const reading = await read(
    `a fox
Negative prompt:  Steps: 30, Sampler: DPM++ 2M Karras, CFG scale: 4, Seed: 12, Size: 832x1216, Clip skip: 2, Created Date: 2024-09-12T10:13:49.7684871Z, Civitai resources: ${JSON.stringify(resources)}, Civitai metadata: {}`,
  )
  assert.equal(reading?.prompt, 'a fox')
  assert.equal(reading.negativePrompt, undefined)
  assert.equal(reading.modelName, 'SDXL, the: model 1.0')
  assert.deepEqual(reading.metadata?.resources, resources)
  assert.equal(reading.metadata?.createdDate, '2024-09-12T10:13:49.7684871Z')
  assert.equal(reading.metadata?.seed, 12)
})

test('Fooocus writes the prompt as it was typed behind the one it made of it', async () => {
  const reading = await read(`a fox, cinematic still, 35mm
Negative prompt: anime, ugly
Steps: 30, Sampler: DPM++ 2M SDE Karras, Seed: 7, Size: 1152x896, CFG scale: 4, Sharpness: 2, ADM Guidance: "(1.5, 0.8, 0.3)", Model: juggernautXL, Model hash: aeb7e9e689, Performance: Speed, Scheduler: karras, VAE: Default (model), Raw prompt: a fox, Raw negative prompt: , Lora hashes: "offset: 4852686128", Lora weights: "offset: 0.1", Version: Fooocus v2.5.5`)
  assert.equal(reading?.prompt, 'a fox')
  assert.equal(reading.negativePrompt, 'anime, ugly')
  assert.equal(reading.metadata?.fullPrompt, 'a fox, cinematic still, 35mm')
  assert.deepEqual(reading.metadata?.loras, [{ name: 'offset', hash: '4852686128', weight: 0.1 }])
})

test('settings that are named after parts of JavaScript are settings', async () => {
  const reading = await read('a fox\nSteps: 1, Seed: 2, Size: 8x8, __proto__: 1, constructor: 2, toString: 3')
  const metadata = reading?.metadata ?? {}
  assert.equal(Object.hasOwn(metadata, 'proto'), true)
  assert.equal(metadata.constructor, 2)
  assert.equal(metadata.tostring, 3)
})
