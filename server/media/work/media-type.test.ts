import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mediaType } from './media-type.ts'

async function typeOf(content: string | Buffer, name = 'file'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-type-'))
  try {
    const path = join(folder, name)
    await writeFile(path, content)
    return (await mediaType(path)).type
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('texts are told by how they begin', async () => {
  const texts: [content: string, type: string][] = [
    ['a note', 'text/plain'],
    ['Größe, 大きさ', 'text/plain'],
    ['BM is how a bitmap begins, and a note', 'text/plain'],
    ['{"a": 1}', 'application/json'],
    ['[1, 2', 'text/plain'],
    ['{ not JSON }', 'text/plain'],
    ['<?xml version="1.0"?><a/>', 'application/xml'],
    [
      '\ufeff<?xml version="1.0"?>\n<!-- of mine -->\n<svg xmlns="http://www.w3.org/2000/svg"/>',
      'image/svg+xml',
    ],
    ['<svg>', 'image/svg+xml'],
    ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd"><svg/>', 'image/svg+xml'],
    ['<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'image/svg+xml'],
    ['<svgs/>', 'text/plain'],
    ['see <svg>', 'text/plain'],
    ['  <!doctype HTML>', 'text/html'],
    ['<!-- <svg> --><script>', 'text/html'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', 'text/html'],
    ['#EXTM3U\nfile:///etc/passwd', 'text/plain'],
  ]
  for (const [content, type] of texts) assert.equal(await typeOf(content), type, content)
})

test('a text whose letters are cut where the look at it ends is a text', async () => {
  assert.equal(await typeOf('大'.repeat(5000)), 'text/plain')
})

test('what tells nothing is octets, and what is empty, too', async () => {
  for (const content of ['', 'a\0b', Buffer.from([0xff, 0xfe, 0x41, 0]), Buffer.alloc(10_000)])
    assert.equal(await typeOf(content), 'application/octet-stream')
})

test('a name tells nothing', async () => {
  assert.equal(await typeOf('<!doctype html>', 'photo.jpg'), 'text/html')
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  assert.equal(await typeOf(gif, 'page.html'), 'image/gif')
})

test('one kind of file has one name', async () => {
  const ftyp = (brand: string) => Buffer.from(`\0\0\0\x10ftyp${brand}\0\0\0\0`, 'latin1')
  assert.equal(await typeOf(ftyp('M4A ')), 'audio/mp4')
  assert.equal(await typeOf(ftyp('M4V ')), 'video/mp4')
  assert.equal(await typeOf(ftyp('qt  ')), 'video/quicktime')
})
