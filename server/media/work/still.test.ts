import assert from 'node:assert/strict'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { type InWorkshop, inWorkshop } from './in-workshop.ts'
import type { Made } from './workshop.ts'

type Colour = [red: number, green: number, blue: number]
const red: Colour = [200, 30, 30]
const green: Colour = [30, 200, 30]
const blue: Colour = [30, 30, 200]

/** The left half in one colour and the right half in another. */
function halves(width: number, height: number, left: Colour, right: Colour): Sharp {
  const half = (colour: Colour) => {
    const [r, g, b] = colour
    return { create: { width: width / 2, height, channels: 3 as const, background: { r, g, b } } }
  }
  return sharp({ create: { width, height, channels: 3, background: '#000' } }).composite([
    { input: half(left), left: 0, top: 0 },
    { input: half(right), left: width / 2, top: 0 },
  ])
}

function kinds(made: Made[]): string[] {
  return made.map(({ kind }) => kind).sort()
}

async function colourAt(made: Made[], kind: string, across: number, down: number): Promise<number[]> {
  const { path, width, height } = made.find((one) => one.kind === kind)!
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [width, height], 'it is as large as is said')
  const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

function assertNear(found: number[], expected: number[], what: string): void {
  const isNear = expected.every((value, channel) => Math.abs(value - found[channel]!) <= 12)
  assert.ok(isNear, `${what}: ${found} is not ${expected}`)
}

async function saved({ folder }: InWorkshop, name: string, picture: Sharp): Promise<string> {
  const path = join(folder, name)
  await picture.toFile(path)
  return path
}

test('thumbnails are as many as the picture is large, and never larger than it', async () => {
  await inWorkshop({}, async (inside) => {
    const sizes: [width: number, height: number, made: Record<string, [number, number]>][] = [
      [2000, 1000, { 'thumb-320': [320, 160], 'thumb-640': [640, 320], 'thumb-1280': [1280, 640] }],
      [1000, 500, { 'thumb-320': [320, 160], 'thumb-640': [640, 320], 'thumb-1280': [1000, 500] }],
      [640, 480, { 'thumb-320': [320, 240], 'thumb-640': [640, 480] }],
      [320, 200, { 'thumb-320': [320, 200] }],
      [2, 2, { 'thumb-320': [2, 2] }],
      [100, 6000, { 'thumb-320': [21, 1280], 'thumb-640': [43, 2560], 'thumb-1280': [85, 5120] }],
    ]
    for (const [width, height, expected] of sizes) {
      const path = await saved(inside, `${width}.png`, halves(width, height, red, blue))
      const { facts, made } = await inside.work(path)
      assert.deepEqual([facts.width, facts.height, facts.problem], [width, height, null])
      const found = made.map(({ kind, width, height }) => [kind, [width, height]])
      assert.deepEqual(Object.fromEntries(found), expected)
      for (const { type, bytes } of made) assert.ok(type === 'image/webp' && bytes > 0)
    }
  })
})

test('a picture stands upright, however the camera was held', async () => {
  await inWorkshop({}, async (inside) => {
    const upright = await halves(800, 600, red, blue).png().toBuffer()
    // What brings it back: the opposite of what each orientation asks for.
    const turned: [orientation: number, rotation: number, stored: Sharp][] = [
      [1, 0, sharp(upright)],
      [2, 0, sharp(upright).flop()],
      [3, 180, sharp(upright).rotate(180)],
      [4, 180, sharp(upright).flip()],
      [5, 270, sharp(await sharp(upright).flop().toBuffer()).rotate(270)],
      [6, 90, sharp(upright).rotate(270)],
      [7, 90, sharp(await sharp(upright).flop().toBuffer()).rotate(90)],
      [8, 270, sharp(upright).rotate(90)],
    ]
    for (const [orientation, rotation, stored] of turned) {
      const path = await saved(inside, `${orientation}.jpg`, stored.withMetadata({ orientation }).jpeg())
      const { facts, made } = await inside.work(path)
      assert.deepEqual(
        [facts.width, facts.height, facts.rotation],
        [800, 600, rotation],
        `orientation ${orientation}`,
      )
      assertNear(await colourAt(made, 'thumb-320', 0.1, 0.5), red, `orientation ${orientation}, left`)
      assertNear(await colourAt(made, 'thumb-320', 0.9, 0.5), blue, `orientation ${orientation}, right`)
    }
  })
})

test('colours are those of sRGB, and no profile and nothing that the camera wrote is left', async () => {
  await inWorkshop({}, async (inside) => {
    const plain = halves(400, 300, green, blue)
    const wide = plain
      .clone()
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: 'Ada' } })
    const deep = halves(400, 300, green, blue).toColourspace('rgb16')
    const files = [
      await saved(inside, 'wide.jpg', wide.jpeg({ quality: 95 })),
      await saved(inside, 'wide.png', wide.png()),
      await saved(inside, 'deep.png', deep.clone().png()),
      await saved(inside, 'deep.tiff', deep.clone().tiff()),
      await saved(inside, 'palette.png', plain.clone().png({ palette: true })),
      await saved(inside, 'still.avif', plain.clone().avif({ effort: 0 })),
      await saved(inside, 'still.webp', plain.clone().webp({ lossless: true })),
    ]
    assert.equal((await sharp(files[2]).metadata()).depth, 'ushort')
    for (const path of files) {
      const { facts, made } = await inside.work(path)
      assert.equal(facts.problem, null, path)
      assertNear(await colourAt(made, 'thumb-320', 0.25, 0.5), green, path)
      assertNear(await colourAt(made, 'thumb-640', 0.75, 0.5), blue, path)
      const { exif, icc, orientation } = await sharp(made[0]!.path).metadata()
      assert.deepEqual(
        { exif, icc, orientation },
        { exif: undefined, icc: undefined, orientation: undefined },
      )
    }
  })
})

test('a picture for print and one in grey are pictures in sRGB', async () => {
  await inWorkshop({}, async (inside) => {
    const print = halves(400, 300, red, blue).withIccProfile('cmyk').jpeg({ quality: 95 })
    const printed = await saved(inside, 'print.jpg', print)
    assert.equal((await sharp(printed).metadata()).space, 'cmyk')
    const { made } = await inside.work(printed)
    const [r = 0, g = 0, b = 0, ...more] = await colourAt(made, 'thumb-320', 0.25, 0.5)
    assert.ok(r > g + 80 && r > b + 80 && more.length === 0, `${[r, g, b]} is red`)

    const grey = await saved(
      inside,
      'grey.png',
      halves(400, 300, [90, 90, 90], [10, 10, 10]).toColourspace('b-w'),
    )
    const { made: greys } = await inside.work(grey)
    assertNear(await colourAt(greys, 'thumb-320', 0.25, 0.5), [90, 90, 90], 'grey')
  })
})

test('what is transparent stays so', async () => {
  await inWorkshop({}, async (inside) => {
    const clear = { r: 200, g: 30, b: 30, alpha: 0 }
    const picture = sharp({ create: { width: 400, height: 300, channels: 4, background: clear } }).composite([
      {
        input: { create: { width: 200, height: 300, channels: 3, background: '#1e1ec8' } },
        left: 200,
        top: 0,
      },
    ])
    const { facts, made } = await inside.work(await saved(inside, 'clear.png', picture))
    assert.equal((await colourAt(made, 'thumb-320', 0.25, 0.5))[3], 0)
    assertNear(await colourAt(made, 'thumb-320', 0.75, 0.5), [...blue, 255], 'what is not')
    const tiny = await sharp(Buffer.from(facts.placeholder!.split(',')[1]!, 'base64')).metadata()
    assert.equal(tiny.hasAlpha, true)
  })
})

test('of a picture that moves, its first frame is seen', async () => {
  await inWorkshop({}, async (inside) => {
    const frames = await Promise.all(
      [red, blue, green].map((colour) => halves(64, 48, colour, colour).png().toBuffer()),
    )
    const film = sharp(frames, { join: { animated: true } })
    for (const path of [
      await saved(inside, 'moving.gif', film.clone().gif()),
      await saved(inside, 'moving.webp', film.clone().webp({ lossless: true })),
    ]) {
      assert.equal((await sharp(path, { animated: true }).metadata()).pages, 3)
      const { facts, made } = await inside.work(path)
      assert.deepEqual([facts.width, facts.height, kinds(made)], [64, 48, ['thumb-320']])
      assertNear(await colourAt(made, 'thumb-320', 0.5, 0.5), red, path)
    }
  })
})

test('a tiny picture comes with the facts, and pictures that look alike have hashes that are alike', async () => {
  await inWorkshop({}, async (inside) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const coarse = sharp({ create: { width: 9, height: 8, channels: 3, background: '#888', noise } })
    const first = await sharp(await coarse.png().toBuffer())
      .resize(900, 800, { kernel: 'cubic' })
      .png()
      .toBuffer()
    const other = await sharp(await sharp(first).rotate(180).toBuffer())
      .png()
      .toBuffer()
    const hash = async (name: string, picture: Sharp) => {
      const { facts } = await inside.work(await saved(inside, name, picture))
      assert.match(facts.placeholder!, /^data:image\/webp;base64,/)
      assert.ok(facts.placeholder!.length <= 400)
      const tiny = await sharp(Buffer.from(facts.placeholder!.split(',')[1]!, 'base64')).metadata()
      assert.deepEqual([tiny.width, tiny.format], [16, 'webp'])
      assert.match(facts.perceptualHash!, /^[0-9a-f]{16}$/)
      return BigInt(`0x${facts.perceptualHash}`)
    }
    const differing = (one: bigint, another: bigint) => (one ^ another).toString(2).replaceAll('0', '').length
    const hashes = {
      png: await hash('one.png', sharp(first)),
      jpeg: await hash('one.jpg', sharp(first).resize(450, 400).jpeg({ quality: 50 })),
      brighter: await hash('bright.png', sharp(first).linear(0.8, 20)),
      other: await hash('other.png', sharp(other)),
    }
    assert.ok(differing(hashes.png, hashes.jpeg) <= 4)
    assert.ok(differing(hashes.png, hashes.brighter) <= 4)
    assert.ok(differing(hashes.png, hashes.other) > 16)
  })
})

test('however much there is in a picture, its placeholder is short', async () => {
  await inWorkshop({}, async (inside) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 120 } as const
    const picture = sharp({ create: { width: 16, height: 24, channels: 3, background: '#888', noise } })
    const { facts } = await inside.work(await saved(inside, 'noise.png', picture.ensureAlpha(0.5)))
    assert.ok(facts.placeholder === null || facts.placeholder.length <= 400)
  })
})

test('a name tells nothing: what counts is the content', async () => {
  await inWorkshop({}, async (inside) => {
    const picture = await saved(inside, 'picture.png', halves(40, 30, red, blue))
    const misnamed = join(inside.folder, 'film.mp4')
    await copyFile(picture, misnamed)
    const { facts, made } = await inside.work(misnamed)
    assert.deepEqual([facts.type, kinds(made)], ['image/png', ['thumb-320']])
  })
})

test('a drawing in SVG is kept as it is, and never drawn', async () => {
  await inWorkshop({}, async (inside) => {
    const path = join(inside.folder, 'drawing.svg')
    await writeFile(
      path,
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const { facts, made } = await inside.work(path)
    assert.deepEqual([facts.type, made], ['image/svg+xml', []])
    assert.match(facts.problem!, /SVG/)
  })
})

test('of a picture that is cut off, what is there is seen, and that it is damaged is said', async () => {
  await inWorkshop({}, async (inside) => {
    const jpeg = await halves(800, 600, red, blue).jpeg().toBuffer()
    const path = join(inside.folder, 'cut.jpg')
    await writeFile(path, jpeg.subarray(0, jpeg.length * 0.6))
    const { facts, made } = await inside.work(path)
    assert.deepEqual([facts.width, facts.height], [800, 600])
    assert.equal(facts.problem, 'It is damaged, or a part of it is missing')
    assertNear(await colourAt(made, 'thumb-320', 0.1, 0.1), red, 'its beginning')
  })
})

test('a picture with too many pixels is not decoded, and how many it has is said', async () => {
  await inWorkshop({ limits: { pixels: 1_000_000 } }, async (inside) => {
    const large = await inside.work(await saved(inside, 'large.png', halves(1002, 1000, red, blue)))
    assert.equal(large.facts.problem, 'It has too many pixels (1002 × 1000; 1 million are the most)')
    assert.deepEqual(large.made, [])
    const small = await inside.work(await saved(inside, 'small.png', halves(1000, 1000, red, blue)))
    assert.equal(small.facts.problem, null)
  })
})
