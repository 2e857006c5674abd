import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { utf16 } from '../sample/bytes.ts'
import { exifSegment, jpeg } from '../sample/jpeg.ts'
import { internationalText, png } from '../sample/png.ts'
import { asciiEntry, commentEntry, tiff } from '../sample/tiff.ts'

describe('SwarmUI', () => {
  const said = {
    sui_image_params: {
      prompt: 'a photo of a cat',
      negativeprompt: '',
      model: 'OfficialStableDiffusion/sd_xl_base_1.0',
      seed: '1',
      steps: 20,
      cfgscale: '7.0',
      aspectratio: '1:1',
      width: 1024,
      height: 1024,
      sampler: 'euler',
      scheduler: 'normal',
      loras: ['folder/film'],
      loraweights: ['0.5'],
      automaticvae: true,
      swarm_version: '0.9.3.1',
    },
    sui_extra_data: { date: '2025-01-25', prep_time: '6.11 sec', generation_time: '2.50 min' },
    sui_models: [
      { name: 'OfficialStableDiffusion/sd_xl_base_1.0.safetensors', param: 'model', hash: '0xd7a9' },
    ],
  }
  const files: Record<string, [Uint8Array, string]> = {
    PNG: [png([internationalText('parameters', JSON.stringify(said, null, 2))]), 'png:parameters'],
    JPEG: [
      jpeg([exifSegment(tiff([], [commentEntry('UNICODE', utf16(JSON.stringify(said), 'little'))]))]),
      'exif:UserComment',
    ],
    'JPEG, of an older version': [
      jpeg([exifSegment(tiff([asciiEntry(0x0110, JSON.stringify(said))]))]),
      'exif:Model',
    ],
  }
  for (const [name, [file, format]] of Object.entries(files)) {
    test(`writes JSON into ${name}`, async () => {
      const [reading] = await readMedia(file)
      const { parameters, ...metadata } = reading?.metadata ?? {}
      assert.deepEqual(
        { ...reading, metadata },
        {
          source: { kind: 'media', format, tool: 'SwarmUI' },
          prompt: 'a photo of a cat',
          modelName: 'sd_xl_base_1.0',
          platformKey: 'swarmui',
          generationSeconds: 150,
          metadata: {
            seed: 1,
            steps: 20,
            cfgScale: 7,
            sampler: 'euler',
            scheduler: 'normal',
            width: 1024,
            height: 1024,
            ratio: '1:1',
            modelHash: '0xd7a9',
            loras: [{ name: 'film', weight: 0.5 }],
            version: '0.9.3.1',
          },
        },
      )
      assert.deepEqual(Object.keys(parameters as object), [
        'aspectratio',
        'sampler',
        'scheduler',
        'loras',
        'loraweights',
        'automaticvae',
        'swarm_version',
      ])
    })
  }

  test('may write lists as text, and the time in seconds', async () => {
    const other = {
      sui_image_params: { ...said.sui_image_params, loras: 'a/b,c', loraweights: '1,0.25' },
      sui_extra_data: { generation_time: '4.84 sec' },
    }
    const [reading] = await readMedia(png([internationalText('parameters', JSON.stringify(other))]))
    assert.equal(reading?.generationSeconds, 4.84)
    assert.deepEqual(reading.metadata?.loras, [
      { name: 'b', weight: 1 },
      { name: 'c', weight: 0.25 },
    ])
  })
})
