import assert from 'node:assert/strict'
import { test } from 'node:test'
import { big, joinBytes, latin1, utf8 } from '../sample/bytes.ts'
import { superbox } from '../sample/c2pa.ts'
import { box } from '../sample/mp4.ts'
import { readJumbf } from './jumbf.ts'

test('boxes are read with their labels, and of each type of content the first', () => {
  const inner = superbox('cbor', 'c2pa.actions', box('cbor', [1]), box('cbor', [2]), box('json', utf8('{}')))
  assert.deepEqual(readJumbf(superbox('c2pa', 'c2pa', superbox('c2ma', 'urn', inner))), {
    label: 'c2pa',
    contents: new Map(),
    superboxes: [
      {
        label: 'urn',
        contents: new Map(),
        superboxes: [
          {
            label: 'c2pa.actions',
            superboxes: [],
            contents: new Map([
              ['cbor', Uint8Array.of(1)],
              ['json', utf8('{}')],
            ]),
          },
        ],
      },
    ],
  })
})

test('a box may lack a label, have its length in 64 bits, or go on to the end', () => {
  const nameless = box('jumb', box('jumd', new Uint8Array(16), [0]))
  assert.equal(readJumbf(nameless)?.label, '')
  const content = joinBytes(box('jumd', new Uint8Array(16), [3], latin1('a\0')), nameless)
  const long = joinBytes(big(1, 4), latin1('jumb'), big(content.length + 16, 8), content)
  const open = joinBytes(big(0, 4), latin1('jumb'), content)
  for (const bytes of [long, open, joinBytes(box('free'), long)]) {
    assert.equal(readJumbf(bytes)?.label, 'a')
    assert.equal(readJumbf(bytes)?.superboxes.length, 1)
  }
})

test('without a JUMBF box there is nothing', () => {
  assert.equal(readJumbf(new Uint8Array()), undefined)
  assert.equal(readJumbf(box('free', new Uint8Array(100))), undefined)
  assert.equal(readJumbf(joinBytes(big(500, 4), latin1('jumb'), new Uint8Array(100))), undefined)
})
