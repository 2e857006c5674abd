import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { seedOf } from '../../test/seed.ts'
import { centralLength, type ZipEntry } from './records.ts'
import { Layout, type Zip, zipBytes, zipLength } from './stream.ts'

const run = promisify(execFile)
const modified = new Date('2026-11-26T18:00:30.000Z')

/** In Python, which every machine has that runs the tests: reads all of it, and tells names, sizes and times. */
const read = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as file:
    assert file.testzip() is None
    print(json.dumps([[one.filename, one.file_size, one.date_time] for one in file.infolist()]))
`

test('is read by another program, with the names, bytes and time that its files have', () =>
  onFolder(async (folder) => {
    const files = [
      { name: 'media/012A_A_video_v3.mp4', content: randomBytes(300_000) },
      { name: 'media/Лампа 灯 é.png', content: randomBytes(10) },
      { name: 'empty.txt', content: Buffer.alloc(0) },
      { name: `${'long/'.repeat(50)}name`, content: randomBytes(70_000) },
    ]
    const found = await readByPython(await written(zipOf(files), join(folder, 'some.zip')))
    const time = [2026, 11, 26, 18, 0, 30]
    assert.deepEqual(
      found,
      files.map(({ name, content }) => [name, content.length, time]),
    )
  }))

test('has the same bytes in whatever parts it is asked for', async () => {
  const content = fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes))
  const files = fc.array(fc.record({ name: fc.string({ minLength: 1, maxLength: 20 }), content }), {
    maxLength: 12,
  })
  const places = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  await fc.assert(
    fc.asyncProperty(files, fc.array(places, { maxLength: 8 }), async (files, places) => {
      const zip = zipOf(files)
      const all = await buffer(Readable.from(zipBytes(zip, { start: 0, end: zipLength(zip) - 1 })))
      assert.equal(all.length, zipLength(zip))
      for (const [one, other] of places) {
        const [start, end] = [one, other]
          .map((place) => Math.floor(place * (all.length - 1)))
          .sort((a, b) => a - b) as [number, number]
        const part = await buffer(Readable.from(zipBytes(zip, { start, end })))
        assert.ok(part.equals(all.subarray(start, end + 1)), `${start} to ${end}`)
      }
    }),
    { numRuns: 60, seed: seedOf('zip') },
  )
})

test('of more than 65,535 files is read by another program', () =>
  onFolder(async (folder) => {
    const files = Array.from({ length: 70_000 }, (_, index) => ({
      name: `${index}.txt`,
      content: Buffer.from(`${index}`),
    }))
    const found = await readByPython(await written(zipOf(files), join(folder, 'many.zip')))
    assert.equal(found.length, files.length)
  }))

test('knows where what lies beyond 4 GB is', async () => {
  const gigabyte = 2 ** 30
  const zeros = Buffer.alloc(1 << 20)
  const sizes = [5 * gigabyte, 10, 3 * gigabyte, 20]
  const placed = laidOut(sizes.map((bytes, index) => ({ name: `${index}`, bytes, crc: 7 })))
  const zip: Zip = {
    ...zipAround(placed),
    read: async function* (_, { start, end }) {
      for (let left = end + 1 - start; left > 0; left -= zeros.length)
        yield zeros.subarray(0, Math.min(left, zeros.length))
    },
  }
  const directory = await buffer(
    Readable.from(zipBytes(zip, { start: zip.directoryOffset, end: zipLength(zip) - 1 })),
  )
  assert.equal(directory.length, zipLength(zip) - zip.directoryOffset)
  assert.ok(zip.directoryOffset > 8 * gigabyte)
  const last = placed.at(-1)!
  const header = await buffer(Readable.from(zipBytes(zip, { start: last.offset, end: last.offset + 3 })))
  assert.equal(header.readUInt32LE(), 0x0403_4b50)
  // The size of the first, and the place of the last, in 64 bits.
  assert.ok(directory.includes(sixtyFour(5 * gigabyte)))
  assert.ok(directory.includes(sixtyFour(last.offset)))
})

test('ends where a file has not the bytes any more that it had, and never goes on with others', async () => {
  const zip = zipOf([{ name: 'a', content: randomBytes(100) }])
  const short: Zip = {
    ...zip,
    read: async function* () {
      yield Buffer.alloc(40)
    },
  }
  await assert.rejects(
    buffer(Readable.from(zipBytes(short, { start: 0, end: zipLength(zip) - 1 }))),
    /has 40 bytes of the 100/,
  )
})

test('ends where files are gone that it had, and never begins with those that are left', async () => {
  const zip = zipOf(['a', 'b', 'c', 'd'].map((name) => ({ name, content: randomBytes(100) })))
  const [, second, third] = await Array.fromAsync(zip.from(0))
  const without = (gone: (ZipEntry | undefined)[]): Zip => ({
    ...zip,
    from: async function* (offset) {
      for await (const one of zip.from(offset))
        if (!gone.some((other) => other?.offset === one.offset)) yield one
    },
  })
  const all = { start: 0, end: zipLength(zip) - 1 }
  const readAll = (some: Zip, range = all) => buffer(Readable.from(zipBytes(some, range)))
  await assert.rejects(readAll(without([second])), /What comes at \d+ is not there any more/)
  const inSecond = { start: second!.offset + 10, end: second!.offset + 20 }
  await assert.rejects(readAll(without([second]), inSecond), /is not there any more/)
  assert.equal((await readAll(without([third]), inSecond)).length, 11)
  await assert.rejects(readAll(without([third]), { ...all, start: zip.directoryOffset }), /is not there/)
})

test('while headers are passed over everything else has its turns', async () => {
  const placed = laidOut(
    Array.from({ length: 70_000 }, (_, index) => ({ name: `${index}`, bytes: 1, crc: 7 })),
  )
  const zip: Zip = {
    ...zipAround(placed),
    read: async function* () {},
    from: async function* () {
      yield* placed
    },
  }
  delete zip.inDirectory
  const last = zip.directoryOffset + zip.directoryBytes - 1
  let turns = 0
  let isRead = false
  const beside = (async () => {
    for (; !isRead; turns += 1) await turn()
  })()
  const bytes = await buffer(Readable.from(zipBytes(zip, { start: last, end: last })))
  isRead = true
  await beside
  assert.equal(bytes.length, 1)
  assert.ok(turns >= 5, `${turns} turns`)
})

const sixtyFour = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function zipOf(files: { name: string; content: Buffer }[]): Zip {
  const placed = laidOut(
    files.map(({ name, content }) => ({ name, bytes: content.length, crc: crc32(content), content })),
  )
  const byOffset = new Map(placed.map((one) => [one.offset, one.content]))
  return {
    ...zipAround(placed),
    read: async function* ({ offset }, { start, end }) {
      yield byOffset.get(offset)!.subarray(start, end + 1)
    },
  }
}

function laidOut<File extends { name: string; bytes: number }>(files: File[]) {
  const layout = new Layout()
  return files.map((file) => layout.place(file))
}

function zipAround(placed: ZipEntry[]): Omit<Zip, 'read'> {
  const layout = new Layout()
  for (const file of placed) layout.place(file)
  return {
    ...layout,
    modified,
    from: async function* (offset) {
      const first = placed.findLastIndex((one) => one.offset <= offset)
      yield* placed.slice(Math.max(0, first))
    },
    inDirectory: async (place) => {
      let sum = 0
      const ends = placed.map((one) => (sum += centralLength(one)))
      // As one that knows every third of them.
      const index = Math.floor(Math.max(0, ends.findLastIndex((end) => end <= place) + 1) / 3) * 3
      return { offset: placed[index]?.offset ?? 0, at: ends[index - 1] ?? 0 }
    },
  }
}

async function written(zip: Zip, path: string): Promise<string> {
  await pipeline(zipBytes(zip, { start: 0, end: zipLength(zip) - 1 }), createWriteStream(path))
  return path
}

async function readByPython(path: string): Promise<[string, number, number[]][]> {
  return JSON.parse((await run('python3', ['-c', read, path], { maxBuffer: 2 ** 26 })).stdout)
}

async function onFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-zip-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
