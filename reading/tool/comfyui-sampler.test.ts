import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import type { Reading } from '../reading.ts'
import { basic, comfyUiPng, type Nodes } from '../sample/comfyui.ts'

async function read(nodes: Nodes): Promise<Reading | undefined> {
  return (await readMedia(comfyUiPng(nodes)))[0]
}

describe('of several samplers', () => {
  test('those that stand side by side tell what they share, and no prompt where it differs', async () => {
    const second: Nodes = {
      ...basic,
      13: ['KSampler', { ...basic[3]![1], positive: ['16', 0], seed: 2, steps: 20 }],
      16: ['CLIPTextEncode', { text: 'another', clip: ['4', 1] }],
      18: ['VAEDecode', { samples: ['13', 0] }],
      19: ['SaveImage', { images: ['18', 0] }],
    }
    const reading = await read(second)
    assert.equal(reading?.prompt, undefined)
    assert.equal(reading?.modelName, 'v1-5-pruned-emaonly')
    assert.equal(reading?.metadata?.seed, undefined)
    assert.equal(reading?.metadata?.steps, 20)
    const samplers = reading?.metadata?.samplers as { node: string; seed: number }[]
    assert.deepEqual(samplers.map(({ node, seed }) => [node, seed]).sort(), [
      ['13', 2],
      ['3', 156680208700286],
    ])
  })

  test('the first counts, and is named; refiners and upscalers go on from it', async () => {
    const reading = await read({
      ...basic,
      8: ['VAEDecode', { samples: ['12', 0], vae: ['4', 2] }],
      11: [
        'LatentUpscale',
        { samples: ['3', 0], width: 1024, height: 1536, upscale_method: 'bilinear', crop: 'disabled' },
      ],
      12: [
        'KSampler',
        { ...basic[3]![1], seed: 9, steps: 14, denoise: 0.5, latent_image: ['11', 0], positive: ['16', 0] },
      ],
      16: ['CLIPTextEncode', { text: 'sharper', clip: ['4', 1] }],
      14: ['FaceDetailer', { ...basic[3]![1], seed: 11, steps: 5, image: ['8', 0], positive: ['16', 0] }],
      9: ['SaveImage', { images: ['14', 0] }],
    })
    assert.equal(reading?.prompt, 'a glass bottle, 星')
    const { seed, steps, width, height, samplerNode, samplers } = reading.metadata ?? {}
    assert.deepEqual([seed, steps, width, height, samplerNode], [156680208700286, 20, 512, 768, '3'])
    assert.deepEqual(
      (samplers as { node: string; type: string }[]).map(({ node, type }) => `${node} ${type}`).sort(),
      ['12 KSampler', '14 FaceDetailer', '3 KSampler'],
    )
  })

  test('those that lead to no file do not count: they were not run', async () => {
    const reading = await read({
      ...basic,
      13: ['KSampler', { ...basic[3]![1], positive: ['16', 0], seed: 2 }],
      16: ['CLIPTextEncode', { text: 'another', clip: ['4', 1] }],
      18: ['VAEDecode', { samples: ['13', 0] }],
    })
    assert.equal(reading?.prompt, 'a glass bottle, 星')
    assert.equal(reading.metadata?.seed, 156680208700286)
    assert.equal(reading.metadata.samplers, undefined)
  })

  test('the two of Wan 2.2 are one after the other', async () => {
    const shared = {
      cfg: 3.5,
      sampler_name: 'euler',
      scheduler: 'simple',
      positive: ['20', 0],
      negative: ['20', 1],
    }
    const reading = await read({
      20: [
        'WanImageToVideo',
        {
          width: 832,
          height: 480,
          length: 81,
          batch_size: 1,
          positive: ['6', 0],
          negative: ['7', 0],
          start_image: ['30', 0],
        },
      ],
      6: ['CLIPTextEncode', { text: 'waves', clip: ['31', 0] }],
      7: ['CLIPTextEncode', { text: '静态', clip: ['31', 0] }],
      1: [
        'KSamplerAdvanced',
        { ...shared, noise_seed: 4, steps: 20, end_at_step: 10, model: ['40', 0], latent_image: ['20', 2] },
      ],
      2: [
        'KSamplerAdvanced',
        { ...shared, noise_seed: 0, steps: 20, start_at_step: 10, model: ['41', 0], latent_image: ['1', 0] },
      ],
      40: ['ModelSamplingSD3', { shift: 8, model: ['42', 0] }],
      42: [
        'LoraLoaderModelOnly',
        { lora_name: 'wan/high.safetensors', strength_model: 0.9, model: ['43', 0] },
      ],
      43: ['UNETLoader', { unet_name: 'wan2.2_i2v_high.safetensors', weight_dtype: 'default' }],
      41: ['UnetLoaderGGUF', { unet_name: 'wan2.2_i2v_low.gguf' }],
      8: ['VAEDecode', { samples: ['2', 0] }],
      9: ['CreateVideo', { images: ['8', 0], fps: 16 }],
      10: ['SaveVideo', { video: ['9', 0], filename_prefix: 'video/ComfyUI' }],
    })
    assert.equal(reading?.prompt, 'waves')
    assert.equal(reading.negativePrompt, '静态')
    assert.equal(reading.modelName, 'wan2.2_i2v_high')
    const { seed, width, height, frames, loras } = reading.metadata ?? {}
    assert.deepEqual([seed, width, height, frames], [4, 832, 480, 81])
    assert.deepEqual(loras, [{ name: 'high', weight: 0.9 }])
  })
})

test('the parts of a custom sampler are put together, and a zeroed conditioning is no negative prompt', async () => {
  const reading = await read({
    13: [
      'SamplerCustomAdvanced',
      { noise: ['25', 0], guider: ['22', 0], sampler: ['16', 0], sigmas: ['17', 0], latent_image: ['27', 0] },
    ],
    25: ['RandomNoise', { noise_seed: ['50', 0] }],
    50: ['PrimitiveInt', { value: 42, control_after_generate: 'fixed' }],
    22: ['CFGGuider', { model: ['30', 0], positive: ['26', 0], negative: ['28', 0], cfg: 1 }],
    26: ['FluxGuidance', { guidance: 3.5, conditioning: ['6', 0] }],
    28: ['ConditioningZeroOut', { conditioning: ['6', 0] }],
    6: ['CLIPTextEncode', { text: 'a fox', clip: ['11', 0] }],
    16: ['KSamplerSelect', { sampler_name: 'euler' }],
    17: ['BasicScheduler', { scheduler: 'simple', steps: 20, denoise: 1, model: ['30', 0] }],
    30: [
      'Power Lora Loader (rgthree)',
      {
        lora_1: { on: true, lora: 'flux\\film.safetensors', strength: 0.7 },
        lora_2: { on: false, lora: 'off.safetensors', strength: 1 },
        model: ['12', 0],
      },
    ],
    12: ['UNETLoader', { unet_name: 'flux1-dev.safetensors', weight_dtype: 'default' }],
    27: ['EmptySD3LatentImage', { width: 1024, height: 1024, batch_size: 1 }],
    8: ['VAEDecode', { samples: ['13', 0] }],
    9: ['SaveImage', { images: ['8', 0] }],
  })
  const { promptGraph: _, ...metadata } = reading?.metadata ?? {}
  assert.equal(reading?.prompt, 'a fox')
  assert.equal(reading.negativePrompt, undefined)
  assert.equal(reading.modelName, 'flux1-dev')
  assert.deepEqual(metadata, {
    seed: 42,
    steps: 20,
    cfgScale: 1,
    guidance: 3.5,
    sampler: 'euler',
    scheduler: 'simple',
    denoisingStrength: 1,
    width: 1024,
    height: 1024,
    loras: [{ name: 'film', weight: 0.7 }],
  })
})

test('a seed that is linked in a circle is left out, and the rest is told', async () => {
  const reading = await read({
    ...basic,
    3: ['KSampler', { ...basic[3]![1], seed: ['50', 0], steps: ['52', 0] }],
    50: ['Reroute', { value: ['51', 0] }],
    51: ['Reroute', { value: ['50', 0] }],
    52: ['easy int', { a: 12 }],
  })
  assert.equal(reading?.prompt, 'a glass bottle, 星')
  assert.equal(reading.metadata?.seed, undefined)
  assert.equal(reading.metadata?.steps, 12)
})

test('the sampler of WanVideoWrapper has its texts as embeds', async () => {
  const reading = await read({
    27: [
      'WanVideoSampler',
      {
        model: ['22', 0],
        text_embeds: ['16', 0],
        image_embeds: ['37', 0],
        steps: 30,
        cfg: 6,
        shift: 5,
        seed: 7,
        scheduler: 'unipc',
      },
    ],
    16: ['WanVideoTextEncode', { positive_prompt: 'waves', negative_prompt: 'static', t5: ['11', 0] }],
    22: ['WanVideoModelLoader', { model: 'WanVideo/wan2.1_t2v_14B.safetensors', base_precision: 'fp16' }],
    37: ['WanVideoEmptyEmbeds', { width: 832, height: 480, num_frames: 81 }],
    28: ['WanVideoDecode', { samples: ['27', 0], vae: ['38', 0] }],
    30: ['VHS_VideoCombine', { images: ['28', 0], frame_rate: 16 }],
  })
  assert.equal(reading?.prompt, 'waves')
  assert.equal(reading.negativePrompt, 'static')
  assert.equal(reading.modelName, 'wan2.1_t2v_14B')
  const { seed, scheduler, width, frames } = reading.metadata ?? {}
  assert.deepEqual([seed, scheduler, width, frames], [7, 'unipc', 832, 81])
})

describe('without a sampler', () => {
  test('the node that asked a service for the media tells the prompt', async () => {
    const reading = await read({
      1: [
        'KlingTextToVideoNode',
        { prompt: ['2', 0], negative_prompt: 'blur', model: 'kling-v2', aspect_ratio: '16:9', seed: 3 },
      ],
      2: ['PrimitiveStringMultiline', { value: 'a fox runs' }],
      3: ['SaveVideo', { video: ['1', 0] }],
    })
    assert.equal(reading?.prompt, 'a fox runs')
    assert.equal(reading.negativePrompt, 'blur')
    assert.equal(reading.modelName, 'kling-v2')
    const { ratio, seed, service } = reading.metadata ?? {}
    assert.deepEqual([ratio, seed, service], ['16:9', 3, 'KlingTextToVideoNode'])
  })

  test('and with two such nodes none does', async () => {
    const reading = await read({
      1: ['FluxProUltraImageNode', { prompt: 'a fox', seed: 3 }],
      2: ['FluxProUltraImageNode', { prompt: 'a hen', seed: 3 }],
      3: ['ImageStitch', { image1: ['1', 0], image2: ['2', 0] }],
      4: ['SaveImage', { images: ['3', 0] }],
    })
    assert.equal(reading?.prompt, undefined)
    assert.equal(reading?.platformKey, 'comfyui')
  })

  test('a node that describes a picture is no maker of it', async () => {
    const reading = await read({
      1: ['LoadImage', { image: 'photo.png' }],
      2: ['OpenAIChatNode', { prompt: 'what is on it?', images: ['1', 0] }],
      3: ['PreviewAny', { source: ['2', 0] }],
      4: ['SaveImage', { images: ['1', 0] }],
    })
    assert.equal(reading?.prompt, undefined)
  })
})
