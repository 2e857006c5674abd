import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connection } from '../db/database.ts'
import { long, statement } from '../db/statement.ts'
import { longList } from './long-list.ts'

const listed = long(
  statement((db, { after, limit }: { after: number; limit: number }) =>
    db.selectFrom('scenes').select(['id', 'story_beat as beat']).where('act', '>', after).limit(limit),
  ),
)

test('a part of a long list has fewer rows where they are long', async () => {
  const rows = Array.from({ length: 500 }, (_, place) => ({
    id: String(place),
    beat: 'x'.repeat(place < 300 ? 20_000 : 10),
  }))
  const limits: number[] = []
  const all = async (_: unknown, { after, limit }: { after: number; limit: number }) => {
    limits.push(limit)
    return rows.slice(after + 1, after + 1 + limit)
  }
  const { parts } = longList({ all } as unknown as Connection, listed, {
    key: 'scenes',
    rest: {},
    first: { after: -1 },
    after: ({ id }) => ({ after: Number(id) }),
    show: ({ id }) => id,
  })
  const shown = []
  for await (const part of { [Symbol.asyncIterator]: () => parts }) shown.push(...part)
  assert.deepEqual(
    shown,
    rows.map(({ id }) => id),
  )
  assert.deepEqual(limits.slice(0, 9), [100, 25, 25, 25, 25, 25, 25, 25, 25])
  assert.equal(limits.at(-1), 100)
})
