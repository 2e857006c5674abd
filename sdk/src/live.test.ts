import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../../server/test/service.ts'
import { answering } from '../test/answers.ts'
import { connect, DailiesError, type LiveMessage } from './dailies.ts'

describe('live()', () => {
  let service: TestService
  let user: TestUser
  let film: Film

  before(async () => {
    service = await testService('sqlite')
    user = await testUser(service)
    film = await testFilm(service.db, user)
  })
  after(() => service.close())

  const captured = async () => (await user.ingest(film.capture)).body.asset.id as string

  /** Waits for what is neither a reset nor of the account. */
  async function nextAsset(messages: AsyncGenerator<LiveMessage>): Promise<LiveMessage> {
    for (;;) {
      const { value, done } = await messages.next()
      assert.ok(!done)
      if (value.kind === 'asset') return value
    }
  }

  test('tells what changes, goes on by itself where it was cut off, and ends with the signal', async () => {
    const leaving = new AbortController()
    const cuts: AbortController[] = []
    const asked: (string | null)[] = []
    let opened = () => {}
    const open = () =>
      new Promise<void>((resolve) => {
        opened = resolve
      })
    const cutting: typeof fetch = async (url, init) => {
      const cut = new AbortController()
      cuts.push(cut)
      asked.push(new Headers(init?.headers).get('last-event-id'))
      const signal = AbortSignal.any([cut.signal, init!.signal as AbortSignal])
      const response = await fetch(url, { ...init, signal })
      opened()
      return response
    }
    const dailies = connect({ baseUrl: service.address, token: user.token, fetch: cutting })
    const changes: boolean[] = []
    const onChange = (isOpen: boolean) => void changes.push(isOpen)
    const messages = dailies.live({ signal: leaving.signal, onChange })
    const isOpen = open()
    const first = nextAsset(messages)
    await isOpen
    const filed = await captured()
    assert.deepEqual(await first, {
      kind: 'asset',
      projectId: film.projectId,
      sceneDbId: film.sceneDbId,
      assetVersionId: filed,
    })

    const second = messages.next()
    cuts[0]!.abort()
    const missed = await captured()
    const { value } = await second
    // The service notices late that the test wrote beside it, and has everybody fetch again.
    assert.ok(value && (value.kind === 'reset' || value.assetVersionId === missed), JSON.stringify(value))
    assert.deepEqual([asked[0], typeof asked[1]], [null, 'string'])

    const third = messages.next()
    leaving.abort('enough')
    await assert.rejects(third, (reason) => reason === 'enough')
    assert.deepEqual(changes, [true, false, true, false])
  })

  test('throws where it cannot succeed', async () => {
    const messages = connect({ baseUrl: service.address, token: 'svc_none' }).live()
    await assert.rejects(messages.next(), (error) => error instanceof DailiesError && error.status === 401)
  })

  test('ends with an error where a message, or what is no stream, has no end', async () => {
    function* withoutEnd() {
      for (;;) yield 'data: '.repeat(10_000)
    }
    for (const status of [200, 403]) {
      const server = await answering([[status, { 'content-type': 'text/event-stream' }, withoutEnd]])
      try {
        await assert.rejects(server.dailies.live().next(), {
          status,
          message: 'The answer has more than 1 MiB: is this the address of Dailies?',
        })
      } finally {
        server.close()
      }
    }
  })

  test('comes back after a second at the least, whatever it is told', async () => {
    const answers: Parameters<typeof answering>[0] = [
      [200, {}, 'retry: 0\n\n'],
      [503, { 'retry-after': '0' }, ''],
      'never',
    ]
    const server = await answering(answers)
    const leaving = new AbortController()
    try {
      const messages = server.dailies.live({ signal: leaving.signal })
      assert.deepEqual((await messages.next()).value, { kind: 'reset' })
      assert.deepEqual((await messages.next()).value, { kind: 'reset' })
      const last = messages.next()
      while (server.asked.length < 3) await sleep(20)
      leaving.abort('enough')
      await assert.rejects(last, (reason) => reason === 'enough')
      const [first, second, third] = server.asked.map(({ at }) => at) as [number, number, number]
      // Timers may be a millisecond early.
      for (const pause of [second - first, third - second]) assert.ok(pause > 990, `${pause} ms`)
    } finally {
      server.close()
    }
  })

  test('comes ever more seldom to who says at once, again and again', async () => {
    const away: [number, Record<string, string>, string] = [503, { 'retry-after': '0' }, '']
    const server = await answering([away, away, 'never'])
    const leaving = new AbortController()
    try {
      const messages = server.dailies.live({ signal: leaving.signal })
      const reading = (async () => {
        for await (const _ of messages);
      })()
      while (server.asked.length < 3) await sleep(20)
      leaving.abort('enough')
      await assert.rejects(reading, (reason) => reason === 'enough')
      const [, second, third] = server.asked.map(({ at }) => at) as [number, number, number]
      assert.ok(third - second > 1990, `${third - second} ms`)
    } finally {
      server.close()
    }
  })

  test('waits however long it is told to', async () => {
    const [inYears, never] = ['99999999999', 'never']
    const answers: Parameters<typeof answering>[0] = [
      [503, { 'retry-after': inYears }, ''],
      [200, {}, `retry: ${inYears}\n\n`],
      [200, {}, `retry: ${never}\n\n`],
    ]
    for (const answer of answers) {
      const server = await answering([answer])
      const leaving = new AbortController()
      try {
        const message = server.dailies.live({ signal: leaving.signal }).next()
        setTimeout(() => leaving.abort('enough'), 300)
        await assert.rejects(message, (reason) => reason === 'enough')
        assert.equal(server.asked.length, 1)
      } finally {
        server.close()
      }
    }
  })
})
