import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { ForeignCommits } from './foreign-commits.ts'

let folder: string
let writer: DatabaseSync
let other: DatabaseSync
let foreign: ForeignCommits
let missed: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-foreign-'))
  const path = join(folder, 'dailies.db')
  writer = new DatabaseSync(path)
  writer.exec('pragma journal_mode = wal; create table takes (id integer)')
  other = new DatabaseSync(path)
  mock.timers.enable({ apis: ['setInterval'] })
  foreign = new ForeignCommits(writer)
  missed = 0
  foreign.listen({
    changed: () => {},
    missed: () => {
      missed += 1
    },
  })
})
afterEach(async () => {
  foreign.close()
  mock.timers.reset()
  other.close()
  writer.close()
  await rm(folder, { recursive: true })
})

const commit = (connection: DatabaseSync) => connection.exec('insert into takes values (1)')
const look = () => mock.timers.tick(1000)

test('what another process commits is noticed, what this connection does is not', () => {
  commit(writer)
  look()
  assert.equal(missed, 0)
  commit(other)
  look()
  assert.equal(missed, 1)
})

test('what our own thread commits is nothing foreign, though it is looked before it is told', () => {
  foreign.ownBegins()
  commit(other)
  look()
  foreign.ownEnded({ isCommitted: true })
  look()
  assert.equal(missed, 0)
})

test('and what others commit before it is', () => {
  commit(other)
  foreign.ownBegins()
  foreign.ownEnded({ isCommitted: true })
  look()
  assert.equal(missed, 1)
})

test('as is what they commit once it has failed', () => {
  foreign.ownBegins()
  foreign.ownEnded({ isCommitted: false })
  commit(other)
  look()
  assert.equal(missed, 1)
})
