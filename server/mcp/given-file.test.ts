import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readMedia } from '@dailies/reading/read-media.ts'
import { latinText, png } from '@dailies/reading/sample/png.ts'
import { longFilm } from '../test/long-film.ts'
import { CannotDo } from './cannot-do.ts'
import { fileOfBase64, filesIn } from './given-file.ts'
import { readAside } from './read-aside.ts'

const parameters =
  'a storm at sea\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 5, Size: 512x512, Model: tide'
const storm = png([latinText('parameters', parameters)])

describe('base64 that an agent gives', () => {
  const base64 = Buffer.from(storm).toString('base64')

  test('is taken with spaces and lines in it, and what is none is refused however much of it are spaces', async () => {
    const { file } = await fileOfBase64(` ${base64.slice(0, 9)}\r\n${base64.slice(9)} \n`)
    assert.deepEqual(new Uint8Array(await file.arrayBuffer()), storm)
    const spaced = await fileOfBase64('R0lGODlh = \n = '.replaceAll('', ' '), 'a.gif')
    assert.equal(await spaced.file.text(), 'GIF89a')
    for (const wrong of [
      `${' '.repeat(5_000_000)}!`,
      '',
      '  ',
      '====',
      'aGVsbG8=aGVs',
      'aGVsbG8===',
      `aGVsbG8=${' '.repeat(5_000_000)}a`,
      'aGVs_G8=',
      'aGVs!',
    ]) {
      await assert.rejects(fileOfBase64(wrong, 'x.png'), CannotDo, wrong.slice(-20))
    }
  })

  test('tells how it was made; what is no media by content or name is refused', async () => {
    const { type, readings, size } = await fileOfBase64(base64)
    assert.deepEqual([type, readings[0]?.prompt, size], ['image/png', 'a storm at sea', storm.length])
    const text = Buffer.from('shopping list').toString('base64')
    await assert.rejects(fileOfBase64(text), /no picture, film or sound.*fileName/)
    await assert.rejects(fileOfBase64(text, 'list.txt'), /no picture, film or sound/)
    const { type: named } = await fileOfBase64(Buffer.from('GIF89a').toString('base64'), 'a.gif')
    assert.equal(named, 'image/gif')
  })
})

test('a file that is long to read keeps nobody waiting: others have their turns meanwhile', async () => {
  const nodes = Array.from({ length: 30_000 }, (_, id) => [
    id,
    { class_type: 'CLIPTextEncode', inputs: { text: `x${id}`, clip: [String(id + 1), 0] } },
  ])
  const long = png([latinText('prompt', JSON.stringify(Object.fromEntries(nodes)))])
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 1)
  await readAside(long)
  const aside = turns
  turns = 0
  await readMedia(long)
  clearInterval(counting)
  assert.ok(aside > 5 * turns + 5, `${aside} turns, and ${turns} without the thread`)
})

describe('a file in a folder that the user allowed', () => {
  const { signal } = new AbortController()
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dailies-given-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('is sent as it was opened, small or long, whatever its path leads to then', async () => {
    const open = filesIn([folder])
    const hashes = {
      'small.png': createHash('sha256').update(storm).digest('hex'),
      'long.mp4': await longFilm(join(folder, 'long.mp4'), 'a storm at sea'),
    }
    await writeFile(join(folder, 'small.png'), storm)
    for (const [name, hash] of Object.entries(hashes)) {
      const given = await open(name, signal)
      await writeFile(join(folder, 'other'), 'x'.repeat(1000))
      await rename(join(folder, 'other'), join(folder, name))
      assert.deepEqual([given.sha256, given.readings[0]?.prompt], [hash, 'a storm at sea'], name)
      const sent = createHash('sha256')
      for (let at = 0; at < given.file.size; at += 8 * 1024 ** 2) {
        sent.update(new Uint8Array(await given.file.slice(at, at + 8 * 1024 ** 2).arrayBuffer()))
      }
      assert.equal(sent.digest('hex'), hash, name)
      const end = new Uint8Array(await given.file.slice(-10).arrayBuffer())
      const last = await given.file.slice(given.size - 10, given.size + 10).arrayBuffer()
      assert.deepEqual([end.length, end], [10, new Uint8Array(last)], name)
      await given.close()
    }
  })

  test('is not sent where it was written to meanwhile', async () => {
    await longFilm(join(folder, 'growing.mp4'), 'a storm')
    const given = await filesIn([folder])('growing.mp4', signal)
    await appendFile(join(folder, 'growing.mp4'), 'more')
    assert.throws(() => given.file.slice(0, 10), CannotDo)
    await given.close()
  })

  test('is none where it is a pipe, which nobody waits for; a text is refused', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.png')])
    await writeFile(join(folder, 'list.txt'), 'shopping list')
    const open = filesIn([folder])
    await assert.rejects(open('pipe.png', signal), /There is no such file/)
    await assert.rejects(open('list.txt', signal), /no picture, film or sound/)
  })
})
