import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../test/listening.ts'
import { fullAccess } from '../tokens/access.ts'
import type { TokenCaller } from '../tokens/authenticate.ts'
import { type Answers, Hub } from './hub.ts'

const callerOf = (userId: string): TokenCaller => ({
  ...fullAccess,
  userId,
  tokenId: `token of ${userId}`,
  expiresAt: '',
  countedAs: '',
})
const change = (assetVersionId: string) =>
  ({ kind: 'asset', projectId: 'film', sceneDbId: 'scene', assetVersionId }) as const

/** A hub whose users are members of the film, and a way to listen to it without a network. */
function hubOf(answers: Partial<Answers> = {}, options?: { mostStreams: number }) {
  const hub = new Hub(
    {
      projectsOf: async (ids) => new Map(ids.map((id) => [id, new Set(['film'])])),
      confirmed: async (callers) => callers,
      recentlyMoved: async () => [],
      hear: async () => {},
      rest: () => {},
      onError: (error) => assert.fail(String(error)),
      ...answers,
    },
    options,
  )
  async function open(userId: string, { lastId, reads = true }: { lastId?: string; reads?: boolean } = {}) {
    await hub.prepare(callerOf(userId))
    const client = { text: '', hasEnded: false, reads, read: () => {}, leave: () => {} }
    const { taken, closed } = hub.begin(callerOf(userId), lastId, {
      write: (text) => {
        client.text += text
        if (client.reads) setImmediate(() => taken())
      },
      end: () => {
        client.hasEnded = true
      },
    })
    client.read = () => {
      client.reads = true
      taken()
    }
    client.leave = closed
    return client
  }
  return { hub, open }
}
const kindsIn = (text: string) => [...text.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind)

describe('the hub of live streams', () => {
  test('holds little for a client that does not read, and tells it to fetch again once that is too much', async () => {
    const { hub, open } = hubOf()
    const [slow, quick] = [await open('slow', { reads: false }), await open('quick')]
    for (let count = 0; count < 80; count += 1) {
      for (let index = 0; index < 20; index += 1) hub.changed([change(`${count}-${index}`)])
      await until('it is told', () => quick.text.includes(`"${count}-19"`))
    }
    assert.ok(slow.text.length < 8192 + 1024, `${slow.text.length}`)
    slow.read()
    await until('it is told', () => kindsIn(slow.text).includes('reset'))
    hub.changed([change('after')])
    await until('it goes on', () => slow.text.includes('"after"'))
    assert.deepEqual(kindsIn(slow.text), ['reset', 'asset'])
    hub.close()
  })

  test('writes what is shown in a review session at once to who takes part, and of it the latest alone to who reads slowly', async () => {
    const { hub, open } = hubOf()
    const [slow, quick, other] = [
      await open('slow', { reads: false }),
      await open('quick'),
      await open('other'),
    ]
    const place = { kind: 'review', projectId: 'film', reviewId: 'review' } as const
    for (const userId of ['slow', 'quick']) hub.changed([{ ...place, attending: { userId, page: 'one' } }])
    const leader = { id: 'ana', name: 'Ana' }
    const look = { assetVersionId: 'take', rate: { numerator: 24, denominator: 1 }, playing: false, speed: 1 }
    const screen = { kind: 'take' } as const
    const state = (sequence: number) => ({ ...look, screen, sequence, frame: sequence, shapes: [] })
    for (let sequence = 1; sequence <= 500; sequence += 1) {
      hub.changed([{ ...place, moment: { term: 1, leader, state: state(sequence) } }])
      if (sequence % 50 === 0) await until('it is told', () => quick.text.includes(`"frame":${sequence},`))
    }
    assert.ok(slow.text.length < 1000, `${slow.text.length}`)
    slow.read()
    await until('it is told', () => slow.text.includes('"frame":500,'))
    assert.deepEqual(kindsIn(slow.text), ['review', 'take'], 'one message, of the screen where a take is')
    assert.equal(other.text.includes('"review"'), false, 'who takes no part hears nothing')
    hub.close()
  })

  test('shows nothing more to who is no member any more', async () => {
    let films = ['film']
    const projectsOf = async (ids: string[]) => new Map(ids.map((id) => [id, new Set(films)]))
    const { hub, open } = hubOf({ projectsOf })
    const ben = await open('ben')
    const place = { kind: 'review', projectId: 'film', reviewId: 'review' } as const
    const show = (term: number) => hub.changed([{ ...place, moment: { term, leader: null, state: null } }])
    hub.changed([{ ...place, attending: { userId: 'ben', page: 'one' } }])
    show(1)
    await until('it is told', () => ben.text.includes('"term":1'))
    films = []
    hub.changed([{ kind: 'memberships', userId: 'ben' }])
    await until('it is told', () => ben.text.includes('"memberships"'))
    show(2)
    hub.changed([{ kind: 'account', userId: 'ben' }])
    await until('what came after it is told', () => ben.text.includes('"account"'))
    assert.ok(!ben.text.includes('"term":2'))
    hub.close()
  })

  test('a client that is slow for a moment misses nothing, and is written a part at a time', async () => {
    const { hub, open } = hubOf()
    const slow = await open('slow', { reads: false })
    for (let index = 0; index < 25; index += 1) hub.changed([change(`v-${index}`)])
    const quick = await open('quick')
    hub.changed([change('last')])
    await until('it is told', () => quick.text.includes('"last"'))
    slow.read()
    await until('it is told', () => slow.text.includes('"last"'))
    assert.deepEqual(new Set(kindsIn(slow.text)), new Set(['asset']))
    assert.equal(kindsIn(slow.text).length, 26)
    hub.close()
  })

  test('ends the oldest of too many of one user, and refuses too many of all', async () => {
    const { hub, open } = hubOf({}, { mostStreams: 22 })
    const streams = []
    for (let count = 0; count < 21; count += 1) streams.push(await open('one'))
    assert.deepEqual(
      streams.map(({ hasEnded }) => hasEnded),
      streams.map((_, index) => index === 0),
    )
    assert.equal(hub.streams, 20)
    await open('two')
    await open('two')
    await assert.rejects(open('three'), { code: 'unavailable', retryAfter: 5 })
    hub.close()
    assert.ok(streams.every(({ hasEnded }) => hasEnded))
    await assert.rejects(open('one'), { code: 'unavailable' })
  })

  test('finds out within a second that somebody is no member, although nothing told so', async () => {
    let isMember = true
    const { hub, open } = hubOf({
      projectsOf: async (ids) => new Map(isMember ? ids.map((id) => [id, new Set(['film'])]) : []),
      recentlyMoved: async () => (isMember ? [] : [{ id: 'change', userId: 'one' }]),
    })
    const stream = await open('one')
    isMember = false
    await until('it is told', () => kindsIn(stream.text).includes('memberships'))
    hub.changed([change('secret')])
    hub.changed([{ kind: 'platform' }])
    await until('it is told', () => kindsIn(stream.text).includes('platform'))
    assert.deepEqual(kindsIn(stream.text), ['memberships', 'platform'])
    hub.close()
  })

  test('finds out within a second that a caller is out, although nothing told so', async () => {
    const { hub, open } = hubOf({
      confirmed: async (callers) => callers.map((caller) => (caller.userId === 'out' ? undefined : caller)),
    })
    const [out, other] = [await open('out'), await open('other')]
    await until('it ends', () => out.hasEnded)
    assert.ok(!other.hasEnded)
    hub.close()
  })

  test('tells everybody to fetch again when something was missed, and who comes back from before it, too', async () => {
    const { hub, open } = hubOf()
    const stream = await open('one')
    const lastId = /id: (\S+)/.exec(stream.text)![1]!
    hub.missed()
    await until('it is told', () => kindsIn(stream.text).includes('reset'))
    const again = await open('one', { lastId })
    await until('it is told', () => kindsIn(again.text).includes('reset'))
    hub.close()
  })

  test('tells what comes while it asks who is a member by the answer, and not by what was before', async () => {
    const projects = new Set<string>()
    const { hub, open } = hubOf({
      projectsOf: async (ids) => {
        await sleep(30)
        return new Map(ids.map((id) => [id, new Set(projects)]))
      },
    })
    const [one, two] = [await open('one'), await open('two')]
    const moved = (userId: string) => ({ kind: 'memberships', userId }) as const
    projects.add('film')
    hub.changed([moved('one'), change('first')])
    await until('it is told', () => kindsIn(one.text).length > 1)
    // The one while the other is asked for.
    hub.changed([moved('one')])
    await sleep(35)
    hub.changed([moved('two'), change('second')])
    await until('both are told', () => [one, two].every(({ text }) => text.includes('"second"')))
    projects.clear()
    hub.changed([moved('one'), change('secret'), { kind: 'platform' }])
    await until('it is told', () => kindsIn(one.text).includes('platform'))
    assert.deepEqual(kindsIn(one.text), [
      'memberships',
      'asset',
      'memberships',
      'asset',
      'memberships',
      'platform',
    ])
    assert.ok(!one.text.includes('"secret"'))
    hub.close()
  })

  test('forgets who was let in and never listened, as for HEAD', async () => {
    const asked: string[][] = []
    const { hub } = hubOf({
      projectsOf: async (ids) => {
        asked.push(ids)
        return new Map()
      },
    })
    await hub.prepare(callerOf('one'))
    await until('it is asked anew', async () => {
      await hub.prepare(callerOf('one'))
      return asked.length > 1
    })
    hub.close()
  })

  test('tells who comes back to fetch again, once what others change was not heard of', async (context) => {
    let later = 0
    const { now } = performance
    context.mock.method(performance, 'now', () => now.call(performance) + later)
    let rests = 0
    const { hub, open } = hubOf({ rest: () => (rests += 1) })
    const first = await open('one')
    hub.changed([change('before')])
    await until('it is told', () => first.text.includes('"before"'))
    const [, lastId] = /id: (\S+)\ndata/.exec(first.text)!
    first.leave()
    later = 61_000
    await until('it rests', () => rests > 0)
    const back = await open('one', { lastId: lastId! })
    hub.changed([change('after')])
    await until('it goes on', () => back.text.includes('"after"'))
    assert.deepEqual(kindsIn(back.text), ['reset', 'asset'])
    hub.close()
  })

  test('makes no text of what nobody hears', async () => {
    const { hub } = hubOf()
    for (let count = 0; count < 10_000; count += 1) hub.changed([change(`${count}`)])
    assert.equal(hub.messages, 0)
    hub.close()
  })

  test('a place that no message has is as one that is forgotten, whoever made it up', async () => {
    const { hub, open } = hubOf()
    const first = await open('first')
    hub.changed([change('one'), change('two'), change('three')])
    await until('it is told', () => first.text.includes('"three"'))
    const [, epoch] = /id: (\w+)-\d+\n/.exec(first.text)!
    for (const place of ['1.5', '0.5', '1e0', ' 1', '0x1', '', '-1', 'Infinity', 'NaN', '2-2']) {
      const back = await open('back', { lastId: `${epoch}-${place}` })
      await until(`${place} is answered`, () => kindsIn(back.text).length > 0)
      hub.changed([change(`after ${place}`)])
      await until('it goes on', () => back.text.includes(`"after ${place}"`))
      assert.deepEqual(kindsIn(back.text), ['reset', 'asset'], place)
    }
    hub.close()
  })
})
