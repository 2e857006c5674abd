import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { png, text } from '../sample/png.ts'

describe('InvokeAI', () => {
  test('since version 4 tells prompts, model, settings and LoRAs', async () => {
    const metadata = {
      generation_mode: 'sdxl_txt2img',
      positive_prompt: 'a fox\nin snow',
      negative_prompt: 'fog',
      positive_style_prompt: 'oil',
      width: 1024,
      height: 768,
      seed: 2501624391,
      rand_device: 'cpu',
      cfg_scale: 7.5,
      steps: 30,
      scheduler: 'dpmpp_2m_k',
      clip_skip: 0,
      model: { key: 'a1', hash: 'blake3:90d3f1', name: 'Juggernaut XL v9', base: 'sdxl', type: 'main' },
      loras: [{ model: { key: 'b2', name: 'film' }, weight: 0.75 }],
      app_version: '5.6.0',
    }
    const file = png([text('invokeai_metadata', JSON.stringify(metadata)), text('invokeai_graph', '{}')])
    assert.deepEqual(await readMedia(file), [
      {
        source: { kind: 'media', format: 'png:invokeai_metadata', tool: 'InvokeAI' },
        prompt: 'a fox\nin snow',
        negativePrompt: 'fog',
        modelName: 'Juggernaut XL v9',
        platformKey: 'invokeai',
        metadata: {
          seed: 2501624391,
          steps: 30,
          cfgScale: 7.5,
          scheduler: 'dpmpp_2m_k',
          width: 1024,
          height: 768,
          modelHash: 'blake3:90d3f1',
          loras: [{ name: 'film', weight: 0.75 }],
          stylePrompt: 'oil',
          generationMode: 'sdxl_txt2img',
          version: '5.6.0',
        },
      },
    ])
  })

  test('in version 3 names models and LoRAs otherwise', async () => {
    const metadata = {
      positive_prompt: 'a fox',
      model: { model_name: 'stable-diffusion-v1-5', base_model: 'sd-1' },
      loras: [{ lora: { model_name: 'film' }, weight: 1 }],
    }
    const [reading] = await readMedia(png([text('invokeai_metadata', JSON.stringify(metadata))]))
    assert.equal(reading?.modelName, 'stable-diffusion-v1-5')
    assert.deepEqual(reading.metadata?.loras, [{ name: 'film', weight: 1 }])
  })

  test('in version 2 has the negative prompt in brackets', async () => {
    const image = {
      prompt: [{ prompt: 'a fox [fog, rain]', weight: 1 }],
      steps: 50,
      cfg_scale: 7.5,
      sampler: 'k_lms',
    }
    const metadata = {
      model_weights: 'stable-diffusion-1.5',
      model_hash: 'cc6cb2',
      app_version: '2.3.0',
      image: { ...image, seed: 42, width: 512, height: 512 },
    }
    const [reading] = await readMedia(
      png([text('sd-metadata', JSON.stringify(metadata)), text('Dream', '"x" -s 1')]),
    )
    assert.equal(reading?.prompt, 'a fox')
    assert.equal(reading.negativePrompt, 'fog, rain')
    assert.equal(reading.modelName, 'stable-diffusion-1.5')
    const { seed, steps, sampler, modelHash } = reading.metadata ?? {}
    assert.deepEqual([seed, steps, sampler, modelHash], [42, 50, 'k_lms', 'cc6cb2'])
  })

  test('before wrote the command line', async () => {
    const dream = '"a "grey" fox, [red] hat" -s 50 -S 1783495434 -W 512 -H 640 -C 7.5 -A k_lms'
    const [reading] = await readMedia(png([text('Dream', dream)]))
    assert.equal(reading?.prompt, 'a "grey" fox, [red] hat')
    assert.equal(reading.negativePrompt, undefined)
    assert.deepEqual(reading.metadata, {
      seed: 1783495434,
      steps: 50,
      cfgScale: 7.5,
      sampler: 'k_lms',
      width: 512,
      height: 640,
    })
  })
})
