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
})
