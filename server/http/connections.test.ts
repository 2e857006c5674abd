import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { unauthorized } from '../error.ts'
import { open, quick, stopsUnderLoad, until, withServer } from '../test/fake-server.ts'
import { fullAccess } from '../tokens/access.ts'
import type { Entrance } from './let-in.ts'
import { LongList, rowsAtOnce } from './long-list.ts'
import { route } from './route.ts'

const megabyte = 1024 ** 2

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** A client that writes the bytes, and reads only where it is told to. */
function client(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

describe('requests that are sent ahead', () => {
  const path = '/api/slow'

  test('are answered one after the other, in their order', async () => {
    let atOnce = 0
    let most = 0
    const slow = route(
      { ...open, method: 'GET', path, query: z.object({ n: z.string() }) },
      async ({ query }) => {
        most = Math.max(most, ++atOnce)
        await sleep(10)
        atOnce -= 1
        return query.n
      },
    )
    await withServer([slow], {}, async ({ port }) => {
      const numbers = Array.from({ length: 10 }, (_, n) => String(n))
      const last = get(`${path}?n=9`).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
      const all = numbers.slice(0, -1).map((n) => get(`${path}?n=${n}`))
      const answers = await text(client(port, [...all, last].join('')))
      assert.deepEqual(
        [...answers.matchAll(/\r\n\r\n"(\d)"/g)].map(([, n]) => n),
        numbers,
      )
      assert.equal(most, 1)
    })
  })

  test('close the connection when more than ten are unanswered', async () => {
    let asked = 0
    const never = route({ ...open, method: 'GET', path }, () => {
      asked += 1
      return new Promise(() => {})
    })
    await withServer([never], {}, async ({ port, sockets }) => {
      const ten = client(port, get(path).repeat(10))
      const eleven = client(port, get(path).repeat(11))
      let closed = false
      eleven.resume().once('close', () => {
        closed = true
      })
      await until('the one with eleven is closed', () => closed)
      await until('the other one is asked', () => asked === 2)
      assert.equal(sockets.size, 1)
      ten.destroy()
    })
  })
})

describe('an answer that is not read', () => {
  const path = '/api/large'
  const large = (megabytes: number) =>
    route({ ...open, method: 'GET', path }, async () => 'x'.repeat(megabytes * megabyte))

  test('closes its connection after DAILIES_WRITE_TIMEOUT', () =>
    withServer([large(24)], { DAILIES_WRITE_TIMEOUT: '1' }, async ({ port, sockets }) => {
      const unread = client(port, get(path))
      await until('it is connected', () => sockets.size === 1)
      await until('it is closed', () => sockets.size === 0)
      unread.destroy()
    }))

  test('closes it once more than DAILIES_UNREAD_LIMIT waits, and spares whoever reads', () =>
    withServer([large(24)], { DAILIES_UNREAD_LIMIT: '48mb' }, async ({ port, sockets }) => {
      const unread = Array.from({ length: 8 }, () => client(port, get(path)))
      const waits = () => [...sockets].reduce((sum, socket) => sum + socket.writableLength, 0)
      await until('most of them are closed', () => sockets.size < 5)
      assert.ok(waits() <= 48 * megabyte, `${waits()} bytes wait`)
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      assert.equal((await answer.text()).length, 24 * megabyte + 2)
      for (const socket of unread) socket.destroy()
    }))

  test('does not cost a copy of the script of /docs', () =>
    withServer([], {}, async ({ port, sockets }) => {
      const script = '/docs/js/scalar.js'
      const size = (await (await fetch(`http://127.0.0.1:${port}${script}`)).arrayBuffer()).byteLength
      assert.ok(size > 3 * megabyte)
      const before = process.memoryUsage()
      const unread = Array.from({ length: 30 }, () => client(port, get(script).repeat(10)))
      await until(
        'all of them wait',
        () => [...sockets].filter((one) => one.writableLength > 0).length === 30,
      )
      const { rss, external } = process.memoryUsage()
      const more = Math.max(rss - before.rss, external - before.external)
      assert.ok(more < 10 * size, `${Math.round(more / megabyte)} MB more`)
      for (const socket of unread) socket.destroy()
    }))
})

describe('a long list', () => {
  const path = '/api/long'
  const rowsOfMegabytes = Array.from({ length: rowsAtOnce }, () => 'x'.repeat(20_000))

  /** Of 2 MB a part, and without end; tells how many parts were read. */
  function endless(endpoint: object = open) {
    const seen = { parts: 0 }
    async function* parts(): AsyncGenerator<string[], undefined> {
      for (;;) {
        seen.parts += 1
        yield rowsOfMegabytes
      }
    }
    const list = route(
      { ...open, ...endpoint, method: 'GET', path },
      async () => new LongList<{ data: string[] }>('data', {}, parts()),
    )
    return { seen, list }
  }

  test('is read no further than its client reads, and not at all when that has gone', async () => {
    const { seen, list } = endless()
    await withServer([list], {}, async ({ port, sockets }) => {
      const unread = client(port, get(path))
      const waits = () => [...sockets].reduce((sum, socket) => sum + socket.writableLength, 0)
      await until('some of it waits', () => waits() > 0)
      const read = seen.parts
      assert.ok(waits() < 8 * megabyte, `${waits()} bytes wait`)
      assert.ok(read < 20, `${read} parts are read`)
      unread.on('data', () => {})
      await until('it is read on', () => seen.parts > read + 10)
      unread.destroy()
      await until('the connection is gone', () => sockets.size === 0)
      const last = seen.parts
      await sleep(100)
      assert.ok(seen.parts <= last + 1)
    })
  })

  test('is read no further once the right to it has ended, or a part of it, however slowly it is taken', async () => {
    const caller = { userId: 'a', tokenId: 't', ...fullAccess, permissions: ['read'] as const }
    const limited = { ...caller, projectIds: ['p'] }
    const ends = [() => Promise.reject(unauthorized()), async () => limited]
    for (const end of ends) {
      const { seen, list } = endless({ ...open, open: undefined, permission: 'read' })
      let confirm: () => Promise<unknown> = async () => caller
      const entrance = {
        admit: async () => ({ caller, headers: {} }),
        count: () => undefined,
        confirm: () => confirm(),
      }
      await withServer(
        [list],
        {},
        async ({ port, sockets }) => {
          const slow = client(port, get(path))
          await until('some of it waits', () => [...sockets].some((socket) => socket.writableLength > 0))
          const { parts } = seen
          slow.on('data', () => {})
          await until('it is read on', () => seen.parts > parts + 10)
          confirm = end
          await until('it is cut off', () => sockets.size === 0)
        },
        entrance as unknown as Partial<Entrance>,
      )
    }
  })

  test('that cannot be read to its end is cut off, so that nobody takes it for whole', async () => {
    async function* parts(): AsyncGenerator<string[], undefined> {
      yield rowsOfMegabytes
      throw new Error('the database is away')
    }
    const list = route(
      { ...open, method: 'GET', path },
      async () => new LongList<{ data: string[] }>('data', {}, parts()),
    )
    await withServer([list], {}, async ({ port }) => {
      await assert.rejects(async () => (await fetch(`http://127.0.0.1:${port}${path}`)).text())
    })
  })
})

test('who asks for the connection to be closed reads a refusal, too, and may send on until then', async () => {
  const endpoint = { ...open, method: 'POST', path: '/api/posted', body: z.unknown() } as const
  const posted = route(endpoint, async () => 'done')
  await withServer([posted], {}, async ({ port, sockets }) => {
    const head = [
      `POST ${endpoint.path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      'Content-Type: application/json',
      // From another site, which is refused before the body is read.
      'Sec-Fetch-Site: cross-site',
      `Content-Length: ${megabyte}`,
    ]
    const socket = client(port, `${head.join('\r\n')}\r\n\r\n`)
    const ends: string[] = []
    for (const event of ['error', 'end']) socket.on(event, () => ends.push(event))
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes
    })
    await until('it is refused', () => answer.includes('\r\n\r\n'))
    assert.match(answer, /^HTTP\/1.1 403 /)
    const [theirs] = sockets
    socket.write(' '.repeat(megabyte))
    await until('all of the body is taken', () => theirs!.bytesRead > megabyte)
    assert.deepEqual(ends, [])
    socket.destroy()
  })
})

describe('a service that stops', () => {
  test('resets none of 64 clients that keep asking, in 5 tries', async () => {
    // New connections are refused, and nothing else ever goes wrong.
    assert.deepEqual(await stopsUnderLoad(5), ['ECONNREFUSED'])
  })

  test('closes a connection that has long been silent, and one that is silent from then on', () =>
    withServer([quick], {}, async ({ app, port, sockets }) => {
      const silent = client(port, get(quick.endpoint.path))
      silent.resume()
      await until('it is answered', () => silent.bytesRead > 0)
      await app.close()
      assert.equal(sockets.size, 0)
    }))
})
