import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readSettings } from '../config.ts'
import { openLog } from '../log.ts'
import { LongList, rowsAtOnce } from './long-list.ts'
import { Metrics } from './metrics.ts'
import { type Route, route } from './route.ts'
import { buildHttpServer } from './server.ts'

const deadline = 60_000
const megabyte = 1024 ** 2

/** An endpoint that anybody may ask, beside those that every server has. */
const open = {
  tag: 'Account',
  open: true,
  summary: 'A fake',
  reply: z.unknown(),
  errors: [],
} as const

interface Fake {
  app: FastifyInstance
  port: number
  /** The server's own ends of the connections that are open. */
  sockets: Set<Socket>
}

async function withServer(
  routes: Route[],
  environment: Record<string, string>,
  work: (fake: Fake) => Promise<void>,
): Promise<void> {
  const nobody = () => Promise.reject(new Error('nobody is let in'))
  const app = await buildHttpServer({
    settings: readSettings({}, environment),
    log: openLog('silent'),
    metrics: new Metrics(),
    routes,
    entrance: { admit: nobody, admitSession: nobody, confirm: nobody, count: nobody },
    isReady: async () => {},
  })
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    await work({ app, sockets, port: (app.server.address() as { port: number }).port })
  } finally {
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** A client that writes the bytes, and reads only where it is told to. */
function client(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + deadline
  while (!holds()) {
    assert.ok(performance.now() < end, `still not so: ${what}`)
    await sleep(10)
  }
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
  function endless() {
    const seen = { parts: 0 }
    async function* parts(): AsyncGenerator<string[], undefined> {
      for (;;) {
        seen.parts += 1
        yield rowsOfMegabytes
      }
    }
    const list = route(
      { ...open, method: 'GET', path },
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

describe('a service that stops', () => {
  const path = '/api/quick'
  const quick = route({ ...open, method: 'GET', path }, async () => 'done')

  test('resets none of 64 clients that keep asking, in 50 tries', async () => {
    for (let round = 0; round < 50; round += 1) {
      await withServer([quick], {}, async ({ app, port }) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 64 })
        let answered = 0
        const failures = new Set<string>()
        const clients = Array.from({ length: 64 }, async () => {
          while (!failures.has('ECONNREFUSED')) {
            const failure = await ask(agent, port, path)
            if (failure) failures.add(failure)
            else answered += 1
            // A client that does something between its requests leaves its connection idle.
            if (answered % 3 === 0) await sleep(1)
          }
        })
        await until('all of them are under way', () => answered > 200)
        await app.close()
        await Promise.all(clients)
        agent.destroy()
        // New connections are refused, and nothing else ever goes wrong.
        assert.deepEqual([...failures], ['ECONNREFUSED'], `in try ${round + 1}`)
      })
    }
  })

  test('closes a connection that has long been silent, and one that is silent from then on', () =>
    withServer([quick], {}, async ({ app, port, sockets }) => {
      const silent = client(port, get(path))
      silent.resume()
      await until('it is answered', () => silent.bytesRead > 0)
      await app.close()
      assert.equal(sockets.size, 0)
    }))
})

/** The code of what went wrong, if anything did. */
function ask(agent: Agent, port: number, path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    httpRequest({ agent, host: '127.0.0.1', port, path })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .once('response', (response) => {
        response.resume().once('end', () => resolve(response.statusCode === 200 ? undefined : 'status'))
        response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      })
      .end()
  })
}
