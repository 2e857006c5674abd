import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { exifSegment, jpeg } from '../sample/jpeg.ts'
import { png, text } from '../sample/png.ts'
import { asciiEntry, tiff } from '../sample/tiff.ts'

describe('Fooocus', () => {
  const said = {
    adm_guidance: '(1.5, 0.8, 0.3)',
    base_model: 'juggernautXL_v8Rundiffusion',
    base_model_hash: 'aeb7e9e689',
    clip_skip: 2,
    full_negative_prompt: ['fog', 'ugly'],
    full_prompt: ['cinematic still a fox', 'a fox, sharp'],
    guidance_scale: 4,
    loras: [['sd_xl_offset_example-lora_1.0', 0.1, '4852686128']],
    metadata_scheme: 'fooocus',
    negative_prompt: 'fog',
    performance: 'Speed',
    prompt: 'a fox',
    refiner_model: 'None',
    refiner_switch: 0.5,
    resolution: '(1152, 896)',
    sampler: 'dpmpp_2m_sde_gpu',
    scheduler: 'karras',
    seed: '5432109876543210987',
    sharpness: 2,
    steps: 30,
    styles: "['Fooocus V2']",
    vae: 'Default (model)',
    version: 'Fooocus v2.5.5',
  }
  const reading = {
    prompt: 'a fox',
    negativePrompt: 'fog',
    modelName: 'juggernautXL_v8Rundiffusion',
    platformKey: 'fooocus',
    metadata: {
      seed: '5432109876543210987',
      steps: 30,
      cfgScale: 4,
      sampler: 'dpmpp_2m_sde_gpu',
      scheduler: 'karras',
      width: 1152,
      height: 896,
      clipSkip: 2,
      modelHash: 'aeb7e9e689',
      vae: 'Default (model)',
      loras: [{ name: 'sd_xl_offset_example-lora_1.0', weight: 0.1, hash: '4852686128' }],
      sharpness: 2,
      performance: 'Speed',
      styles: "['Fooocus V2']",
      version: 'Fooocus v2.5.5',
      fullPrompt: ['cinematic still a fox', 'a fox, sharp'],
      fullNegativePrompt: ['fog', 'ugly'],
    },
  }

  test('writes JSON into the texts of PNG', async () => {
    const file = png([text('parameters', JSON.stringify(said)), text('fooocus_scheme', 'fooocus')])
    assert.deepEqual(await readMedia(file), [
      { source: { kind: 'media', format: 'png:parameters', tool: 'Fooocus' }, ...reading },
    ])
  })

  test('writes it into the first directory of Exif, as Pillow does', async () => {
    const block = tiff([
      asciiEntry(0x0131, 'Fooocus v2.5.5'),
      asciiEntry(0x927c, 'fooocus'),
      asciiEntry(0x9286, JSON.stringify(said)),
    ])
    assert.deepEqual(await readMedia(jpeg([exifSegment(block)])), [
      { source: { kind: 'media', format: 'exif:UserComment', tool: 'Fooocus' }, ...reading },
    ])
  })

  test('before version 2.2 wrote the LoRAs as texts', async () => {
    const { loras: _, ...older } = said
    const combined = {
      lora_combined_1: 'film_v1 : 0.5',
      lora_combined_2: 'True : grain : 1',
      lora_combined_3: 'None : 1.0',
    }
    const [found] = await readMedia(png([text('parameters', JSON.stringify({ ...older, ...combined }))]))
    assert.deepEqual(found?.metadata?.loras, [
      { name: 'film_v1', weight: 0.5 },
      { name: 'grain', weight: 1 },
    ])
  })
})
