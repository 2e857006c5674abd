import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { startPostgres } from '../../scripts/postgres.ts'
import { openDatabase } from '../db/open.ts'
import { type Service, startService } from '../main.ts'
import { emptyPlace, engines, type Place } from '../test/engines.ts'
import { type Listener, listening, until } from '../test/listening.ts'
import { administer, onPlace, runProcess, startCommand, startServe } from '../test/process.ts'
import { silentLog, type TestUser, testFilm, testUser } from '../test/service.ts'

const start = (place: Place, environment = {}) =>
  startService({ ...place.settings, ...environment }, silentLog, { silence: 0 })
const bearer = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` })

interface Scene {
  place: Place
  node: Service
  user: TestUser
  film: Awaited<ReturnType<typeof testFilm>>
  stream: Listener
  /** Files a capture by way of a node at that address. */
  captured(address: string): Promise<string>
}

/** A node with a stream, and a film; `work` may start others beside it. */
function onNode(engine: 'sqlite' | 'postgres', work: (scene: Scene) => Promise<void>): Promise<void> {
  return onPlace(engine, (place) => onNodeOf(place, work))
}

async function onNodeOf(place: Place, work: (scene: Scene) => Promise<void>): Promise<void> {
  const { user, film } = await written(place)
  const node = await start(place, { webhookWorker: false, development: true })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= node.close()
    return closing
  }
  const stream = await listening(node.address, bearer(user))
  const captured = async (address: string) => {
    const response = await fetch(`${address}/api/extension/ingest`, {
      method: 'POST',
      headers: { ...bearer(user), 'content-type': 'application/json' },
      body: JSON.stringify(film.capture),
    })
    const { asset } = (await response.json()) as { asset: { id: string } }
    return asset.id
  }
  try {
    await work({ place, node: { ...node, close }, user, film, stream, captured })
  } finally {
    stream.leave()
    await close()
  }
}

/** By a service that has ended since: one that runs would tell of what a test writes beside it, at some time. */
async function written(place: Place): Promise<Pick<Scene, 'user' | 'film'>> {
  const node = await start(place, { webhookWorker: false, development: true })
  const db = await openDatabase(place.settings, () => {})
  try {
    const user = await testUser({ db, address: node.address })
    return { user, film: await testFilm(db, user) }
  } finally {
    await db.close()
    await node.close()
  }
}

describe('live streams on several nodes', () => {
  test('what is changed at one is heard at the other, and who is out at one is so at the other', () =>
    onNode('postgres', async ({ place, user, stream, captured }) => {
      const other = await start(place)
      const assetVersionId = await captured(other.address)
      await stream.hears({ kind: 'asset', assetVersionId })
      const tokens = await fetch(`${other.address}/api/tokens`, { headers: bearer(user) })
      const { data } = (await tokens.json()) as { data: { id: string }[] }
      await fetch(`${other.address}/api/tokens/${data[0]!.id}`, { method: 'DELETE', headers: bearer(user) })
      await stream.ends()
      await other.close()
    }))

  test('who has a scene open at one is there at the other, and no more once they leave', () =>
    onNode('postgres', async ({ place, node, user, film }) => {
      const other = await start(place)
      const path = `/api/scenes/${film.sceneDbId}/presence`
      const headers = { ...bearer(user), 'content-type': 'application/json' }
      const say = (body: object) =>
        fetch(other.address + path, { method: 'PUT', headers, body: JSON.stringify(body) })
      const present = async () => {
        const response = await fetch(node.address + path, { headers })
        return ((await response.json()) as { data: { userId: string }[] }).data.map(({ userId }) => userId)
      }
      await say({ page: 'one' })
      await until('it is told', async () => (await present())[0] === user.id)
      await say({ page: 'one', left: true })
      await until('it is told', async () => (await present()).length === 0)
      await other.close()
    }))

  test('when one is killed, those of the other are told to fetch again: it may not have told its last', () =>
    onNode('postgres', async ({ place, stream, captured }) => {
      const other = await startServe(place.environment)
      await stream.hears({ kind: 'asset', assetVersionId: await captured(other.address) })
      await captured(other.address)
      await other.kill('SIGKILL')
      await stream.hears({ kind: 'reset' })
    }))

  test('when one stops properly, nothing is missed, and nobody fetches again', () =>
    onNode('postgres', async ({ place, node, stream, captured }) => {
      const other = await start(place)
      const assetVersionId = await captured(other.address)
      await other.close()
      await stream.hears({ kind: 'asset', assetVersionId })
      await new Promise((resolve) => setTimeout(resolve, 7000))
      await stream.hears({ kind: 'asset', assetVersionId: await captured(node.address) })
      assert.ok(!stream.messages.some(({ kind }) => kind === 'reset'))
    }))

  test('when the connection that listens is cut, streams are told to fetch again, and hear on', () =>
    onNode('postgres', async ({ place, stream, captured }) => {
      const other = await start(place)
      await stream.hears({ kind: 'asset', assetVersionId: await captured(other.address) })
      const database = new URL(place.settings.databaseUrl!).pathname.slice(1)
      await administer(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${database}' and application_name = 'dailies live'`,
      )
      await stream.hears({ kind: 'reset' })
      await stream.hears({ kind: 'asset', assetVersionId: await captured(other.address) })
      await other.close()
    }))

  test('when PostgreSQL is started anew, streams are told to fetch again, and hear on, of every node', async () => {
    const server = await startPostgres({ durable: false })
    const place = await emptyPlace('postgres', { DAILIES_DATABASE_URL: server.url })
    try {
      await onNodeOf(place, async ({ stream, captured, node }) => {
        const other = await start(place)
        await stream.hears({ kind: 'asset', assetVersionId: await captured(other.address) })
        await server.restart()
        await stream.hears({ kind: 'reset' })
        for (const { address } of [other, node]) {
          const ready = async () => (await fetch(`${address}/readyz`)).ok
          await until('it is ready again', ready)
          await stream.hears({ kind: 'asset', assetVersionId: await captured(address) })
        }
        await other.close()
      })
    } finally {
      await place.remove()
      await server.stop()
    }
  })

  test('what is heard at the other is not lost to what takes more bytes than it has characters', () =>
    onNode('postgres', async ({ place, user, film: { projectId, sceneDbId }, stream }) => {
      const other = await openDatabase(place.settings, () => {})
      const said = Array.from({ length: 20 }, (_, index) => ({
        userId: user.id,
        page: `${index}`.padEnd(64, '漢'),
        projectId,
        sceneDbId,
        assetVersionId: '漢'.repeat(200),
      }))
      other.changes.tell(said.map((here) => ({ kind: 'presence', projectId, sceneDbId, here })))
      other.changes.tell([{ kind: 'platform' }])
      await stream.hears({ kind: 'platform' })
      await other.close()
    }))

  test('what is no notification of a node has everybody fetch again, and no node ends of it', () =>
    onNode('postgres', async ({ place, node, stream, captured }) => {
      const client = new pg.Client(place.settings.databaseUrl)
      await client.connect()
      for (const payload of ['', 'nonsense', 'null', '{"node":"x","number":1,"changes":[{"kind":7}]}']) {
        await client.query("select pg_notify('dailies_live', $1)", [payload])
        await stream.hears({ kind: 'reset' })
      }
      await client.end()
      await stream.hears({ kind: 'asset', assetVersionId: await captured(node.address) })
    }))
})

for (const engine of engines) {
  describe(`live streams beside other processes on ${engine}`, () => {
    // What a file was written with by others nobody knows.
    const heard = (kind: 'token' | 'webhook') => ({ kind: engine === 'postgres' ? kind : 'reset' }) as const

    test('hear of what a command changes', () =>
      onNode(engine, async ({ place, user, stream }) => {
        const { environment } = place
        const args = ['token', 'create', '--user', user.email, '--name', 'by command']
        const { code, stderr } = await runProcess(args, { environment })
        assert.equal(code, 0, stderr)
        await stream.hears(heard('token'))
      }))

    test('hear of what a worker does', () =>
      onNode(engine, async ({ place, node, user, stream, captured }) => {
        await fetch(`${node.address}/api/webhooks`, {
          method: 'POST',
          headers: { ...bearer(user), 'content-type': 'application/json' },
          body: JSON.stringify({ url: 'https://receiver.invalid/', events: ['asset.created'] }),
        })
        await captured(node.address)
        await stream.hears({ kind: 'asset' })
        const environment = { ...place.environment, DAILIES_LOG_LEVEL: 'info' }
        const worker = await startCommand(['worker'], { environment, ready: /sending webhooks/ })
        await stream.hears(heard('webhook'))
        await worker.kill('SIGTERM')
      }))

    test('are not told to fetch again while nobody else writes, long transactions and all', () =>
      onNode(engine, async ({ node, user, film, stream, captured }) => {
        const before = stream.messages.length
        for (let count = 0; count < 5; count += 1) {
          await fetch(`${node.address}/api/projects/${film.projectId}/scenes`, {
            method: 'POST',
            headers: { ...bearer(user), 'content-type': 'application/json' },
            body: JSON.stringify({ sceneId: `X${count}` }),
          })
          await new Promise((resolve) => setTimeout(resolve, 400))
        }
        const end = await captured(node.address)
        await stream.hears({ kind: 'asset', assetVersionId: end })
        assert.ok(!stream.messages.slice(before).some(({ kind }) => kind === 'reset'))
      }))

    test('end when the service stops, which does not wait for them', () =>
      onNode(engine, async ({ node, stream }) => {
        await node.close()
        await stream.ends()
      }))
  })
}
