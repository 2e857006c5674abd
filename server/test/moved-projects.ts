import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createUser } from '../accounts/create-user.ts'
import { openDatabase } from '../db/open.ts'
import type { Place } from './engines.ts'
import { onPlace, runCommand, runSql } from './process.ts'
import { projectRows } from './project-rows.ts'

/** Each project of a place is exported, and imported in another one with all of its rows, where that user is already. */
export async function projectsMustMove(from: Place, userId: string): Promise<void> {
  const [user] = await runSql(from, `select email, name from users where id = '${userId}'`)
  const [owner, name] = [String(user!.email), String(user!.name)]
  const target = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-test-'))
  try {
    await onPlace(from.engine, async (to) => {
      const db = await openDatabase(to.settings, () => {})
      await createUser(db, { email: owner, name, password: 'correct horse' })
      await db.close()
      for (const { id } of await runSql(
        from,
        'select id from projects where created_by is not null order by id',
      ))
        await projectMustMove({ from, to, target, owner }, String(id))
    })
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

interface Way {
  from: Place
  to: Place
  target: string
  owner: string
}

/** Of these there may be others: it has another name, and an owner more; and the service goes on with what it knows of files. */
const others = ['projects', 'project_members', 'member_changes', 'version_media']

async function projectMustMove({ from, to, target, owner }: Way, id: string): Promise<void> {
  const given = ['--project', id]
  let before = await projectRows(from, id)
  // Again where what was asked of it last was still at work.
  for (let exported: typeof before | undefined; !isDeepStrictEqual(exported, before); ) {
    exported = before
    const out = await runCommand(['project', 'export', target, ...given], from)
    assert.deepEqual([out.code, out.stderr], [0, ''])
    before = await projectRows(from, id)
  }
  const named = [...given, '--name', id, '--owner', owner, '--yes']
  const { code, stderr } = await runCommand(['project', 'import', target, ...named], to)
  assert.deepEqual([code, stderr], [0, ''])
  const [project] = await runSql(to, `select id from projects where name = '${id}'`)
  const now = await projectRows(to, String(project!.id))
  for (const [table, rows] of before)
    if (!others.includes(table)) assert.deepEqual(now.get(table), rows, table)
}
