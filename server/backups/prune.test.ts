import assert from 'node:assert/strict'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openStore } from '../media/open-store.ts'
import type { Store } from '../media/store.ts'
import { keepPacked } from '../packed.ts'
import { sealed } from '../sealed.ts'
import { instead } from '../test/instead.ts'
import { sha256 } from '../test/media.ts'
import { type Manifest, manifestName, markName } from './manifest.ts'
import { keepIn, keptOf, pruneBackups } from './prune.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.parse('2026-03-01T02:00:00.000Z')

/** One each day, and a second one at noon. */
const twiceADay = Array.from({ length: 2 * 400 }, (_, index) => {
  const madeAt = new Date(start + Math.floor(index / 2) * day + (index % 2) * 36_000_000).toISOString()
  return { name: madeAt, madeAt } as Manifest
})

test('of each of the last days, weeks and months the last is kept', () => {
  const kept = keptOf(twiceADay, keepIn('7d,4w,12m')).map(({ madeAt }) => madeAt)
  const [last] = [twiceADay.at(-1)!.madeAt]
  assert.equal(kept.at(-1), last)
  const days = kept.filter((madeAt) => Date.parse(last) - Date.parse(madeAt) < 7 * day)
  assert.equal(days.length, 7)
  assert.ok(
    days.every((madeAt) => madeAt.includes('T12:')),
    'the later of two',
  )
  assert.equal(new Set(kept.map((madeAt) => madeAt.slice(0, 7))).size, 12)
  // Sundays end weeks.
  const sundays = kept.filter((madeAt) => new Date(madeAt).getUTCDay() === 0)
  assert.ok(sundays.length >= 3)
  assert.ok(kept.length <= 7 + 4 + 12)
})

test('the newest is kept whatever is asked for, and periods without one do not count', () => {
  const sparse = [twiceADay[0]!, twiceADay[100]!, twiceADay[700]!]
  assert.deepEqual(keptOf(sparse, keepIn('2d')), sparse.slice(1))
  assert.deepEqual(keptOf(sparse, keepIn('1y')), sparse.slice(2))
  assert.deepEqual(keptOf([], keepIn('1d')), [])
})

for (const wrong of ['', '7', 'd', '0d', '7x', '7d,', '7d 4w', '-1d', '99999d']) {
  test(`"${wrong}" keeps nothing and says what it must be`, () => {
    assert.throws(
      () => keepIn(wrong),
      /^DailiesError: --keep: Must be such as 7d,4w,12m|--keep: Must be such as/,
    )
  })
}

for (const [what, nameAt] of [
  ['is begun', markName],
  ['was made', manifestName],
] as const) {
  test(`no more files are removed once another backup ${what} meanwhile`, () =>
    onOldFiles(250, async (store) => {
      let removed = 0
      const slow = instead(store, 'remove', async (hash: string) => {
        removed += 1
        if (removed === 1) await store.writeText(nameAt(new Date()), '')
        await store.remove(hash)
      })
      const { files } = await pruneBackups(slow, { keep: keepIn('1d'), installation: null })
      assert.deepEqual([files, removed], [100, 100])
      let left = 0
      for await (const _ of store.list()) left += 1
      assert.equal(left, 150)
    }))
}

for (const [what, begun, renewed, removes] of [
  ['that was begun days ago and renews its mark', 4 * day, 60_000, 0],
  ['that has not renewed its mark for an hour', 2 * hour, hour + 60_000, 5],
  ['of a machine whose clock is half an hour ahead', -hour / 2, -hour / 2, 0],
  ['that was killed on a machine whose clock is a year ahead', -365 * day, -365 * day, 5],
  ['of an earlier program that was killed on such a machine', -365 * day, undefined, 5],
  ['of an earlier program, which says only when it was begun', 60_000, undefined, 0],
  ['of an earlier program that was killed', hour + 60_000, undefined, 5],
] as const) {
  test(`${removes === 0 ? 'no file is' : 'files are'} removed beside a backup ${what}`, () =>
    onOldFiles(5, async (store) => {
      const at = (age: number) => new Date(Date.now() - age)
      await store.writeText(markName(at(begun)), renewed === undefined ? '' : at(renewed).toISOString())
      const { files } = await pruneBackups(store, { keep: keepIn('1d'), installation: null })
      assert.equal(files, removes)
      const texts = await Array.fromAsync(store.listTexts())
      assert.equal(texts.length, removes === 0 ? 1 : 0)
    }))
}

test('who removes files is told of each step, also where there are none to remove', () =>
  onOldFiles(0, async (store) => {
    const hashes = Array.from({ length: 50 }, (_, index) => sha256(Buffer.from(`${index}`))).sort()
    for (const [index, hash] of hashes.entries()) {
      const path = join(store.incoming, hash)
      await writeFile(path, `${index}`)
      await store.keep(hash, path)
    }
    const lines = Readable.from([hashes.map((hash) => `${hash} 1\n`).join('')])
    const { hash: list, bytes: listBytes } = await keepPacked(store, lines, join(store.incoming, 'list'))
    const name = manifestName(new Date(start))
    const media = { list, listBytes, count: 50, bytes: 50 }
    await store.writeText(name, sealed({ ...least, name, madeAt: new Date(start).toISOString(), media }))
    let steps = 0
    const onStep = () => {
      steps += 1
    }
    const removed = await pruneBackups(store, { keep: keepIn('1d'), installation: null, onStep })
    assert.deepEqual(removed, { backups: 0, files: 0, bytes: 0 })
    // The backup, its list, and what lies there: its files and the list itself.
    assert.equal(steps, 1 + 50 + 51)
  }))

/** What a manifest has besides. */
const least = {
  ...{ format: 1, installation: null, program: '1', schema: 1, hasSecretKey: false },
  database: { hash: '0'.repeat(64), bytes: 1, plainBytes: 1 },
  ...{ missing: [], missingCount: 0 },
}

/** A store in which files lie that no backup needs, and that are two days old. */
async function onOldFiles(count: number, work: (store: Store) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-prune-'))
  try {
    const store = openStore({ media: folder, dataFolder: folder, environment: {} })
    const old = new Date(Date.now() - 2 * day)
    for (let index = 0; index < count; index += 1) {
      const hash = sha256(Buffer.from(`${index}`))
      const path = join(folder, 'file')
      await writeFile(path, `${index}`)
      await store.keep(hash, path)
      await utimes(join(folder, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash), old, old)
    }
    await work(store)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
