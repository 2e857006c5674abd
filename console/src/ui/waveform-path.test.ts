import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameAt } from './filmstrip-frame.ts'
import { loudnessOf, waveformPath } from './waveform-path.ts'

test('each bar is as tall as the loudest of its part, and silence is seen', () => {
  const loudness = loudnessOf(Buffer.from([0, 0, 255, 10]).toString('base64'))
  assert.equal(waveformPath(loudness, 2), 'M1.5 49V51M4.5 0V100')
})

test('there are bars where fewer parts are known, and where none is', () => {
  assert.equal(waveformPath(Uint8Array.of(255), 2), 'M1.5 0V100M4.5 0V100')
  assert.equal(waveformPath(loudnessOf('%'), 1), 'M1.5 49V51')
})

test('the place of the pointer is a frame of the strip, from its first to its last', () => {
  assert.deepEqual(
    [-0.2, 0, 0.49, 0.5, 0.999, 1, 3].map((place) => frameAt(place, 4)),
    [0, 0, 1, 2, 3, 3, 3],
  )
})
