import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { utf16 } from '../sample/bytes.ts'
import { png, text } from '../sample/png.ts'
import { riff } from '../sample/riff.ts'
import { commentEntry, tiff } from '../sample/tiff.ts'

describe('NovelAI', () => {
  const said = {
    prompt: '1girl, {{fox ears}}, very aesthetic',
    steps: 28,
    height: 1216,
    width: 832,
    scale: 5.5,
    cfg_rescale: 0.1,
    seed: 3402741953,
    n_samples: 1,
    noise_schedule: 'karras',
    sampler: 'k_euler_ancestral',
    uc: 'lowres, bad hands',
    request_type: 'PromptGenerateRequest',
  }
  const fields = {
    Title: 'NovelAI generated image',
    Description: '1girl, {{fox ears}}, very aesthetic',
    Software: 'NovelAI',
    Source: 'NovelAI Diffusion V3 7BCCAA2C',
    'Generation time': '4.5',
    Comment: JSON.stringify(said),
  }
  const reading = {
    prompt: '1girl, {{fox ears}}, very aesthetic',
    negativePrompt: 'lowres, bad hands',
    modelName: 'NovelAI Diffusion V3',
    platformKey: 'novelai',
    generationSeconds: 4.5,
    metadata: {
      seed: 3402741953,
      steps: 28,
      cfgScale: 5.5,
      cfgRescale: 0.1,
      sampler: 'k_euler_ancestral',
      scheduler: 'karras',
      width: 832,
      height: 1216,
      modelHash: '7BCCAA2C',
      requestType: 'PromptGenerateRequest',
    },
  }

  test('writes texts into PNG', async () => {
    const file = png(Object.entries(fields).map(([name, value]) => text(name, value)))
    assert.deepEqual(await readMedia(file), [
      { source: { kind: 'media', format: 'png:Comment', tool: 'NovelAI' }, ...reading },
    ])
  })

  test('writes one JSON into the Exif of WebP', async () => {
    const block = tiff([], [commentEntry('UNICODE', utf16(JSON.stringify(fields), 'big'))])
    assert.deepEqual(await readMedia(riff('WEBP', [{ type: 'EXIF', content: block }])), [
      { source: { kind: 'media', format: 'exif:UserComment', tool: 'NovelAI' }, ...reading },
    ])
  })

  test('since version 4 has captions of the whole and of each character', async () => {
    const caption = (base: string, ...characters: string[]) => ({
      caption: {
        base_caption: base,
        char_captions: characters.map((char_caption) => ({ char_caption, centers: [{ x: 0.5, y: 0.5 }] })),
      },
    })
    const v4 = {
      ...said,
      v4_prompt: caption('2girls, forest', 'fox', 'hen'),
      v4_negative_prompt: caption('fog', 'hat'),
    }
    const texts = { ...fields, Comment: JSON.stringify(v4), Source: 'NovelAI Diffusion V4.5 4BDE2A90' }
    const [found] = await readMedia(png(Object.entries(texts).map(([name, value]) => text(name, value))))
    assert.equal(found?.prompt, '2girls, forest')
    assert.equal(found.negativePrompt, 'fog')
    assert.deepEqual(found.metadata?.characters, ['fox', 'hen'])
    assert.deepEqual(found.metadata?.negativeCharacters, ['hat'])
  })
})
