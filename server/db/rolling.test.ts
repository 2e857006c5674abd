import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Place } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { onEmptyPlace, onPlace, runProcess, runSql, type Serve, startServe } from '../test/process.ts'
import { callerWith, testFilm, testUser } from '../test/service.ts'
import { SteadyLoad } from '../test/steady-load.ts'
import { type Migration, migrations } from './migrate.ts'
import { openDatabase } from './open.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const today = migrations.at(-1)!.version

/** What a next release might do: it adds, and one day takes away what it does without. */
const next: Migration[] = [
  {
    version: today + 1,
    name: 'a column',
    worksFrom: today,
    up: () => ['alter table asset_versions add column touched integer'],
  },
  {
    version: today + 2,
    name: 'its index',
    worksFrom: today,
    index: () => ({ name: 'asset_versions_by_touched', on: 'asset_versions (touched, id)' }),
  },
  {
    version: today + 3,
    name: 'without a column',
    contracts: true,
    up: () => ['alter table asset_versions drop column compare_group'],
  },
]
const all = [...migrations, ...next]

/** Brings it up to date as the next release does. */
async function openNext({ settings }: Place): Promise<void> {
  await (await openDatabase(settings, () => {}, { migrations: all })).close()
}

async function versionOf(place: Place): Promise<unknown> {
  return (await runSql(place, 'select max(version) as version from migrations'))[0]!.version
}

describe('two releases beside each other', { timeout: 120_000 }, () => {
  test('nodes of the former one go on, and may be started, while the database is expanded; it contracts once none is left', () =>
    onPlace('postgres', async (place) => {
      const nodes = [await startServe(place.environment), await startServe(place.environment)]
      try {
        await underLoad(place, nodes, async (load) => {
          await openNext(place)
          assert.equal(await versionOf(place), today + 2, 'what it takes away is put off')
          await load.goesOn(20)
          const { stdout } = await runProcess(['doctor', '--json'], { environment: place.environment })
          const told = JSON.parse(stdout).find(({ name }: { name: string }) => name === 'version')
          assert.equal(told.state, 'ok', told.found)
          assert.equal((await nodes[0]!.kill('SIGKILL')).signal, 'SIGKILL')
          nodes[0] = await startServe(place.environment)
          await load.goesOn(20)
        })
        for (const node of nodes) assert.equal((await node.kill('SIGTERM')).code, 0)
        await openNext(place)
        assert.equal(await versionOf(place), today + 3)
        await assert.rejects(startServe(place.environment), /this program knows versions up to/)
      } finally {
        for (const node of nodes) await node.kill('SIGKILL')
      }
    }))

  test('what is put off is tried again also after a try that failed', (context) =>
    onPlace('postgres', async (place) => {
      const former = await openDatabase(place.settings, () => {})
      await former.changes.listen({ changed: () => {}, missed: () => {} })
      context.mock.timers.enable({ apis: ['setInterval'] })
      const failures: Error[] = []
      const db = await openDatabase(place.settings, (error) => failures.push(error), { migrations: all })
      await former.close()
      await runSql(place, 'alter table migrations rename to hidden')
      context.mock.timers.tick(60_000)
      await until('a try failed', () => failures.length > 0)
      await runSql(place, 'alter table hidden rename to migrations')
      await until('it contracts', async () => {
        context.mock.timers.tick(60_000)
        return (await versionOf(place)) === today + 3
      })
      await db.close()
    }))

  test('a node that was cut off while the database contracted says at /readyz that it cannot go on', () =>
    onPlace('postgres', async (place) => {
      const node = await startServe(place.environment)
      try {
        const ready = async () => (await fetch(`${node.address}/readyz`)).status
        assert.equal(await ready(), 200)
        await openNext(place)
        assert.equal(await versionOf(place), today + 2)
        // As it is once it was cut off: the lock is gone, and the database has gone on.
        await runSql(
          place,
          `insert into migrations (version, name, applied_at) values (${today + 3}, 'without a column', '')`,
        )
        const live = `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'dailies live'`
        await runSql(place, live)
        for (const end = Date.now() + 60_000; (await ready()) !== 503; )
          assert.ok(Date.now() < end, '/readyz goes on saying that it is ready')
      } finally {
        await node.kill('SIGKILL')
      }
    }))

  test('the release before this way of upgrading (version 56) goes on beside this one, where its code is in this checkout', () =>
    onFormer('06a5e42', async (program) =>
      onEmptyPlace('postgres', async (place) => {
        const start = () => startServe(place.environment, { command: [process.execPath, program] })
        const nodes = [await start(), await start()]
        try {
          assert.equal(await versionOf(place), 56)
          await underLoad(place, nodes, async (load) => {
            for (const index of nodes.keys()) {
              const former = nodes[index]!
              nodes[index] = await startServe(place.environment)
              await load.goesOn(20)
              assert.equal((await former.kill('SIGTERM')).code, 0)
              await load.goesOn(20)
            }
          })
        } finally {
          for (const node of nodes) await node.kill('SIGKILL')
        }
      }),
    ))
})

/** Does it while nodes, each in its turn, are asked by clients that capture, change and list. */
async function underLoad(
  place: Place,
  nodes: Serve[],
  work: (load: SteadyLoad) => Promise<void>,
): Promise<void> {
  const { db, token, film } = await filmIn(place, nodes)
  let turn = 0
  const load = new SteadyLoad({
    ...{ token, film, mayBreak: true, clients: 4 },
    address: () => nodes[turn++ % nodes.length]!.address,
  })
  await load.goesOn(20)
  await work(load)
  await load.end()
  await db.close()
  await load.check(place)
}

async function filmIn(place: Place, [node]: Serve[]) {
  // On the database as it is: what makes users and films here may be of another release.
  const known = Number(await versionOf(place))
  const db = await openDatabase(place.settings, () => {}, {
    migrations: migrations.filter(({ version }) => version <= known),
  })
  const user = await testUser({ db, address: node!.address })
  const film = await testFilm(db, { ...user, ...callerWith(node!.address, user.token) })
  return { db, token: user.token, film }
}

/** Does work with the program of a former commit; nothing where the checkout is too shallow to have it. */
async function onFormer(commit: string, work: (program: string) => Promise<void>): Promise<void> {
  const isThere = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  )
  if (!isThere) return console.log(`The commit ${commit} is not in this checkout: its code is not tried.`)
  const folder = await mkdtemp(join(tmpdir(), 'dailies-former-'))
  try {
    const archive = join(folder, 'former.tar')
    await run('git', ['archive', '-o', archive, commit], { cwd: root })
    await run('tar', ['-xf', archive, '-C', folder])
    for (const modules of ['node_modules', 'server/node_modules']) await linkModules(folder, modules)
    await work(join(folder, 'server/bin/dailies.js'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The packages of this checkout, and the workspaces of the other. */
async function linkModules(folder: string, modules: string): Promise<void> {
  await mkdir(join(folder, modules), { recursive: true })
  for (const name of await readdir(join(root, modules))) {
    if (name !== '@dailies') await symlink(join(root, modules, name), join(folder, modules, name))
  }
  if (modules !== 'node_modules') return
  await mkdir(join(folder, modules, '@dailies'))
  for (const name of await readdir(join(root, modules, '@dailies'))) {
    const workspace = join(folder, name)
    if (
      await access(workspace).then(
        () => true,
        () => false,
      )
    )
      await symlink(workspace, join(folder, modules, '@dailies', name))
  }
}
