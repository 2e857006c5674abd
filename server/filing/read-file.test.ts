import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { instead } from '../test/instead.ts'
import { longFilm } from '../test/long-film.ts'
import { listFiles, problemText } from './list-files.ts'
import { hasChanged, readOpened, readWhole, StillChanging } from './read-file.ts'

/** Somebody who owns nothing. */
const nobody = 65534

describe('a file that is read to be filed', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-read-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('of a long film what stands after its frames is found, and its bytes are not kept in memory', async () => {
    const path = join(folder, 'long.mp4')
    const hash = await longFilm(path, 'a storm at sea')
    const { sha256, type, readings, bytes } = await readWhole(path)
    assert.deepEqual(
      [sha256, type, readings[0]?.prompt, bytes],
      [hash, 'video/mp4', 'a storm at sea', undefined],
    )
  })

  test('is another when its size or date is, and when it is gone', async () => {
    const path = join(folder, 'changing.mp4')
    await longFilm(path, 'one')
    const file = await readWhole(path)
    assert.equal(await hasChanged(file), false)
    await longFilm(path, 'two')
    assert.equal(await hasChanged(file), true)
    const second = await readWhole(path)
    await truncate(path, 10)
    assert.equal(await hasChanged(second), true)
    await rm(path)
    assert.equal(await hasChanged(second), true)
  })

  test('is said to be written to where it shrinks meanwhile', async () => {
    const path = join(folder, 'shrinking.png')
    await writeFile(path, Buffer.alloc(30 * 1024 ** 2))
    await using file = await open(path)
    const shrinking = instead(file, 'read', async (...asked: Parameters<typeof file.read>) => {
      await truncate(path, 10)
      return file.read(...asked)
    })
    await assert.rejects(readOpened(shrinking, path), StillChanging)
  })

  test('is not waited for where it is a pipe that nobody writes to', async () => {
    const path = join(folder, 'pipe.png')
    execFileSync('mkfifo', [path])
    await assert.rejects(readWhole(path), /it is no file/)
  })

  test('is not read by whom it is not for, nor is a folder, and both is said', async () => {
    const file = join(folder, 'mine.png')
    const inner = join(folder, 'inner')
    await writeFile(file, 'mine')
    await mkdir(inner)
    await chmod(folder, 0o755)
    for (const path of [file, inner]) await chmod(path, 0)
    await asNobody(async () => {
      const denied = /permission denied/
      await assert.rejects(readWhole(file), (error) => denied.test(problemText(error)))
      const { paths, problems } = await listFiles([inner])
      assert.deepEqual([paths, problems.map(({ path }) => path)], [[], [inner]])
      assert.match(problems[0]!.problem, denied)
    })
    await chmod(inner, 0o700)
  })
})

/** As root everything may be read: then it is done as another. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(nobody)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}
