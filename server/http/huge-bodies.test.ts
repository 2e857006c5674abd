import assert from 'node:assert/strict'
import { connect } from 'node:net'
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
    await withServer([many], {}, async ({ port, sockets }) => {
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
      await until('the service knows', () => sockets.size < 6)
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
      // Nobody works at what a client that left had sent.
      assert.equal(asked, 5)
    })
  })

  test('of clients that never read their answers hold up nobody', async () => {
    const ends: (() => void)[] = []
    let [working, most, ended] = [0, 0, 0]
    const many = route({ ...open, method: 'POST', path, bodyFactor: 8, body: z.unknown() }, async () => {
      working += 1
      most = Math.max(most, working)
      await new Promise<void>((resolve) => ends.push(resolve))
      working -= 1
      ended += 1
      return 'x'.repeat(10_000_000)
    })
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    await withServer([many], { DAILIES_WRITE_TIMEOUT: '300' }, async ({ port }) => {
      const clients = Array.from({ length: 6 }, () => {
        const socket = connect(port, '127.0.0.1')
        // None of them reads.
        socket.on('error', () => {}).pause()
        socket.write(head + body)
        return socket
      })
      await until('two are worked at', () => working === 2)
      for (let count = 1; count <= 6; count += 1) {
        await until('one is worked at', () => ends.length > 0)
        ends.shift()!()
        await until('it is done', () => ended === count)
      }
      assert.equal(most, 2)
      for (const socket of clients) socket.destroy()
    })
  })
})
