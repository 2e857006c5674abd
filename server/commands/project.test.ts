import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { makeDemo } from '@dailies/demo/make-demo.ts'
import { createUser } from '../accounts/create-user.ts'
import { currentVersion } from '../db/copy/snapshot-file.ts'
import { makeStage } from '../db/copy/stage.ts'
import type { Engine } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { migrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { openStore } from '../media/open-store.ts'
import { keepPacked, readPacked } from '../packed.ts'
import { finishDeletions } from '../production/finish-deletions.ts'
import { sealed } from '../sealed.ts'
import { engines, type Place, preparedPlace } from '../test/engines.ts'
import { picture, put, sha256, take } from '../test/media.ts'
import { onPlace, onService, runCommand, runProcess, runSql, startServe } from '../test/process.ts'
import { projectRows } from '../test/project-rows.ts'
import { s3Server } from '../test/s3-server.ts'
import { callerWith, testFilm, testUser } from '../test/service.ts'
import { issueToken } from '../tokens/issue.ts'
import { commandLine } from '../tokens/token-manager.ts'
import { manifestIn, manifestName, type ProjectManifest } from '../transfer/manifest.ts'
import { travelling } from '../transfer/tables.ts'

const demoEmail = 'demo@dailies.example'

/** The first schema in which projects have members, without whom none was ever exported. */
const withMembers = 15

const exporting = (target: string, projectId: string) => ['project', 'export', target, '--project', projectId]
const importing = (source: string, ...more: string[]) => ['project', 'import', source, ...more]

const addUserTo = async (place: Place, email: string, name = 'Somebody'): Promise<string> => {
  const db = await openDatabase(place.settings, () => {})
  try {
    return await createUser(db, { email, name, password: 'correct horse' })
  } finally {
    await db.close()
  }
}

/** The sample film, in which is one of everything. */
async function demoIn(place: Place): Promise<string> {
  const db = await openDatabase(place.settings, () => {})
  try {
    const store = openStore({ ...place.settings, environment: {} })
    const mediaFolder = join(place.settings.dataFolder, 'platform')
    const made = await makeDemo(db, { mediaFolder, mediaUrl: 'http://127.0.0.1:9/media/', store })
    await addTheRest(place, made.projectId)
    return made.projectId
  } finally {
    await db.close()
  }
}

/** What the sample film has none of: an attachment, a version that was deleted, a saved search, a tag with a colour, and settings of its cut. */
async function addTheRest(place: Place, projectId: string): Promise<void> {
  const run = (sql: string) => runSql(place, sql.replaceAll('PROJECT', `'${projectId}'`))
  await run("insert into project_tags values (PROJECT, 'harbour', 'teal')")
  await run('insert into cut_settings values (PROJECT, 24000, 1001, 48, 24)')
  await run(
    `insert into saved_searches select '${newId()}', PROJECT, 'Lamps', 'lamp', users.id,
      '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:00.000Z' from users where users.email = '${demoEmail}'`,
  )
  const [comment] = await run('select * from comments where project_id = PROJECT limit 1')
  const { id, asset_version_id, scene_id } = comment!
  await run(
    `insert into attachments select '${newId()}', '${asset_version_id}', PROJECT, '${scene_id}', users.id, '${id}', 0,
      blobs.hash, blobs.bytes, 1795000000000, 'a note.png' from users, blobs
      where users.email = '${demoEmail}' and kept_at is not null order by blobs.hash limit 1`,
  )
  const [version] = await run(
    'select * from asset_versions where project_id = PROJECT and selected = 0 limit 1',
  )
  const columns = Object.keys(version!).join(', ')
  await run(
    `insert into deleted_asset_versions (${columns}, deleted_at) select ${columns}, '2026-11-20T08:00:00.000Z'
      from asset_versions where id = '${version!.id}'`,
  )
  await run(`delete from asset_versions where id = '${version!.id}'`)
  // As the service counts it, which is not there.
  const costs = await run('select cost_estimate_usd as cost from asset_versions where project_id = PROJECT')
  const spent = costs.reduce((sum, { cost }) => sum + Number(cost ?? 0), 0)
  await run(`update budgets set spent_usd = ${Number(spent.toFixed(4))} where project_id = PROJECT`)
}

async function inProjects(place: Place, userId: string, count: number): Promise<void> {
  const numbers = `with recursive numbers (number) as
    (select 1 union all select number + 1 from numbers where number < ${count})`
  const at = `'2026-11-20T08:00:00.000Z'`
  await runSql(
    place,
    `insert into projects (id, created_by, name, status, created_at, updated_at) ${numbers}
      select 'full ' || number, '${userId}', 'Full ' || number, 'PRODUCTION', ${at}, ${at} from numbers`,
  )
  await runSql(
    place,
    `insert into project_members (project_id, user_id, role, created_at)
      select id, '${userId}', 'owner', ${at} from projects where id like 'full %'`,
  )
}

async function importedId(place: Place, name: string): Promise<string> {
  const [row] = await runSql(place, `select id from projects where name = '${name}'`)
  return String(row!.id)
}

let folder = ''
/** Of the sample film, by the engine that it was exported from. */
const exported = new Map<Engine, { place: Place; projectId: string; target: string }>()

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-test-'))
  for (const engine of engines) {
    const place = await preparedPlace(engine)
    const [projectId, target] = [await demoIn(place), join(folder, engine)]
    exported.set(engine, { place, projectId, target })
    const { code, stdout, stderr } = await runCommand(exporting(target, projectId), place)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^Exported “The Salt Round” with \d{2} files of [\d.]+ MB to /)
  }
})
after(async () => {
  for (const { place } of exported.values()) await place.remove()
  await rm(folder, { recursive: true, force: true })
})

for (const from of engines) {
  for (const to of engines) {
    test(`a project goes from ${from} to ${to} with everything`, () =>
      onPlace(to, async (place) => {
        const { place: there, projectId, target } = exported.get(from)!
        const nobody = await runCommand(importing(target), place)
        assert.match(nobody.stderr, /Nobody is here as yet who could own it/)
        const demo = await addUserTo(place, demoEmail, 'Dina Demo')
        const dry = await runCommand(importing(target), place)
        assert.deepEqual([dry.code, dry.stderr], [0, ''])
        assert.match(
          dry.stdout,
          /People who are here: Dina Demo .*\nPeople who are added, .*: June Okafor .*, Teo Marchetti <.*\nNothing was imported: --yes does it\.\n$/s,
        )
        assert.deepEqual(await runSql(place, 'select id from projects'), [])
        const { code, stdout, stderr } = await runCommand(importing(target, '--yes'), place)
        assert.deepEqual([code, stderr], [0, ''])
        assert.match(stdout, /Imported as \S{36}: \d{3} rows, \d{2} files\.\n$/)
        const id = await importedId(place, 'The Salt Round')
        assert.notEqual(id, projectId)

        await runSql(there, `update users set name = 'Dina Demo' where email = '${demoEmail}'`)
        const [before, now] = [await projectRows(there, projectId), await projectRows(place, id)]
        for (const [table, rows] of before) {
          if (table !== 'member_changes') assert.deepEqual(now.get(table), rows, table)
          assert.ok(rows.length > 0, table)
        }
        const changes = now.get('member_changes')!
        assert.ok(before.get('member_changes')!.every((row) => changes.includes(row)))
        assert.deepEqual(await runSql(place, 'select id from deletions'), [])
        assert.deepEqual(
          await runSql(place, 'select role, disabled_at from users where disabled_at is null'),
          [{ role: 'administrator', disabled_at: null }],
        )
        const [sent] = await runSql(
          place,
          `select count(*) as files, sum(bytes) as bytes from version_media where state = 'kept'`,
        )
        const [used] = await runSql(place, `select bytes from media_usage where project_id = '${id}'`)
        const [attached] = await runSql(place, 'select coalesce(sum(bytes), 0) as bytes from attachments')
        assert.equal(Number(used!.bytes), Number(sent!.bytes) + Number(attached!.bytes))

        const again = await runCommand(importing(target, '--yes'), place)
        assert.match(again.stderr, /It is here already, as “The Salt Round”: nothing is merged\./)

        const db = await openDatabase(place.settings, () => {})
        const { token } = await issueToken(db, commandLine(demo), { name: 'test' })
        await db.close()
        const serve = await startServe(place.environment)
        try {
          const user = callerWith(serve.address, token)
          const { body: film } = await user.get(`/api/projects/${id}`)
          assert.equal(film.data.role, 'owner')
          const told = await user.get(`/api/projects/${id}/activity`)
          assert.ok(told.body.data.length > 10)
          // What was told there is told to nobody here.
          assert.deepEqual((await user.get('/api/events')).body.data, [])
          const [kept] = await runSql(
            place,
            `select version_id, hash from version_media inner join asset_versions on id = version_id
              where state = 'kept' and kind = 'original' order by version_id limit 1`,
          )
          const original = await fetch(`${serve.address}/api/media/${kept!.version_id}/original`, {
            headers: { authorization: `Bearer ${token}` },
          })
          assert.equal(original.status, 200)
          assert.equal(sha256(Buffer.from(await original.arrayBuffer())), kept!.hash)
          const { body: scenes } = await user.get(`/api/projects/${id}/scenes`)
          const scene = scenes.data.find(({ sceneId }: { sceneId: string }) => sceneId === '012A')
          assert.ok(scene.versionCount > 0)
        } finally {
          await serve.kill('SIGTERM')
        }
      }))
  }
}

for (const engine of engines) {
  describe(`a project that is imported on ${engine}`, () => {
    test('becomes the project of whoever is named, under another name, and can be deleted and brought in anew', () =>
      onPlace(engine, async (place) => {
        const { target } = exported.get('sqlite')!
        await addUserTo(place, 'ada@studio.example', 'Ada')
        const nobody = await runCommand(importing(target, '--yes'), place)
        assert.match(nobody.stderr, /None of its owners may sign in here: --owner says who is to own it/)
        const unknown = await runCommand(importing(target, '--owner', 'nobody@studio.example'), place)
        assert.match(unknown.stderr, /User nobody@studio\.example not found/)
        const given = ['--owner', 'ada@studio.example', '--name', ' Salt ', '--yes']
        for (let time = 1; time <= 2; time += 1) {
          const { code, stderr } = await runCommand(importing(target, ...given), place)
          assert.deepEqual([code, stderr], [0, ''])
          const id = await importedId(place, 'Salt')
          const owners = await runSql(
            place,
            `select users.name from project_members join users on users.id = user_id where project_id = '${id}' and project_members.role = 'owner' order by 1`,
          )
          assert.ok(owners.some(({ name }) => name === 'Ada'))
          await runSql(place, `update projects set created_by = null, name = id where id = '${id}'`)
          await runSql(place, `update project_members set deleted_at = 'x' where project_id = '${id}'`)
        }
        await addProject(place, 'The Salt Round', 'ada@studio.example')
        const taken = await runCommand(importing(target, '--owner', 'ada@studio.example', '--yes'), place)
        assert.match(taken.stderr, /There is a project “The Salt Round” already: --name brings it in under/)
      }))

    test('is there as a whole or not at all, whenever it is killed', () =>
      onPlace(engine, async (place) => {
        const { target } = exported.get('sqlite')!
        await addUserTo(place, demoEmail)
        let kills = 0
        // Of each it is killed at the first row.
        for (const table of ['blobs', 'deletions', 'scenes', 'asset_versions', 'comments', 'events']) {
          const ending = new AbortController()
          const run = { environment: place.environment, signal: ending.signal }
          let hasEnded = false
          const finished = runProcess(importing(target, '--yes'), run).finally(() => {
            hasEnded = true
          })
          while (!hasEnded && (await runSql(place, `select * from ${table} limit 1`)).length === 0)
            await sleep(2)
          ending.abort()
          const { code, stderr } = await finished
          // Null where it was killed.
          if (code !== null) {
            assert.equal(code, 0, stderr)
            break
          }
          kills += 1
          const there = await runSql(place, `select id from projects where name = 'The Salt Round'`)
          // The last rows come a moment before it ends: killed after that, it is there as a whole, and nothing is left to remove.
          if (table === 'events' && there.length > 0) {
            assert.deepEqual(await runSql(place, 'select id from deletions'), [])
            break
          }
          assert.deepEqual(there, [])
          // The lease of the one that was killed ends.
          await runSql(place, 'update deletions set leased_until = 0')
          const db = await openDatabase(place.settings, () => {})
          await finishDeletions(db)
          await db.close()
          for (const { name } of travelling.filter(({ name }) => !/^(events|projects)$/.test(name)))
            assert.deepEqual(await runSql(place, `select * from ${name}`), [], name)
        }
        assert.ok(kills > 2, `${kills}`)
      }))

    test('is given up where it stood still for so long that what came of it is removed', () =>
      onPlace(engine, async (place) => {
        const { target } = exported.get('sqlite')!
        await addUserTo(place, demoEmail)
        const db = await openDatabase(place.settings, () => {})
        const waits = (async () => {
          for (;;) {
            const [row] = await runSql(place, 'select id from deletions')
            if (row) return runSql(place, `update deletions set leased_by = 'another', leased_until = 0`)
            await new Promise((done) => setTimeout(done, 5))
          }
        })()
        const { code, stderr } = await runProcess(importing(target, '--yes'), {
          environment: place.environment,
        })
        await waits
        await db.close()
        assert.equal(code, 1)
        assert.match(stderr, /It stood still for too long, and what came is removed: begin anew/)
      }))

    test('counts in what a project may have', () =>
      onPlace(engine, async (place) => {
        await addUserTo(place, demoEmail)
        const environment = { ...place.environment, DAILIES_MEDIA_PROJECT_QUOTA: '1MB' }
        const { code, stderr } = await runCommand(importing(exported.get('sqlite')!.target, '--yes'), {
          environment,
        })
        assert.equal(code, 1)
        assert.match(stderr, /The media of this project would take more than the 1\.05 MB/)
        assert.deepEqual(await runSql(place, 'select id from projects'), [])
      }))

    test('comes once where two bring it in at once', () =>
      onPlace(engine, async (place) => {
        const { target, place: there, projectId } = exported.get('sqlite')!
        await addUserTo(place, demoEmail)
        const { environment } = place
        const both = await Promise.all(
          [1, 2].map(() => runProcess(importing(target, '--yes'), { environment })),
        )
        const [done, refused] = both.toSorted((one, other) => one.code! - other.code!)
        assert.deepEqual([done!.code, done!.stderr], [0, ''])
        assert.equal(refused!.code, 1)
        assert.match(
          refused!.stderr,
          /^dailies: (It is being brought in|Somebody else brings it in|It is here already)[^\n]+\n$/,
        )
        const [before, now] = [
          await projectRows(there, projectId),
          await projectRows(place, await importedId(place, 'The Salt Round')),
        ]
        for (const [table, rows] of before)
          if (table !== 'member_changes') assert.equal(now.get(table)!.length, rows.length, table)
        assert.deepEqual(await runSql(place, 'select id from deletions'), [])
        const users = await runSql(place, 'select email from users')
        assert.equal(new Set(users.map(({ email }) => email)).size, users.length)
      }))

    test('comes beside another with the same people and files', () =>
      onPlace(engine, async (place) => {
        await addUserTo(place, demoEmail)
        const { environment } = place
        const names = new Map(engines.map((from) => [from, `Salt of ${from}`]))
        const both = await Promise.all(
          [...names].map(([from, name]) =>
            runProcess(importing(exported.get(from)!.target, '--yes', '--name', name), { environment }),
          ),
        )
        assert.deepEqual(
          both.map(({ code, stderr }) => [code, stderr]),
          [
            [0, ''],
            [0, ''],
          ],
        )
        for (const [from, name] of names) {
          const before = await projectRows(exported.get(from)!.place, exported.get(from)!.projectId)
          const now = await projectRows(place, await importedId(place, name))
          for (const [table, rows] of before)
            if (table !== 'member_changes') assert.equal(now.get(table)!.length, rows.length, table)
        }
      }))

    test('has no member who would be in more projects than there may be', () =>
      onPlace(engine, async (place) => {
        const { target, place: there } = exported.get('sqlite')!
        await addUserTo(place, demoEmail)
        const [june] = await runSql(there, `select email from users where name = 'June Okafor'`)
        const full = await addUserTo(place, String(june!.email), 'June Okafor')
        await inProjects(place, full, 1000)
        for (const flags of [[], ['--yes']]) {
          const { code, stderr } = await runCommand(importing(target, ...flags), place)
          assert.equal(code, 1)
          assert.equal(
            stderr,
            `dailies: ${june!.email} is a member of 1000 projects, the most there may be: take them out of one first\n`,
          )
        }
        assert.deepEqual(await runSql(place, `select id from projects where id not like 'full %'`), [])
        await runSql(place, `delete from project_members where project_id = 'full 1'`)
        const { code, stderr } = await runCommand(importing(target, '--yes'), place)
        assert.deepEqual([code, stderr], [0, ''])
        const [count] = await runSql(
          place,
          `select count(*) as count from project_members where user_id = '${full}'`,
        )
        assert.equal(Number(count!.count), 1000)
      }))

    test('is counted anew, whatever it says of itself', () =>
      onPlace(engine, async (place) => {
        const { place: there, projectId } = exported.get('sqlite')!
        await addUserTo(place, demoEmail, 'Dina Demo')
        await runSql(there, `update users set name = 'Dina Demo' where email = '${demoEmail}'`)
        const told: Record<string, Record<string, unknown> | undefined> = {
          open_notes: undefined,
          version_counters: { last_number: 0, last_created_at: '', last_id: '' },
          version_reviews: { open_notes: 7, approved: 7, changes_needed: 7 },
          playlist_items: { position: 5 },
          approval_rules: { needed: 20 },
          budgets: { spent_usd: 7 },
          verdicts: { is_current: 0 },
          // Its shot was deleted after it.
          deleted_asset_versions: { shot_id: 'gone', selected: 1, status: 'SELECTED' },
        }
        const hostile = await altered((line, table) => {
          if (!(table in told)) return line
          return told[table] && { ...line, ...told[table] }
        })
        const { code, stderr } = await runCommand(importing(hostile, '--yes'), place)
        assert.deepEqual([code, stderr], [0, ''])
        const [before, now] = [
          await projectRows(there, projectId),
          await projectRows(place, await importedId(place, 'The Salt Round')),
        ]
        for (const table of ['open_notes', 'version_counters', 'version_reviews', 'verdicts', 'budgets'])
          assert.deepEqual(now.get(table), before.get(table), table)
        assert.deepEqual(
          await runSql(place, 'select distinct shot_id, selected, status from deleted_asset_versions'),
          [{ shot_id: null, selected: 0, status: 'GENERATED' }],
        )
        const lists = `select count(*) as items, count(distinct position) as places, min(position) as first
          from playlist_items group by playlist_id`
        for (const { items, places, first } of await runSql(place, lists))
          assert.deepEqual([Number(places), Number(first)], [Number(items), 1])
        assert.deepEqual(
          await runSql(
            place,
            'select needed from approval_rules where needed > (select count(*) from approvers)',
          ),
          [],
        )
      }))

    test('has what is counted where a file says nothing of it', () =>
      onPlace(engine, async (place) => {
        const { place: there, projectId } = exported.get('sqlite')!
        const demo = await addUserTo(place, demoEmail)
        const silent = await altered((line, table) =>
          ['version_counters', 'version_reviews'].includes(table) ? undefined : line,
        )
        const { code, stderr } = await runCommand(importing(silent, '--yes'), place)
        assert.deepEqual([code, stderr], [0, ''])
        const id = await importedId(place, 'The Salt Round')
        const said = 'select open_notes, approved, changes_needed from version_reviews where scene_id in'
        const of = (project: string) =>
          `${said} (select id from scenes where project_id = '${project}')
            and open_notes + approved + changes_needed > 0 order by 1, 2, 3`
        const counts = (rows: Record<string, unknown>[]) => rows.map((row) => Object.values(row).map(Number))
        assert.deepEqual(counts(await runSql(place, of(id))), counts(await runSql(there, of(projectId))))
        const [latest] = await runSql(
          place,
          `select scene_number, asset_type, platform_key, max(version_number) as number from asset_versions
            inner join scenes on scenes.id = scene_id group by 1, 2, 3 order by 4 desc limit 1`,
        )
        const db = await openDatabase(place.settings, () => {})
        const { token } = await issueToken(db, commandLine(demo), { name: 'test' })
        await db.close()
        const serve = await startServe(place.environment)
        try {
          const { status, body } = await callerWith(serve.address, token).ingest({
            ...{ projectId: id, sceneId: latest!.scene_number, assetType: latest!.asset_type },
            ...{ platformKey: latest!.platform_key, prompt: 'one more' },
          })
          assert.equal(status, 200, JSON.stringify(body))
          assert.equal(body.asset.versionNumber, Number(latest!.number) + 1)
        } finally {
          await serve.kill('SIGTERM')
        }
      }))

    test('has of each who said more than one the verdict that counts, also where a clock was set back', () =>
      onService(engine, {}, async ({ place: there, user, film }) => {
        const { body } = await user.ingest(film.capture)
        const verdicts = endpoints.giveVerdict.path.replace('{id}', body.asset.id)
        for (const verdict of ['approve', 'changes_needed'])
          assert.equal((await user.send('POST', verdicts, { verdict, note: 'So' })).status, 201)
        const target = join(there.settings.dataFolder, 'out')
        const earlier = `'00000000' || substr(id, 9)`
        const cases: [change: string, counts: string][] = [
          [`update verdicts set id = ${earlier} where is_current = 1`, 'changes_needed'],
          ['update verdicts set is_current = 1', 'approve'],
          ['update verdicts set is_current = 0', 'approve'],
        ]
        for (const [change, counts] of cases) {
          await runSql(there, change)
          assert.equal((await runCommand(exporting(target, film.projectId), there)).code, 0)
          await onPlace(engine, async (place) => {
            await addUserTo(place, user.email)
            const { code, stderr } = await runCommand(importing(target, '--yes'), place)
            assert.deepEqual([code, stderr], [0, ''])
            const current = await runSql(place, 'select verdict from verdicts where is_current = 1')
            assert.deepEqual(current, [{ verdict: counts }], change)
            const [shown] = await runSql(place, 'select approved, changes_needed from version_reviews')
            assert.equal(Number(shown![counts === 'approve' ? 'approved' : counts]), 1)
          })
        }
      }))

    test('has platforms of the longest names, also where letters become two when they become small', () =>
      onPlace(engine, (place) =>
        onService(engine, {}, async ({ place: there, user, film }) => {
          const platformKey = 'İ'.repeat(100)
          const { status } = await user.ingest({ ...film.capture, platformKey })
          const path = endpoints.setRightsDefault.path.replace('{id}', film.projectId)
          const set = await user.send('PUT', path, { platformKey, rightsState: 'COMMERCIAL_ALLOWED' })
          assert.deepEqual([status, set.status], [200, 200], JSON.stringify(set.body))
          const target = join(there.settings.dataFolder, 'out')
          assert.equal((await runCommand(exporting(target, film.projectId), there)).code, 0)
          await addUserTo(place, user.email)
          const { code, stderr } = await runCommand(importing(target, '--yes'), place)
          assert.deepEqual([code, stderr], [0, ''])
          for (const table of ['asset_versions', 'version_counters', 'rights_defaults'])
            assert.deepEqual(
              await runSql(place, `select platform_key from ${table}`),
              [{ platform_key: platformKey.toLowerCase() }],
              table,
            )
        }),
      ))

    test('has numbers and names as large as the interface takes them', () =>
      onPlace(engine, (place) =>
        onService(engine, {}, async ({ place: there, user, film }) => {
          const numbers = { costEstimateUsd: 1e300, generationSeconds: Number.MAX_VALUE }
          const title = 'x'.repeat(1000)
          const capture = { ...film.capture, ...numbers, title, createPromptPackage: true }
          assert.equal((await user.ingest(capture)).status, 200)
          const target = join(there.settings.dataFolder, 'out')
          assert.equal((await runCommand(exporting(target, film.projectId), there)).code, 0)
          await addUserTo(place, user.email)
          const { code, stderr } = await runCommand(importing(target, '--yes'), place)
          assert.deepEqual([code, stderr], [0, ''])
          const said = 'select cost_estimate_usd, generation_seconds from asset_versions'
          assert.deepEqual((await runSql(place, said)).map(Object.values), [Object.values(numbers)])
          assert.deepEqual(await runSql(place, 'select name from prompt_packages where length(name) > 500'), [
            { name: title },
          ])
        }),
      ))

    test('that was made by somebody else reaches nothing that it did not bring', () =>
      onPlace(engine, async (place) => {
        await addUserTo(place, demoEmail)
        const secret = randomBytes(2000)
        const victim = await addVictim(place, secret)
        const before = await projectRows(place, victim.projectId)
        // What would be of somebody else's take is of nothing, and left out; the rest comes.
        const strange: Record<string, string[]> = {
          ...{
            comments: ['asset_version_id', 'scene_id'],
            verdicts: ['asset_version_id'],
            open_notes: ['asset_version_id'],
          },
          ...{
            playlist_items: ['version_id'],
            version_media: ['version_id'],
            review_versions: ['asset_version_id'],
          },
          ...{
            winner_changes: ['new_version_id'],
            status_changes: ['asset_version_id'],
            version_reviews: ['asset_version_id'],
          },
          ...{
            comment_mentions: ['thread_id'],
            shot_trims: ['asset_version_id'],
            asset_versions: ['parent_version_id'],
          },
        }
        const naming = () =>
          Promise.all(
            Object.entries(strange).flatMap(([table, columns]) =>
              columns.map((column) =>
                runSql(
                  place,
                  `select count(*) as count from ${table} where ${column} = '${victim.versionId}'`,
                ),
              ),
            ),
          )
        const namedBefore = await naming()
        const hostile = await altered((line, table) => {
          const changed = (strange[table] ?? []).map((column) => [column, victim.versionId])
          return { ...line, ...Object.fromEntries(changed) }
        }, 'one row of each table')
        const { code, stderr } = await runCommand(importing(hostile, '--yes', '--owner', demoEmail), place)
        assert.deepEqual([code, stderr], [0, ''])
        assert.deepEqual(await projectRows(place, victim.projectId), before)
        assert.deepEqual(await naming(), namedBefore)
        const imported = await importedId(place, 'The Salt Round')
        await runSql(place, `update projects set created_by = null, name = id where id = '${imported}'`)
        await runSql(
          place,
          `insert into deletions (id, project_id, leased_until) values ('x', '${imported}', 0)`,
        )
        const db = await openDatabase(place.settings, () => {})
        await finishDeletions(db)
        await db.close()
        // Nothing of it stays that nobody could remove.
        for (const { name } of travelling.filter(
          ({ name }) => !/^(events|projects|project_members|member_changes)$/.test(name),
        ))
          assert.deepEqual(
            (await runSql(place, `select * from ${name}`)).length,
            [...before].find(([table]) => table === name)![1].length,
            name,
          )

        // Whoever knows the hash of a file has not got it yet.
        let blobs = 0
        const claiming = await altered((line, table) => {
          if (table === 'blobs') {
            blobs += 1
            return blobs === 1 ? { ...line, hash: sha256(secret), bytes: secret.length } : undefined
          }
          if (table === 'version_media') return { ...line, state: 'kept', hash: sha256(secret) }
          return table === 'attachments' ? undefined : line
        })
        const done = await runCommand(
          importing(claiming, '--yes', '--owner', demoEmail, '--name', 'N'),
          place,
        )
        assert.equal(done.code, 1)
        assert.match(done.stderr, new RegExp(`gone or damaged, and not in it: ${sha256(secret)}`))
        const id = await importedId(place, 'N')
        const media = await runSql(place, `select state, hash from version_media where project_id = '${id}'`)
        assert.ok(media.length > 0)
        assert.ok(media.every(({ state, hash }) => state !== 'kept' && hash === null))
      }))
  })
}

describe('a project that is not what Dailies writes', () => {
  let place: Place
  before(async () => {
    place = await preparedPlace('sqlite')
    await addUserTo(place, demoEmail)
  })
  after(() => place.remove())

  type Alter = Parameters<typeof altered>[0]
  const changing =
    (table: string, change: Record<string, unknown>): Alter =>
    (line, of) =>
      of === table ? { ...line, ...change } : line

  /** Of those that may not be the same. */
  const onlyFirst = (table: string, change: Record<string, unknown>): Alter => {
    let isDone = false
    return (line, of) => {
      if (of !== table || isDone) return line
      isDone = true
      return { ...line, ...change }
    }
  }

  /** Of comments of which that is so. */
  const commentsThat = (
    are: (line: Record<string, unknown>) => boolean,
    change: (line: Record<string, unknown>) => Record<string, unknown>,
  ): Alter => {
    return (line, of) => (of === 'comments' && are(line) ? { ...line, ...change(line) } : line)
  }
  const isReply = ({ thread_id, author_id }: Record<string, unknown>) =>
    thread_id !== null && author_id !== null

  const nullInEvent: Alter = (line, of) =>
    of === 'events'
      ? { ...line, data: JSON.stringify({ ...JSON.parse(String(line.data)), sceneId: 'a\0b' }) }
      : line

  const [madeAt, somebody] = ['2026-11-20T08:00:00.000Z', 'x']
  /** Of columns that go together, those of one row. */
  const rules: [table: string, change: Record<string, unknown>, says: string][] = [
    ['member_changes', { old_role: 'owner', new_role: 'owner' }, 'changes nothing'],
    ['status_changes', { old_status: 'DRAFT', new_status: 'DRAFT' }, 'changes nothing'],
    ['winner_changes', { old_version_id: null, new_version_id: null }, 'changes nothing'],
    ['asset_versions', { status: 'SELECTED', selected: 0 }, 'is the winner and has .* or is SELECTED'],
    ['deleted_asset_versions', { status: 'DRAFT', selected: 1 }, 'is the winner and has the status DRAFT'],
    ['shot_trims', { in_frame: 5, out_frame: 5 }, 'ends before it begins'],
    ['comments', { author_id: null, guest_id: null, guest_name: null }, 'is of nobody, or of two'],
    ['comments', { guest_id: somebody, guest_name: 'Gus' }, 'is of nobody, or of two'],
    ['comments', { author_id: null, guest_id: null, guest_name: 'Gus' }, 'is of nobody, or of two'],
    ['comments', { first_frame: 5, last_frame: 9, rate_numerator: null }, 'has frames that are no range'],
    ['comments', { resolved_at: madeAt, resolved_by: null }, 'was ticked off by nobody'],
    ['comments', { deleted_at: madeAt, text: 'still here' }, 'was deleted, and still says something'],
    ['verdicts', { user_id: null, guest_id: null, guest_name: null }, 'is of nobody, or of two'],
    ['reviews', { plays_kind: 'film', plays_id: somebody }, 'plays what it does not name'],
    ['reviews', { plays_kind: 'scene', plays_id: null }, 'plays what it does not name'],
  ]

  const wrong: [what: string, alter: Alter, says: RegExp][] = [
    [
      'an unknown status',
      changing('asset_versions', { status: 'BEST' }),
      /a status in asset_versions that is/,
    ],
    ['a text for a number', changing('shots', { sort_order: '1; drop table users' }), /sort_order in shots/],
    ['a long text', changing('asset_versions', { prompt: 'x'.repeat(100_001) }), /longer than 100000/],
    ['a zero character', changing('scenes', { story_beat: 'a\0b' }), /characters that no text has/],
    [
      'no JSON',
      changing('asset_versions', { metadata: '{"a":' }),
      /metadata in asset_versions that is no JSON/,
    ],
    ['a list for an object', changing('asset_versions', { metadata: '[1]' }), /has not the form/],
    [
      'a drawing of another kind',
      changing('comments', { drawing: '{"shapes":[{"kind":"svg"}]}' }),
      /drawing/,
    ],
    ['a null', changing('asset_versions', { created_by: null }), /is damaged/],
    [
      'an unknown user',
      changing('comments', { author_id: 'somebody' }),
      /names a user of whom nothing is told/,
    ],
    ['the same scene twice', changing('scenes', { scene_number: '1' }), /does not fit together.*UNIQUE/],
    ['a shot of no scene', changing('shots', { scene_id: 'elsewhere' }), /does not fit together/],
    [
      'a deep text',
      changing('asset_versions', { metadata: `{"a":${'['.repeat(900_000)}${']'.repeat(900_000)}}` }),
      /nests deeper than 64 levels/,
    ],
    [
      'a number that is counted to',
      changing('version_counters', { last_number: 2 ** 31 - 1 }),
      /last_number/,
    ],
    [
      'a time to come',
      changing('version_counters', { last_created_at: '9999-12-31T00:00:00.000Z' }),
      /to come/,
    ],
    [
      'less than nothing',
      changing('asset_versions', { cost_estimate_usd: -1.7e308 }),
      /no number that there/,
    ],
    ['frames that are no range', changing('comments', { first_frame: 5, last_frame: 2 }), /no range|damaged/],
    ['a null byte in an event', nullInEvent, /characters that no text has/],
    ['two people of one address', changing('users', { email: 'Ada@x.example' }), /two people|does not fit/],
    ['a length that is none', changing('blobs', { bytes: 2 ** 53 }), /is damaged/],
    ['an event of another form', changing('events', { data: '{}' }), /data in events|row in events/],
    ['a time that is none', changing('comments', { created_at: '2026-13-41T99:00:00.000Z' }), /is no time/],
    [
      'a file without a hash',
      changing('blobs', { hash: '../../secret.key' }),
      /without its SHA-256|is damaged/,
    ],
    ['an object for a value', changing('scenes', { act: { a: 1 } }), /is not what Dailies writes/],
    [
      'a javascript address',
      changing('asset_versions', { output_url: 'javascript:alert(1)' }),
      /output_url in/,
    ],
    [
      'a name that is a path',
      changing('attachments', { name: '../../x' }),
      /a name in attachments that has not/,
    ],
    [
      'a scene in small letters',
      onlyFirst('scenes', { scene_number: '1a' }),
      /scene_number in scenes that is not as/,
    ],
    ['a shot without a code', onlyFirst('shots', { shot_code: ' ' }), /shot_code in shots that is not as/],
    [
      'a platform in large letters',
      onlyFirst('asset_versions', { platform_key: 'Veo' }),
      /platform_key in asset_versions that is not as/,
    ],
    ['a 30th of February', changing('shots', { due_on: '2026-02-30' }), /due_on in shots that is no time/],
    ['a time of that day', changing('comments', { edited_at: '2026-02-30T08:00:00.000Z' }), /edited_at/],
    ['stills of no length', changing('cut_settings', { still_frames: 0 }), /still_frames in cut_settings/],
    [
      'a waveform that is none',
      onlyFirst('version_media', { kind: 'waveform', summary: '<script>' }),
      /has a row in version_media that is no waveform/,
    ],
    ...rules.map(([table, change, says]): [string, Alter, RegExp] => [
      `${Object.keys(change).join(' and ')} of ${table} that do not go together`,
      changing(table, change),
      new RegExp(`has a row in ${table} that ${says}`),
    ]),
    [
      'a reply that was ticked off',
      commentsThat(isReply, ({ author_id }) => ({ resolved_at: madeAt, resolved_by: author_id })),
      /has a row in comments that was ticked off by nobody, or at no time, or is a reply that was/,
    ],
    [
      'a reply that was deleted, of which nothing stays',
      commentsThat(isReply, () => ({ deleted_at: madeAt, text: '', drawing: null })),
      /has a row in comments that was deleted, and still says something, or is a reply that was/,
    ],
    [
      'a deleted comment with a drawing',
      commentsThat(
        ({ thread_id, drawing }) => thread_id === null && drawing !== null,
        () => ({ deleted_at: madeAt, text: '' }),
      ),
      /has a row in comments that was deleted, and still says something/,
    ],
    ['nothing at all', () => undefined, /is empty|does not fit/],
  ]
  for (const [what, alter, says] of wrong)
    test(`with ${what} is refused before anything is written`, async () => {
      const hostile = await altered(alter)
      const before = await runSql(place, 'select count(*) as count from users')
      const { code, stdout, stderr } = await runCommand(importing(hostile, '--yes'), place)
      assert.equal(code, 1, stdout)
      assert.match(stderr, says)
      assert.doesNotMatch(stderr, /\n\s+at /)
      assert.deepEqual(await runSql(place, 'select id from projects'), [])
      assert.deepEqual(await runSql(place, 'select count(*) as count from users'), before)
      await rm(hostile, { recursive: true })
    })

  const lines: [what: string, line: string][] = [
    ['a table that stays', '{"table":"tokens","columns":["id"]}\n["x"]'],
    ['a table of nobody', '{"table":"sqlite_schema","columns":["sql"]}\n["x"]'],
    ['a column that is code', '{"table":"users","columns":["id) select 1 --"]}\n["x"]'],
    ['a column twice', '{"table":"users","columns":["id","id"]}\n["x","x"]'],
    ['a row without a table', '["x"]'],
    ['a row that is too short', '{"table":"users","columns":["id","email"]}\n["x"]'],
    ['a text that is no line', 'select 1'],
    ['a table again', '{"table":"users","columns":["id"]}\n{"table":"users","columns":["id"]}'],
  ]
  for (const [what, line] of lines)
    test(`with ${what} is refused`, async () => {
      const hostile = await packed(`${line}\n`)
      const { code, stderr } = await runCommand(importing(hostile, '--yes'), place)
      assert.equal(code, 1)
      assert.match(stderr, /^dailies: The project is damaged: it is not what Dailies writes\n$/)
      await rm(hostile, { recursive: true })
    })

  test('or of a later version, or damaged, or of which there are several, is told as such', async () => {
    const later = await packed('', { schema: 9999, program: '99.0.0' })
    const { stderr } = await runCommand(importing(later), place)
    assert.match(stderr, /It is of Dailies 99\.0\.0, which is later than this one/)
    await writeFile(join(later, 'texts', 'project-x'), 'rubbish')
    const several = await runCommand(importing(later), place)
    assert.match(several.stderr, /There are several, --project says which one: /)
    const damaged = await runCommand(importing(later, '--project', 'x'), place)
    assert.match(damaged.stderr, /project-x: Is damaged: it is not as it was written/)
    const none = await runCommand(importing(later, '--project', 'y'), place)
    assert.match(none.stderr, /There is no such project in that place/)
  })

  for (let schema = 1; schema < currentVersion; schema += 1)
    test(`of schema ${schema} is ${schema < withMembers ? 'refused with words' : 'brought up to date'}`, async () => {
      const earlier = await ofSchema(schema)
      const name = `Earlier ${schema}`
      const { code, stderr } = await runCommand(
        importing(earlier, '--yes', '--name', name, '--owner', demoEmail),
        place,
      )
      if (schema < withMembers) {
        assert.equal(code, 1)
        assert.match(stderr, /^dailies: The project is damaged: [^\n]+\n$/)
        assert.deepEqual(await runSql(place, `select id from projects where name = '${name}'`), [])
        return
      }
      assert.deepEqual([code, stderr], [0, ''])
      const { place: there, projectId } = exported.get('sqlite')!
      const id = await importedId(place, name)
      const [before, now] = [await projectRows(there, projectId), await projectRows(place, id)]
      await runSql(place, `update projects set created_by = null, name = id where id = '${id}'`)
      const tables = await tablesOf(schema)
      for (const [table, rows] of before)
        if (tables.has(table) && table !== 'member_changes' && table !== 'project_members')
          assert.equal(now.get(table)!.length, rows.length, table)
    })
})

test('a file that is gone is told of, and is lost where the project goes', () =>
  onService('sqlite', {}, async (serving) => {
    const { place, user, film } = serving
    const [kept, gone] = [await picture(), randomBytes(3000)]
    const versionId = await take(user, film)
    await put(serving, user, versionId, gone)
    await put(serving, user, await take(user, film), kept)
    const media = join(place.settings.dataFolder, 'media', 'blobs')
    const hash = sha256(gone)
    await rm(join(media, hash.slice(0, 2), hash.slice(2, 4), hash))
    const target = join(place.settings.dataFolder, 'out')
    const { code, stderr } = await runCommand(exporting(target, film.projectId), place)
    assert.equal(code, 1)
    assert.equal(stderr, `dailies: gone or damaged, and not in it: ${hash}\n`)
    await onPlace('sqlite', async (other) => {
      await addUserTo(other, user.email)
      const done = await runCommand(importing(target, '--yes'), other)
      assert.deepEqual([done.code, done.stderr], [0, ''])
      const rows = await runSql(
        other,
        `select state, hash, reason, summary ->> '$.reason' as told, summary ->> '$.state' as shown
          from version_media order by state`,
      )
      const reason = 'It was missing where the project comes from'
      assert.deepEqual(rows, [
        { state: 'kept', hash: sha256(kept), reason: null, told: null, shown: 'kept' },
        { state: 'lost', hash: null, reason, told: reason, shown: 'lost' },
      ])
    })
  }))

test('an export brings of the files only what is not there, and is not mixed with backups', () =>
  onService('sqlite', {}, async (serving) => {
    const { place, user, film } = serving
    await put(serving, user, await take(user, film), randomBytes(3000))
    const target = join(place.settings.dataFolder, 'out')
    const first = await runCommand([...exporting(target, film.projectId), '--json'], place)
    assert.equal(JSON.parse(first.stdout).media.count, 1)
    const blobs = () => readdir(join(target, 'blobs'), { recursive: true })
    const before = (await blobs()).length
    await put(serving, user, await take(user, film), randomBytes(3000))
    await runCommand(exporting(target, film.projectId), place)
    // One file, and the rows, each with two folders.
    assert.ok((await blobs()).length <= before + 6)
    const backup = await runCommand(['backup', target], place)
    assert.match(backup.stderr, /There are projects in that place that were exported/)
    const backups = join(place.settings.dataFolder, 'backups')
    assert.equal((await runCommand(['backup', backups], place)).code, 0)
    const mixed = await runCommand(exporting(backups, film.projectId), place)
    assert.match(mixed.stderr, /There are backups in that place/)
    const unknown = await runCommand(exporting(target, 'nowhere'), place)
    assert.match(unknown.stderr, /Project not found/)
    const within = await runCommand(
      exporting(join(place.settings.dataFolder, 'media'), film.projectId),
      place,
    )
    assert.equal(within.code, 1)
  }))

test('a project goes by way of a bucket', async () => {
  const server = await s3Server(join(folder, 's3'))
  try {
    const { place: there, projectId } = exported.get('sqlite')!
    const environment = { ...there.environment, ...server.environment }
    const out = await runCommand(exporting('s3://media/films', projectId), { environment })
    assert.deepEqual([out.code, out.stderr], [0, ''])
    await onPlace('sqlite', async (place) => {
      await addUserTo(place, demoEmail)
      const run = { environment: { ...place.environment, ...server.environment } }
      const { code, stderr } = await runCommand(importing('s3://media/films', '--yes'), run)
      assert.deepEqual([code, stderr], [0, ''])
    })
    await server.stop()
    const away = await runCommand(importing('s3://media/films'), { environment })
    assert.equal(away.code, 1)
    assert.doesNotMatch(away.stderr, /\n\s+at /)
  } finally {
    await server.stop()
  }
})

async function addProject(place: Place, name: string, email: string): Promise<void> {
  const workspace = join(place.settings.dataFolder, 'workspace.json')
  await writeFile(workspace, JSON.stringify({ projects: [{ name }] }))
  const { code } = await runCommand(['import', workspace, '--user', email], place)
  assert.equal(code, 0)
}

/** A project of somebody else, with a file that nobody else knows. */
async function addVictim(place: Place, secret: Buffer): Promise<{ projectId: string; versionId: string }> {
  const serve = await startServe(place.environment)
  const db = await openDatabase(place.settings, () => {})
  try {
    const user = await testUser({ db, address: serve.address })
    const film = await testFilm(db, user, 'The victim')
    const versionId = await take(user, film)
    assert.equal((await put(serve, user, versionId, secret)).status, 200)
    return { projectId: film.projectId, versionId }
  } finally {
    await db.close()
    await serve.kill('SIGTERM')
  }
}

/**
 * The sample film as somebody else would write it: each row as `alter` has it, sealed as it should be. Returns the folder. Of `one row of each
 * table` the first is altered; of all else every row.
 */
async function altered(
  alter: (row: Record<string, unknown>, table: string) => Record<string, unknown> | undefined,
  which: 'all' | 'one row of each table' = 'all',
  claims: Partial<ProjectManifest> = {},
  kept = (_table: string, columns: string[]) => columns,
): Promise<string> {
  const { target, projectId } = exported.get('sqlite')!
  const name = manifestName(projectId)
  const manifest = manifestIn(await readFile(join(target, 'texts', name), 'utf8'), name)
  const store = openStore({ media: target, dataFolder: folder, environment: {}, variable: 'target' })
  const pieces: Buffer[] = []
  const { rows } = manifest
  for await (const piece of readPacked(store, { ...rows, mostPlain: rows.plainBytes }, 'rows'))
    pieces.push(piece)
  let [table, columns, wanted]: [string, string[], string[]] = ['', [], []]
  const seen = new Set<string>()
  const lines = Buffer.concat(pieces)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const content = JSON.parse(line)
      if (!Array.isArray(content)) {
        ;({ table, columns } = content)
        wanted = kept(table, columns)
        return wanted.length > 0 ? [JSON.stringify({ table, columns: wanted })] : []
      }
      if (wanted.length === 0) return []
      const isFirst = !seen.has(table)
      seen.add(table)
      if (which === 'one row of each table' && !isFirst) return [line]
      const row = alter(Object.fromEntries(columns.map((column, at) => [column, content[at]])), table)
      return row ? [JSON.stringify(wanted.map((column) => row[column]))] : []
    })
  return packed(`${lines.join('\n')}\n`, { ...claims, projectId, name: manifest.name }, target)
}

/** The columns of each table that an earlier version had. */
async function tablesOf(schema: number): Promise<Map<string, string[]>> {
  const empty = await mkdtemp(join(folder, 'schema-'))
  const stage = await makeStage(empty, schema)
  const tables = await stage.tables()
  await stage.close()
  await rm(empty, { recursive: true })
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
}

/** The sample film as that version would have written it: with what it knew of. */
async function ofSchema(schema: number): Promise<string> {
  const tables = await tablesOf(schema)
  return altered(
    (line) => line,
    'all',
    { schema },
    (table, columns) => columns.filter((column) => tables.get(table)?.includes(column)),
  )
}

/** A folder with a project of these lines. */
async function packed(lines: string, claims: Partial<ProjectManifest> = {}, files?: string): Promise<string> {
  const target = await mkdtemp(join(folder, 'hostile-'))
  if (files) await cp(join(files, 'blobs'), join(target, 'blobs'), { recursive: true })
  const store = openStore({ media: target, dataFolder: folder, environment: {}, variable: 'target' })
  await store.check()
  await mkdir(join(target, 'work'), { recursive: true })
  const kept = await keepPacked(store, Readable.from([lines || '\n']), join(target, 'work', 'rows'))
  const manifest: ProjectManifest = {
    ...{ format: 1, projectId: 'hostile', name: 'Hostile', madeAt: '2026-11-20T08:00:00.000Z' },
    ...{
      program: '0.1.0',
      schema: migrations.at(-1)!.version,
      media: { count: 0, bytes: 0 },
      missing: [],
      missingCount: 0,
    },
    ...claims,
    rows: { ...kept, plainBytes: Buffer.byteLength(lines || '\n') },
  }
  await store.writeText(manifestName(manifest.projectId), sealed(manifest))
  return target
}
