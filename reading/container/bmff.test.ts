import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../decode-text.ts'
import { big, joinBytes, latin1, utf8 } from '../sample/bytes.ts'
import { box, itunesTags, keyTags, movie, mp4 } from '../sample/mp4.ts'
import { piecesOfBmff } from './bmff.ts'

function read(file: Uint8Array): [name: string, text: string][] {
  return Array.from(piecesOfBmff(file), ({ name, bytes }) => [name, decodeText(bytes)])
}

test('keys are numbered from one, and each tag has its own', () => {
  assert.deepEqual(read(mp4(movie(keyTags({ encoder: 'Lavf', prompt: 'a fox', comment: '' })))), [
    ['encoder', 'Lavf'],
    ['prompt', 'a fox'],
    ['comment', ''],
  ])
})

test("iTunes' types get names, and others are left out", () => {
  const tags = { '\xa9nam': 'a', '\xa9cmt': 'b', '\xa9lyr': 'c', '\xa9too': 'd', desc: 'e', covr: 'f' }
  assert.deepEqual(
    read(mp4(movie(itunesTags(tags)))).map(([name]) => name),
    ['title', 'comment', 'lyrics', 'encoder', 'description'],
  )
})

test('a box may have its length in 64 bits, or go on to the end of the file', () => {
  const content = box('mvhd', new Uint8Array(8))
  const tags = box('udta', itunesTags({ '\xa9cmt': 'a fox' }))
  const inner = joinBytes(content, tags)
  const long = joinBytes(big(1, 4), latin1('moov'), big(inner.length + 16, 8), inner)
  assert.deepEqual(read(joinBytes(mp4(), long, box('free'))), [['comment', 'a fox']])
  const last = joinBytes(big(0, 4), latin1('moov'), inner)
  assert.deepEqual(read(joinBytes(mp4(), last)), [['comment', 'a fox']])
})

test('metadata without version and flags, as QuickTime has it, is read too', () => {
  const list = box('ilst', box('\xa9cmt', box('data', big(1, 8), utf8('a fox'))))
  const plain = box('meta', box('hdlr', new Uint8Array(25)), list)
  assert.deepEqual(read(mp4(box('moov', plain))), [['comment', 'a fox']])
})

test('a manifest for another purpose is none', () => {
  const uuid = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
  const merkle = box('uuid', uuid, big(0, 4), latin1('merkle\0'), new Uint8Array(20))
  assert.deepEqual(read(mp4(merkle, box('uuid', new Uint8Array(40)))), [])
})
