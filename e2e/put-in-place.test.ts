import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import { copyNewest, putInPlace } from '../console/put-in-place.ts'

const day = 86_400_000
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-builds-'))
  mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
})
after(async () => {
  mock.timers.reset()
  await rm(folder, { recursive: true, force: true })
})

/** A build with a page, a file that never changes, and one of its own. */
async function build(place: string, number: number): Promise<void> {
  const built = `${place}.new`
  await mkdir(join(built, 'static'), { recursive: true })
  await writeFile(join(built, 'index.html'), `build ${number}`)
  await writeFile(join(built, 'static/same.js'), 'same')
  for (const ending of ['js', 'js.br']) await writeFile(join(built, `static/own-${number}.${ending}`), '')
  await putInPlace(built, place)
}

const has = (place: string, number: number) =>
  ['js', 'js.br'].every((ending) => existsSync(join(place, `static/own-${number}.${ending}`)))

test('files of ten builds before are kept beside the newest, and no more', async () => {
  const place = join(folder, 'many')
  for (let number = 1; number <= 13; number += 1) {
    await build(place, number)
    mock.timers.tick(1000)
  }
  assert.equal(await readFile(join(place, 'index.html'), 'utf8'), 'build 13')
  assert.equal(await readFile(join(place, 'static/same.js'), 'utf8'), 'same')
  assert.deepEqual(
    Array.from({ length: 13 }, (_, index) => has(place, index + 1)),
    [false, false, ...Array(11).fill(true)],
  )
})

test('they are kept for thirty days after another took their place', async () => {
  const place = join(folder, 'old')
  await build(place, 1)
  mock.timers.tick(90 * day)
  await build(place, 2)
  mock.timers.tick(29 * day)
  await build(place, 3)
  assert.deepEqual([has(place, 1), has(place, 2)], [true, true])
  mock.timers.tick(2 * day)
  await build(place, 4)
  assert.deepEqual([has(place, 1), has(place, 2), has(place, 3)], [false, true, true])
})

test('what is copied of them is the newest alone', async () => {
  const [place, target] = [join(folder, 'copied'), join(folder, 'copy')]
  for (const number of [1, 2, 3]) await build(place, number)
  await copyNewest(place, target)
  const files = (await readdir(target, { recursive: true })).sort()
  assert.deepEqual(files, ['index.html', 'static', 'static/own-3.js', 'static/own-3.js.br', 'static/same.js'])
})
