import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import sharp from 'sharp'
import { findFfmpeg, type Program } from './ffmpeg.ts'
import { type InWorkshop, inWorkshop } from './in-workshop.ts'
import type { Made, Worked } from './workshop.ts'

const demoFilms = join(import.meta.dirname, '../../../demo/films')

/** Makes a file by ffmpeg: of pictures, of a sound, or of both. */
async function make({ folder }: InWorkshop, name: string, args: string): Promise<string> {
  const path = join(folder, name)
  const plain = ['-nostdin', '-loglevel', 'error', '-y', ...args.split(' '), path]
  await promisify(execFile)('ffmpeg', plain)
  return path
}

/** Inputs of ffmpeg. */
const pictures = (rate: string, size = '320x180') => `-f lavfi -i testsrc=s=${size}:r=${rate}`
const sound = '-f lavfi -i sine=f=440'
const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'

function kinds(made: Made[]): string[] {
  return made.map(({ kind }) => kind).sort()
}

function brief({ facts }: Worked) {
  const { type, width, height, rotation, videoCodec, audioCodec, channels, sampleRate, frameRate } = facts
  const rate = frameRate && `${frameRate.numerator}/${frameRate.denominator}`
  return [type, width, height, rotation, rate, videoCodec, audioCodec, channels, sampleRate]
}

function assertLasts({ facts }: Worked, seconds: number): void {
  assert.ok(Math.abs(facts.durationSeconds! - seconds) < 0.1, `${facts.durationSeconds} s are ${seconds} s`)
}

test('of films and sounds all facts are found, without ffmpeg', async () => {
  const files: [name: string, args: string, facts: unknown[]][] = [
    [
      'film.mp4',
      `${pictures('24000/1001')} ${sound} -t 2 ${h264} -bf 3`,
      ['video/mp4', 320, 180, 0, '24000/1001', 'h264', 'aac', 1, 44_100],
    ],
    [
      'silent.mp4',
      `${pictures('60000/1001')} -t 2 ${h264}`,
      ['video/mp4', 320, 180, 0, '60000/1001', 'h264', null, null, null],
    ],
    [
      'film.mov',
      `${pictures('30000/1001')} ${sound} -t 2 -c:v prores -ac 2 -c:a pcm_s16le`,
      ['video/quicktime', 320, 180, 0, '30000/1001', 'prores', 'pcm', 2, 44_100],
    ],
    [
      'film.mkv',
      `${pictures('24000/1001')} ${sound} -t 2 ${h264} -c:a flac`,
      ['video/x-matroska', 320, 180, 0, '24000/1001', 'h264', 'flac', 1, 44_100],
    ],
    [
      'film.webm',
      `${pictures('30000/1001')} ${sound} -t 2 -c:v libvpx -deadline realtime -c:a libopus`,
      ['video/webm', 320, 180, 0, '30000/1001', 'vp8', 'opus', 1, 48_000],
    ],
    ['sound.m4a', `${sound} -t 2 -ac 2`, ['audio/mp4', null, null, null, null, null, 'aac', 2, 44_100]],
    ['sound.mp3', `${sound} -t 2`, ['audio/mpeg', null, null, null, null, null, 'mp3', 1, 44_100]],
    ['sound.wav', `${sound} -t 2 -ar 48000`, ['audio/wav', null, null, null, null, null, 'pcm', 1, 48_000]],
    ['sound.flac', `${sound} -t 2`, ['audio/flac', null, null, null, null, null, 'flac', 1, 44_100]],
    [
      'sound.ogg',
      `${sound} -t 2 -c:a libvorbis`,
      ['audio/ogg', null, null, null, null, null, 'vorbis', 1, 44_100],
    ],
    [
      'sound.webm',
      `${sound} -t 2 -c:a libopus`,
      ['audio/webm', null, null, null, null, null, 'opus', 1, 48_000],
    ],
    ['sound.mp4', `${sound} -t 2`, ['audio/mp4', null, null, null, null, null, 'aac', 1, 44_100]],
  ]
  await inWorkshop({}, async (inside) => {
    for (const [name, args, facts] of files) {
      const worked = await inside.work(await make(inside, name, args))
      assert.deepEqual(brief(worked), facts, name)
      assertLasts(worked, 2)
      assert.deepEqual([worked.facts.problem, worked.made], [null, []], name)
    }
    assert.equal(inside.workshop.program, undefined)
  })
})

test('the films of the demonstration are films', async () => {
  await inWorkshop({}, async ({ work }) => {
    for (const name of (await readdir(demoFilms)).slice(0, 5)) {
      const worked = await work(join(demoFilms, name))
      const [type, width, height, , rate, codec] = brief(worked)
      assert.deepEqual([type, rate, codec], ['video/webm', '24/1', 'vp9'], name)
      assert.ok(Number(width) > 0 && Number(height) > 0)
      assert.ok(worked.facts.durationSeconds! > 1)
    }
  })
})

test('a film that is turned is told, and seen, as it is shown', async () => {
  await inWorkshop({ ffmpeg: await program() }, async (inside) => {
    const flat = await make(inside, 'flat.mp4', `${pictures('25')} -t 1 ${h264}`)
    const path = join(inside.folder, 'turned.mp4')
    await turn(flat, path)
    const { facts, made } = await inside.work(path)
    assert.deepEqual([facts.width, facts.height, facts.rotation], [180, 320, 90])
    const poster = made.find(({ kind }) => kind === 'poster')!
    assert.deepEqual([poster.width, poster.height], [180, 320])
  })
})

/** The same packets, said to be turned by a quarter. */
async function turn(from: string, to: string): Promise<void> {
  using input = new Input({ source: new FilePathSource(from), formats: [MP4] })
  const track = (await input.getPrimaryVideoTrack())!
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { rotation: 90 })
  await output.start()
  const decoderConfig = (await track.getDecoderConfig())!
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig })
  await output.finalize()
}

async function program(): Promise<Program> {
  const found = await findFfmpeg()
  assert.ok(found, 'ffmpeg is on this machine: Debian has it as a package')
  return found
}

test('with ffmpeg there is a poster, its thumbnails, a strip of frames and the loudness', async () => {
  await inWorkshop({ ffmpeg: await program() }, async (inside) => {
    assert.equal(inside.workshop.program?.path, 'ffmpeg')
    const film = await make(inside, 'film.mp4', `${pictures('25', '1600x900')} ${sound} -t 1 ${h264}`)
    const { facts, made } = await inside.work(film, { proxy: true })
    assert.deepEqual([facts.problem, facts.durationSeconds], [null, 1])
    assert.deepEqual(brief({ facts, made }), ['video/mp4', 1600, 900, 0, '25/1', 'h264', 'aac', 1, 44_100])
    assert.deepEqual(
      Object.fromEntries(made.map(({ kind, width, height, type }) => [kind, [width, height, type]])),
      {
        poster: [1600, 900, 'image/webp'],
        'thumb-1280': [1280, 720, 'image/webp'],
        'thumb-640': [640, 360, 'image/webp'],
        'thumb-320': [320, 180, 'image/webp'],
        filmstrip: [24 * 160, 90, 'image/webp'],
        waveform: [null, null, 'application/octet-stream'],
      },
      'and no copy: browsers play it',
    )
    assert.match(facts.placeholder!, /^data:/)
    assert.match(facts.perceptualHash!, /^[0-9a-f]{16}$/)
    for (const { path, width, height } of made.filter(({ type }) => type === 'image/webp')) {
      const picture = await sharp(path).metadata()
      assert.deepEqual([picture.format, picture.width, picture.height], ['webp', width, height])
    }
    const waveform = await readFile(made.find(({ kind }) => kind === 'waveform')!.path)
    assert.equal(waveform.length, 256)
    assert.ok(
      waveform.subarray(20, 200).every((part) => part > 20 && part < 60),
      `a sine, an eighth as loud as can be: ${[...waveform]}`,
    )
  })
})

test('frames of the strip stand in the order of the film, and those of long films, too', async () => {
  await inWorkshop({ ffmpeg: await program() }, async (inside) => {
    const films: [seconds: number, rate: string, frames: number][] = [
      [10, '3', 24],
      [130, '1/10', 13],
    ]
    for (const [seconds, rate, frames] of films) {
      const rising = `color=black:s=64x36:r=${rate}:d=${seconds},geq=lum='16+219*T/${seconds}':cb=128:cr=128`
      const film = await make(inside, `${seconds}.mp4`, `-f lavfi -i ${rising} ${h264} -g 1`)
      const { made } = await inside.work(film)
      const strip = made.find(({ kind }) => kind === 'filmstrip')!
      assert.deepEqual([strip.width, strip.height], [frames * 160, 90])
      const grey = await sharp(strip.path).resize(frames, 1, { fit: 'fill' }).greyscale().raw().toBuffer()
      for (let frame = 1; frame < frames; frame += 1)
        assert.ok(grey[frame]! > grey[frame - 1]!, `${seconds} s: ${[...grey]}`)
    }
  })
})

test('the poster is not black where the film is not', async () => {
  await inWorkshop({ ffmpeg: await program() }, async (inside) => {
    const late = `${pictures('25')} -t 10 -vf fade=in:st=3.5:d=0.1 ${h264}`
    const { made } = await inside.work(await make(inside, 'late.mp4', late))
    const { channels } = await sharp(made.find(({ kind }) => kind === 'poster')!.path).stats()
    assert.ok(channels.some(({ mean }) => mean > 50))

    const dark = `-f lavfi -i color=black:s=64x36:r=5 -t 2 ${h264}`
    const black = await inside.work(await make(inside, 'black.mp4', dark))
    assert.deepEqual(kinds(black.made), ['filmstrip', 'poster', 'thumb-320'], 'and black where it is')
  })
})

test('the loudness tells where a sound is loud', async () => {
  await inWorkshop({ ffmpeg: await program() }, async (inside) => {
    const half = `-f lavfi -i sine=f=440:d=4 -af volume=0:enable='lt(t,2)',volume=7`
    for (const name of ['half.wav', 'half.mp3', 'half.flac']) {
      const { made } = await inside.work(await make(inside, name, half))
      assert.deepEqual(kinds(made), ['waveform'])
      const parts = await readFile(made[0]!.path)
      assert.ok(
        parts.subarray(10, 118).every((part) => part < 10),
        `${name}: the first half is silent`,
      )
      assert.ok(
        parts.subarray(138, 246).every((part) => part > 150),
        `${name}: the other is loud`,
      )
    }
  })
})

test('a film that browsers do not play has a copy that they play, where one is wanted', async () => {
  await inWorkshop({ ffmpeg: await program() }, async (inside) => {
    const large = `${pictures('30000/1001', '2000x1500')} ${sound} -t 0.2 -c:v prores -pix_fmt yuv422p10le -c:a pcm_s16le`
    const film = await make(inside, 'film.mov', large)
    const { facts, made } = await inside.work(film, { proxy: true })
    const proxy = made.find(({ kind }) => kind === 'proxy')!
    assert.deepEqual([proxy.type, proxy.width, proxy.height], ['video/mp4', 1440, 1080])
    const copy = await inside.work(proxy.path)
    assert.deepEqual(brief(copy), ['video/mp4', 1440, 1080, 0, '30000/1001', 'h264', 'aac', 2, 44_100])
    assertLasts(copy, facts.durationSeconds!)
    const bytes = await readFile(proxy.path)
    assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'it begins to play before all of it is there')
    assert.ok(bytes.includes('avc1'))
  })
})

test('whether browsers play a film is told by its codecs, and by how its frames are coded', async () => {
  const films: [name: string, args: string, plays: boolean][] = [
    ['h264.mov', `${h264} -c:a aac`, true],
    ['ten-bits.mp4', '-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le', false],
    ['mpeg2.mpg', '-c:v mpeg2video', false],
    ['mjpeg.mov', '-c:v mjpeg', false],
    ['raw-sound.mov', `${h264} -c:a pcm_s16le`, false],
  ]
  await inWorkshop({ ffmpeg: await program(), atOnce: 2 }, async (inside) => {
    for (const [name, args, plays] of films) {
      const film = await make(inside, name, `${pictures('25', '64x36')} ${sound} -t 0.4 ${args}`)
      const { facts, made } = await inside.work(film, { proxy: true })
      assert.deepEqual([facts.width, facts.height, facts.problem], [64, 36, null], name)
      assert.deepEqual(facts.frameRate, { numerator: 25, denominator: 1 }, name)
      assert.equal(
        kinds(made).includes('proxy'),
        !plays,
        `${name} (${facts.videoCodec}, ${facts.audioCodec})`,
      )
    }
    const unasked = await inside.work(join(inside.folder, 'mjpeg.mov'))
    assert.ok(!kinds(unasked.made).includes('proxy'), 'and there is none where none is wanted')
  })
})

test('a copy that would be much larger than the film is not kept', async () => {
  await inWorkshop({ ffmpeg: await program(), limits: { proxyBytes: 1000 } }, async (inside) => {
    // One picture for a minute: every second of it takes less than its sound will.
    const film = await make(
      inside,
      'still.mkv',
      `-f lavfi -i color=c=gray:s=64x36:r=1 ${sound} -t 60 -c:v mpeg4 -c:a libopus -b:a 6k`,
    )
    const { facts, made } = await inside.work(film, { proxy: true })
    assert.ok(!kinds(made).includes('proxy'))
    assert.equal(facts.problem, 'Browsers do not play it, and no copy that they play could be made')
  })
})

test('of a kind of film that only ffmpeg knows there are no facts without it, and it says so', async () => {
  await inWorkshop({}, async (inside) => {
    const film = await make(inside, 'old.avi', `${pictures('25')} -t 0.4 -c:v mpeg4`)
    const { facts } = await inside.work(film)
    assert.deepEqual([facts.type, facts.width], ['video/x-msvideo', null])
    assert.match(facts.problem!, /cannot be looked into here/)
  })
})

test('a film whose frames are damaged has its facts, and says that no picture could be made of it', async () => {
  await inWorkshop({ ffmpeg: await program() }, async (inside) => {
    const film = await make(inside, 'film.mp4', `${pictures('25')} -t 1 ${h264} -movflags +faststart`)
    const bytes = await readFile(film)
    bytes.fill(0x5a, bytes.indexOf('mdat') + 4)
    await writeFile(film, bytes)
    const { facts, made } = await inside.work(film, { proxy: true })
    assert.deepEqual([facts.width, facts.videoCodec, made], [320, 'h264', []])
    assert.equal(facts.problem, 'No picture could be made of it')
  })
})

test('a film by another name, with spaces, colons and quotes, is that film', async () => {
  await inWorkshop({ ffmpeg: await program() }, async (inside) => {
    const film = await make(inside, 'film.mp4', `${pictures('25')} -t 0.4 ${h264}`)
    const path = join(inside.folder, `-i concat:'a|b' "%03d" é.txt`)
    await copyFile(film, path)
    const { facts, made } = await inside.work(path)
    assert.equal(facts.type, 'video/mp4')
    assert.ok(kinds(made).includes('poster'))
  })
})
