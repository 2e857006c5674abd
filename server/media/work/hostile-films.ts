import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  box,
  cutOff,
  ebmlHeader,
  element,
  ftyp,
  type Hostile,
  le16,
  le32,
  times,
  u16,
  u32,
  u64,
} from './hostile-parts.ts'

const films = join(import.meta.dirname, '../../../demo/films')

/** Films and sounds that are damaged, never end, or say that they were more than they are. */
export async function hostileFilms(): Promise<Hostile[]> {
  const [name = ''] = (await readdir(films)).sort()
  const webm = await readFile(join(films, name))
  return [...mp4s(), ...webms(webm), ...sounds()]
}

function mp4s(): Hostile[] {
  const film = mp4({ samples: 10 })
  return [
    ...cutOff('mp4.mp4', film, [0.1, 0.5, 0.9]),
    {
      name: 'many-boxes.mp4',
      why: '100,000 boxes that say nothing',
      bytes: Buffer.concat([ftyp, times(100_000, box('free'))]),
    },
    {
      name: 'many-tracks.mp4',
      why: '5000 tracks',
      bytes: Buffer.concat([ftyp, box('moov', [movieHeader, times(5000, track({ samples: 1 }))])]),
    },
    {
      name: 'many-chunks.mp4',
      why: '20,000 chunks of a sample each',
      bytes: Buffer.concat([ftyp, box('moov', [movieHeader, track({ samples: 20_000, chunks: 20_000 })])]),
    },
    {
      name: 'nested-boxes.mp4',
      why: '10,000 boxes in each other',
      bytes: Buffer.concat([ftyp, nested(10_000)]),
    },
    {
      name: 'nested-tracks.mp4',
      why: 'Tracks in tracks',
      bytes: Buffer.concat([ftyp, box('moov', [nested(2000, 'trak')])]),
    },
    {
      name: 'huge-moov.mp4',
      why: 'Says its directory had 4 GB',
      bytes: Buffer.concat([ftyp, box('moov', [movieHeader], 0xffffffff)]),
    },
    {
      name: 'huge-large-size.mp4',
      why: 'A box of 2⁶³ bytes',
      bytes: Buffer.concat([ftyp, box('moov', [u64(2n ** 63n - 1n)], 1)]),
    },
    {
      name: 'small-size.mp4',
      why: 'A box that is shorter than its own header',
      bytes: Buffer.concat([ftyp, box('moov', [], 4), box('moov', [], 2)]),
    },
    {
      name: 'size-zero.mp4',
      why: 'A box that goes on to the end, again and again',
      bytes: Buffer.concat([ftyp, times(1000, box('moov', [], 0))]),
    },
    {
      name: 'many-samples.mp4',
      why: 'Says it had 4 billion samples of the same size',
      bytes: mp4({ samples: 0xffffffff }),
    },
    {
      name: 'many-times.mp4',
      why: 'Says that its table of times had 4 billion rows',
      bytes: mp4({ samples: 10, timeRows: 0xffffffff }),
    },
    {
      name: 'no-time.mp4',
      why: 'Its times are counted in parts of nothing',
      bytes: mp4({ samples: 10, timescale: 0 }),
    },
    {
      name: 'no-steps.mp4',
      why: 'All of its frames are at the same time',
      bytes: mp4({ samples: 100, step: 0 }),
    },
    {
      name: 'long-steps.mp4',
      why: 'A frame of it lasts for years',
      bytes: mp4({ samples: 1000, step: 0xffffffff, timescale: 1 }),
    },
    {
      name: 'huge-frames.mp4',
      why: 'Says its frames were 65535 × 65535',
      bytes: mp4({ samples: 10, side: 65_535 }),
    },
    {
      name: 'fragments.mp4',
      why: '50,000 fragments of a track that is not there',
      bytes: Buffer.concat([
        ftyp,
        box('moov', [movieHeader, box('mvex', [box('trex', [Buffer.alloc(24)])])]),
        times(
          50_000,
          box('moof', [
            box('mfhd', [Buffer.alloc(8)]),
            box('traf', [box('tfhd', [u32(0), u32(7)]), box('trun', [u32(0), u32(0xffffff)])]),
          ]),
        ),
      ]),
    },
    {
      name: 'elsewhere.mov',
      why: 'Names another file as the one that has its frames',
      bytes: mp4({ samples: 10, reference: 'file:///etc/passwd' }),
    },
  ]
}

interface FilmParts {
  samples: number
  chunks?: number
  timeRows?: number
  timescale?: number
  step?: number
  side?: number
  reference?: string
}

const movieHeader = box('mvhd', [
  u32(0),
  u32(0),
  u32(0),
  u32(1000),
  u32(1000),
  u32(0x10000),
  Buffer.alloc(76),
])

function mp4(parts: FilmParts): Buffer {
  return Buffer.concat([ftyp, box('moov', [movieHeader, track(parts)]), box('mdat', [Buffer.alloc(2000)])])
}

/** A track that says so many samples were in it, each of 100 bytes. */
function track({
  samples,
  chunks = 1,
  timeRows = 1,
  timescale = 24,
  step = 1,
  side = 64,
  reference,
}: FilmParts): Buffer {
  const header = box('tkhd', [
    u32(7),
    u32(0),
    u32(0),
    u32(1),
    u32(0),
    u32(100),
    Buffer.alloc(52),
    u32(side << 16),
    u32(side << 16),
  ])
  const entry = box('avc1', [
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(side),
    u16(side),
    Buffer.alloc(50),
    box('avcC', [Buffer.from('0142c00affe10000', 'hex'), Buffer.from([0])]),
  ])
  const url = reference ? box('url ', [u32(0), Buffer.from(`${reference}\0`)]) : box('url ', [u32(1)])
  const table = box('stbl', [
    box('stsd', [u32(0), u32(1), entry]),
    box('stts', [u32(0), u32(timeRows), u32(samples), u32(step)]),
    box('stsc', [u32(0), u32(1), u32(1), u32(Math.max(1, Math.floor(samples / chunks))), u32(1)]),
    box('stsz', [u32(0), u32(100), u32(samples)]),
    box('stco', [u32(0), u32(chunks), times(chunks, u32(100))]),
  ])
  return box('trak', [
    header,
    box('mdia', [
      box('mdhd', [u32(0), u32(0), u32(0), u32(timescale), u32(100), u32(0x55c40000)]),
      box('hdlr', [u32(0), u32(0), Buffer.from('vide'), Buffer.alloc(13)]),
      box('minf', [
        box('vmhd', [u32(1), Buffer.alloc(8)]),
        box('dinf', [box('dref', [u32(0), u32(1), url])]),
        table,
      ]),
    ]),
  ])
}

/** From within outwards, without a copy for each of them. */
function nested(depth: number, type = 'moov'): Buffer {
  const bytes = Buffer.alloc(depth * 8)
  for (let level = 0; level < depth; level += 1) {
    bytes.writeUInt32BE((depth - level) * 8, level * 8)
    bytes.write(type, level * 8 + 4, 'latin1')
  }
  return bytes
}

function webms(real: Buffer): Hostile[] {
  const unknown = '01ffffffffffffff'
  const segment = (parts: Buffer[], size?: string) =>
    Buffer.concat([ebmlHeader, element('18538067', parts, size)])
  return [
    ...cutOff('webm.webm', real, [0.01, 0.3, 0.8]),
    {
      name: 'unknown-sizes.webm',
      why: 'Elements without a length, 10,000 of them in each other',
      bytes: segment([times(10_000, element('1f43b675', [], unknown))], unknown),
    },
    {
      name: 'nested.webm',
      why: '2000 segments in each other',
      bytes: segment([times(2000, element('18538067', [], unknown))], unknown),
    },
    {
      name: 'huge-element.webm',
      why: 'Tracks of 2⁵⁵ bytes',
      bytes: segment([element('1654ae6b', [], '01fffffffffffffe')]),
    },
    {
      name: 'many-tracks.webm',
      why: '50,000 tracks',
      bytes: segment([
        element('1654ae6b', [
          times(
            50_000,
            element('ae', [element('d7', [Buffer.from([1])]), element('83', [Buffer.from([1])])]),
          ),
        ]),
      ]),
    },
    {
      name: 'many-empty.webm',
      why: '100,000 elements that say nothing',
      bytes: segment([times(100_000, Buffer.from('ec80', 'hex'))], unknown),
    },
    {
      name: 'cues-in-a-circle.webm',
      why: 'Its index leads to itself',
      bytes: segment([
        element('114d9b74', [
          element('4dbb', [
            element('53ab', [Buffer.from('114d9b74', 'hex')]),
            element('53ac', [Buffer.from([0])]),
          ]),
        ]),
      ]),
    },
    { name: 'header-alone.webm', why: 'A header, and nothing after it', bytes: ebmlHeader },
  ]
}

function sounds(): Hostile[] {
  const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.from([0x7f, 0x7f, 0x7f, 0x7f])])
  const frame = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])
  return [
    { name: 'long-tag.mp3', why: 'Says its tag had 256 MB', bytes: Buffer.concat([id3, Buffer.alloc(1000)]) },
    {
      name: 'many-tags.mp3',
      why: '20,000 empty tags before its sound',
      bytes: Buffer.concat([
        times(20_000, Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.alloc(4)])),
        times(50, frame),
      ]),
    },
    {
      name: 'many-frames.mp3',
      why: 'Minutes of silence in frames of differing rates',
      bytes: times(5000, Buffer.concat([frame, Buffer.from('fffb5064', 'hex'), Buffer.alloc(204)])),
    },
    ...cutOff('wav.wav', wav({ data: 88_200 }), [0.0003, 0.5]),
    { name: 'huge-data.wav', why: 'Says it had 4 GB of sound', bytes: wav({ data: 1000, says: 0xffffffff }) },
    { name: 'no-channels.wav', why: 'A sound of no channel', bytes: wav({ data: 1000, channels: 0 }) },
    {
      name: 'many-channels.wav',
      why: 'A sound of 65535 channels',
      bytes: wav({ data: 1000, channels: 65_535 }),
    },
    { name: 'no-rate.wav', why: 'No sample a second', bytes: wav({ data: 1000, rate: 0 }) },
    {
      name: 'many-chunks.wav',
      why: '50,000 chunks of nothing',
      bytes: wav({ data: 1000, before: times(50_000, Buffer.from('JUNK\0\0\0\0')) }),
    },
    {
      name: 'negative.flac',
      why: 'Blocks without an end',
      bytes: Buffer.concat([Buffer.from('fLaC'), times(10_000, Buffer.from('01000000', 'hex'))]),
    },
    {
      name: 'huge-comment.flac',
      why: 'A comment of 16 MB that is not there',
      bytes: Buffer.concat([
        Buffer.from('fLaC'),
        Buffer.from('0000002210001000', 'hex'),
        Buffer.alloc(30),
        Buffer.from('84ffffff', 'hex'),
      ]),
    },
    {
      name: 'pages.ogg',
      why: '2000 pages of 2000 sounds',
      bytes: Buffer.concat(Array.from({ length: 2000 }, (_, index) => oggPage(index))),
    },
    {
      name: 'sync-bytes.ts',
      why: 'Nothing but the bytes at which packets begin',
      bytes: times(188 * 2000, Buffer.from([0x47])),
    },
  ]
}

function wav({
  data,
  says = data,
  channels = 1,
  rate = 44_100,
  before = Buffer.alloc(0),
}: {
  data: number
  says?: number
  channels?: number
  rate?: number
  before?: Buffer
}): Buffer {
  const format = [
    le16(1),
    le16(channels),
    le32(rate),
    le32(rate * channels * 2),
    le16((channels * 2) & 0xffff),
    le16(16),
  ]
  return Buffer.concat([
    Buffer.from('RIFF'),
    le32(says + 36),
    Buffer.from('WAVEfmt '),
    le32(16),
    ...format,
    before,
    Buffer.from('data'),
    le32(says),
    Buffer.alloc(data),
  ])
}

function oggPage(serial: number): Buffer {
  return Buffer.concat([
    Buffer.from('OggS\0\x02', 'latin1'),
    Buffer.alloc(8),
    le32(serial),
    le32(0),
    le32(0),
    Buffer.from([1, 8]),
    Buffer.from('OpusHead'),
  ])
}
