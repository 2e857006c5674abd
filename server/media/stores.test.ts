import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import fs, {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { s3Server } from '../test/s3-server.ts'
import { onSmallDisk } from '../test/small-disk.ts'
import { openStore } from './open-store.ts'
import type { Store, StoredBlob } from './store.ts'

const MiB = 1024 * 1024

interface Kind {
  settings: Parameters<typeof openStore>[0]
  /** Where a file lies that has that name in the store. */
  fileOf(name: string): string
  /** Takes the store away, and brings it back. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

const kinds: Record<string, (folder: string) => Promise<Kind>> = {
  'a folder': async (folder) => {
    const media = join(folder, 'media')
    return {
      settings: { media, dataFolder: folder, environment: {} },
      fileOf: (name) => join(media, name),
      leave: () => rename(media, `${media}-away`),
      comeBack: () => rename(`${media}-away`, media),
      close: async () => {},
    }
  },
  'an S3 bucket': async (folder) => {
    const server = await s3Server(join(folder, 's3'))
    const { environment } = server
    return {
      settings: { media: 's3://media/of/dailies', dataFolder: folder, environment },
      fileOf: (name) => server.fileOf(`of/dailies/${name}`),
      leave: server.stop,
      comeBack: server.start,
      close: server.stop,
    }
  },
}

for (const [name, open] of Object.entries(kinds)) {
  describe(`blobs in ${name}`, () => {
    let folder: string
    let kind: Kind
    let store: Store

    before(async () => {
      folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-store-'))
      kind = await open(folder)
      store = openStore(kind.settings)
      await store.check()
    })
    after(async () => {
      await kind.close()
      await rm(folder, { recursive: true, force: true })
    })

    async function fileWith(bytes: Buffer | string, within = folder) {
      const path = join(within, `made-${randomBytes(8).toString('hex')}`)
      await writeFile(path, bytes)
      return path
    }

    async function kept(bytes: Buffer | string) {
      const hash = hashOf(bytes)
      const path = await fileWith(bytes)
      await store.keep(hash, path)
      await rm(path)
      return hash
    }

    const readAll = async (hash: string, range?: { start: number; end: number }) =>
      buffer((await store.read(hash, range))!)

    async function listed(): Promise<StoredBlob[]> {
      return Array.fromAsync(store.list())
    }

    test('come back as they were, once the file that they came from is gone', async () => {
      const bytes = randomBytes(100_000)
      const hash = await kept(bytes)
      assert.deepEqual(await readAll(hash), bytes)
      assert.equal(await store.size(hash), 100_000)
    })

    test('are kept once: again changes nothing, and its file stays the caller’s', async () => {
      const bytes = randomBytes(1000)
      const hash = await kept(bytes)
      const before = (await listed()).find((blob) => blob.hash === hash)
      await sleep(20)
      const path = await fileWith(bytes)
      await store.keep(hash, path)
      assert.deepEqual(
        (await listed()).find((blob) => blob.hash === hash),
        before,
      )
      assert.deepEqual(await readFile(path), bytes)
    })

    test('that lost bytes are made whole when they are kept again', async () => {
      const bytes = randomBytes(5000)
      const hash = await kept(bytes)
      await writeFile(kind.fileOf(nameOf(hash)), bytes.subarray(0, 10))
      assert.equal(await kept(bytes), hash)
      assert.deepEqual(await readAll(hash), bytes)
    })

    test('may be empty', async () => {
      const hash = await kept('')
      assert.equal(await store.size(hash), 0)
      assert.equal((await readAll(hash)).length, 0)
      // s3rver announces a byte here, and sends none.
      if (name === 'a folder') assert.equal((await readAll(hash, { start: 0, end: 0 })).length, 0)
    })

    test('may be long', async () => {
      const bytes = randomBytes(40 * MiB + 1)
      const hash = await kept(bytes)
      assert.equal(hashOf(await readAll(hash)), hash)
      const range = { start: 8 * MiB - 1, end: 24 * MiB }
      assert.ok((await readAll(hash, range)).equals(bytes.subarray(range.start, range.end + 1)))
    })

    test('are read in part', async () => {
      const bytes = randomBytes(1000)
      const hash = await kept(bytes)
      const ranges: [number, number][] = [
        [0, 0],
        [0, 999],
        [999, 999],
        [10, 19],
        [990, 5000],
        [1000, 1000],
        [5000, 6000],
      ]
      for (const [start, end] of ranges) {
        assert.deepEqual(
          await readAll(hash, { start, end }),
          bytes.subarray(start, end + 1),
          `${start}-${end}`,
        )
      }
    })

    test('that are missing are undefined, and removing them is fine', async () => {
      const missing = hashOf('never kept')
      assert.equal(await store.read(missing), undefined)
      assert.equal(await store.read(missing, { start: 0, end: 9 }), undefined)
      assert.equal(await store.size(missing), undefined)
      assert.equal(await store.localCopy(missing), undefined)
      await store.remove(missing)
    })

    test('are gone when they are removed, and can be kept again', async () => {
      const bytes = randomBytes(1000)
      const hash = await kept(bytes)
      await store.remove(hash)
      assert.equal(await store.size(hash), undefined)
      assert.equal(await kept(bytes), hash)
      assert.deepEqual(await readAll(hash), bytes)
    })

    test('whose reader stops early hold nothing up', async () => {
      const hash = await kept(randomBytes(5 * MiB))
      for (let time = 0; time < 20; time += 1) {
        const stream = (await store.read(hash))!
        await once(stream, 'readable')
        stream.destroy()
      }
      assert.equal((await readAll(hash)).length, 5 * MiB)
    })

    test('are listed in the order of their hashes, and what is no blob is not', async () => {
      for (const text of 'abcdefghijklmnop') await kept(text)
      const other = hashOf('elsewhere')
      for (const foreign of [
        'blobs/README',
        `blobs/${other}`,
        `blobs/${other.slice(0, 2)}/${other.slice(2, 4)}/${other}.tmp`,
        `blobs/00/00/${'1'.repeat(64)}`,
        `blobs/zz/00/${'1'.repeat(64)}`,
        'other/file',
      ]) {
        await mkdir(dirname(kind.fileOf(foreign)), { recursive: true })
        await writeFile(kind.fileOf(foreign), 'foreign')
      }
      const blobs = await listed()
      const hashes = blobs.map(({ hash }) => hash)
      assert.deepEqual(hashes, hashes.toSorted())
      assert.equal(new Set(hashes).size, hashes.length)
      for (const text of 'abcdefghijklmnop') {
        const blob = blobs.find(({ hash }) => hash === hashOf(text))
        assert.equal(blob?.bytes, 1)
        assert.ok(Math.abs(blob.writtenAt - Date.now()) < 60_000, String(blob.writtenAt))
      }
      assert.ok(!hashes.includes('1'.repeat(64)) && !hashes.includes(other))
    })

    test('have a file for programs that read files', async () => {
      const bytes = randomBytes(3 * MiB)
      const hash = await kept(bytes)
      const copy = (await store.localCopy(hash))!
      assert.deepEqual(await readFile(copy.path), bytes)
      await copy.release()
      await copy.release()
      assert.deepEqual(await readAll(hash), bytes)
    })

    test('have texts beside them, by names of their own, each as a whole', async () => {
      const names = () => Array.fromAsync(store.listTexts())
      assert.deepEqual(await names(), [])
      const blobs = await Array.fromAsync(store.list())
      assert.equal(await store.readText('second'), undefined)
      await store.removeText('second')
      await store.writeText('second', 'Two – 灯')
      await store.writeText('first', 'One')
      await store.writeText('second', '')
      assert.deepEqual(await names(), ['first', 'second'])
      assert.deepEqual([await store.readText('first'), await store.readText('second')], ['One', ''])
      await store.writeText('long', 'x'.repeat(2 * MiB))
      assert.equal(await store.readText('long'), undefined)
      await store.removeText('first')
      assert.deepEqual(await names(), ['long', 'second'])
      for (const wrong of ['', '../out', 'a/b', 'x'.repeat(65)])
        await assert.rejects(store.writeText(wrong, ''), /Must be up to 64 letters, digits and hyphens/)
      assert.deepEqual(await Array.fromAsync(store.list()), blobs)
    })

    test('have names that lead nowhere else', async () => {
      const path = await fileWith('bytes')
      const good = hashOf('bytes')
      const names = [
        '',
        '../../etc/passwd',
        `../${good}`,
        good.toUpperCase(),
        `${good}/`,
        `${good}0`,
        `\n${good}`,
        good.slice(1),
      ]
      for (const hash of names) {
        const range = { start: 0, end: 0 }
        const headers = { type: 'a/b', disposition: 'inline' }
        for (const work of [
          () => store.keep(hash, path),
          () => store.read(hash, range),
          () => store.size(hash),
          () => store.remove(hash),
          () => store.localCopy(hash),
          () => store.address(hash, headers),
        ]) {
          await assert.rejects(work, { code: 'invalid' }, hash)
        }
      }
      for (const upload of ['', '..', 'a/b', '../blobs', 'a.b', 'x'.repeat(65), 'a\0']) {
        for (const work of [
          () => store.append(upload, 0, path),
          () => store.readParts(upload),
          () => store.removeParts(upload),
        ]) {
          await assert.rejects(work, { code: 'invalid' }, upload)
        }
      }
      for (const offset of [-1, 0.5, Number.NaN, 1e15, Number.POSITIVE_INFINITY]) {
        await assert.rejects(store.append('a', offset, path), { code: 'invalid' }, String(offset))
      }
    })

    describe('that come in parts', () => {
      const uploadOf = () => randomBytes(8).toString('hex')
      const together = async (upload: string, from = store) =>
        (await buffer(await from.readParts(upload))).toString()
      const append = async (upload: string, offset: number, text: string | Buffer) => {
        const path = await fileWith(text)
        await store.append(upload, offset, path)
        await rm(path)
      }

      test('are put together, in whichever order they came', async () => {
        for (const order of [
          [0, 5, 10],
          [10, 5, 0],
          [5, 0, 10],
        ]) {
          const upload = uploadOf()
          for (const at of order) await append(upload, at, 'aaaaabbbbbccc'.slice(at, at + 5))
          assert.equal(await together(upload), 'aaaaabbbbbccc')
        }
      })

      test('end where the first is missing', async () => {
        const upload = uploadOf()
        await append(upload, 5, 'bbbbb')
        assert.equal(await together(upload), '')
        await append(upload, 0, 'aaaa')
        assert.equal(await together(upload), 'aaaa')
        await append(upload, 4, 'A')
        assert.equal(await together(upload), 'aaaaAbbbbb')
      })

      test('may come again, and overlap', async () => {
        const upload = uploadOf()
        await append(upload, 0, 'aaaaa')
        await append(upload, 0, 'aaaaa')
        await append(upload, 3, 'aabb')
        await append(upload, 2, 'aaa')
        await append(upload, 7, '')
        await append(upload, 7, 'cc')
        assert.equal(await together(upload), 'aaaaabbcc')
      })

      test('lose nothing to one of another length, in whichever order they came', async () => {
        for (const lengths of [
          [2, 5],
          [5, 2],
        ]) {
          const upload = uploadOf()
          for (const length of lengths) await append(upload, 0, 'aaaaa'.slice(0, length))
          assert.equal(await together(upload), 'aaaaa')
          await append(upload, 5, 'bbb')
          await append(upload, 5, 'b')
          assert.equal(await together(upload), 'aaaaabbb')
        }
      })

      test('are there for another process, are listed, and go', async () => {
        const upload = uploadOf()
        await append(upload, 0, 'aaaaa')
        await append(upload, 5, Buffer.alloc(1 * MiB, 'b'))
        assert.equal((await together(upload, openStore(kind.settings))).length, 5 + MiB)
        const found = (await Array.fromAsync(store.listParts())).filter((one) => one.upload === upload)
        assert.equal(found.length, 1)
        assert.ok(Math.abs(found[0]!.writtenAt - Date.now()) < 60_000)
        await store.removeParts(upload)
        await store.removeParts(upload)
        assert.equal(await together(upload), '')
        assert.ok(!(await Array.fromAsync(store.listParts())).some((one) => one.upload === upload))
      })

      test('are listed once for each upload', async () => {
        const uploads = [uploadOf(), `${uploadOf()}-a`, uploadOf()]
        for (const upload of uploads) for (const at of [0, 1, 2]) await append(upload, at, 'x')
        const found = (await Array.fromAsync(store.listParts())).map(({ upload }) => upload)
        assert.equal(new Set(found).size, found.length)
        for (const upload of uploads) assert.ok(found.includes(upload))
      })
    })

    test('are not touched by cleaning, which removes what is left and old in incoming', async () => {
      const hash = await kept('stays as it is')
      const old = await fileWith('old', store.incoming)
      const oldFolder = join(store.incoming, 'old-folder')
      await mkdir(oldFolder)
      await writeFile(join(oldFolder, 'file'), 'old')
      await store.clean(60_000)
      assert.ok(existsSync(old) && existsSync(oldFolder))
      await sleep(30)
      const fresh = await fileWith('fresh', store.incoming)
      const later = new Date(Date.now() + 60_000)
      await utimes(fresh, later, later)
      await store.clean(10)
      assert.deepEqual([existsSync(old), existsSync(oldFolder), existsSync(fresh)], [false, false, true])
      assert.equal(await store.size(hash), 14)
      await rm(fresh)
    })

    test('of a store that is away are not missing: it says so, and works when it is back', async () => {
      const hash = await kept('still there')
      const path = await fileWith('new')
      await kind.leave()
      try {
        const attempts: Record<string, () => Promise<unknown>> = {
          keep: () => store.keep(hashOf('new'), path),
          read: () => store.read(hash),
          size: () => store.size(hash),
          remove: () => store.remove(hash),
          list: listed,
          localCopy: () => store.localCopy(hash),
          append: () => store.append('away', 0, path),
          readParts: () => store.readParts('away'),
          removeParts: () => store.removeParts('away'),
          listParts: () => Array.fromAsync(store.listParts()),
          check: () => store.check(),
        }
        await Promise.all(
          Object.entries(attempts).map(([what, work]) => assert.rejects(work, { code: 'unavailable' }, what)),
        )
      } finally {
        await kind.comeBack()
      }
      assert.equal((await readAll(hash)).toString(), 'still there')
      await store.keep(hashOf('new'), path)
      await store.check()
    })

    test('that two processes keep at once are kept', async () => {
      const bytes = randomBytes(20 * MiB)
      const path = await fileWith(bytes)
      const keepers = [0, 1, 2].map(() => keeping(kind.settings, hashOf(bytes), path))
      for (const { ended } of keepers) assert.equal(await ended, 0)
      assert.equal(hashOf(await readAll(hashOf(bytes))), hashOf(bytes))
    })

    test('are whole or not there, whenever the process that keeps them is killed', async (t) => {
      const elsewhere = await onAnotherDisk(folder)
      t.after(() => rm(elsewhere, { recursive: true, force: true }))
      const hashes: string[] = []
      for (let time = 0; time < 20; time += 1) {
        const bytes = randomBytes(20 * MiB)
        hashes.push(hashOf(bytes))
        const path = await fileWith(bytes, elsewhere)
        const keeper = keeping(kind.settings, hashOf(bytes), path)
        await keeper.begun
        await sleep(time * 4)
        keeper.kill()
        await keeper.ended
        await rm(path)
      }
      await sleep(100)
      for (const hash of hashes) {
        const stream = await store.read(hash)
        if (stream) assert.equal(hashOf(await buffer(stream)), hash)
      }
    })
  })
}

describe('a store in a folder', () => {
  let folder: string
  let store: Store
  const hash = hashOf('bytes')

  beforeEach(async () => {
    folder = await realpath(
      await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-store-')),
    )
    store = openStore({ media: join(folder, 'media'), dataFolder: folder, environment: {} })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function made(text: string, path = join(folder, 'made')) {
    await writeFile(path, text)
    return path
  }

  test('is nobody else’s to read, and takes no copy', async () => {
    const path = await made('bytes')
    await store.keep(hash, path)
    await store.append('upload', 0, path)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name)
    }
    assert.equal((await stat(join(folder, 'media', nameOf(hash)))).ino, (await stat(path)).ino)
  })

  test('is not left by a symbolic link', async () => {
    const outside = join(folder, 'outside')
    const media = join(folder, 'media')
    await mkdir(join(outside, hash.slice(2, 4)), { recursive: true })
    await writeFile(join(outside, hash.slice(2, 4), hash), 'bytes')
    await symlink(outside, join(media, 'blobs', hash.slice(0, 2)))
    await symlink(outside, join(media, 'uploads', 'linked'))
    await symlink(outside, join(store.incoming, 'linked'))
    assert.equal(await store.read(hash), undefined)
    assert.equal(await store.size(hash), undefined)
    assert.equal(await store.localCopy(hash), undefined)
    assert.deepEqual(await Array.fromAsync(store.list()), [])
    assert.deepEqual(await Array.fromAsync(store.listParts()), [])
    await store.remove(hash)
    const path = await made('bytes')
    await assert.rejects(store.keep(hash, path), { code: 'unavailable' })
    await assert.rejects(store.append('linked', 0, path), { code: 'unavailable' })
    await sleep(10)
    await store.clean(1)
    await store.removeParts('linked')
    assert.deepEqual((await readdir(outside, { recursive: true })).length, 2)
  })

  test('takes no symbolic link for a file, or for a blob', async () => {
    await symlink(await made('bytes'), join(folder, 'link'))
    await assert.rejects(store.keep(hash, join(folder, 'link')), { code: 'unavailable' })
    const name = join(folder, 'media', nameOf(hash))
    await mkdir(dirname(name), { recursive: true })
    await symlink(await made('bytes'), name)
    assert.equal(await store.read(hash), undefined)
    await store.keep(hash, await made('bytes'))
    assert.equal((await buffer((await store.read(hash))!)).toString(), 'bytes')
    assert.ok((await lstat(name)).isFile())
  })

  test('says where there is no room, and leaves nothing half', (t) =>
    // This process holds a lock there, as long as it lives.
    onSmallDisk(t, 4, fillUp))

  async function fillUp(full: string) {
    const small = openStore({ media: full, dataFolder: folder, environment: {} })
    const bytes = randomBytes(6 * MiB)
    const path = join(folder, 'large')
    await writeFile(path, bytes)
    await assert.rejects(small.keep(hashOf(bytes), path), { code: 'no_room' })
    await assert.rejects(small.append('upload', 0, path), { code: 'no_room' })
    assert.equal(await small.size(hashOf(bytes)), undefined)
    assert.deepEqual(await readdir(small.incoming), [])
    // On another disk than its file, and yet kept.
    await small.keep(hash, await made('bytes'))
    assert.equal(await small.size(hash), 5)
  }

  test('copies where files cannot have two names', async (t) => {
    t.mock.method(fs, 'link', async () => {
      throw Object.assign(new Error('no links'), { code: 'EPERM' })
    })
    syncBuiltinESMExports()
    t.after(() => {
      t.mock.restoreAll()
      syncBuiltinESMExports()
    })
    const path = await made('bytes')
    await store.keep(hash, path)
    await store.append('upload', 0, path)
    const name = join(folder, 'media', nameOf(hash))
    assert.notEqual((await stat(name)).ino, (await stat(path)).ino)
    assert.equal((await stat(name)).mode & 0o777, 0o600)
    assert.equal((await buffer(await store.readParts('upload'))).toString(), 'bytes')
    assert.deepEqual(await readdir(store.incoming), [])
  })

  for (const [code, expected] of [
    ['ENOSPC', 'no_room'],
    ['EDQUOT', 'no_room'],
    ['EROFS', 'unavailable'],
    ['EIO', 'unavailable'],
    ['EACCES', 'unavailable'],
  ] as const) {
    test(`says ${expected} where the system says ${code}`, async (t) => {
      t.mock.method(fs, 'link', async () => {
        throw Object.assign(new Error(code), { code })
      })
      syncBuiltinESMExports()
      t.after(() => {
        t.mock.restoreAll()
        syncBuiltinESMExports()
      })
      await assert.rejects(store.keep(hash, await made('bytes')), { code: expected })
    })
  }

  test('has no address of its own', async () => {
    await store.keep(hash, await made('bytes'))
    assert.equal(await store.address(hash, { type: 'text/plain', disposition: 'inline' }), undefined)
  })
})

/** A folder on another disk, where there is one: from there, bytes are copied. */
async function onAnotherDisk(folder: string): Promise<string> {
  for (const other of [tmpdir(), '/dev/shm']) {
    const isOther = existsSync(other) && (await stat(other)).dev !== (await stat(folder)).dev
    if (isOther) return mkdtemp(join(other, 'dailies-store-'))
  }
  return mkdtemp(join(folder, 'elsewhere-'))
}

/** Keeps a file in a process of its own. */
function keeping(settings: Kind['settings'], hash: string, path: string) {
  const code = `
    import { openStore } from ${JSON.stringify(new URL('open-store.ts', import.meta.url).href)}
    const store = openStore(${JSON.stringify(settings)})
    console.log('begun')
    await store.keep(${JSON.stringify(hash)}, ${JSON.stringify(path)})
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    begun: once(child.stdout, 'data'),
    ended: once(child, 'close').then(([exit]) => exit),
    kill: () => child.kill('SIGKILL'),
  }
}

function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function nameOf(hash: string): string {
  return `blobs/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
}
