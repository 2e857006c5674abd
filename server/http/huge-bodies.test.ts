import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { open, until, withServer } from '../test/fake-server.ts'
import { hugeBody } from './huge-bodies.ts'
import { route } from './route.ts'

const path = '/api/many'
const body = JSON.stringify({ text: 'x'.repeat(hugeBody) })
const headers = { 'content-type': 'application/json' }

describe('huge bodies', () => {
  test('are worked at two at once for each user, and all are answered', async () => {
    const answers: (() => void)[] = []
    let asked = 0
    const many = route(
      { ...open, method: 'POST', path, bodyFactor: 8, body: z.object({ text: z.string() }) },
      () => {
        asked += 1
        return new Promise((resolve) => answers.push(() => resolve('done')))
      },
    )
    await withServer([many], {}, async ({ port }) => {
      const post = (text: string, signal?: AbortSignal) =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers,
          body: text,
          ...(signal && { signal }),
        })
      const first = [post(body), post(body)]
      await until('two are there', () => asked === 2)
      const leaving = new AbortController()
      const left = post(body, leaving.signal).catch(() => 'left')
      const waiting = [post(body), post(body)]

      const small = post('{"text":""}')
      await until('a small one has passed them', () => asked === 3)
      answers.pop()!()
      assert.equal((await small).status, 200)
      assert.equal(asked, 3)

      leaving.abort()
      assert.equal(await left, 'left')
      let answered = 0
      for (const one of [...first, ...waiting])
        one.then(({ status }) => {
          assert.equal(status, 200)
          answered += 1
        })
      await until('all are answered', () => {
        answers.shift()?.()
        return answered === 4
      })
    })
  })
})
