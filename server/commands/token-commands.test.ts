import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { everyPermission } from '@dailies/contract/permission.ts'
import { openDatabase } from '../db/open.ts'
import '../test/cheap-hashing.ts'
import { engines, type Place } from '../test/engines.ts'
import { type Finished, onPlace, onService, runCommand, runSql, type Serving } from '../test/process.ts'
import { callerWith } from '../test/service.ts'
import { hashToken } from '../tokens/issue.ts'
import { insertAudit, insertToken } from '../tokens/queries.ts'

const rawToken = /^svc_[0-9A-Za-z]{49}\n$/

interface Studio extends Serving {
  email: string
  run(...args: string[]): Promise<Finished>
  /** Makes a token with further flags, and returns it with its id. */
  create(...flags: string[]): Promise<{ id: string; token: string }>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into output of every shape
  list(): Promise<any[]>
  /** What the service answers when asked for projects with the token. */
  statusOf(token: string): Promise<number>
}

for (const engine of engines) {
  const onStudio = (work: (studio: Studio) => Promise<void>) => () =>
    onService(engine, {}, async (serving) => {
      const { place, address } = serving
      const email = String((await runSql(place, 'select email from users'))[0]?.email)
      const run: Studio['run'] = (...args) => runCommand(args, { environment: place.environment })
      const list = async () => JSON.parse((await run('token', 'list', '--user', email, '--json')).stdout)
      const create: Studio['create'] = async (...flags) => {
        const made = await run('token', 'create', '--user', email, '--name', 'tool', ...flags)
        assert.deepEqual([made.code, made.stderr], [0, ''])
        assert.match(made.stdout, rawToken)
        return { id: (await list())[0].id, token: made.stdout.trim() }
      }
      const statusOf = async (token: string) =>
        (await callerWith(address, token).get('/api/extension/projects')).status
      await work({ ...serving, email, run, list, create, statusOf })
    })

  describe(`token commands on ${engine}`, { concurrency: 2 }, () => {
    test(
      'create limits a token to permissions, projects and a rate; without flags it may everything',
      onStudio(async ({ create, list, film, address }) => {
        const limits = ['--per-minute', '5', '--per-hour', '20']
        const { token } = await create(
          '--permission',
          'capture, read',
          '--project',
          film.projectId,
          ...limits,
        )
        await create()
        const [full, limited] = await list()
        assert.deepEqual(
          [full.state, full.permissions, full.projectIds, full.rateLimit],
          ['active', everyPermission, [], null],
        )
        assert.deepEqual(
          [limited.permissions, limited.projectIds, limited.rateLimit],
          [['read', 'capture'], [film.projectId], { perMinute: 5, perHour: 20 }],
        )
        const caller = callerWith(address, token)
        assert.equal((await caller.ingest(film.capture)).status, 200)
        assert.equal((await caller.get('/api/tokens')).status, 403)
      }),
    )

    test(
      'list tells the state of each: active, expiring, expired or revoked',
      onStudio(async ({ place, create, list, run, email }) => {
        const ids: string[] = []
        for (let made = 0; made < 4; made += 1) ids.push((await create()).id)
        const [revoked = '', expired, expiring, active] = ids
        await run('token', 'revoke', revoked)
        const day = 24 * 60 * 60 * 1000
        for (const [id, at] of [
          [expired, -1],
          [expiring, 13 * day],
          [active, 15 * day],
        ] as const) {
          const expiresAt = new Date(Date.now() + at).toISOString()
          await runSql(place, `update tokens set expires_at = '${expiresAt}' where id = '${id}' returning id`)
        }
        const states = Object.fromEntries((await list()).map(({ id, state }) => [id, state]))
        assert.deepEqual(
          ids.map((id) => states[id]),
          ['revoked', 'expired', 'expiring', 'active'],
        )
        const { stdout } = await run('token', 'list', '--user', email)
        assert.match(stdout, /^ID +NAME +STATE +CREATED +EXPIRES +LAST USED +REVOKED\n/)
        assert.match(stdout, new RegExp(`^${expiring} +tool +expiring +2`, 'm'))
      }),
    )

    test(
      'update renames, narrows and widens from the next request on; what is not said stays',
      onStudio(async ({ create, list, run, statusOf, film }) => {
        const { id, token } = await create()
        const update = async (...flags: string[]) => {
          assert.deepEqual(await run('token', 'update', id, ...flags), {
            code: 0,
            stdout: `Changed ${id}.\n`,
            stderr: '',
          })
          const { name, permissions, projectIds, rateLimit } = (await list())[0]
          return { name, permissions, projectIds, rateLimit }
        }
        const access = { permissions: everyPermission, projectIds: [], rateLimit: null }
        assert.deepEqual(await update('--name', 'Farm'), { name: 'Farm', ...access })
        assert.equal(await statusOf(token), 200)
        const narrow = { name: 'Farm', permissions: ['capture'], projectIds: [film.projectId] }
        const rate = ['--per-minute', '1', '--per-hour', '2']
        assert.deepEqual(await update('--permission', 'capture', '--project', film.projectId, ...rate), {
          ...narrow,
          rateLimit: { perMinute: 1, perHour: 2 },
        })
        assert.equal(await statusOf(token), 403)
        assert.deepEqual(await update('--default-rate'), { ...narrow, rateLimit: null })
        assert.deepEqual(await update('--all-projects', '--permission', everyPermission.join(',')), {
          name: 'Farm',
          ...access,
        })
        assert.equal(await statusOf(token), 200)
      }),
    )

    test(
      'rotate prints a successor that may the same; the old one ends at once, or after the overlap',
      onStudio(async ({ create, list, run, statusOf }) => {
        const { id, token } = await create('--permission', 'read')
        const rotated = await run('token', 'rotate', id)
        assert.deepEqual([rotated.code, rotated.stderr], [0, ''])
        assert.match(rotated.stdout, rawToken)
        const second = rotated.stdout.trim()
        assert.deepEqual([await statusOf(token), await statusOf(second)], [401, 200])

        const third = (await run('token', 'rotate', (await list())[0].id, '--overlap', '3600')).stdout.trim()
        assert.deepEqual([await statusOf(second), await statusOf(third)], [200, 200])
        const [last, before, first] = await list()
        assert.deepEqual(
          [last.state, before.state, first.state, last.permissions, last.name],
          ['active', 'expiring', 'expired', ['read'], 'tool'],
        )
      }),
    )

    test(
      'audit lists what was done, when and by what, the newest first',
      onStudio(async ({ create, run, user, email }) => {
        const { id } = await create()
        await run('token', 'update', id, '--name', 'Farm', '--permission', 'read')
        await user.send('DELETE', `/api/tokens/${id}`, undefined)
        const audit = ['token', 'audit', '--user', email]
        const entries = JSON.parse((await run(...audit, '--json')).stdout)
        const own = entries.filter(({ tokenId }: { tokenId: string }) => tokenId === id)
        const done = own.map(({ action, by }: { action: string; by: string }) => [
          action,
          by.replace(/ [-0-9a-f]{36}/, ''),
        ])
        assert.deepEqual(done, [
          ['revoked', 'token'],
          ['narrowed', 'command line'],
          ['renamed', 'command line'],
          ['created', 'command line'],
        ])
        const { stdout } = await run(...audit)
        assert.match(stdout, /^TIME +ACTION +TOKEN +NAME +BY +DETAILS\n/)
        assert.match(stdout, new RegExp(`^2\\S+ +renamed +${id} +Farm +command line +{"from":"tool"}$`, 'm'))
      }),
    )
  })
}

describe('token commands', { concurrency: 2 }, () => {
  const onUser = (work: (run: Studio['run'], email: string, place: Place) => Promise<void>) => () =>
    onPlace('sqlite', async (place) => {
      const run: Studio['run'] = (...args) =>
        runCommand(args, { environment: place.environment, input: 'correct horse' })
      const email = 'ada@studio.example'
      await run('user', 'create', email, '--name', 'Ada', '--password-stdin')
      await work(run, email, place)
    })

  test(
    'what is wrong is said in one line, by field, and nothing is made or changed',
    onUser(async (run, email) => {
      const create = (...flags: string[]) => ['create', '--user', email, '--name', 'x', ...flags]
      await run('token', ...create())
      const list = async () => (await run('token', 'list', '--user', email, '--json')).stdout
      const before = await list()
      const [{ id }] = JSON.parse(before)
      const wrong: [args: string[], says: RegExp][] = [
        [create('--permission', 'write'), /^dailies: permissions: 0: Must be one of read, capture, .*\n$/],
        [create('--permission', ''), /^dailies: permissions: 0: Must be one of/],
        [create('--project', 'none'), /^dailies: projectIds: Not a project of yours: none\n$/],
        [create('--per-minute', '5'), /^dailies: rateLimit: perHour: Required\n$/],
        [create('--per-minute', 'x', '--per-hour', '5'), /^dailies: rateLimit: perMinute: Must be/],
        [['update', id], /^dailies: say what to change: /],
        [['update', id, '--name', ' '], /^dailies: name: Required\n$/],
        [
          ['update', id, '--all-projects', '--project', 'x'],
          /^error: option '--all-projects' cannot be used/,
        ],
        [['update', 'none', '--name', 'x'], /^dailies: Token not found\n$/],
        [['rotate', 'none'], /^dailies: Token not found\n$/],
        [
          ['rotate', id, '--overlap', '86401'],
          /^dailies: overlapSeconds: Must be 86400 \(24 hours\) or less\n$/,
        ],
        [['rotate', id, '--overlap', 'soon'], /^dailies: overlapSeconds: Must be a/],
        [['revoke', 'none'], /^dailies: Token not found\n$/],
        [['audit', '--user', 'x@y.example'], /^dailies: User x@y\.example not found\n$/],
      ]
      for (const [args, says] of wrong) {
        const { code, stdout, stderr } = await run('token', ...args)
        assert.deepEqual([code, stdout], [1, ''], args.join(' '))
        assert.match(stderr, says)
      }
      assert.equal(await list(), before)

      await run('token', 'revoke', id)
      for (const args of [
        ['update', id, '--name', 'y'],
        ['rotate', id],
      ]) {
        assert.match(
          (await run('token', ...args)).stderr,
          /^dailies: The token is revoked: make a new one\n$/,
        )
      }
    }),
  )

  test(
    'list and audit show all there are, however many',
    onUser(async (run, email, place) => {
      const db = await openDatabase(place.settings, () => {})
      const [{ id: userId } = {}] = await runSql(place, 'select id from users')
      const at = '2026-01-01T00:00:00.000Z'
      await db.transaction(async (transaction) => {
        for (let made = 0; made < 2001; made += 1) {
          const id = randomUUID()
          const access = {
            permissions: null,
            projectIds: null,
            ratePerMinute: null,
            ratePerHour: null,
            countedAs: null,
          }
          const token = {
            id,
            userId: String(userId),
            name: 'old',
            hash: hashToken(id),
            createdAt: at,
            expiresAt: at,
          }
          await transaction.run(insertToken, { ...token, ...access })
          const entry = { tokenId: id, tokenName: 'old', action: 'created', by: 'command line', at } as const
          await transaction.run(insertAudit, { ...entry, id, userId: String(userId), details: '{}' })
        }
      })
      await db.close()
      for (const what of ['list', 'audit']) {
        const rows = JSON.parse((await run('token', what, '--user', email, '--json')).stdout)
        assert.equal(new Set(rows.map(({ id }: { id: string }) => id)).size, 2001)
      }
    }),
  )
})
