import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../decode-text.ts'
import { mp3 } from '../sample/audio.ts'
import { big, joinBytes, latin1, utf8, utf16 } from '../sample/bytes.ts'
import { piecesOfId3 } from './id3.ts'

function read(file: Uint8Array): [name: string, text: string][] {
  return Array.from(piecesOfId3(file), ({ name, bytes, encoding }) => [name, decodeText(bytes, encoding)])
}

test('texts are read in each of the four encodings', () => {
  const content = {
    0: joinBytes([0], latin1('café')),
    1: joinBytes([1, 0xff, 0xfe], utf16('星', 'little')),
    2: joinBytes([2], utf16('星', 'big')),
    3: joinBytes([3], utf8('星')),
  }
  for (const [code, expected] of [
    ['0', 'café'],
    ['1', '星'],
    ['2', '星'],
    ['3', '星'],
  ] as const) {
    assert.deepEqual(read(mp3(3, [{ id: 'TIT2', content: content[code] }])), [['title', expected]], code)
  }
  const withMark = joinBytes([1, 0xfe, 0xff], utf16('星', 'big'))
  assert.deepEqual(read(mp3(4, [{ id: 'TPE1', content: withMark }])), [['artist', '星']])
})

test('comments and lyrics are read behind their language and description, own texts under their description', () => {
  const frames = [
    { id: 'COMM', content: joinBytes([3], latin1('eng'), utf8('about\0a fox')) },
    { id: 'USLT', content: joinBytes([2], latin1('eng'), utf16('x\0la la', 'big')) },
    { id: 'TXXX', content: joinBytes([3], utf8('prompt\0a hen')) },
    { id: 'WOAS', content: latin1('https://example.org') },
    { id: 'APIC', content: new Uint8Array(50) },
  ]
  for (const version of [3, 4] as const) {
    assert.deepEqual(read(mp3(version, frames)), [
      ['comment', 'a fox'],
      ['lyrics', 'la la'],
      ['prompt', 'a hen'],
      ['source', 'https://example.org'],
    ])
  }
})

test('a frame of more than 127 bytes has the length that its version gives it', () => {
  const long = 'x'.repeat(70_000)
  for (const version of [3, 4] as const) {
    const frames = [
      { id: 'TXXX', content: utf8(`\x03a\0${long}`) },
      { id: 'TIT2', content: utf8('\x03b') },
    ]
    assert.deepEqual(read(mp3(version, frames)), [
      ['a', long],
      ['title', 'b'],
    ])
  }
})

test('an extended header is skipped; other versions and unsynchronised tags are not read', () => {
  const file = mp3(3, [{ id: 'TIT2', content: utf8('\x03b') }])
  const extended = (version: number, header: Uint8Array) => {
    const whole = joinBytes(file.subarray(0, 10), header, file.subarray(10))
    whole[3] = version
    whole[5] = 0x40
    whole[9] = whole[9]! + header.length
    return whole
  }
  assert.deepEqual(read(extended(3, joinBytes(big(6, 4), new Uint8Array(6)))), [['title', 'b']])
  assert.deepEqual(read(extended(4, joinBytes(big(6, 4), new Uint8Array(2)))), [['title', 'b']])
  for (const [at, value] of [
    [3, 2],
    [3, 5],
    [5, 0x80],
  ] as const) {
    const other = Uint8Array.from(file)
    other[at] = value
    assert.deepEqual(read(other), [])
  }
})
