import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import {
  cutOff,
  type Hostile,
  le16,
  le32,
  png,
  pngChunk,
  pngSignature,
  times,
  u16,
  u32,
} from './hostile-parts.ts'

/** Pictures that are too large, damaged, or something else at the same time. */
export async function hostileStills(): Promise<Hostile[]> {
  return [
    ...pixelBombs(),
    ...(await damaged()),
    ...(await polyglots()),
    ...(await frames()),
    ...tags(),
    ...(await profiles()),
  ]
}

const gray = { width: 64, height: 48, channels: 3, background: '#567' } as const

function picture(size: { width?: number; height?: number } = {}) {
  return sharp({ create: { ...gray, ...size } })
}

function pixelBombs(): Hostile[] {
  const claim = { width: 2 ** 31 - 1, height: 2 ** 31 - 1 }
  return [
    {
      name: 'huge-header.png',
      why: 'Says it were 2147483647 pixels wide and tall',
      bytes: png(claim, [], deflateSync(Buffer.alloc(100))),
    },
    {
      name: 'huge-real.png',
      why: 'Has 400 million pixels indeed, in few bytes',
      bytes: png({ width: 20_000, height: 20_000, depth: 1 }),
    },
    {
      name: 'long-line.png',
      why: 'A single line of 10 million pixels in 16 bits',
      bytes: png({ width: 10_000_000, height: 1, depth: 16, colour: 6 }),
    },
    {
      name: 'interlaced.png',
      why: 'All of its lines are wanted before the first is there',
      bytes: png(
        { width: 4000, height: 2500, interlaced: true },
        [],
        deflateSync(Buffer.alloc(20_000_000), { level: 1 }),
      ),
    },
    {
      name: 'zero-wide.png',
      why: 'It has no width',
      bytes: png({ width: 0, height: 10 }, [], deflateSync(Buffer.alloc(10))),
    },
    {
      name: 'huge.gif',
      why: 'Says it were 65535 × 65535',
      bytes: gif(65_535, 65_535, [gifFrame(65_535, 65_535)]),
    },
    {
      name: 'huge.webp',
      why: 'Says its canvas were 16777216 × 16777216',
      bytes: webpCanvas(0xffffff, 0xffffff),
    },
    {
      name: 'huge.tiff',
      why: 'Says it were 4294967295 × 4294967295',
      bytes: tiff([
        [0x100, 4, 1, 0xffffffff],
        [0x101, 4, 1, 0xffffffff],
      ]),
    },
    { name: 'huge.bmp', why: 'Says it were 2147483647 × 2147483647', bytes: bmp(2 ** 31 - 1, 2 ** 31 - 1) },
    {
      name: 'text-bomb.png',
      why: 'Comments that are a quarter of a gigabyte once they are inflated',
      bytes: png(
        { width: 8, height: 8 },
        eight(pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(33_000_000))]))),
      ),
    },
  ]
}

function eight(chunk: Buffer): Buffer[] {
  return Array.from({ length: 8 }, () => chunk)
}

async function damaged(): Promise<Hostile[]> {
  const noise = sharp({
    create: { ...gray, width: 400, height: 300, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
  const jpeg = await noise.clone().jpeg().toBuffer()
  const places = [0.02, 0.5, 0.95]
  const flipped = Buffer.from(jpeg)
  for (let at = 700; at < flipped.length; at += 97) flipped[at] = flipped[at]! ^ 0x5a
  return [
    ...cutOff('jpeg.jpg', jpeg, places),
    ...cutOff('progressive.jpg', await noise.clone().jpeg({ progressive: true }).toBuffer(), [0.1, 0.6]),
    ...cutOff('png.png', await noise.clone().png().toBuffer(), places),
    ...cutOff('webp.webp', await noise.clone().webp().toBuffer(), places),
    ...cutOff('gif.gif', await noise.clone().gif().toBuffer(), places),
    ...cutOff('tiff.tiff', await noise.clone().tiff().toBuffer(), places),
    ...cutOff('avif.avif', await noise.clone().avif({ effort: 0 }).toBuffer(), places),
    { name: 'flipped-bits.jpg', why: 'Every 97th byte is another', bytes: flipped },
    {
      name: 'marker-only.jpg',
      why: 'Nothing but the marker of its beginning',
      bytes: Buffer.from('ffd8ff', 'hex'),
    },
    { name: 'many-scans.jpg', why: 'A progressive JPEG of 20,000 scans', bytes: await manyScans() },
    {
      name: 'wrong-sums.png',
      why: 'Sums of its chunks are wrong',
      bytes: Buffer.concat([
        pngSignature,
        u32(13),
        Buffer.from('IHDR'),
        u32(64),
        u32(64),
        Buffer.from([8, 2, 0, 0, 0]),
        u32(0),
      ]),
    },
  ]
}

/** The last scan again and again: each is decoded over the whole picture. */
async function manyScans(): Promise<Buffer> {
  const jpeg = await picture({ width: 1000, height: 1000 }).jpeg({ progressive: true }).toBuffer()
  const end = jpeg.lastIndexOf(Buffer.from([0xff, 0xd9]))
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end)
  return Buffer.concat([jpeg.subarray(0, end), times(20_000, scan), jpeg.subarray(end)])
}

async function polyglots(): Promise<Hostile[]> {
  const jpeg = await picture().jpeg().toBuffer()
  const plain = await picture().png().toBuffer()
  const script = Buffer.from('/*    */=1;alert(document.domain)//')
  const zip = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])
  return [
    {
      name: 'script.gif',
      why: 'A GIF that runs as JavaScript',
      bytes: Buffer.concat([Buffer.from('GIF89a'), script]),
    },
    { name: 'zip.png', why: 'A PNG that is a ZIP, too', bytes: Buffer.concat([plain, zip]) },
    {
      name: 'page-behind.png',
      why: 'A PNG with a page behind it',
      bytes: Buffer.concat([plain, Buffer.from('<html><script>alert(1)</script>')]),
    },
    {
      name: 'pdf.jpg',
      why: 'A PDF that has a JPEG in it',
      bytes: Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n'), jpeg]),
    },
    {
      name: 'jpeg.pdf',
      why: 'A JPEG that is a PDF behind its beginning',
      bytes: jpegWith(jpeg, 0xfe, Buffer.from('%PDF-1.7\n')),
    },
    {
      name: 'page.jpg',
      why: 'A JPEG with a page as its comment',
      bytes: jpegWith(jpeg, 0xfe, Buffer.from('<script>alert(1)</script>')),
    },
    { name: 'picture.html', why: 'A picture by another name', bytes: plain },
  ]
}

function jpegWith(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker]),
    u16(data.length + 2),
    data,
    jpeg.subarray(2),
  ])
}

async function frames(): Promise<Hostile[]> {
  const control = pngChunk('acTL', Buffer.concat([u32(1_000_000), u32(0)]))
  const frame = pngChunk('fcTL', Buffer.alloc(26))
  return [
    {
      name: 'million-frames.png',
      why: 'An APNG that says it had a million frames',
      bytes: png({ width: 64, height: 64, colour: 2 }, [control]),
    },
    {
      name: 'many-controls.png',
      why: 'An APNG with 100,000 frames of nothing',
      bytes: png({ width: 64, height: 64 }, [control, times(100_000, frame)]),
    },
    {
      name: 'many-frames.gif',
      why: 'A GIF of 200,000 frames',
      bytes: gif(200, 200, [times(200_000, gifFrame(200, 200))]),
    },
    {
      name: 'frames-outside.gif',
      why: 'Frames that stand outside of the picture',
      bytes: gif(4, 4, [gifFrame(60_000, 60_000)]),
    },
    {
      name: 'no-end.gif',
      why: 'Its frame never ends',
      bytes: gif(100, 100, [
        gifFrame(100, 100).subarray(0, 10),
        times(10_000, Buffer.from([255, ...Array(255).fill(1)])),
      ]),
    },
    { name: 'many-frames.webp', why: 'A WebP of 3000 frames', bytes: await webpFrames(3000) },
  ]
}

function tags(): Hostile[] {
  const entries = Array.from({ length: 4000 }, (_, index): Tag => [index + 300, 2, 0xfffffff, 8])
  return [
    {
      name: 'circle.tiff',
      why: 'Its second directory is its first',
      bytes: tiff(
        [
          [0x100, 4, 1, 8],
          [0x101, 4, 1, 8],
        ],
        8,
      ),
    },
    {
      name: 'many-tags.tiff',
      why: '4000 tags that say they were a quarter of a gigabyte each',
      bytes: tiff(entries),
    },
    {
      name: 'many-strips.tiff',
      why: 'Says it had 4 billion strips',
      bytes: tiff([
        [0x100, 4, 1, 100],
        [0x101, 4, 1, 100],
        [0x111, 4, 0xffffffff, 8],
        [0x117, 4, 0xffffffff, 8],
      ]),
    },
    {
      name: 'many-samples.tiff',
      why: '65535 samples of 64 bits a pixel',
      bytes: tiff([
        [0x100, 4, 1, 20_000],
        [0x101, 4, 1, 7000],
        [0x102, 3, 1, 64],
        [0x106, 3, 1, 2],
        [0x115, 3, 1, 65_535],
        [0x111, 4, 1, 8],
        [0x116, 4, 1, 7000],
        [0x117, 4, 1, 0x7fffffff],
      ]),
    },
    {
      name: 'not-inflated.tiff.gz',
      why: 'Compressed zeros, 30 MB of them',
      bytes: gzipSync(Buffer.alloc(30_000_000), { level: 1 }),
    },
  ]
}

async function profiles(): Promise<Hostile[]> {
  const jpeg = await picture().jpeg().toBuffer()
  const header = Buffer.alloc(132)
  header.writeUInt32BE(0xffffffff, 0)
  header.write('acsp', 36)
  header.writeUInt32BE(0xffffffff, 128)
  const icc = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), header])
  // Its first directory names itself as the next one, and as that of the camera.
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    u32(8),
    u16(2),
    ...[u16(0x8769), u16(4), u32(1), u32(8)],
    ...[u16(0x112), u16(3), u32(1), u16(200), u16(0)],
    u32(8),
  ])
  const bomb = deflateSync(Buffer.alloc(100_000_000), { level: 1 })
  return [
    {
      name: 'profile-of-nothing.jpg',
      why: 'A colour profile with 4 billion tags',
      bytes: jpegWith(jpeg, 0xe2, icc),
    },
    {
      name: 'profile-bomb.png',
      why: 'A colour profile that inflates to 100 MB',
      bytes: png({ width: 8, height: 8, colour: 2 }, [
        pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), bomb])),
      ]),
    },
    {
      name: 'exif-circle.jpg',
      why: 'EXIF that leads to itself, with an orientation of 200',
      bytes: jpegWith(jpeg, 0xe1, exif),
    },
    {
      name: 'many-profiles.jpg',
      why: '10,000 parts of a colour profile',
      bytes: Buffer.concat([
        jpeg.subarray(0, 2),
        times(10_000, Buffer.concat([Buffer.from('ffe2', 'hex'), u16(icc.length + 2), icc])),
        jpeg.subarray(2),
      ]),
    },
  ]
}

function gif(width: number, height: number, parts: Buffer[]): Buffer {
  const screen = Buffer.concat([le16(width), le16(height), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...parts, Buffer.from(';')])
}

function gifFrame(width: number, height: number): Buffer {
  return Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0]),
    le16(width),
    le16(height),
    Buffer.from([0, 2, 2, 0x44, 0x01, 0]),
  ])
}

function webpCanvas(width: number, height: number): Buffer {
  const canvas = Buffer.concat([
    Buffer.from([2, 0, 0, 0]),
    le32(width).subarray(0, 3),
    le32(height).subarray(0, 3),
  ])
  return riffWebp([riffChunk('VP8X', canvas), riffChunk('ANIM', Buffer.alloc(6))])
}

async function webpFrames(count: number): Promise<Buffer> {
  const still = await picture({ width: 16, height: 16 }).webp().toBuffer()
  const place = Buffer.concat([
    Buffer.alloc(6),
    le32(15).subarray(0, 3),
    le32(15).subarray(0, 3),
    Buffer.alloc(4),
  ])
  const frame = riffChunk('ANMF', Buffer.concat([place, still.subarray(12)]))
  const canvas = Buffer.concat([Buffer.from([2, 0, 0, 0]), le32(15).subarray(0, 3), le32(15).subarray(0, 3)])
  return riffWebp([riffChunk('VP8X', canvas), riffChunk('ANIM', Buffer.alloc(6)), times(count, frame)])
}

function riffChunk(type: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), le32(data.length), data, Buffer.alloc(data.length % 2)])
}

function riffWebp(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return Buffer.concat([Buffer.from('RIFF'), le32(body.length), body])
}

/** Its number, the type of its values, how many, and the value or where they are. */
type Tag = [number: number, type: number, count: number, value: number]

function tiff(tags: Tag[], next = 0): Buffer {
  const entries = tags.flatMap(([tag, type, count, value]) => [
    le16(tag),
    le16(type),
    le32(count),
    le32(value),
  ])
  return Buffer.concat([Buffer.from('49492a00', 'hex'), le32(8), le16(tags.length), ...entries, le32(next)])
}

function bmp(width: number, height: number): Buffer {
  return Buffer.concat([
    Buffer.from('BM'),
    le32(200),
    le32(0),
    le32(54),
    le32(40),
    le32(width),
    le32(height),
    le16(1),
    le16(24),
    Buffer.alloc(100),
  ])
}
