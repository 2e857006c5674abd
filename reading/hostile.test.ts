import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { readMedia } from './read-media.ts'
import { flac, mp3, opus, userText } from './sample/audio.ts'
import { big, joinBytes, latin1, little, utf8 } from './sample/bytes.ts'
import { superbox } from './sample/c2pa.ts'
import { exifSegment, jpeg, segment, xmpSegment } from './sample/jpeg.ts'
import { box, itunesTags, keyTags, movie, mp4 } from './sample/mp4.ts'
import { chunk, compressedText, latinText, png } from './sample/png.ts'
import { riff } from './sample/riff.ts'
import { tiff } from './sample/tiff.ts'
import { webm } from './sample/webm.ts'
import { xmp } from './sample/xmp.ts'

const mebibyte = 1 << 20
/** The most that is ever fetched of a file. */
const most = 16 * mebibyte

/** How many times as long as looking at each byte of the largest file once a forged file may take. */
const patience = 30

describe('a file that is made to keep the reader busy is done with soon:', () => {
  const floor = secondsOfOneLook()
  const files: Record<string, () => Uint8Array> = {
    'zeros alone': () => new Uint8Array(most),
    ...afterSignatures(),

    'a million empty texts': () => png([repeated(latinText('a', ''), most)]),
    'forty texts that become 64 MB each': () => {
      const bomb = compressedText('parameters', deflateSync(new Uint8Array(64 * mebibyte)))
      return png(Array<Uint8Array>(40).fill(bomb))
    },
    'a text of 15 MB': () => parameters('x'.repeat(15 * mebibyte)),
    ...longParameters(),
    'a comment of Exif that 60,000 entries point to': () => {
      const entry = joinBytes(big(0x9286, 2), big(7, 2), big(8 * mebibyte, 4), big(8, 4))
      const block = joinBytes(
        latin1('MM'),
        big(42, 2),
        big(8 * mebibyte, 4),
        new Uint8Array(8 * mebibyte - 8),
      )
      return riff('WEBP', [
        { type: 'EXIF', content: joinBytes(block, big(60_000, 2), repeated(entry, 720_000)) },
      ])
    },
    'an Exif directory that is its own Exif directory': () => {
      const pointer = { tag: 0x8769, type: 4, bytes: big(8, 4) }
      return jpeg([exifSegment(tiff(Array.from({ length: 1000 }, () => pointer)))])
    },

    'XMP that nests': () => png([xmpText('<a>'.repeat(130_000))]),
    'XMP of many elements': () => png([xmpText(xmp('', '<b/>'.repeat(95_000)))]),
    'XMP of many attributes': () =>
      png([xmpText(xmp(Array.from({ length: 30_000 }, (_, index) => `a${index}="1"`).join(' ')))]),
    'XMP of many references': () => png([xmpText(xmp('', `<dc:title>${'&#65;'.repeat(75_000)}</dc:title>`))]),
    'XMP in 200 packets': () => jpeg(Array<Uint8Array>(200).fill(xmpSegment(xmp('', '<b/>'.repeat(15_000))))),

    'C2PA boxes that nest': () => {
      let store: Uint8Array = superbox('c2pa', 'c2pa')
      for (let depth = 0; depth < 3000; depth += 1) store = superbox('c2ma', 'x', store)
      return png([chunk('caBX', store)])
    },
    'C2PA boxes without end': () =>
      png([chunk('caBX', superbox('c2pa', 'c2pa', repeated(box('free'), 8 * mebibyte)))]),
    'CBOR that nests': () => manifest(repeated(Uint8Array.of(0x81), 400_000)),
    'CBOR maps that nest': () => manifest(repeated(Uint8Array.of(0xa1, 0x61, 0x61), 400_000)),
    'CBOR tags that nest': () => manifest(repeated(Uint8Array.of(0xc1), 400_000)),
    'CBOR arrays that say they are endless': () =>
      manifest(repeated(Uint8Array.of(0x9b, 0, 31, 255, 255, 255, 255, 255, 255), 400_000)),
    'CBOR of many small items': () => manifest(joinBytes([0x9a], big(450_000, 4), new Uint8Array(450_000))),
    'CBOR in 200 ingredients': () => {
      const content = joinBytes([0x9a], big(80_000, 4), new Uint8Array(80_000))
      const boxes = Array.from({ length: 200 }, (_, index) =>
        superbox('cbor', `c2pa.ingredient__${index}`, box('cbor', content)),
      )
      return png([
        chunk(
          'caBX',
          superbox('c2pa', 'c2pa', superbox('c2ma', 'x', superbox('c2as', 'c2pa.assertions', ...boxes))),
        ),
      ])
    },

    'fill bytes in front of a marker': () => joinBytes([0xff, 0xd8], new Uint8Array(most).fill(255)),
    'as many C2PA boxes as JPEG can number': () =>
      jpeg(
        Array.from({ length: 65_535 }, (_, index) =>
          segment(0xeb, joinBytes(latin1('JP'), big(index, 2), big(1, 4), superbox('c2pa', 'c2pa'))),
        ),
      ),
    'empty boxes of MP4': () => mp4(repeated(box('free'), most)),
    'boxes of MP4 that nest': () => {
      let inner = new Uint8Array()
      for (let depth = 0; depth < 2000; depth += 1)
        inner = Uint8Array.from(box('moov', box('udta', box('meta', inner))))
      return mp4(inner)
    },
    'a million tags of MP4 under one key': () => {
      const item = joinBytes(big(25, 4), big(1, 4), box('data', big(1, 8), [65]))
      const list = keyTags({ prompt: 'x' })
      return mp4(
        movie(
          joinBytes(
            list,
            box(
              'meta',
              big(0, 4),
              box('keys', big(0, 8), box('mdta', latin1('a'))),
              box('ilst', repeated(item, 8 * mebibyte)),
            ),
          ),
        ),
      )
    },
    'a million keys of MP4': () =>
      mp4(
        movie(
          box('meta', big(0, 4), box('keys', big(0, 8), repeated(box('mdta', latin1('a')), 9 * mebibyte))),
        ),
      ),
    'tags of WebM': () =>
      webm(Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`T${index}`, 'x']))),
    'frames of MP3': () => mp3(4, Array(100_000).fill(userText('a', 'b'))),
    'comments of FLAC': () =>
      flac(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`a${index}`, 'b']))),
    'pages of Ogg that hold nothing': () =>
      joinBytes(
        opus({}).subarray(0, 47),
        repeated(joinBytes(latin1('OggS'), new Uint8Array(10), little(77, 4), new Uint8Array(9)), most),
      ),
    'pages of Ogg that never end a packet': () => {
      const page = joinBytes(
        latin1('OggS'),
        new Uint8Array(10),
        little(77, 4),
        new Uint8Array(8),
        [255],
        new Uint8Array(255).fill(255),
        new Uint8Array(255 * 255),
      )
      return joinBytes(opus({}).subarray(0, 47), repeated(page, most))
    },
    'a comment of MP4 of 15 MB': () =>
      mp4(movie(itunesTags({ '\xa9cmt': `Steps: 1, Seed: 2, Size: 8x8${',a: b'.repeat(3 * mebibyte)}` }))),
    ...graphs(),
  }
  for (const [what, make] of Object.entries(files)) {
    test(what, async () => {
      const file = make()
      const start = process.cpuUsage()
      await readMedia(file.subarray(0, most))
      const looks = secondsSince(start) / floor
      assert.ok(
        looks < patience,
        `${looks.toFixed()} times as long as a look at each byte of the largest file`,
      )
    })
  }
})

/** Of the processor, so that it does not count what else the machine does. */
function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000_000
}

/** Looks at each byte of the largest file, in seconds: the best of some. */
function secondsOfOneLook(): number {
  const bytes = new Uint8Array(most).fill(3)
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage()
    let sum = 0
    for (const byte of bytes) sum += byte
    assert.equal(sum, 3 * most)
    return secondsSince(start)
  })
  return Math.min(...times)
}

function afterSignatures(): Record<string, () => Uint8Array> {
  const starts = {
    PNG: png([]).subarray(0, 33),
    JPEG: jpeg([]).subarray(0, 20),
    WebP: latin1('RIFF\0\0\0\0WEBP'),
    MP4: mp4().subarray(0, 24),
    WebM: webm({}).subarray(0, 30),
    MP3: joinBytes(latin1('ID3'), [4, 0, 0, 127, 127, 127, 127]),
    FLAC: latin1('fLaC'),
    Ogg: opus({}).subarray(0, 28),
  }
  return Object.fromEntries(
    Object.entries(starts).flatMap(([name, start]) =>
      [0, 1, 255].map((byte) => [
        `${name}, and then bytes of ${byte}`,
        () => joinBytes(start, new Uint8Array(most).fill(byte)),
      ]),
    ),
  )
}

function longParameters(): Record<string, () => Uint8Array> {
  const longest = 3_900_000
  const settings = '\nSteps: 1, Sampler: x, Seed: 2, '
  const texts = {
    'settings without end': `a${settings}${'key: value, '.repeat(300_000)}`,
    'settings of commas': `a${settings}${','.repeat(longest)}`,
    'keys without a value': `a${settings}${'a '.repeat(longest / 2)}`,
    'brackets that do not close': `a${settings}${'x: [, '.repeat(600_000)}`,
    'quotes that do not close': `a${settings}${'x: ", '.repeat(600_000)}`,
    'a value of backslashes': `a${settings}x: "${'\\'.repeat(longest)}`,
    'lines of settings': 'Steps: 1\n'.repeat(400_000),
    'lines of negative prompts': 'Negative prompt: Steps: 1, \n'.repeat(130_000),
    'blank lines': `Steps: 1${'\n '.repeat(longest / 2)}x`,
    'LoRAs that do not close': `${'<lora:'.repeat(600_000)}${settings}`,
    'a job of Midjourney without end': `${'Job ID: '.repeat(400_000)}`,
    'JSON that nests': '['.repeat(longest),
    'JSON objects that nest': '{"a":'.repeat(700_000),
    'JSON of many strings': `["${'","'.repeat(1_200_000)}"]`,
    'JSON of backslashes': `{"a":"${'\\'.repeat(longest)}`,
    'JSON of long numbers': `[${'12345678901234567890,'.repeat(180_000)}1]`,
    'JSON of NaN': `[${'NaN,'.repeat(900_000)}1]`,
    'JSON of digits': `[${'1'.repeat(longest)}]`,
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      () => png([latinText('parameters', text), latinText('Description', text), latinText('Comment', text)]),
    ]),
  )
}

function graphs(): Record<string, () => Uint8Array> {
  const many = 10_000
  const output = { class_type: 'SaveImage', inputs: { images: ['s0', 0] } }
  const sampler = {
    class_type: 'KSampler',
    inputs: { seed: 1, positive: ['n0', 0], model: ['n0', 0], samples: ['n0', 0] },
  }
  const numbered = (make: (index: number) => object) =>
    Object.fromEntries(Array.from({ length: many }, (_, index) => [`n${index}`, make(index)]))
  const node = (inputs: object, class_type = 'X') => ({ class_type, inputs })
  const contents: Record<string, object> = {
    'a graph of 10,000 nodes in a row': numbered((index) =>
      node({ conditioning: [`n${index + 1}`, 0], model: [`n${index + 1}`, 0] }),
    ),
    'a graph of 10,000 nodes in a circle': numbered((index) =>
      node({ conditioning: [`n${(index + 1) % many}`, 0], model: [`n${(index + 1) % many}`, 0] }),
    ),
    'a graph in which each node is linked to many': numbered((index) =>
      node(
        Object.fromEntries(
          Array.from({ length: 8 }, (_, other) => [
            `conditioning_${other}`,
            [`n${(index * 7 + other * 13) % many}`, 0],
          ]),
        ),
      ),
    ),
    'a graph of 10,000 samplers': numbered((index) => ({
      ...sampler,
      inputs: { ...sampler.inputs, latent_image: [`n${index + 1}`, 0] },
    })),
    'a graph of 10,000 outputs': numbered((index) =>
      index < 5000 ? node({ a: [`n${index + 1}`, 0] }) : node({ images: ['n0', 0] }, 'SaveImage'),
    ),
    'a graph whose text doubles at each node': numbered((index) =>
      node(
        { text: [`n${index + 1}`, 0], string_a: [`n${index + 1}`, 0], string_b: [`n${index + 1}`, 0] },
        index === 0 ? 'CLIPTextEncode' : 'StringConcatenate',
      ),
    ),
    'a graph of one node with 100,000 inputs': {
      n0: node(
        Object.fromEntries(
          Array.from({ length: 100_000 }, (_, index) => [`conditioning_${index}`, ['n0', 0]]),
        ),
      ),
      ...Object.fromEntries(
        Array.from({ length: 5000 }, (_, index) => [`o${index}`, node({ images: ['n0', 0] }, 'SaveImage')]),
      ),
    },
  }
  return Object.fromEntries(
    Object.entries(contents).map(([name, nodes]) => [
      name,
      () => png([latinText('prompt', JSON.stringify({ s0: sampler, out: output, ...nodes }))]),
    ]),
  )
}

function parameters(text: string): Uint8Array {
  return png([latinText('parameters', text)])
}

function xmpText(packet: string): Uint8Array {
  return chunk('iTXt', joinBytes(latin1('XML:com.adobe.xmp\0\0\0\0\0'), utf8(packet)))
}

/** A store with this in place of its claim. */
function manifest(claim: Uint8Array): Uint8Array {
  return png([
    chunk(
      'caBX',
      superbox('c2pa', 'c2pa', superbox('c2ma', 'x', superbox('c2cl', 'c2pa.claim', box('cbor', claim)))),
    ),
  ])
}

function repeated(bytes: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(Math.floor(length / bytes.length) * bytes.length)
  whole.set(bytes.subarray(0, whole.length))
  for (let at = bytes.length; at < whole.length; at *= 2)
    whole.copyWithin(at, 0, Math.min(at, whole.length - at))
  return whole
}
