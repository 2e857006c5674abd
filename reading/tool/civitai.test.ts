import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { exifSegment, jpeg } from '../sample/jpeg.ts'
import { exifComment } from '../sample/tiff.ts'

test("Civitai's generator writes the graph that ran, and in it what was asked for", async () => {
  const said = {
    6: { class_type: 'CLIPTextEncode', inputs: { text: 'a fox, embedding:x' } },
    extra: { airs: ['urn:air:sdxl:checkpoint:civitai:101055@128078'] },
    extraMetadata: JSON.stringify({
      prompt: 'a fox',
      negativePrompt: 'fog',
      steps: 25,
      cfgScale: 3,
      sampler: 'DPM++ 2M Karras',
      seed: 7,
      resources: [{ modelVersionId: 128078, strength: 1 }],
    }),
  }
  const [reading] = await readMedia(jpeg([exifSegment(exifComment(JSON.stringify(said)))]))
  assert.deepEqual(reading, {
    source: { kind: 'media', format: 'exif:UserComment', tool: 'Civitai' },
    prompt: 'a fox',
    negativePrompt: 'fog',
    platformKey: 'civitai',
    metadata: {
      seed: 7,
      steps: 25,
      cfgScale: 3,
      sampler: 'DPM++ 2M Karras',
      resources: [{ modelVersionId: 128078, strength: 1 }],
    },
  })
})
