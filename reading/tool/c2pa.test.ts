import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { manifestStore, openAiManifest, type SampleManifest } from '../sample/c2pa.ts'
import { chunk, png } from '../sample/png.ts'

const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype'

async function read(...manifests: SampleManifest[]) {
  const [reading] = await readMedia(png([chunk('caBX', manifestStore(...manifests))]))
  return reading
}

describe('a C2PA manifest', () => {
  test('of OpenAI tells the model, and not on which platform it ran', async () => {
    assert.deepEqual(await read(openAiManifest), {
      source: { kind: 'media', format: 'c2pa', tool: 'OpenAI Media Service API' },
      modelName: 'gpt-image 2.0',
      metadata: {
        digitalSourceType: 'trainedAlgorithmicMedia',
        claimGenerator: 'OpenAI Media Service API',
        softwareAgent: 'gpt-image 2.0',
        createdAt: '2026-08-26T00:00:00Z',
        actions: [
          {
            action: 'c2pa.created',
            softwareAgent: 'gpt-image 2.0',
            digitalSourceType: 'trainedAlgorithmicMedia',
            when: '2026-08-26T00:00:00Z',
          },
          { action: 'c2pa.converted' },
        ],
      },
    })
  })

  test('of ChatGPT, in the first version of claims, tells the platform and the model', async () => {
    const reading = await read({
      label: 'urn:uuid:1',
      claim: {
        claim_generator: 'ChatGPT c2pa-rs/0.31.3',
        claim_generator_info: [{ name: 'ChatGPT', 'org.cai.c2pa_rs': '0.31.3' }],
        'dc:title': 'image.webp',
      },
      assertions: {
        'c2pa.actions': {
          actions: [
            {
              action: 'c2pa.created',
              softwareAgent: { name: 'GPT-4o' },
              digitalSourceType: `${vocabulary}/trainedAlgorithmicMedia`,
            },
            { action: 'c2pa.converted', softwareAgent: { name: 'OpenAI API' } },
          ],
        },
      },
    })
    assert.equal(reading?.platformKey, 'chatgpt')
    assert.equal(reading.modelName, 'GPT-4o')
    assert.equal(reading.title, undefined)
  })

  test('of Adobe Firefly tells the platform and the title', async () => {
    const reading = await read({
      label: 'adobe:urn:uuid:2',
      claim: {
        claim_generator: 'Adobe_Firefly/1.0 adobe_c2pa/0.7.6 c2pa-rs/0.25.2',
        'dc:title': 'A fox in snow',
      },
      assertions: {
        'c2pa.actions': {
          actions: [
            {
              action: 'c2pa.created',
              softwareAgent: 'Adobe Firefly',
              digitalSourceType: `${vocabulary}/trainedAlgorithmicMedia`,
            },
          ],
        },
      },
    })
    assert.deepEqual(reading?.source, { kind: 'media', format: 'c2pa', tool: 'Adobe Firefly' })
    assert.equal(reading.platformKey, 'adobe-firefly')
    assert.equal(reading.title, 'A fox in snow')
    assert.equal(reading.modelName, undefined)
  })

  test('of Google names no platform, and its steps', async () => {
    const reading = await read({
      label: 'urn:c2pa:3',
      claimLabel: 'c2pa.claim.v2',
      claim: {
        claim_generator_info: { name: 'Google C2PA Core Generator Library', version: '878472295:878472295' },
      },
      assertions: {
        'c2pa.actions.v2': {
          actions: [
            {
              action: 'c2pa.created',
              description: 'Created by Google Generative AI.',
              digitalSourceType: `${vocabulary}/trainedAlgorithmicMedia`,
            },
            { action: 'c2pa.edited', description: 'Applied imperceptible SynthID watermark.' },
          ],
        },
      },
    })
    assert.equal(reading?.platformKey, undefined)
    assert.equal(reading?.metadata?.digitalSourceType, 'trainedAlgorithmicMedia')
    assert.equal(reading?.metadata?.claimGenerator, 'Google C2PA Core Generator Library 878472295:878472295')
    assert.partialDeepStrictEqual(reading?.metadata?.actions, [
      { description: 'Created by Google Generative AI.' },
      { description: 'Applied imperceptible SynthID watermark.' },
    ])
  })

  const photoshop = (reference: Record<string, unknown>): SampleManifest => ({
    label: 'urn:uuid:5',
    claim: { claim_generator: 'Adobe_Photoshop/26.0 c2pa-rs/0.30', 'dc:title': 'poster.png' },
    assertions: {
      'c2pa.ingredient.v2__1': {
        'dc:title': 'logo.svg',
        'dc:format': 'image/svg+xml',
        relationship: 'componentOf',
      },
      'c2pa.ingredient.v2': { 'dc:title': 'shot.png', relationship: 'parentOf', ...reference },
      'c2pa.actions': { actions: [{ action: 'c2pa.opened' }, { action: 'c2pa.cropped' }] },
    },
  })

  for (const [version, name] of [
    ['first', 'c2pa_manifest'],
    ['third', 'activeManifest'],
  ]) {
    test(`of an edit leads to what generated the picture: ${version} version of ingredients`, async () => {
      const reference = {
        [name!]: { url: `self#jumbf=/c2pa/${openAiManifest.label}`, hash: new Uint8Array(32) },
      }
      const reading = await read(openAiManifest, photoshop(reference))
      assert.deepEqual(reading?.source, { kind: 'media', format: 'c2pa', tool: 'OpenAI Media Service API' })
      assert.equal(reading.modelName, 'gpt-image 2.0')
      assert.equal(reading.title, 'poster.png')
      const { claimGenerator, actions, ingredients } = reading.metadata ?? {}
      assert.equal(claimGenerator, 'Adobe_Photoshop/26.0 c2pa-rs/0.30')
      assert.deepEqual(
        (actions as { action: string }[]).map(({ action }) => action),
        ['c2pa.opened', 'c2pa.cropped', 'c2pa.created', 'c2pa.converted'],
      )
      assert.deepEqual(ingredients, [
        { title: 'logo.svg', format: 'image/svg+xml', relationship: 'componentOf' },
        { title: 'shot.png', relationship: 'parentOf' },
      ])
    })
  }

  test('that goes back to itself ends', async () => {
    const reading = await read(photoshop({ activeManifest: { url: 'self#jumbf=/c2pa/urn:uuid:5' } }))
    assert.deepEqual(reading?.metadata?.actions, [{ action: 'c2pa.opened' }, { action: 'c2pa.cropped' }])
  })

  test('of Adobe about a model of another company names that', async () => {
    const reading = await read({
      label: 'urn:uuid:6',
      claim: { claim_generator: 'Adobe_Firefly/2.0' },
      assertions: {
        'c2pa.actions': {
          actions: [
            {
              action: 'c2pa.opened',
              parameters: {
                'com.adobe.details': 'imagen-3.0-generate-002',
                'com.adobe.digitalSourceType': `${vocabulary}/trainedAlgorithmicMedia`,
                'com.adobe.type': 'remoteProvider.3rdParty',
              },
            },
          ],
        },
      },
    })
    assert.equal(reading?.modelName, 'imagen-3.0-generate-002')
    assert.equal(reading.platformKey, 'adobe-firefly')
  })

  test('may number its agents', async () => {
    const reading = await read({
      ...openAiManifest,
      assertions: {
        'c2pa.actions.v2': {
          actions: [
            {
              action: 'c2pa.created',
              softwareAgentIndex: 1,
              digitalSourceType: `${vocabulary}/trainedAlgorithmicMedia`,
            },
          ],
          softwareAgents: [{ name: 'other' }, { name: 'Veo', version: '3' }],
        },
      },
    })
    assert.equal(reading?.modelName, 'Veo 3')
    assert.equal(reading.platformKey, 'veo')
  })

  test('of a camera tells that it is none', async () => {
    const reading = await read({
      label: 'urn:uuid:7',
      claim: { claim_generator_info: [{ name: 'M11-P', version: '2.0.2' }] },
      assertions: {
        'c2pa.actions': {
          actions: [{ action: 'c2pa.created', digitalSourceType: `${vocabulary}/digitalCapture` }],
        },
      },
    })
    assert.equal(reading?.metadata?.digitalSourceType, 'digitalCapture')
    assert.equal(reading?.platformKey, undefined)
    assert.equal(reading?.modelName, undefined)
  })

  test('may hold numbers of 64 bits, dates under tags, and bytes', async () => {
    const reading = await read({
      label: 'urn:uuid:8',
      claim: { claim_generator: 'x', hash: new Uint8Array(9) },
      assertions: {
        'c2pa.actions': { actions: [{ action: 'c2pa.created', when: 2n ** 63n, description: 5 }] },
      },
    })
    assert.deepEqual(reading?.metadata?.actions, [{ action: 'c2pa.created', when: '9223372036854775808' }])
  })
})
