import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { type RunningPostgres, startPostgres } from '../../scripts/postgres.ts'
import { emptyPlace, type Place } from '../test/engines.ts'
import { listening, until } from '../test/listening.ts'
import { runCommand, runOnPostgres, type Serve, startServe } from '../test/process.ts'
import {
  type Answer,
  type Film,
  request,
  type SessionTestCaller,
  signIn,
  type TestUser,
  testFilm,
  testPassword,
  testUser,
} from '../test/service.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { mostBehind, type Position, positionOf } from './position.ts'
import { Replica } from './replica.ts'
import { statementOf } from './statement.ts'

const sleeps = statementOf("select 'slept' as is from pg_sleep(3)")
const listSceneIds = statementOf('select id from scenes where project_id = $1')

describe('a replica for lists that may be a moment old', { timeout: 240_000 }, () => {
  let primary: RunningPostgres
  let standby: RunningPostgres
  let second: RunningPostgres
  let place: Place
  const nodes: Serve[] = []
  let db: Database
  let user: TestUser
  let film: Film
  let browser: SessionTestCaller
  let scenes = 100

  before(async () => {
    primary = await startPostgres()
    standby = await startPostgres({ of: primary })
    second = await startPostgres({ of: primary })
    place = await emptyPlace('postgres', {
      DAILIES_DATABASE_URL: primary.url,
      DAILIES_DATABASE_REPLICA_URL: standby.url,
      DAILIES_LOG_LEVEL: 'info',
    })
    for (let count = 0; count < 2; count += 1) nodes.push(await startServe(place.environment))
    db = await openDatabase(place.settings, () => {})
    user = await testUser({ db, address: nodes[0]!.address })
    film = await testFilm(db, user)
    browser = await signIn(nodes[0]!, user)
  })

  after(async () => {
    for (const node of nodes) await node.kill('SIGKILL')
    await db?.close()
    await standby?.stop()
    await second?.stop()
    await primary?.stop()
    await place?.remove()
  })

  const lag = async () => {
    await caughtUp()
    await runOnPostgres(standby.url, 'select pg_wal_replay_pause()')
    const paused = "select 1 where pg_get_wal_replay_pause_state() = 'paused'"
    await until('the replica stands still', async () => (await runOnPostgres(standby.url, paused)).length > 0)
  }
  const goOn = async () => {
    const [row] = await runOnPostgres(standby.url, 'select pg_is_in_recovery() as follows')
    if ((row as { follows: boolean }).follows)
      await runOnPostgres(standby.url, 'select pg_wal_replay_resume()')
  }
  afterEach(goOn)

  /** A node asks it no more once it has lagged for 6 seconds: on a busy machine what is to be done meanwhile may take several tries. */
  const whileItLags = (what: string, work: () => Promise<boolean>) =>
    until(what, async () => {
      await lag()
      const isSo = await work()
      if (!isSo) await goOn()
      return isSo
    })

  /** The replica has all, and the nodes know it. */
  const caughtUp = async () => {
    const [row] = await runOnPostgres(primary.url, 'select pg_current_wal_insert_lsn()::text as lsn')
    const has = `select 1 where pg_last_wal_replay_lsn() >= '${(row as { lsn: string }).lsn}'::pg_lsn`
    await until('the replica has all', async () => (await runOnPostgres(standby.url, has)).length > 0)
    for (const node of nodes) {
      await until('a node may ask it', async () => {
        const from = await reads(node)
        await list(node)
        return (await reads(node)).replica > from.replica
      })
    }
  }

  const path = () => endpoints.browseScenes.path.replace('{id}', film.projectId)

  /** The numbers of the scenes; as a browser that wrote nothing of late, unless it says otherwise. */
  async function list(node: Serve, headers: Record<string, string> = {}): Promise<string[]> {
    const { status, body } = await asked(node, headers)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.map(({ sceneId }: { sceneId: string }) => sceneId)
  }
  const asked = (node: Serve, headers: Record<string, string> = {}): Promise<Answer> =>
    request(`${node.address}${path()}?limit=100`, {
      headers: headers.authorization ? headers : { cookie: browser.cookie, ...headers },
    })

  const write = async (headers: Record<string, string>, node = nodes[0]!) => {
    scenes += 1
    const sceneId = String(scenes)
    const answer = await request(node.address + path(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify({ sceneId }),
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return { sceneId, answer }
  }
  const bySomebody = async () => (await write({ authorization: `Bearer ${user.token}` })).sceneId

  const reads = async ({ address }: Serve) => {
    const { body } = await request(`${address}/metrics`)
    const count = (by: string) =>
      Number(new RegExp(`^dailies_replica_reads_total\\{by="${by}"\\} (\\d+)$`, 'm').exec(body)?.[1])
    return { replica: count('replica'), primary: count('primary') }
  }

  test('is what a browser reads that wrote nothing of late, and only while it is no more than a moment old', async () => {
    let sceneId = ''
    await whileItLags('it is read from the replica', async () => {
      sceneId = await bySomebody()
      return !(await list(nodes[1]!)).includes(sceneId)
    })
    await sleep(mostBehind + 1500)
    assert.ok((await list(nodes[1]!)).includes(sceneId))
    const { body } = await request(`${nodes[1]!.address}/metrics`)
    const behind = Number(/^dailies_replica_behind_seconds\{[^}]*\} ([\d.]+)$/m.exec(body)?.[1])
    assert.ok(behind > mostBehind / 1000 - 1, `it is ${behind} seconds behind`)
    await goOn()
    await caughtUp()
    assert.ok((await list(nodes[1]!)).includes(sceneId))
  })

  test('is not what a browser reads of what it wrote, whichever node it asks', async () => {
    let [cookie, sceneId] = ['', '']
    await whileItLags('somebody else, who is not told, reads from the replica', async () => {
      const written = await write({ cookie: browser.cookie })
      sceneId = written.sceneId
      const all = written.answer.headers.getSetCookie()
      const set = all.find((one) => one.startsWith('dailies_position='))!
      assert.match(
        set,
        /^dailies_position=1-[0-9A-F]+\/[0-9A-F]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Strict$/,
      )
      cookie = `${browser.cookie}; ${set.split(';', 1)[0]}`
      for (const node of nodes) assert.ok((await list(node, { cookie })).includes(sceneId))
      return !(await list(nodes[1]!)).includes(sceneId)
    })
    await goOn()
    await caughtUp()
    const before = await reads(nodes[1]!)
    assert.ok((await list(nodes[1]!, { cookie })).includes(sceneId))
    assert.ok(
      (await reads(nodes[1]!)).replica > before.replica,
      'it is read from the replica once that has it',
    )
  })

  test('is what a program reads that says what it wrote, once it is there; one that says nothing asks the primary', async () => {
    await lag()
    const authorization = `Bearer ${user.token}`
    const earlier = (await write({ authorization })).answer.headers.get('dailies-position')!
    await goOn()
    await caughtUp()
    await whileItLags('by an earlier position it reads from the replica', async () => {
      const { sceneId, answer } = await write({ authorization })
      assert.equal(answer.headers.getSetCookie().length, 0)
      const position = answer.headers.get('dailies-position')!
      const [node] = nodes as [Serve]
      const has = async (said: string) =>
        (await list(node, { authorization, 'dailies-position': said })).includes(sceneId)
      assert.ok(await has(position))
      assert.ok((await list(node, { authorization })).includes(sceneId))
      for (const wrong of ['', '1', '1-0', 'x-0/0', `${position}'`]) assert.ok(await has(wrong), wrong)
      return !(await has(earlier))
    })
  })

  test('is told of a request that failed, too', async () => {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ sceneId: '2' })
    const answer = await request(nodes[0]!.address + path(), { method: 'POST', headers, body })
    assert.equal(answer.status, 400)
    assert.match(answer.headers.get('dailies-position')!, /^1-/)
  })

  test('is told to nobody who is not signed in, and to who signs in just now', async () => {
    const { path } = endpoints.signIn
    const signInWith = (password: string) =>
      request(nodes[0]!.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: user.email, password }),
      })
    const wrong = await signInWith('wrong')
    assert.deepEqual([wrong.status, wrong.headers.get('dailies-position')], [401, null])
    assert.deepEqual(wrong.headers.getSetCookie(), [])
    const right = await signInWith(testPassword)
    assert.equal(right.status, 200)
    assert.match(right.headers.get('dailies-position')!, /^1-/)
  })

  /** Of all that may be read from it. */
  const olderPaths = (): string[] => {
    const { browseScenes, readReport, readProgress, listActivity, listTags } = endpoints
    const { browseShots, browseAssets, listAssetFacets } = endpoints
    return [
      ...[browseScenes, readReport, readProgress, listActivity, listTags].map(({ path }) =>
        path.replace('{id}', film.projectId),
      ),
      ...[browseShots, browseAssets, listAssetFacets].map(({ path }) => path.replace('{id}', film.sceneDbId)),
    ]
  }

  test('answers each as the primary does, to the digit', async () => {
    for (const title of ['One', 'Two']) {
      const capture = { ...film.capture, title, tags: ['fog'], costUsd: 0.25 }
      assert.equal((await user.ingest(capture)).status, 200)
    }
    const [, node] = nodes as [Serve, Serve]
    const ask = async (path: string, headers: object = {}) => {
      const answer = await request(node.address + path, { headers: { cookie: browser.cookie, ...headers } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      // When it was read.
      return JSON.parse(JSON.stringify(answer.body, (key, value) => (key === 'until' ? '' : value)))
    }
    await until('each is read from the replica, and the same', async () => {
      await caughtUp()
      const before = await reads(node)
      const theirs = await Promise.all(olderPaths().map((path) => ask(path)))
      const isOfReplica = (await reads(node)).replica >= before.replica + theirs.length
      const ours = await Promise.all(olderPaths().map((path) => ask(path, { 'dailies-position': 'newest' })))
      if (isOfReplica) assert.deepEqual(theirs, ours)
      return isOfReplica
    })
  })

  test('shows nothing to whoever was removed from the film, or signed out', async () => {
    const member = await testUser({ db, address: nodes[0]!.address })
    const members = endpoints.addMember.path.replace('{id}', film.projectId)
    const added = await user.send('POST', members, { userId: member.id, role: 'viewer' })
    assert.equal(added.status, 201, JSON.stringify(added.body))
    const { cookie } = await signIn(nodes[0]!, member)
    const paths = olderPaths()
    const statuses = async () => {
      const all = paths.map((one) => request(nodes[1]!.address + one, { headers: { cookie } }))
      return (await Promise.all(all)).map(({ status }) => status)
    }
    await whileItLags('each is read from the replica', async () => {
      const before = await reads(nodes[1]!)
      assert.deepEqual(
        await statuses(),
        paths.map(() => 200),
      )
      return (await reads(nodes[1]!)).replica >= before.replica + paths.length
    })
    const removed = await request(`${nodes[0]!.address}${members}/${member.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${user.token}` },
    })
    assert.equal(removed.status, 200)
    assert.deepEqual(
      await statuses(),
      paths.map(() => 404),
    )
    await runOnPostgres(primary.url, `delete from sessions where user_id = '${member.id}'`)
    assert.deepEqual(
      await statuses(),
      paths.map(() => 401),
    )
  })

  test('is not asked by a page that was told of a change a moment ago', async () => {
    const stream = await listening(nodes[1]!.address, { cookie: browser.cookie })
    await whileItLags('a page that was told of nothing reads from the replica', async () => {
      const sceneId = await bySomebody()
      await stream.hears({ kind: 'scene', projectId: film.projectId })
      assert.ok((await list(nodes[1]!, { 'dailies-position': 'newest' })).includes(sceneId))
      return !(await list(nodes[1]!)).includes(sceneId)
    })
    stream.leave()
  })

  test('has a board that lacks what came of late say so, so that it is asked for as a change', async () => {
    const scene = `${nodes[1]!.address}/api/scenes/${film.sceneDbId}`
    const ids = async (path: string) => {
      const { status, body } = await request(scene + path, { headers: { cookie: browser.cookie } })
      assert.equal(status, 200, JSON.stringify(body))
      return { ids: body.data.map(({ id }: { id: string }) => id), until: body.metadata.until }
    }
    await whileItLags('it lacks it', async () => {
      const capture = await user.ingest(film.capture)
      assert.equal(capture.status, 200)
      const { id } = capture.body.asset
      const board = await ids('/assets')
      if (board.ids.includes(id)) return false
      assert.ok(Date.now() - Date.parse(board.until) >= mostBehind, board.until)
      const changes = await ids(`/assets/changes?${new URLSearchParams({ since: board.until })}`)
      assert.ok(changes.ids.includes(id))
      return true
    })
  })

  test('is none where it is another database, or the primary itself', async () => {
    const other = new URL(standby.url)
    other.pathname = '/template1'
    const told: (string | undefined)[] = []
    for (const url of [other.href, primary.url, standby.url]) {
      const replica = new Replica(db, { url, poolSize: 1, tell: ({ reason }) => told.push(reason) })
      await replica.start()
      const read = () => replica.reading(undefined).all(listSceneIds, { values: [film.projectId] })
      await read()
      if (url === standby.url) {
        await until('it is asked', async () => (await read()).length > 0 && replica.reads.replica > 0)
      } else assert.deepEqual(replica.reads, { replica: 0, primary: 1 })
      await replica.close()
    }
    assert.deepEqual(told, ['It is another database', 'It is no standby: it takes writes', undefined])
  })

  test('of several is one that is far enough, while another lags', async () => {
    const url = standby.url.replace(/\/postgres$/, `,127.0.0.1:${second.port}/postgres`)
    const replica = new Replica(db, { url, poolSize: 2, tell: () => {} })
    await replica.start()
    await runOnPostgres(second.url, 'select pg_wal_replay_pause()')
    await bySomebody()
    const isLate = () => replica.behind().some(({ milliseconds = 0 }) => milliseconds > mostBehind + 1000)
    await until('the other one is too late', isLate)
    await until('the one answers four times, one after the other', async () => {
      const from = replica.reads.replica
      for (let count = 0; count < 4; count += 1)
        await replica.reading(undefined).all(listSceneIds, { values: [film.projectId] })
      return replica.reads.replica === from + 4
    })
    await runOnPostgres(second.url, 'select pg_wal_replay_resume()')
    await replica.close()
  })

  test('that lacks what somebody wrote is not asked by them, and again as soon as a read says that it has it', async () => {
    let executed = 0
    const watch = { executed: () => (executed += 1), transacted: () => {}, bound: <W>(work: W) => work }
    const replica = new Replica(db, { url: standby.url, poolSize: 2, tell: () => {}, watch })
    await replica.start()
    const read = (needed?: Position) =>
      replica.reading(needed).all(listSceneIds, { values: [film.projectId] })
    await whileItLags('somebody who wrote nothing reads from the replica', async () => {
      await bySomebody()
      const needed = positionOf(await replica.position())!
      const [before, { primary }] = [executed, replica.reads]
      await read(needed)
      assert.equal(executed, before)
      assert.equal(replica.reads.primary, primary + 1)
      await read()
      return executed === before + 1
    })
    const needed = positionOf(await replica.position())!
    await goOn()
    await until('who wrote reads from the replica', async () => {
      const { replica: from } = replica.reads
      await read()
      await read(needed)
      return replica.reads.replica === from + 2
    })
    await replica.close()
  })

  test('that is busy is not taken for one that is away: the primary answers what it has no connection for', async () => {
    const told: (string | undefined)[] = []
    const replica = new Replica(db, {
      url: standby.url,
      poolSize: 1,
      tell: ({ reason }) => told.push(reason),
    })
    await replica.start()
    const read = () => replica.reading(undefined).all(listSceneIds, { values: [film.projectId] })
    await until('it is asked', async () => (await read()).length > 0 && replica.reads.replica > 0)
    // Longer than it is waited for a connection.
    let isOver = false
    const long = replica
      .reading(undefined)
      .all(sleeps, { values: [] })
      .finally(() => {
        isOver = true
      })
    const before = replica.reads.primary
    do assert.ok((await read()).length > 0)
    while (!isOver)
    await long
    assert.ok(replica.reads.primary > before)
    assert.deepEqual(told, [undefined])
    await replica.close()
  })

  const doctor = async () => {
    const { stdout } = await runCommand(['doctor', '--json'], { environment: place.environment })
    assert.ok(!stdout.includes(new URL(standby.url).password), 'the password is told')
    const checks: { name: string; state: string; found: string }[] = JSON.parse(stdout)
    return checks.find(({ name }) => name === 'replica')!
  }

  test('is told of by the doctor', async () => {
    await caughtUp()
    const well = await doctor()
    assert.deepEqual([well.state, well.found.includes('has all of it')], ['ok', true], well.found)
    await lag()
    await bySomebody()
    const late = await doctor()
    assert.equal(late.state, 'warning')
    assert.match(
      late.found,
      /^The replica at 127\.0\.0\.1:\d+\/postgres follows .* is [\d.]+ (bytes|kB|MB) of its log behind\.$/,
    )
  })

  test('is missed by nobody when it is killed, and found again', async () => {
    await caughtUp()
    const [, node] = nodes as [Serve, Serve]
    let isOver = false
    let answered = 0
    const reader = async () => {
      for (; !isOver; answered += 1) await list(node)
    }
    const readers = Promise.all(Array.from({ length: 6 }, reader))
    const more = async () => {
      const from = answered
      await Promise.race([readers, until('lists are answered', () => answered > from + 60)])
    }
    await more()
    await standby.restart(async () => {
      await more()
      await until('the log says so', () =>
        node.lines.some((line) => line.includes('a replica cannot be asked')),
      )
      await more()
    })
    await until('it is asked again', async () => {
      const from = await reads(node)
      await more()
      return (await reads(node)).replica > from.replica
    })
    isOver = true
    await readers
    const said = node.lines.filter((line) => line.includes('a replica cannot be asked'))
    assert.equal(said.length, 1, said.join('\n'))
    assert.ok(!node.output().includes(new URL(standby.url).password), 'the password is in the log')
  })

  test('is not asked once it was promoted', async () => {
    await caughtUp()
    await runOnPostgres(standby.url, 'select pg_promote()')
    const sceneId = await bySomebody()
    // At once, over connections that were made before.
    for (const node of nodes) assert.ok((await list(node)).includes(sceneId))
    await until('the log says why', () => nodes[1]!.lines.some((line) => line.includes('it takes writes')))
    const before = await reads(nodes[1]!)
    for (let count = 0; count < 5; count += 1) await list(nodes[1]!)
    assert.equal((await reads(nodes[1]!)).replica, before.replica)
    assert.match((await doctor()).found, /cannot be asked: It is no standby: it takes writes/)
  })
})
