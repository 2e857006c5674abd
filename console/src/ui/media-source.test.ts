import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CardMedia } from '@dailies/contract/media.ts'
import { mediaSource, type Take } from './media-source.ts'

const elsewhere = 'https://cdn.example/take.png'
const mayLoad = (url: string | null) => url ?? undefined
const mayNot = () => undefined

const kept: CardMedia = {
  state: 'kept',
  endsAt: null,
  reason: null,
  type: 'image/png',
  bytes: 9_000_000,
  width: 1600,
  height: 900,
  durationSeconds: null,
  placeholder: 'data:image/webp;base64,AAAA',
  isWorkedOn: false,
  original: '/api/media/1/original?v=a',
  thumbnails: [
    { url: '/api/media/1/thumb-320?v=a', width: 320, height: 180 },
    { url: '/api/media/1/thumb-640?v=a', width: 640, height: 360 },
  ],
  poster: null,
  filmstrip: null,
  waveform: null,
  proxy: null,
}

function take(change: Partial<Take>): Take {
  return { assetType: 'IMAGE', outputUrl: elsewhere, thumbnailUrl: `${elsewhere}?small`, ...change }
}

describe('where what is seen of a take comes from', () => {
  test('kept, it is ours alone, whether other hosts may be asked or not', () => {
    for (const loadable of [mayLoad, mayNot]) {
      const source = mediaSource(take({ media: kept }), loadable)
      assert.equal(JSON.stringify(source).includes('cdn.example'), false)
      assert.equal(source.still, '/api/media/1/thumb-320?v=a')
      assert.equal(source.srcSet, '/api/media/1/thumb-320?v=a 320w, /api/media/1/thumb-640?v=a 640w')
      assert.equal(source.picture, '/api/media/1/original?v=a')
      assert.deepEqual(source.size, { width: 1600, height: 900 })
    }
  })

  test('what is only a link, or lost, is as it was captured', () => {
    for (const state of ['waiting', 'lost'] as const) {
      const media = { ...kept, state, thumbnails: [], original: null }
      assert.equal(mediaSource(take({ media }), mayLoad).picture, elsewhere)
      assert.equal(mediaSource(take({ media }), mayLoad).still, `${elsewhere}?small`)
      assert.equal(mediaSource(take({ media }), mayNot).still, undefined)
    }
    assert.equal(mediaSource(take({ media: null }), mayLoad).still, `${elsewhere}?small`)
  })

  test('a large picture is in no list before there are thumbnails of it; a small one is', () => {
    const media = { ...kept, thumbnails: [], isWorkedOn: true }
    assert.equal(mediaSource(take({ media }), mayLoad).still, undefined)
    assert.equal(mediaSource(take({ media: { ...media, bytes: 50_000 } }), mayLoad).still, kept.original)
  })

  test('a picture that browsers do not show is seen by its largest thumbnail', () => {
    const media = { ...kept, type: 'image/tiff' }
    assert.equal(mediaSource(take({ media }), mayLoad).picture, '/api/media/1/thumb-640?v=a')
  })

  test('a film plays as browsers can, and stands still as its poster', () => {
    const film: CardMedia = {
      ...kept,
      type: 'video/quicktime',
      thumbnails: [],
      poster: '/api/media/1/poster?v=b',
      filmstrip: { url: '/api/media/1/filmstrip?v=c', frames: 24 },
    }
    const source = mediaSource(take({ assetType: 'VIDEO', media: film }), mayNot)
    assert.equal(source.kind, 'film')
    assert.equal(source.still, film.poster)
    assert.equal(source.playable, film.original)
    assert.equal(source.filmstrip?.frames, 24)
    const proxy = '/api/media/1/proxy?v=d'
    assert.equal(mediaSource(take({ media: { ...film, proxy } }), mayNot).playable, proxy)
  })

  test('content says what it is, not the type that somebody chose', () => {
    const sound = { ...kept, type: 'audio/wav', thumbnails: [], waveform: 'AAAA' }
    assert.equal(mediaSource(take({ assetType: 'OTHER', media: sound }), mayLoad).kind, 'sound')
    assert.equal(mediaSource(take({ assetType: 'VIDEO', media: kept }), mayLoad).kind, 'picture')
    const unknown = { ...kept, type: 'application/octet-stream', thumbnails: [] }
    assert.equal(mediaSource(take({ media: unknown }), mayLoad).kind, 'none')
  })

  test('a take that was sent by hand has no address of elsewhere', () => {
    assert.equal(mediaSource(take({ outputUrl: '', thumbnailUrl: null }), mayLoad).kind, 'none')
    const source = mediaSource(take({ outputUrl: '', thumbnailUrl: null, media: kept }), mayLoad)
    assert.equal(source.kind, 'picture')
  })
})
