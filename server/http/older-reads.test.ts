import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fastify from 'fastify'
import type { Connection } from '../db/database.ts'
import { Replica } from '../db/replica.ts'
import { notFound, unavailable } from '../error.ts'
import { tellPosition } from './older-reads.ts'

const written = { file: '0000000100000000000000A5', lsn: '0/A5000148' }

describe('the position that an answer tells', () => {
  test('is asked for where the request failed by itself, and not where the database was away', async () => {
    let asked = 0
    const primary = async () => {
      asked += 1
      return written
    }
    assert.deepEqual(await answerOf(Promise.reject(notFound('Scene')), primary), {
      status: 500,
      position: '1-0/A5000148',
    })
    assert.equal(asked, 1)
    assert.deepEqual(await answerOf(Promise.reject(unavailable()), primary), {
      status: 500,
      position: 'newest',
    })
    assert.equal(asked, 1)
  })

  test('is `newest` where the primary does not say, and nobody waits for one that is silent', async () => {
    const silent = () => new Promise<never>(() => {})
    assert.deepEqual(await answerOf(Promise.resolve('done'), silent), { status: 200, position: 'newest' })
    const broken = () => Promise.reject(unavailable())
    assert.deepEqual(await answerOf(Promise.resolve('done'), broken), { status: 200, position: 'newest' })
  })

  test('is nobody else’s than of who is known by then, and asked for for nobody else', async () => {
    let [asked, isKnown] = [0, false]
    const primary = async () => {
      asked += 1
      return written
    }
    const strangers = await answerOf(Promise.resolve('done'), primary, () => isKnown)
    assert.deepEqual([strangers, asked], [{ status: 200, position: undefined }, 0])
    const signedIn = Promise.resolve('done').then(() => {
      isKnown = true
      return 'done'
    })
    assert.deepEqual(await answerOf(signedIn, primary, () => isKnown), {
      status: 200,
      position: '1-0/A5000148',
    })
  })

  test('is of after each request, though the primary is asked one thing at a time', async () => {
    const asked: ((row: typeof written) => void)[] = []
    const replica = replicaOf(() => new Promise((resolve) => asked.push(resolve)))
    const turn = () => new Promise(setImmediate)
    const early = [replica.position(), replica.position()]
    await turn()
    const late = [replica.position(), replica.position()]
    await turn()
    assert.equal(asked.length, 1)
    asked[0]!(written)
    await Promise.all(early)
    await turn()
    assert.equal(asked.length, 2)
    asked[1]!({ ...written, lsn: '0/A5000200' })
    for (const position of await Promise.all(late)) assert.notEqual(position, '1-0/A5000148')
    await replica.close()
  })
})

/** Of a request that comes to `answered`, beside a primary that says what `first` does. */
async function answerOf(answered: Promise<string>, first: () => Promise<unknown>, isKnown = () => true) {
  answered.catch(() => {})
  const replica = replicaOf(first)
  const app = fastify()
  app.post('/', (request, reply) =>
    tellPosition(answered, { replica, request, reply, secure: false, isKnown }),
  )
  const { statusCode, headers } = await app.inject({ method: 'POST', url: '/' })
  await app.close()
  await replica.close()
  return { status: statusCode, position: headers['dailies-position'] }
}

function replicaOf(first: () => Promise<unknown>): Replica {
  const primary = { engine: 'postgres', first } as unknown as Connection
  return new Replica(primary, { url: 'postgres://127.0.0.1:1/none', poolSize: 1, tell: () => {} })
}
