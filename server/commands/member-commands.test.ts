import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { onRunning, runCommand } from '../test/process.ts'
import { testUser } from '../test/service.ts'

for (const engine of engines) {
  describe(`member commands on ${engine}`, () => {
    test('members are added, listed, given another role and removed while the service runs', () =>
      onRunning(engine, {}, async ({ place, serve, db, user, film: { projectId } }) => {
        const other = await testUser({ db, address: serve.address })
        const run = (...args: string[]) => runCommand(args, { environment: place.environment })
        const member = (verb: string, email: string, ...more: string[]) =>
          run('member', verb, '--project', projectId, '--user', email, ...more)
        const seen = () => other.get(`/api/projects/${projectId}`)
        const rolesIn = async () => {
          const { stdout } = await run('member', 'list', '--project', projectId, '--json')
          return JSON.parse(stdout).map(({ userId, role }: Record<string, string>) => [userId, role])
        }

        const added = await member('add', other.email.toUpperCase(), '--role', 'viewer')
        assert.deepEqual(
          [added.stdout, added.stderr],
          [`Added ${other.email.toUpperCase()} as viewer.\n`, ''],
        )
        assert.equal((await seen()).body.data.role, 'viewer')
        assert.equal(
          (await member('role', other.email, '--role', 'owner')).stdout,
          `${other.email} is owner.\n`,
        )
        assert.equal((await seen()).body.data.role, 'owner')
        assert.deepEqual(await rolesIn(), [
          [user.id, 'owner'],
          [other.id, 'owner'],
        ])
        const { stdout: listed } = await run('member', 'list', '--project', projectId)
        assert.match(listed, /^NAME +ROLE +SINCE +DISABLED +ID\n/)
        assert.match(listed, new RegExp(`^User \\d+ +owner +2\\S+ +– +${other.id}$`, 'm'))

        assert.equal((await member('remove', user.email)).stdout, `Removed ${user.email}.\n`)
        assert.deepEqual(await rolesIn(), [[other.id, 'owner']])
        const { data } = (await other.get(`/api/projects/${projectId}/members/changes`)).body
        assert.deepEqual(
          data.map(({ newRole, changedBy }: Record<string, string>) => [newRole, changedBy]),
          [
            [null, null],
            ['owner', null],
            ['viewer', null],
          ],
        )

        for (const [finished, line] of [
          [await member('remove', other.email), 'A project has an owner: make somebody else an owner first'],
          [await member('remove', user.email), 'Member not found'],
          [await member('add', other.email, '--role', 'editor'), 'userId: Is a member already'],
          [
            await member('add', 'eve@studio.example', '--role', 'editor'),
            'User eve@studio.example not found',
          ],
          [await run('member', 'list', '--project', 'x'), 'Project not found'],
        ] as const)
          assert.deepEqual([finished.code, finished.stderr], [1, `dailies: ${line}\n`])
        const odd = await member('role', other.email, '--role', 'boss')
        assert.equal(odd.code, 1)
        assert.match(odd.stderr, /^dailies: role: /)

        const kept = await run('user', 'remove', other.email)
        assert.equal(kept.code, 1)
        assert.match(kept.stderr, /^dailies: handTo: Required: who is to own what nobody else does, “/)
        const last = await run('user', 'remove', user.email, '--hand-to', other.email)
        assert.equal(last.stderr, 'dailies: The last administrator cannot be removed\n')
        const removed = await run('user', 'remove', other.email, '--hand-to', user.email)
        assert.deepEqual([removed.code, removed.stdout], [0, `Removed ${other.email}.\n`])
        assert.deepEqual(await rolesIn(), [[user.id, 'owner']])
        assert.equal((await seen()).status, 401)
        const { stdout } = await run('user', 'list', '--json')
        assert.deepEqual(
          JSON.parse(stdout).map(({ email }: { email: string }) => email),
          [user.email],
        )
        assert.equal((await run('user', 'remove', other.id)).stderr, `dailies: User ${other.id} not found\n`)
      }))
  })
}
