import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Media, mediaEvent } from './media-event.ts'

const media = () => Object.assign(new EventTarget(), { error: null }) as unknown as Media
const ever = () => new AbortController().signal

describe('waiting for what a browser does with a film or sound', () => {
  test('ends with its event', async () => {
    const audio = media()
    await mediaEvent(audio, 'loadedmetadata', ever(), () => {
      queueMicrotask(() => audio.dispatchEvent(new Event('loadedmetadata')))
    })
  })

  test('throws where the browser cannot read it', async () => {
    const audio = media()
    const begin = () => void audio.dispatchEvent(new Event('error'))
    await assert.rejects(mediaEvent(audio, 'loadedmetadata', ever(), begin), /cannot be read/)
  })

  test('ends at once where the upload is cancelled', async () => {
    const cancel = new AbortController()
    const begin = () => cancel.abort(new Error('cancelled'))
    await assert.rejects(mediaEvent(media(), 'loadedmetadata', cancel.signal, begin), /cancelled/)
  })

  test('ends after a while where the browser never answers', async (t) => {
    const { timeout } = AbortSignal
    const asked: number[] = []
    t.mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
      asked.push(milliseconds)
      return timeout.call(AbortSignal, 1)
    })
    const alive = setInterval(() => {}, 1000)
    try {
      await assert.rejects(
        mediaEvent(media(), 'loadedmetadata', ever(), () => {}),
        { name: 'TimeoutError' },
      )
    } finally {
      clearInterval(alive)
    }
    assert.deepEqual(asked, [20_000])
  })
})
