import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'
import { building, refusal } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { managing } from '../test/managing.ts'
import { newWebhook, sendsNothing } from '../test/property.ts'
import { type TestService, type TestUser, testFilm, testService, testUser } from '../test/service.ts'

const missing = { status: 404, error: 'Project not found' }

/** What may stay when a project goes: what was told about it, and what a capture was answered. */
const kept = ['events', 'deliveries', 'attempts', 'capture_keys', 'preferences', 'token_audit']

for (const engine of engines) {
  describe(`deleting projects on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let build: ReturnType<typeof building>

    before(async () => {
      service = await testService(engine, sendsNothing)
      user = await testUser(service)
      build = building(user)
    })
    after(() => service.close())

    test('a project goes only when its name is given, letter for letter', async () => {
      const { id } = await build.project('The Salt Round')
      const path = `/api/projects/${id}`
      for (const [query, message] of [
        ['', 'Required'],
        ['?name=', 'Must be the name of the project'],
        ['?name=the%20salt%20round', 'Must be the name of the project'],
        ['?name=The%20Salt%20Round%20', 'Must be the name of the project'],
      ]) {
        assert.deepEqual(refusal(await build.remove(path + query)), {
          status: 400,
          error: 'Invalid payload',
          fieldErrors: { name: [message] },
        })
      }
      const before = await build.read(path)
      const { status, body } = await build.remove(`${path}?name=The%20Salt%20Round`)
      assert.deepEqual([status, body.data], [200, before])
      assert.deepEqual(refusal(await build.remove(`${path}?name=The%20Salt%20Round`)), missing)
      await build.project('The Salt Round')
    })

    test('nothing of it is left once it is purged, what was told about it stays, and others lose nothing', async () => {
      const film = await testFilm(service.db, user, 'Goes')
      const stays = await testFilm(service.db, user, 'Stays')
      await newWebhook(user, [])
      for (const { capture, shotIds } of [film, stays]) {
        const further = { provenance: { captureId: `of ${capture.projectId}` }, createPromptPackage: true }
        await build.version({ ...capture, ...further, shotId: shotIds[0], selected: true }, 'APPROVED')
        const gone = await build.version({ ...capture, shotId: shotIds[1], selected: true })
        await build.remove(`/api/assets/${gone.id}`)
        const rights = { platformKey: capture.platformKey, rightsState: 'RESTRICTED' }
        await user.send('PUT', `/api/projects/${capture.projectId}/rights-defaults`, rights)
      }
      const tables = await rowsByTable(service)
      const before = Object.fromEntries(
        Object.entries(tables).map(([table, rows]) => [
          table,
          rows.filter((row) => !row.includes(film.projectId)),
        ]),
      )
      for (const table of ['events', 'rights_defaults'])
        assert.ok(
          tables[table]?.some((row) => row.includes(film.projectId)),
          table,
        )
      assert.equal((await build.remove(`/api/projects/${film.projectId}?name=Goes`)).status, 200)
      await user.send('POST', '/api/trash/purge', { ids: [film.projectId] })
      await allRemoved(service)
      const after = await rowsByTable(service)
      // Its id is not given again; nothing else of it is left.
      const id = film.projectId
      after.projects = after.projects!.filter((row) => {
        const { created_at, updated_at, ...rest } = JSON.parse(row)
        const isShell = row.includes(id)
        if (isShell)
          assert.deepEqual(rest, { id, created_by: null, name: id, status: 'ARCHIVED', genre: null })
        return !isShell
      })
      const scenes = new Set(after.scenes?.map((row) => JSON.parse(row).id))
      for (const [table, rows] of Object.entries(after)) {
        if (kept.includes(table)) {
          assert.deepEqual(rows, tables[table], table)
          continue
        }
        assert.ok(!rows.some((row) => row.includes(film.projectId)), table)
        for (const row of rows) {
          const { scene_id } = JSON.parse(row)
          if (scene_id) assert.ok(scenes.has(scene_id), table)
        }
        if (rows[0]?.includes('"project_id"')) assert.deepEqual(rows, before[table], table)
      }
      assert.deepEqual(await build.read(`/api/projects/${stays.projectId}`), {
        ...(await build.read(`/api/projects/${stays.projectId}`)),
        sceneCount: 4,
        approvedShots: 1,
      })
      const events = (await user.get('/api/events?limit=100')).body.data
      assert.ok(
        events.some((event: { data: { projectId: string } }) => event.data.projectId === film.projectId),
      )
      const again = { ...film.capture, provenance: { captureId: 'another' } }
      assert.deepEqual(refusal(await user.ingest(again)), missing)
    })

    test('a token that was limited to it reaches nothing at all, and not everything', async () => {
      const other = await testUser(service)
      const gone = await testFilm(service.db, other, 'Gone')
      const rest = await testFilm(service.db, other, 'Rest')
      const { make, list } = managing(service, other)
      const { id, caller } = await make({ projectIds: [gone.projectId] })
      const hook = await newWebhook(other, [gone.projectId])
      assert.equal((await building(other).remove(`/api/projects/${gone.projectId}?name=Gone`)).status, 200)
      assert.deepEqual((await caller.get('/api/projects')).body.data, [])
      assert.deepEqual((await caller.get('/api/extension/projects')).body.projects, [])
      assert.equal((await caller.get(`/api/projects/${rest.projectId}`)).status, 404)
      assert.equal((await caller.send('POST', '/api/projects', { name: 'New' })).status, 403)
      assert.equal((await caller.ingest(rest.capture)).status, 404)
      assert.deepEqual((await list(other)).find((token) => token.id === id).projectIds, [gone.projectId])
      assert.equal((await other.send('PATCH', `/api/tokens/${id}`, { name: 'renamed' })).status, 200)
      await building(other).version(rest.capture)
      const { data: sent } = (await other.get(`/api/webhooks/${hook}/deliveries`)).body
      assert.deepEqual(sent, [], 'and its webhook hears of nothing')
      const { data: webhook } = (await other.get(`/api/webhooks/${hook}`)).body
      assert.deepEqual(webhook.projectIds, [gone.projectId])
    })

    test('of what happens to a project while it goes, all is done or told that it is gone', async () => {
      for (let round = 0; round < 5; round += 1) {
        const name = `Round ${round}`
        const film = await testFilm(service.db, user, name)
        const path = `/api/projects/${film.projectId}`
        await build.version(film.capture)
        const workspace = { projects: [{ name, scenes: [{ sceneId: 'I' }] }] }
        const [removed, imported, ...others] = await Promise.all([
          build.remove(`${path}?name=${encodeURIComponent(name)}`),
          user.send('POST', '/api/import', { workspace }),
          user.send('POST', `${path}/scenes`, { sceneId: 'N' }),
          user.send('POST', `${path}/characters`, { name: 'N' }),
          user.send('POST', `/api/scenes/${film.sceneDbId}/shots`, { shotCode: 'N' }),
          build.patch(`/api/scenes/${film.sceneDbId}`, { act: 5 }),
          build.remove(`/api/shots/${film.shotIds[0]}`),
          build.patch(path, { genre: 'N' }),
          ...[1, 2, 3].map((count) => user.ingest({ ...film.capture, selected: count === 2 })),
        ])
        assert.deepEqual([removed.status, imported.status], [200, 200])
        for (const { status } of others) assert.ok([200, 201, 404].includes(status), `${status}`)
        assert.deepEqual(refusal(await user.get(path)), missing)
      }
    })
  })
}

/** Waits until all that was deleted is removed. */
async function allRemoved({ db }: TestService): Promise<void> {
  const deadline = Date.now() + 60_000
  while ((await db.all(listDeletions, {})).length > 0) {
    assert.ok(Date.now() < deadline, 'it is removed in a minute')
    await sleep(20)
  }
}

const listDeletions = statement((db) => db.selectFrom('deletions').selectAll())

async function rowsByTable({ db }: TestService): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await db.all(listed.get(table)!, {})
    all[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return all
}

const tables = [
  ...(['projects', 'scenes', 'shots', 'characters', 'prompt_packages', 'asset_versions'] as const),
  ...([
    'deleted_asset_versions',
    'status_changes',
    'version_counters',
    'capture_keys',
    'rights_defaults',
  ] as const),
  ...(['preferences', 'events', 'deliveries', 'attempts', 'token_audit'] as const),
] satisfies (keyof Tables)[]

const listed = new Map(
  tables.map((table) => [table, statement((db) => db.selectFrom(table as 'projects').selectAll())]),
)
