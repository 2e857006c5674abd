import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { internationalText, png } from '../sample/png.ts'
import { xmp } from '../sample/xmp.ts'

test('Draw Things writes JSON into XMP', async () => {
  const said = `{"c":"a fox &amp; a hen","uc":"fog","model":"flux_1_schnell_q5p.ckpt","sampler":"Euler A Trailing","scale":4.5,"seed":2441935286,"size":"1024x768","steps":8,"strength":1,"seed_mode":"Scale Alike","shift":3,"v2":{"loras":[{"file":"detail.ckpt","weight":0.8}]}}`
  const packet = xmp(
    '',
    `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">a fox&#xA;-fog&#xA;Steps: 8</rdf:li></rdf:Alt></dc:description>
     <xmp:CreatorTool>Draw Things</xmp:CreatorTool>
     <exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">${said}</rdf:li></rdf:Alt></exif:UserComment>`,
  )
  const [reading, second] = await readMedia(png([internationalText('XML:com.adobe.xmp', packet)]))
  assert.deepEqual(reading, {
    source: { kind: 'media', format: 'xmp:UserComment', tool: 'Draw Things' },
    prompt: 'a fox & a hen',
    negativePrompt: 'fog',
    modelName: 'flux_1_schnell_q5p',
    platformKey: 'draw-things',
    metadata: {
      seed: 2441935286,
      steps: 8,
      cfgScale: 4.5,
      sampler: 'Euler A Trailing',
      width: 1024,
      height: 768,
      denoisingStrength: 1,
      seedMode: 'Scale Alike',
      shift: 3,
      loras: [{ name: 'detail', weight: 0.8 }],
    },
  })
  assert.equal(second?.platformKey, 'draw-things')
})
