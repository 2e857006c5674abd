import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MediaFacts } from '@dailies/contract/media.ts'
import { dimensionsText, lengthText, rateText, soundText } from './media-facts.ts'

const facts: MediaFacts = {
  type: 'video/mp4',
  width: 1920,
  height: 1080,
  rotation: null,
  durationSeconds: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
  channels: null,
  sampleRate: null,
  placeholder: null,
  perceptualHash: null,
  problem: null,
}

describe('facts of media', () => {
  test('a rate is told as a fraction where it is no round number', () => {
    const rates = [
      [24, 1],
      [24000, 1001],
      [30000, 1001],
      [25, 2],
      [60, 0],
    ] as const
    assert.deepEqual(
      rates.map(([numerator, denominator]) => rateText({ numerator, denominator })),
      ['24', '23.976 (24000/1001)', '29.97 (30000/1001)', '12.5', ''],
    )
  })

  test('a length is told as a clock does', () => {
    assert.deepEqual([0, 4.2, 59.99, 61, 3723.9].map(lengthText), [
      '0:00',
      '0:04.2',
      '0:59.9',
      '1:01',
      '1:02:03',
    ])
  })

  test('what is not known of sound and picture is left out', () => {
    assert.equal(soundText(facts), undefined)
    assert.equal(
      soundText({ ...facts, channels: 2, sampleRate: 44_100, audioCodec: 'aac' }),
      'stereo, 44.1 kHz, aac',
    )
    assert.equal(soundText({ ...facts, channels: 3 }), '3 channels')
    assert.equal(dimensionsText(facts), '1920 × 1080')
    assert.equal(dimensionsText({ ...facts, rotation: 90 }), '1920 × 1080, turned by 90°')
    assert.equal(dimensionsText({ ...facts, width: null }), undefined)
  })
})
