import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DailiesError } from '../../../sdk/src/error.ts'
import { failureOf } from './failure.ts'
import { loudnessOf } from './loudness.ts'

const failing = (status: number, message = 'Something') => failureOf(new DailiesError(message, { status }))

describe('why a file is not sent', () => {
  test('what a broken connection stops goes on by itself', () => {
    for (const status of [0, 408, 502, 503, 504]) {
      assert.equal(failing(status).isAway, true)
      assert.match(failing(status).text, /goes on where it was/)
    }
    assert.equal(failing(507).isAway, false)
  })

  test('a file that is too large is told the limit, and is not tried again', () => {
    const { text, mayRetry } = failing(413, 'The file is over the limit of 12582912 bytes')
    assert.equal(text, 'It is larger than the 12.6 MB that the service takes.')
    assert.equal(mayRetry, false)
    assert.match(failing(413, 'The service answered with status 413').text, /on the way to the service/)
  })

  test('where there is no room, the service says what can be done', () => {
    const message = 'The media of this project would take more than the 1 GB that it may'
    assert.deepEqual(failing(507, message), { text: message, isAway: false, mayRetry: true })
  })

  test('another file in the place of one that is kept is a new take', () => {
    const { text, mayRetry } = failing(409, 'Another file is kept as the original of this version already')
    assert.match(text, /as a new take/)
    assert.equal(mayRetry, false)
    assert.equal(failing(409, 'Parts of it are gone').mayRetry, true)
  })
})

describe('what is made of a file', () => {
  test('a waveform has the loudest of each part, of all channels', async () => {
    const left = Float32Array.of(0, 0.5, 0, 0, 0, 0, 0, 0)
    const right = Float32Array.of(0, 0, -1, 0, 0, 0, 0, 1.5)
    let pauses = 0
    const pause = async () => {
      pauses += 1
    }
    const loudness = await loudnessOf([left, right], { parts: 4, pause })
    assert.deepEqual([...loudness], [128, 255, 0, 255])
    assert.equal(pauses, 2)
  })
})
