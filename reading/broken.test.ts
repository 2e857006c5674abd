import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { capture } from '../contract/capture.ts'
import { containerOf } from './container/container.ts'
import { contentOf } from './content.ts'
import { fit } from './fit.ts'
import { readMedia } from './read-media.ts'
import type { Reading } from './reading.ts'
import { attached, comment, flac, mp3, opus, userText } from './sample/audio.ts'
import { latin1, utf8 } from './sample/bytes.ts'
import { manifestStore, openAiManifest } from './sample/c2pa.ts'
import { basic, graphOf } from './sample/comfyui.ts'
import { boxSegments, commentSegment, exifSegment, jpeg, xmpSegment } from './sample/jpeg.ts'
import { c2paBox, itunesTags, keyTags, movie, mp4 } from './sample/mp4.ts'
import { chunk, compressedText, internationalText, latinText, png } from './sample/png.ts'
import { riff } from './sample/riff.ts'
import { exifComment } from './sample/tiff.ts'
import { webm } from './sample/webm.ts'
import { xmp } from './sample/xmp.ts'
import { readers } from './tool/readers.ts'

const infotext =
  'a fox\nNegative prompt: fog\nSteps: 1, Sampler: x, Seed: 2, Size: 8x8, Lora hashes: "a: b", JSON: [{"a": 1}]'
const graph = JSON.stringify(graphOf(basic))
const store = manifestStore(openAiManifest)
const packet = xmp(
  'photoshop:Credit="Made with Google AI"',
  '<dc:title><rdf:Alt><rdf:li>x</rdf:li></rdf:Alt></dc:title>',
)
const exif = exifComment(infotext)
const files: Record<string, Uint8Array> = {
  PNG: png([
    latinText('parameters', infotext),
    compressedText('prompt', deflateSync(latin1(graph.replace('星', 'x')))),
    internationalText('XML:com.adobe.xmp', packet),
    internationalText('Description', deflateSync(utf8('a fox Job ID: 0d7f9dd6-5a5b-4a4e-8d2a-2f1c3f8e9b01'))),
    chunk('eXIf', exif),
    chunk('caBX', store),
  ]),
  JPEG: jpeg([exifSegment(exif), xmpSegment(packet), ...boxSegments(store, 300), commentSegment(infotext)]),
  WebP: riff('WEBP', [
    { type: 'EXIF', content: exif },
    { type: 'XMP ', content: utf8(packet) },
    { type: 'C2PA', content: store },
  ]),
  'MP4 with keys': mp4(c2paBox(store), movie(keyTags({ prompt: graph, comment: infotext }))),
  'MP4 of iTunes': mp4(movie(itunesTags({ '\xa9cmt': infotext, '\xa9nam': 'x' }))),
  WebM: webm({ prompt: graph, comment: infotext }),
  MP3: mp3(4, [userText('prompt', graph, true), comment(infotext), attached('application/c2pa', store)]),
  FLAC: flac({ prompt: graph, comment: infotext }),
  Opus: opus({ prompt: graph, comment: infotext }),
}

/** As readMedia, but that nothing is caught: in no file anything should throw, and that it does not matter is for later. */
async function readUnguarded(bytes: Uint8Array): Promise<Reading[]> {
  const container = containerOf(bytes)
  if (!container) return []
  const content = await contentOf(container.piecesOf(bytes), container.name)
  return readers.flatMap((read) => read(content) ?? []).map(fit)
}

function assertFit(readings: Reading[]): void {
  for (const { source, ...reading } of readings) {
    const body = {
      projectId: 'p',
      sceneId: '1',
      assetType: 'IMAGE',
      platformKey: 'x',
      prompt: 'x',
      ...reading,
    }
    assert.deepEqual(capture.safeParse(body).error?.issues ?? [], [], JSON.stringify(source))
    assert.deepEqual(JSON.parse(JSON.stringify(reading)), reading)
  }
}

describe('a file that ends too early is read as far as it goes:', () => {
  for (const [name, file] of Object.entries(files)) {
    test(name, async () => {
      const whole = await readMedia(file)
      assert.ok(whole.length >= 1)
      let readings: Reading[] = []
      for (let length = 0; length <= file.length; length += 1) {
        readings = await readUnguarded(file.subarray(0, length))
        assert.ok(readings.length <= whole.length + 1)
      }
      assertFit(readings)
      assert.deepEqual(readings, whole)
    })
  }
})

const change = fc.record({
  at: fc.nat(),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc.constantFrom(
      [255, 255, 255, 255],
      [127, 255, 255, 255],
      [0, 0, 0, 0],
      [0, 0, 0, 1],
      [128, 0, 0, 0],
      [1, 0, 0, 0],
    ),
  ),
})

test('a file that is damaged anywhere is read without harm', async () => {
  const file = fc.constantFrom(...Object.values(files))
  const changes = fc.array(change, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(file, changes, fc.nat(), async (original, places, cut) => {
      const bytes = Uint8Array.from(original)
      for (const { at, bytes: put } of places)
        bytes.set([...put].slice(0, bytes.length - (at % bytes.length)), at % bytes.length)
      assertFit(await readUnguarded(bytes.subarray(0, cut % 3 === 0 ? cut % bytes.length : bytes.length)))
    }),
    { numRuns: 1500 },
  )
})

/** Names that readers ask for, so that what is drawn from them goes deep. */
const names = [
  'prompt',
  'workflow',
  'parameters',
  'UserComment',
  'Comment',
  'Description',
  'Software',
  'Source',
]
const keys =
  `prompt negative_prompt parameters sui_image_params sui_models sui_extra_data model models loras loraweights
  c uc v2 size seed steps nodes links class_type inputs positive negative conditioning text samples images noise guider
  sigmas sampler latent_image ckpt_name unet_name lora_name width height image model_weights positive_prompt
  negative_prompt model_name name weight base_model performance version lora_combined_1 full_prompt resolution Comment
  Software Description Source uc v4_prompt caption base_caption char_captions char_caption extraMetadata resources
  invokeai_metadata __proto__ constructor 1 2 3`
    .split(/\s+/)
    .filter(Boolean)

const { value: anyJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      null,
      true,
      0,
      -1,
      1e300,
      2 ** 60,
      '',
      '7.5',
      '12345678901234567890',
      'NovelAI',
      '512x512',
    ),
    fc.string({ maxLength: 20 }),
    fc.tuple(fc.constantFrom('1', '2', '3', 'prompt'), fc.constantFrom(0, 1, 2)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 8 }).map(Object.fromEntries),
  ),
}))

test('whatever JSON a text holds, no reader takes harm', async () => {
  const texts = fc.array(
    fc.tuple(fc.constantFrom(...names, 'invokeai_metadata', 'sd-metadata', 'Dream', 'Model'), anyJson),
    {
      maxLength: 5,
    },
  )
  await fc.assert(
    fc.asyncProperty(texts, async (pairs) => {
      const chunks = pairs.map(([name, value]) => internationalText(name, JSON.stringify(value)))
      assertFit(await readUnguarded(png(chunks)))
    }),
    { numRuns: 1500 },
  )
})

const types = [
  'KSampler',
  'SamplerCustomAdvanced',
  'CLIPTextEncode',
  'ConditioningZeroOut',
  'StringConcatenate',
  'SaveImage',
  'ShowText',
]
const ids = ['1', '2', '3', '4', '5', '6', '7', '8']
const input = fc.oneof(
  fc.tuple(fc.constantFrom(...ids), fc.nat(2)),
  fc.constantFrom<unknown>('a fox', '', 7, 'x.safetensors', null, ['9'], {}),
)
const inputNames =
  `positive negative model seed noise_seed noise guider sigmas sampler steps cfg text text_g string_a
  string_b delimiter conditioning conditioning_1 conditioning_2 samples images latent_image width height ckpt_name
  lora_name prompt populated_text guidance text_embeds`.split(/\s+/)

test('whatever graph ComfyUI ran, circles and all, it is read without harm, and a prompt is one of its texts', async () => {
  const node = fc.record({
    class_type: fc.constantFrom(...types),
    inputs: fc.dictionary(fc.constantFrom(...inputNames), input, { maxKeys: 8 }),
  })
  const nodes = fc.dictionary(fc.constantFrom(...ids), node, { minKeys: 1, maxKeys: 8 })
  let found = 0
  await fc.assert(
    fc.asyncProperty(nodes, async (graph) => {
      const readings = await readUnguarded(png([latinText('prompt', JSON.stringify(graph))]))
      assertFit(readings)
      const prompt = readings[0]?.prompt
      if (prompt === undefined) return
      found += 1
      assert.match(prompt, /a fox|x\.safetensors/)
    }),
    { numRuns: 3000 },
  )
  assert.ok(found > 0)
})

test('whatever stands in the parameters, the prompt is of it', async () => {
  const piece = fc.constantFrom(
    'Negative prompt: ',
    'Steps: 3',
    ', ',
    'Seed: 4',
    '\n',
    'a fox',
    '"',
    '[',
    '{"a": 1}',
    ':',
    'Template: ',
    '\\',
    'Version: x',
    '<lora:a:1>',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 }),
      async (pieces) => {
        const text = pieces.join('')
        const [reading, ...others] = await readUnguarded(png([internationalText('parameters', text)]))
        assertFit([reading, ...others].filter((each) => each !== undefined))
        const lines = reading?.prompt?.split('\n') ?? []
        for (const line of lines) assert.ok(text.replaceAll('\0', '').toWellFormed().includes(line))
      },
    ),
    { numRuns: 2000 },
  )
})
