import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { jpeg, xmpSegment } from '../sample/jpeg.ts'
import { png, text } from '../sample/png.ts'
import { xmp } from '../sample/xmp.ts'

describe('Midjourney', () => {
  const job = '0d7f9dd6-5a5b-4a4e-8d2a-2f1c3f8e9b01'
  const description = `https://s.mj.run/abc a fox -- in the well--known snow, cinematic --ar 16:9 --no fog, rain --style raw --s 250 --tile --v 6.1 Job ID: ${job}`

  test('writes the prompt with its parameters and the job into PNG', async () => {
    const file = png([
      text('Description', description),
      text('Author', 'filmmaker'),
      text('Creation Time', 'Tue, 05 Nov 2024 12:00:00 GMT'),
    ])
    assert.deepEqual(await readMedia(file), [
      {
        source: { kind: 'media', format: 'png:Description', tool: 'Midjourney' },
        prompt: 'https://s.mj.run/abc a fox -- in the well--known snow, cinematic',
        negativePrompt: 'fog, rain',
        modelName: 'Midjourney v6.1',
        platformKey: 'midjourney',
        externalAssetId: job,
        metadata: {
          ratio: '16:9',
          style: 'raw',
          stylize: 250,
          tile: true,
          version: '6.1',
          parameters: '--ar 16:9 --no fog, rain --style raw --s 250 --tile --v 6.1',
          author: 'filmmaker',
          createdAt: 'Tue, 05 Nov 2024 12:00:00 GMT',
        },
      },
    ])
  })

  test('names Niji as the model, and may have no parameters', async () => {
    const [niji] = await readMedia(
      png([text('Description', `a fox --niji 6 --seed 4294967295 Job ID: ${job}`)]),
    )
    assert.equal(niji?.modelName, 'Niji 6')
    assert.equal(niji.metadata?.seed, 4294967295)
    const [plain] = await readMedia(png([text('Description', `a fox Job ID: ${job}`)]))
    assert.equal(plain?.prompt, 'a fox')
    assert.equal(plain.metadata, undefined)
  })

  test('writes the same into XMP', async () => {
    const escaped = `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${description}</rdf:li></rdf:Alt></dc:description>`
    const packet = xmp(
      `Iptc4xmpExt:DigImageGUID="${job}" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"`,
      escaped,
    )
    const [reading, second] = await readMedia(jpeg([xmpSegment(packet)]))
    assert.equal(reading?.externalAssetId, job)
    assert.equal(reading.metadata?.ratio, '16:9')
    assert.equal(second?.metadata?.imageGuid, job)
  })

  test('has short names and long ones for its parameters', async () => {
    const short = '--ar 1:2 --v 7 --s 1 --c 2 --q 4 --w 5 --p x1 --r 3 --exp 9 --iw 2 --sw 6 --cw 7 --ow 8'
    const long =
      '--aspect 1:2 --version 7 --stylize 1 --chaos 2 --quality 4 --weird 5 --profile x1 --repeat 3'
    const read = async (parameters: string) => {
      const [reading] = await readMedia(png([text('Description', `a fox ${parameters} Job ID: ${job}`)]))
      const { parameters: _, ...metadata } = reading?.metadata ?? {}
      return metadata
    }
    const expected = {
      ratio: '1:2',
      version: '7',
      stylize: 1,
      chaos: 2,
      quality: 4,
      weird: 5,
      profile: 'x1',
      repeat: 3,
    }
    assert.deepEqual(await read(long), expected)
    const weights = { experimental: 9, imageWeight: 2, styleWeight: 6, characterWeight: 7, omniWeight: 8 }
    assert.deepEqual(await read(short), { ...expected, ...weights })
    assert.deepEqual(await read('--sref 1 --cref a --oref b'), {
      styleReference: 1,
      characterReference: 'a',
      omniReference: 'b',
    })
  })
})
