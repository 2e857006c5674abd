import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CardMedia } from '@dailies/contract/media.ts'
import { keptPicture } from './kept-media.ts'

const nothing: CardMedia = {
  state: 'kept',
  endsAt: null,
  reason: null,
  type: 'image/png',
  bytes: 10,
  width: null,
  height: null,
  durationSeconds: null,
  placeholder: null,
  isWorkedOn: false,
  original: '/o',
  thumbnails: [],
  poster: null,
  filmstrip: null,
  waveform: null,
  proxy: null,
}
const hrefOf = (path: string) => `https://dailies.example/below${path}`
const pictureOf = (media: Partial<CardMedia>) => keptPicture({ ...nothing, ...media }, hrefOf)

describe('a kept version is drawn', () => {
  test('from its thumbnails, whichever fits, with the placeholder until then', () => {
    const thumbnails = [
      { url: '/a', width: 320, height: 180 },
      { url: '/b', width: 640, height: 360 },
    ]
    assert.deepEqual(pictureOf({ thumbnails, placeholder: 'data:image/webp;base64,AA' }), {
      still: 'https://dailies.example/below/a',
      srcSet: 'https://dailies.example/below/a 320w, https://dailies.example/below/b 640w',
      placeholder: 'data:image/webp;base64,AA',
    })
  })

  test('from its poster, or its original where that is a picture', () => {
    assert.equal(pictureOf({ poster: '/p' }).still, 'https://dailies.example/below/p')
    assert.equal(pictureOf({}).still, 'https://dailies.example/below/o')
    assert.equal(pictureOf({ type: 'image/tiff' }).still, undefined)
    assert.equal(pictureOf({ type: 'image/svg+xml' }).still, undefined)
  })

  test('from the film, where nothing was made of that', () => {
    assert.equal(pictureOf({ type: 'video/mp4' }).film, 'https://dailies.example/below/o')
    assert.equal(pictureOf({ type: 'video/x-matroska', proxy: '/x' }).film, 'https://dailies.example/below/x')
    assert.equal(pictureOf({ type: 'audio/wav' }).film, undefined)
  })
})
