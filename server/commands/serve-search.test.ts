import assert from 'node:assert/strict'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from '../test/engines.ts'
import { take } from '../test/media.ts'
import { onRunning, type Running, runSql, startServe } from '../test/process.ts'
import { searched } from '../test/searching.ts'
import { callerWith, type TestCaller } from '../test/service.ts'

const takes = 1000

const overwritten = (from: number, to?: number) => async (path: string) => {
  const bytes = await readFile(path)
  assert.ok(bytes.length > from)
  await writeFile(path, bytes.fill('x', from, to))
}

/** What may become of the file. */
const faults: Record<string, (path: string) => Promise<void>> = {
  'is no database': overwritten(0),
  'is damaged': overwritten(4096),
  'is damaged where its words are': overwritten(4 * 4096, 5 * 4096),
  'is empty': (path) => writeFile(path, ''),
  'is gone': (path) => rm(path),
  'has the tables of something else': async (path) => {
    await rm(path)
    const other = new DatabaseSync(path)
    other.exec('create table state (what text); create table documents (text text)')
    other.close()
  },
}

for (const engine of engines) {
  test(`a service on ${engine} that is stopped while it builds the index of its search ends well, and the next one goes on`, () =>
    onRunning(engine, {}, async (running) => {
      const { place, serve, user } = running
      await serve.kill('SIGTERM')
      await addTakes(running)
      for (let starts = 0; starts < 3; starts += 1) {
        const building = await startServe(place.environment)
        const { code } = await building.kill('SIGTERM')
        assert.equal(code, 0, building.output())
        assert.doesNotMatch(building.output(), /"level":(40|50)/)
      }
      const last = await startServe(place.environment)
      try {
        assert.deepEqual(await searched({ ...user, ...last }, 'corridor17'), ['take 17'])
      } finally {
        await last.kill('SIGKILL')
      }
    }))
}

describe('the file of the index', () => {
  test('that cannot be made takes the search away, and nothing else, until it can', () =>
    onRunning('sqlite', {}, async ({ place, serve, user, film }) => {
      await serve.kill('SIGTERM')
      const path = join(place.settings.dataFolder, 'search.db')
      for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true })
      await mkdir(path)
      const there = await startServe(place.environment)
      try {
        const caller = callerWith(there.address, user.token)
        const { body } = await caller.ingest({ ...film.capture, title: 'Weathervane' })
        for (let times = 0; times < 2; times += 1) {
          const refused = await caller.get(`${endpoints.search.path}?q=weathervane`)
          assert.equal(refused.status, 503)
          assert.deepEqual(refused.body, { error: 'The search cannot be used at the moment, try again' })
        }
        assert.equal((await caller.get(`/api/assets/${body.asset.id}`)).status, 200)
        await rm(path, { recursive: true })
        assert.deepEqual(await searched({ ...user, ...there }, 'weathervane'), [body.asset.id])
        assert.equal((await there.kill('SIGTERM')).code, 0)
      } finally {
        await there.kill('SIGKILL')
      }
    }))

  for (const [what, spoil] of Object.entries(faults)) {
    test(`that ${what} is made anew`, () =>
      onRunning('sqlite', {}, async (running) => {
        const { place, serve, user, film } = running
        const id = await take(user, film, { title: 'Weathervane' })
        assert.deepEqual(await searched({ ...user, ...serve }, 'weathervane'), [id])
        await serve.kill('SIGTERM')
        const path = join(place.settings.dataFolder, 'search.db')
        const index = new DatabaseSync(path)
        index.exec('pragma wal_checkpoint(truncate)')
        index.close()
        await spoil(path)
        const there = await startServe(place.environment)
        try {
          const caller = callerWith(there.address, user.token)
          assert.deepEqual(await found(caller, 'weathervane'), [id])
          const next = await take({ ...user, ...caller }, film, { title: 'Bellows' })
          assert.deepEqual(await found(caller, 'bellows'), [next])
        } finally {
          await there.kill('SIGKILL')
        }
      }))
  }
})

/** Its ids, once something is found: whoever meets the damage is told to try again. */
async function found(caller: TestCaller, q: string): Promise<string[]> {
  for (;;) {
    const { status, body } = await caller.get(`${endpoints.search.path}?q=${q}`)
    assert.ok([200, 503].includes(status), `${status}`)
    if (status === 200 && body.data.length > 0) return body.data.map(({ id }: { id: string }) => id)
  }
}

/** Many with long texts, by SQL alone. */
async function addTakes({ place, user, film }: Running): Promise<void> {
  const [numbers, words] =
    place.engine === 'sqlite'
      ? [upTo(takes), `(select group_concat(hex(randomblob(4)), ' ') from ${upTo(8000)})`]
      : [
          `(select generate_series(1, ${takes}) as number)`,
          "(select string_agg(md5(random()::text), ' ') from generate_series(1, 2500))",
        ]
  await runSql(
    place,
    `insert into asset_versions (id, project_id, scene_id, created_by, asset_type, platform_key, platform_label, version_number,
        status, selected, rights_state, prompt, created_at, updated_at)
      select 'take ' || number, '${film.projectId}', '${film.sceneDbId}', '${user.id}', 'IMAGE', 'suno', 'Suno', number,
        'DRAFT', 0, 'UNKNOWN', 'corridor' || number || ' ' || ${words}, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
      from ${numbers} as numbers`,
  )
}

function upTo(last: number): string {
  return `(with recursive n (number) as (select 1 union all select number + 1 from n where number < ${last}) select number from n)`
}
