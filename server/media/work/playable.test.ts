import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playsInBrowsers } from './playable.ts'

test('browsers play what all of them decode, in a container that all of them read', () => {
  const films: [type: string, videoCodec: string | null, audioCodec: string | null, plays: boolean][] = [
    ['video/mp4', 'h264', 'aac', true],
    ['video/mp4', 'av1', 'opus', true],
    ['video/mp4', 'vp9', null, true],
    ['video/quicktime', 'h264', 'mp3', true],
    ['video/webm', 'vp8', 'vorbis', true],
    ['video/mp4', 'hevc', 'aac', false],
    ['video/mp4', null, 'aac', false],
    ['video/mp4', 'h264', 'ac3', false],
    ['video/webm', 'h264', 'opus', false],
    ['video/x-matroska', 'h264', 'aac', false],
    ['constructor', 'h264', 'aac', false],
  ]
  for (const [type, videoCodec, audioCodec, plays] of films) {
    const facts = { ...nothing, videoCodec, audioCodec }
    assert.equal(playsInBrowsers(type, facts), plays, `${type}, ${videoCodec}, ${audioCodec}`)
    assert.equal(playsInBrowsers(type, { ...facts, unusual: true }), false)
  }
})

const nothing = {
  width: null,
  height: null,
  rotation: null,
  durationSeconds: null,
  frameRate: null,
  channels: null,
  sampleRate: null,
  unusual: false,
}
