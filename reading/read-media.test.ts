import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { readMedia } from './read-media.ts'
import { attached, comment, flac, mp3, opus, userText } from './sample/audio.ts'
import { latin1, utf8, utf16 } from './sample/bytes.ts'
import { manifestStore, openAiManifest } from './sample/c2pa.ts'
import { boxSegments, commentSegment, exifSegment, jpeg, xmpSegment } from './sample/jpeg.ts'
import { box, c2paBox, itunesTags, keyTags, movie, mp4 } from './sample/mp4.ts'
import { chunk, compressedText, internationalText, latinText, png, text } from './sample/png.ts'
import { riff } from './sample/riff.ts'
import { asciiEntry, commentEntry, exifComment, tiff } from './sample/tiff.ts'
import { webm } from './sample/webm.ts'
import { xmp } from './sample/xmp.ts'

const infotext = `a lighthouse at dusk, (oil:1.2), 灯台
second line
Negative prompt: blurry
Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 3, Size: 512x768, Model hash: 6ce0161689, Model: base, Version: v1.10.1`
const latinInfotext = infotext.replace('灯台', 'café')
const graph = JSON.stringify({
  3: {
    class_type: 'KSampler',
    inputs: {
      seed: 5,
      steps: 20,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'normal',
      positive: ['6', 0],
      denoise: 1,
    },
  },
  6: { class_type: 'CLIPTextEncode', inputs: { text: 'a lighthouse at dusk', clip: ['4', 1] } },
  8: { class_type: 'VAEDecode', inputs: { samples: ['3', 0] } },
  9: { class_type: 'SaveImage', inputs: { images: ['8', 0] } },
})
const store = manifestStore(openAiManifest)
const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
const packet = xmp(`Iptc4xmpExt:DigitalSourceType="${sourceType}" xmp:CreatorTool="Tool"`)

describe('a prompt is read from', () => {
  const places: Record<string, [Uint8Array, string, string?]> = {
    'a Latin-1 text of PNG': [png([latinText('parameters', latinInfotext)]), 'png:parameters', latinInfotext],
    'a text of PNG in UTF-8, against its rules': [
      png([chunk('tEXt', utf8(`parameters\0${infotext}`))]),
      'png:parameters',
    ],
    'a compressed text of PNG': [
      png([compressedText('parameters', deflateSync(latin1(latinInfotext)))]),
      'png:parameters',
      latinInfotext,
    ],
    'an international text of PNG': [png([internationalText('parameters', infotext)]), 'png:parameters'],
    'a compressed international text of PNG': [
      png([internationalText('parameters', deflateSync(utf8(infotext)))]),
      'png:parameters',
    ],
    'a text behind the picture of PNG': [png([], [text('parameters', infotext)]), 'png:parameters'],
    'Exif in PNG': [png([chunk('eXIf', exifComment(infotext))]), 'exif:UserComment'],
    'Exif in JPEG': [jpeg([exifSegment(exifComment(infotext))]), 'exif:UserComment'],
    'Exif in WebP': [riff('WEBP', [{ type: 'EXIF', content: exifComment(infotext) }]), 'exif:UserComment'],
    'Exif in WebP with the prefix of JPEG': [
      riff('WEBP', [
        { type: 'EXIF', content: Uint8Array.from([...latin1('Exif\0\0'), ...exifComment(infotext)]) },
      ]),
      'exif:UserComment',
    ],
    'a comment of JPEG': [jpeg([commentSegment(infotext)]), 'jpeg:Comment'],
    'a comment of MP4': [mp4(movie(itunesTags({ '\xa9cmt': infotext }))), 'mp4:comment'],
    'a comment of WebM': [webm({ comment: infotext }), 'webm:COMMENT'],
    'a comment of MP3': [mp3(3, [comment(infotext)]), 'mp3:comment'],
    'a comment of FLAC': [flac({ comment: infotext }), 'flac:comment'],
  }
  for (const [place, [file, format, written = infotext]] of Object.entries(places)) {
    test(place, async () => {
      const [reading, ...others] = await readMedia(file)
      assert.deepEqual(others, [])
      assert.deepEqual(reading, {
        source: { kind: 'media', format, tool: 'AUTOMATIC1111' },
        prompt: written.split('\n').slice(0, 2).join('\n'),
        negativePrompt: 'blurry',
        modelName: 'base',
        platformKey: 'automatic1111',
        metadata: {
          steps: 20,
          sampler: 'Euler a',
          cfgScale: 7,
          seed: 3,
          modelHash: '6ce0161689',
          version: 'v1.10.1',
          width: 512,
          height: 768,
        },
      })
    })
  }
})

describe('the comment of Exif is understood', () => {
  const words = 'a long prompt, 灯台\nSteps: 4, Seed: 1, Size: 8x8'
  const codes: Record<string, Uint8Array> = {
    'in UTF-16 of the order of its block': tiff(
      [],
      [commentEntry('UNICODE', utf16(words, 'little'))],
      'little',
    ),
    'in UTF-16 of the other order': tiff([], [commentEntry('UNICODE', utf16(words, 'big'))], 'little'),
    'in UTF-16 with a mark of its order': tiff([], [commentEntry('UNICODE', utf16(`\uFEFF${words}`, 'big'))]),
    'in UTF-8 that says it is UTF-16': tiff([], [commentEntry('UNICODE', utf8(words))]),
    'in UTF-8 that says it is ASCII': tiff([], [commentEntry('ASCII', utf8(words))]),
    'without a character code': tiff([], [commentEntry('', utf8(words))]),
    'as ASCII in the first directory': tiff([asciiEntry(0x9286, words)]),
    'as plain bytes': tiff([{ tag: 0x9286, type: 1, bytes: utf8(words) }]),
  }
  for (const [how, block] of Object.entries(codes)) {
    test(how, async () => {
      const [reading] = await readMedia(jpeg([exifSegment(block)]))
      assert.equal(reading?.prompt, 'a long prompt, 灯台')
    })
  }

  test('in JIS', async () => {
    const japanese = '\x1b$B@n\x1b(B river\nSteps: 4, Seed: 1, Size: 8x8'
    const [reading] = await readMedia(jpeg([exifSegment(tiff([], [commentEntry('JIS', latin1(japanese))]))]))
    assert.equal(reading?.prompt, '川 river')
  })
})

describe('the graph of ComfyUI is read from', () => {
  const workflow = JSON.stringify({ nodes: [], links: [], version: 0.4 })
  const tags = { prompt: graph, workflow }
  const both = JSON.stringify({ prompt: graph, workflow: JSON.parse(workflow) })
  const places: Record<string, [Uint8Array, string]> = {
    'texts of PNG': [png([text('prompt', graph), text('workflow', workflow)]), 'png:prompt'],
    'chunks behind an animated PNG': [
      png([], [chunk('comf', latin1(`prompt\0${graph}`)), chunk('comf', latin1(`workflow\0${workflow}`))]),
      'png:prompt',
    ],
    'Model and Make of WebP': [
      riff('WEBP', [
        {
          type: 'EXIF',
          content: tiff([asciiEntry(0x010f, `workflow:${workflow}`), asciiEntry(0x0110, `prompt:${graph}`)]),
        },
      ]),
      'exif:prompt',
    ],
    'keys of MP4': [mp4(movie(keyTags(tags))), 'mp4:prompt'],
    'keys of QuickTime, right in the movie': [mp4(box('moov', keyTags(tags))), 'mp4:prompt'],
    'the comment of Exif, both as one': [jpeg([exifSegment(exifComment(both))]), 'exif:UserComment'],
    'a comment of MP4, as older nodes write it': [mp4(movie(itunesTags({ '\xa9cmt': both }))), 'mp4:comment'],
    'tags of WebM': [webm(tags), 'webm:PROMPT'],
    'tags of MP3, version 3': [
      mp3(3, [userText('prompt', graph, true), userText('workflow', workflow)]),
      'mp3:prompt',
    ],
    'tags of MP3, version 4': [
      mp3(4, [userText('prompt', graph), userText('workflow', workflow)]),
      'mp3:prompt',
    ],
    'comments of FLAC': [flac(tags), 'flac:prompt'],
    'comments of Opus': [opus(tags), 'ogg:prompt'],
    'comments of Opus over many pages': [opus({ padding: 'x'.repeat(200_000), ...tags }), 'ogg:prompt'],
  }
  for (const [place, [file, format]] of Object.entries(places)) {
    test(place, async () => {
      const [reading] = await readMedia(file)
      assert.deepEqual(reading?.source, { kind: 'media', format, tool: 'ComfyUI' })
      assert.equal(reading.prompt, 'a lighthouse at dusk')
      assert.equal(reading.metadata?.seed, 5)
      assert.deepEqual(reading.metadata?.workflow, JSON.parse(workflow))
    })
  }
})

describe('a C2PA manifest is read from', () => {
  const files: Record<string, Uint8Array> = {
    PNG: png([chunk('caBX', store)]),
    'one segment of JPEG': jpeg(boxSegments(store)),
    'many segments of JPEG': jpeg(boxSegments(store, 100)),
    WebP: riff('WEBP', [{ type: 'C2PA', content: store }]),
    WAVE: riff('WAVE', [{ type: 'C2PA', content: store }]),
    MP4: mp4(c2paBox(store)),
    MP3: mp3(3, [attached('application/x-c2pa-manifest-store', store)]),
  }
  for (const [name, file] of Object.entries(files)) {
    test(name, async () => {
      const [reading] = await readMedia(file)
      assert.equal(reading?.source.kind === 'media' && reading.source.format, 'c2pa')
      assert.equal(reading?.modelName, 'gpt-image 2.0')
    })
  }
})

describe('an XMP packet is read from', () => {
  const files: Record<string, Uint8Array> = {
    PNG: png([internationalText('XML:com.adobe.xmp', packet)]),
    'PNG, compressed': png([internationalText('XML:com.adobe.xmp', deflateSync(utf8(packet)))]),
    JPEG: jpeg([xmpSegment(packet)]),
    WebP: riff('WEBP', [{ type: 'XMP ', content: utf8(packet) }]),
    MP4: mp4(box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), utf8(packet))),
  }
  for (const [name, file] of Object.entries(files)) {
    test(name, async () => {
      assert.deepEqual(await readMedia(file), [
        {
          source: { kind: 'media', format: 'xmp', tool: 'Tool' },
          metadata: { digitalSourceType: 'trainedAlgorithmicMedia', creatorTool: 'Tool' },
        },
      ])
    })
  }
})

describe('a file', () => {
  test('that tells several ways is read in all of them, what its generator wrote first', async () => {
    const chunks = [
      internationalText('XML:com.adobe.xmp', packet),
      chunk('caBX', store),
      text('prompt', graph),
      text('parameters', infotext),
    ]
    const formats = (await readMedia(png(chunks))).map(
      ({ source }) => source.kind === 'media' && source.format,
    )
    assert.deepEqual(formats, ['png:parameters', 'png:prompt', 'c2pa', 'xmp'])
  })

  test('of a camera, of a painter or of no known format tells nothing', async () => {
    const photo = tiff([
      asciiEntry(0x010f, 'Canon'),
      asciiEntry(0x0110, 'EOS R5'),
      asciiEntry(0x010e, 'Me: [sic]'),
    ])
    const files = [
      jpeg([exifSegment(photo), xmpSegment(xmp('xmp:CreatorTool="GIMP 2.10" photoshop:Credit="Me"'))]),
      png([
        text('Software', 'Adobe ImageReady'),
        text('Description', 'My cat'),
        text('Comment', 'Steps: few'),
      ]),
      mp4(movie(itunesTags({ '\xa9cmt': 'Our film\nTitle: x, Artist: y, Album: z' }))),
      utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      new Uint8Array(),
    ]
    for (const file of files) assert.deepEqual(await readMedia(file), [])
  })

  test('of which only the beginning is here is read up to there', async () => {
    const whole = png([
      text('parameters', infotext),
      chunk('IDAT', new Uint8Array(5000)),
      text('prompt', graph),
    ])
    const [reading, ...others] = await readMedia(whole.subarray(0, 3000))
    assert.equal(reading?.negativePrompt, 'blurry')
    assert.deepEqual(others, [])
  })

  test('that lies somewhere in a larger buffer is read as itself', async () => {
    const file = png([text('parameters', infotext)])
    const buffer = new Uint8Array(file.length + 20).fill(255)
    buffer.set(file, 13)
    const [reading] = await readMedia(buffer.subarray(13, 13 + file.length))
    assert.equal(reading?.negativePrompt, 'blurry')
  })
})
