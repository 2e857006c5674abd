import assert from 'node:assert/strict'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import fastify from 'fastify'
import { engines } from '../test/engines.ts'
import { agentOverHttp } from '../test/mcp.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import type { TokenCaller } from '../tokens/authenticate.ts'
import { HugeBodies } from './huge-bodies.ts'
import type { Entrance } from './let-in.ts'
import { LoopTurns } from './loop-turns.ts'
import { mountMcp } from './mcp.ts'

interface Given {
  status: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

const call = (name: string, args: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

for (const engine of engines) {
  describe(`POST /mcp on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
    })
    after(() => service.close())

    /** Not by fetch, which sets some headers itself. */
    function ask(body: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<Given> {
      const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      return new Promise((resolve, reject) => {
        const asking = httpRequest(`${service.address}/mcp`, {
          method,
          headers: {
            authorization: `Bearer ${user.token}`,
            ...(payload !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        })
        asking.on('error', reject)
        asking.on('response', async (response) => {
          const text = await textOf(response)
          const isJson = response.headers['content-type']?.startsWith('application/json')
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, body: isJson && text ? JSON.parse(text) : text })
        })
        asking.end(payload)
      })
    }

    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

    test('without a good token is 401, and says how to send one', async () => {
      for (const authorization of ['', 'Bearer x', 'Basic YTpi']) {
        const { status, headers, body } = await ask(ping, { authorization })
        assert.deepEqual([status, body], [401, { error: 'Unauthorized' }])
        assert.match(headers['www-authenticate'] ?? '', /^Bearer /)
      }
    })

    test('the cookie of the console opens nothing', async () => {
      const { status } = await ask(ping, { authorization: '', cookie: 'dailies.session_token=x' })
      assert.equal(status, 401)
    })

    test('GET and DELETE are 405: there is no stream and no session', async () => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const { status, headers } = await ask(undefined, { accept: 'text/event-stream' }, method)
        assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'], method)
      }
    })

    test('pages of other sites are refused, whatever name they gave this address', async () => {
      const { host, origin } = new URL(service.address)
      for (const [headers, expected] of [
        [{ origin }, 200],
        [{ origin: 'https://evil.example' }, 403],
        [{ origin: 'http://evil.example:8787', host: 'evil.example:8787' }, 403],
        [{ origin: 'http://127.0.0.1.evil.example', host: '127.0.0.1.evil.example' }, 403],
        [{ origin: 'http://localhost:1', host }, 403],
        [{ origin: 'null' }, 403],
        [{ origin: '' }, 403],
      ] as [Record<string, string>, number][]) {
        assert.equal((await ask(ping, headers)).status, expected, JSON.stringify(headers))
      }
    })

    test('what is no message of the protocol is 400 in words, and nothing waits for ever', async () => {
      const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
      for (const [body, told] of [
        ['{', /Invalid payload/],
        ['', /Parse error|JSON/],
        ['null', /Parse error/],
        ['1', /Parse error/],
        ['{}', /Parse error/],
        [{ jsonrpc: '2.0', id: {}, method: 'ping' }, /Parse error/],
        [{ jsonrpc: '1.0', id: 1, method: 'ping' }, /Parse error/],
        [deep(65), /deeper than 64/],
        // The library would take seconds for them, and nobody else be answered.
        [call('list_projects', { ids: Array(5001).fill(1) }), /More than 5000 values/],
        [Array.from({ length: 21 }, (_, id) => ({ ...ping, id })), /At most 20/],
        [[ping, 1], /Parse error/],
      ] as [unknown, RegExp][]) {
        const { status, body: answer } = await ask(body)
        assert.equal(status, 400, JSON.stringify(body)?.slice(0, 100))
        assert.match(JSON.stringify(answer), told)
        assert.doesNotMatch(JSON.stringify(answer), /\bat .*\.ts|node_modules/)
      }
    })

    test('a version of the protocol that is none is 400; notifications are taken and not answered', async () => {
      assert.equal((await ask(ping, { 'mcp-protocol-version': '1999-01-01' })).status, 400)
      assert.equal((await ask(ping, { 'mcp-protocol-version': '2025-11-25' })).status, 200)
      const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
      assert.deepEqual([(await ask(initialized)).status, (await ask([])).status], [202, 202])
      const answer = { jsonrpc: '2.0', id: 9, result: {} }
      assert.equal((await ask(answer)).status, 202)
    })

    test('several at once are answered together; one that is cancelled beside itself, too; and one id twice', async () => {
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }
      const { status, body } = await ask([ping, call('list_projects', {}, 2), cancel])
      assert.deepEqual([status, body.map(({ id }: { id: number }) => id).sort()], [200, [1, 2]])
      const twice = await ask([ping, ping])
      assert.equal(twice.status, 200)
    })

    test('unknown methods, tools and wrong input are told what there is', async () => {
      const errorOf = async (body: unknown) => (await ask(body)).body.error
      assert.equal((await errorOf({ ...ping, method: 'sampling/createMessage' })).code, -32601)
      const unknown = await errorOf(call(`no_tool\u202e${'x'.repeat(10_000)}`, {}))
      assert.equal(unknown.code, -32602)
      assert.match(unknown.message, /There is no tool "no_toolx+…": there are list_projects, /)
      for (const args of ['text', 1, [1], null]) {
        assert.ok((await errorOf(call('list_projects', args))).message, JSON.stringify(args))
      }
      for (const [name, args, told] of [
        ['get_take', {}, /id: Required/],
        ['get_take', { id: 1 }, /id: Must be a string/],
        ['get_take', { id: '' }, /id: Required/],
        ['get_take', { id: '../projects' }, /not found/],
        ['get_take', { id: '..' }, /id: Is no id/],
        ['get_take', { id: 'a\u0000' }, /U\+0000/],
        ['get_take', { id: 'x', wrong: 1 }, /wrong/],
        ['list_takes', { sceneDbId: 'x', limit: 1e9 }, /limit/],
        ['list_takes', { sceneDbId: film.sceneDbId, cursor: 'x' }, /cursor/],
        ['compare_takes', { ids: ['a'] }, /at least 2/],
        ['compare_takes', { ids: ['a', 'a'] }, /twice/],
        ['capture_take', { ...film.capture, fileBase64: '!!!' }, /base64/],
        ['capture_take', { ...film.capture, file: '/etc/passwd' }, /outputUrl/],
        ['capture_take', { ...film.capture, outputUrl: 'file:///etc/passwd' }, /Invalid URL/],
        ['capture_take', { ...film.capture, sceneId: '99' }, /Scene not found/],
        ['set_status', { id: 'x', status: 'GONE' }, /Must be one of/],
      ] as [string, unknown, RegExp][]) {
        const { status, body } = await ask(call(name, args))
        assert.equal(status, 200, JSON.stringify(args))
        assert.equal(body.result?.isError, true, JSON.stringify([args, body]))
        assert.match(body.result.content[0].text, told, JSON.stringify(args))
      }
      const task = call('list_projects', {})
      const asTask = await ask({ ...task, params: { ...task.params, task: {} } })
      assert.equal(asTask.status, 200, 'tasks are not offered')
    })

    test('cursors and addresses that are none are errors in words', async () => {
      for (const params of [{ cursor: 'x' }, { cursor: '9..' }, { cursor: '0.x.y' }, { cursor: '0.' }]) {
        const { body } = await ask({ jsonrpc: '2.0', id: 1, method: 'resources/list', params })
        assert.ok(body.error?.message, JSON.stringify(params))
      }
      for (const uri of [
        '',
        'x',
        'http://169.254.169.254/',
        'dailies://version/',
        'dailies://scene/a',
        'dailies://version/%ff',
        'dailies://version/..',
        'dailies://version/%2e%2e',
        'dailies://version/\ud800',
        `dailies://version/${'a'.repeat(5000)}`,
      ]) {
        const { body } = await ask({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })
        assert.equal(body.error?.code, -32002, uri)
      }
    })

    test('an argument that can be no id is asked of nobody', async () => {
      for (const projectId of ['a'.repeat(201), '..', 'a\u0000']) {
        const { body } = await ask({
          jsonrpc: '2.0',
          id: 1,
          method: 'completion/complete',
          params: {
            ref: { type: 'ref/resource', uri: 'dailies://scene/{projectId}/{sceneId}' },
            argument: { name: 'sceneId', value: '' },
            context: { arguments: { projectId } },
          },
        })
        assert.deepEqual(body.result?.completion, { values: [], hasMore: false }, projectId.slice(0, 9))
      }
    })

    test('a body over the limit is 413', async () => {
      const { status } = await ask(call('capture_take', { fileBase64: 'A'.repeat(9 * 1024 ** 2) }))
      assert.equal(status, 413)
    })

    test('fifty clients at once get each its own', async () => {
      const users = await Promise.all(Array.from({ length: 50 }, () => testUser(service)))
      const films = await Promise.all(users.map((one, index) => testFilm(service.db, one, `Film ${index}`)))
      await Promise.all(
        users.map(async ({ token }, index) => {
          const agent = await agentOverHttp(service, token)
          const { data } = await agent.call('list_projects')
          assert.deepEqual(
            data.projects.map(({ id }: { id: string }) => id),
            [films[index]!.projectId],
          )
          const { isError } = await agent.call('capture_take', films[index]!.capture)
          assert.equal(isError, false)
          await agent.close()
        }),
      )
    })
  })

  test(`/mcp on ${engine} counts towards the limits of a token as what it asks does`, async () => {
    const service = await testService(engine, {
      DAILIES_RATE_LIMIT: 'true',
      DAILIES_RATE_LIMIT_PER_MINUTE: '12',
    })
    try {
      const user = await testUser(service)
      const agent = await agentOverHttp(service, user.token)
      // Two to begin with, then two for each call: its own and the one that it makes.
      const answers: boolean[] = []
      for (let index = 0; index < 5; index += 1) answers.push((await agent.call('list_projects')).isError)
      assert.deepEqual(answers, [false, false, false, false, false])
      await assert.rejects(agent.call('list_projects'), /429|Too many/)
      assert.equal((await user.get('/api/projects')).status, 429)
      await agent.close()
    } finally {
      await service.close()
    }
  })
}

test('what agents ask takes turns of the event loop with what others ask', async () => {
  const asked: string[] = []
  const turns = Object.assign(new LoopTurns(), {
    take: () => void asked.push('take'),
    wait: async () => void asked.push('wait'),
  })
  const caller = { userId: 'u', tokenId: 't' } as TokenCaller
  const entrance = {
    admit: async () => ({ caller, headers: {} }),
    count: () => undefined,
  } as unknown as Entrance
  const app = fastify()
  mountMcp(app, { entrance, turns, hugeBodies: new HugeBodies() })
  app.get('/api/projects', () => ({ data: [], metadata: { nextCursor: null } }))
  const ask = async (body: unknown) => {
    asked.length = 0
    const { statusCode } = await app.inject({
      ...{ method: 'POST', url: '/mcp', headers: { authorization: 'Bearer svc_x' } },
      payload: body as object,
    })
    return [statusCode, ...asked]
  }
  try {
    // Before it is looked at, before it is done, before the answer is made, and before that is sent.
    assert.deepEqual(await ask(call('list_projects', {})), [200, 'take', 'take', 'take', 'take'])
    const long = await ask(call('list_projects', { query: 'x'.repeat(100_000) }))
    assert.deepEqual(long, [200, 'wait', 'take', 'take'])
  } finally {
    await app.close()
  }
})

test('any node answers the next message, on one PostgreSQL', async () => {
  const one = await testService('postgres')
  const other = await testService('postgres', { ...one.place.environment, DAILIES_PORT: '0' })
  try {
    const user = await testUser(one)
    const film = await testFilm(one.db, user)
    const [here, there] = await Promise.all([one, other].map((node) => agentOverHttp(node, user.token)))
    const { data } = await here!.call('capture_take', film.capture)
    const seen = await there!.call('list_takes', { sceneDbId: film.sceneDbId })
    assert.deepEqual(
      seen.data.takes.map(({ id }: { id: string }) => id),
      [data.take.id],
    )
    const { body } = await user.get('/api/tokens')
    await user.send('DELETE', `/api/tokens/${body.data[0].id}`, undefined)
    await assert.rejects(there!.call('list_projects'), /401|Unauthorized/)
    await Promise.all([here!.close(), there!.close()])
  } finally {
    await other.close()
    await one.close()
  }
})

test('DAILIES_MCP=false takes it away', async () => {
  const service = await testService('sqlite', { DAILIES_MCP: 'false' })
  try {
    const user = await testUser(service)
    assert.equal((await user.send('POST', '/mcp', {})).status, 404)
  } finally {
    await service.close()
  }
})
