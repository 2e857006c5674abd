import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../db/open.ts'
import { openStore } from '../media/open-store.ts'
import type { Store, StoredStream } from '../media/store.ts'
import { keepPacked } from '../packed.ts'
import { childrenOf } from '../test/children.ts'
import { emptyPlace, type Place } from '../test/engines.ts'
import { instead } from '../test/instead.ts'
import { sha256 } from '../test/media.ts'
import { backUp } from './back-up.ts'
import { verifyBackup } from './verify.ts'

test('a backup that is ended while its mark is written leaves none', () =>
  onBackup(async ({ place, media, target }) => {
    const written: string[] = []
    const slow = instead(target, 'writeText', async (name, text) => {
      await sleep(200)
      await target.writeText(name, text)
      written.push(name)
    })
    let left: string[] | undefined
    const onMark = async (remove: () => Promise<void>) => {
      await remove()
      // Else it might come yet.
      assert.match(written.join(), /^making-/)
      left = await textsOf(target)
    }
    await backUp({ database: place.settings, media, target: slow }, { onMark })
    assert.deepEqual(left, [])
  }))

test('a target that takes a mark more slowly than it is renewed has no others waiting', () =>
  onBackup(async ({ place, media, target }) => {
    const taken = Promise.withResolvers<void>()
    let written = 0
    const slow = instead(target, 'writeText', async (name, text) => {
      if (name.startsWith('making-')) {
        written += 1
        await taken.promise
      }
      await target.writeText(name, text)
    })
    let whenRemoved: number | undefined
    const onMark = async (remove: () => Promise<void>) => {
      await sleep(100)
      taken.resolve()
      await remove()
      whenRemoved = written
    }
    await backUp({ database: place.settings, media, target: slow }, { onMark, renewEvery: 1 })
    assert.equal(whenRemoved, 1)
  }))

test('a backup that takes long renews its mark, though that fails once, and leaves none', () =>
  onBackup(async ({ place, media, target }) => {
    const [written, renewals] = [[] as string[], Promise.withResolvers<void>()]
    const watched = instead(target, 'writeText', async (name, text) => {
      if (!name.startsWith('making-')) {
        await renewals.promise
        return target.writeText(name, text)
      }
      written.push(text)
      if (written.length === 2) throw new Error('It is away')
      await target.writeText(name, text)
      if (written.length === 4) renewals.resolve()
    })
    let renewed = 0
    const onRenewed = () => {
      renewed += 1
    }
    const { name } = await backUp(
      { database: place.settings, media, target: watched },
      { renewEvery: 20, onRenewed },
    )
    assert.deepEqual(await textsOf(target), [name])
    assert.ok(renewed >= 3 && renewed === written.length - 1)
    assert.deepEqual(written.toSorted(), written)
    assert.ok(Date.parse(written[3]!) > Date.parse(written[0]!))
  }))

test('a backup renews its mark also while the database is checked', () =>
  onBackup(async ({ place, media, target }) => {
    let [renewed, isMade] = [0, false]
    const onRenewed = () => {
      renewed += 1
    }
    const backup = { database: place.settings, media, target }
    const made = backUp(backup, { renewEvery: 20, onRenewed }).finally(() => {
      isMade = true
    })
    let check: number | undefined
    while (check === undefined && !isMade) {
      await sleep(5)
      check = childrenOf('check-process.ts')[0]
    }
    assert.ok(check, 'by a process of its own')
    // It is held so that it takes long.
    process.kill(check, 'SIGSTOP')
    const before = renewed
    while (renewed < before + 3) await sleep(5)
    process.kill(check, 'SIGCONT')
    const { name } = await made
    assert.deepEqual(await textsOf(target), [name])
  }))

test('a list that has more than the database is read no further, and closed', () =>
  onBackup(async ({ place, media, target }) => {
    const manifest = await backUp({ database: place.settings, media, target })
    const hashes = Array.from({ length: 30_000 }, (_, index) => sha256(Buffer.from(`${index}`))).sort()
    const lines = Readable.from([hashes.map((hash) => `${hash} 1\n`).join('')])
    const { hash, bytes } = await keepPacked(target, lines, join(target.incoming, 'list'))
    const streams: StoredStream[] = []
    const watched = instead(target, 'read', async (asked, range) => {
      const stream = await target.read(asked, range)
      if (stream && asked === hash) streams.push(stream)
      return stream
    })
    const longer = { list: hash, listBytes: bytes, count: hashes.length, bytes: hashes.length }
    const problems = await verifyBackup(watched, { ...manifest, media: longer }, { isQuick: true })
    assert.equal(problems[0], 'The list of files is not that of the database')
    assert.deepEqual(
      streams.map(({ closed }) => closed),
      [true, true],
    )
  }))

interface OnBackup {
  place: Place
  media: Store
  target: Store
}

async function onBackup(work: (on: OnBackup) => Promise<void>): Promise<void> {
  const place = await emptyPlace('sqlite')
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-backup-'))
  try {
    await (await openDatabase(place.settings, () => {})).close()
    const open = (media?: string) =>
      openStore({ media, dataFolder: place.settings.dataFolder, environment: {} })
    await work({ place, media: open(), target: open(folder) })
  } finally {
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function textsOf(store: Store): Promise<string[]> {
  const names: string[] = []
  for await (const name of store.listTexts()) names.push(name)
  return names
}
