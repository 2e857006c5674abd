import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from './engines.ts'
import { put, sha256, take } from './media.ts'
import { onPlace, onRunning, type Running, startServe } from './process.ts'
import { s3Server } from './s3-server.ts'
import { onSmallDisk } from './small-disk.ts'

const mebibyte = 1024 ** 2
const temporary = process.env.DAILIES_TEST_FOLDER ?? tmpdir()

for (const engine of engines) {
  describe(`a service whose media have no place to go, on ${engine}`, () => {
    test('refuses them with 507 on a full disk, and takes all else; with room it takes them again', (t) =>
      onSmallDisk(
        t,
        8,
        (disk) =>
          onRunning(engine, { DAILIES_MEDIA: join(disk, 'media') }, (running) => fillUp(running, disk)),
        unmounted,
      ))

    test('refuses them with 503 while the bucket is away, and takes all else; then it takes them again', async () => {
      const folder = await mkdtemp(join(temporary, 'dailies-bucket-'))
      const server = await s3Server(folder)
      try {
        const environment = { DAILIES_MEDIA: 's3://media', ...server.environment }
        await onRunning(engine, environment, (running) => takeAway(running, server))
      } finally {
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      }
    })
  })
}

async function fillUp(running: Running, disk: string): Promise<void> {
  const { serve, user, film } = running
  const there = randomBytes(mebibyte)
  const first = await take(user, film)
  assert.equal((await put(serve, user, first, there)).status, 200)

  const filler = join(disk, 'filler')
  await writeFile(filler, randomBytes(9 * mebibyte)).catch(() => {})
  const second = await take(user, film)
  const later = randomBytes(2 * mebibyte)
  const refused = await put(serve, user, second, later)
  assert.equal(refused.status, 507, JSON.stringify(refused.body))
  assert.match(refused.body.error, /no room left for media/)
  const half = later.subarray(0, mebibyte)
  const headers = { 'content-range': `bytes 0-${mebibyte - 1}/${later.length}` }
  assert.equal((await put(serve, user, second, half, { headers })).status, 507)
  assert.deepEqual(await bytesOf(running, first), sha256(there))
  assert.equal((await user.ingest(film.capture)).status, 200)
  assert.equal((await user.get('/api/extension/projects')).status, 200)

  await rm(filler)
  assert.equal(await statusInTheEnd(() => put(serve, user, second, later)), 200)
  assert.deepEqual(await bytesOf(running, second), sha256(later))
  const left = await readdir(join(disk, 'media/incoming'), { recursive: true })
  assert.deepEqual(
    left.filter((name) => /receiving|placing/.test(name)),
    [],
  )
}

async function takeAway(running: Running, server: Awaited<ReturnType<typeof s3Server>>): Promise<void> {
  const { serve, user, film } = running
  const there = randomBytes(mebibyte)
  const first = await take(user, film)
  assert.equal((await put(serve, user, first, there)).status, 200)

  await server.stop()
  const second = await take(user, film)
  const later = randomBytes(mebibyte)
  const refused = await put(serve, user, second, later)
  assert.equal(refused.status, 503, JSON.stringify(refused.body))
  assert.match(refused.body.error, /media store cannot be used/)
  assert.equal((await fetch(addressOf(running, first), authorized(running))).status, 503)
  assert.equal((await user.ingest(film.capture)).status, 200)
  assert.equal((await user.get('/api/extension/projects')).status, 200)

  await server.start()
  assert.equal(await statusInTheEnd(() => put(serve, user, second, later)), 200)
  assert.deepEqual(await bytesOf(running, second), sha256(later))
  assert.deepEqual(await bytesOf(running, first), sha256(there))
}

/** The first status that is no refusal of the store, or the last one of a minute. */
async function statusInTheEnd(ask: () => Promise<{ status: number }>): Promise<number> {
  for (const end = performance.now() + 60_000; ; await sleep(200)) {
    const { status } = await ask()
    if (![503, 507].includes(status) || performance.now() > end) return status
  }
}

async function bytesOf(running: Running, id: string): Promise<string> {
  const answer = await fetch(addressOf(running, id), authorized(running))
  assert.equal(answer.status, 200)
  return sha256(Buffer.from(await answer.arrayBuffer()))
}

function addressOf({ serve }: Running, id: string): string {
  return `${serve.address}/api/media/${id}/original`
}

function authorized({ user }: Running) {
  return { headers: { authorization: `Bearer ${user.token}` } }
}

describe('several services that share a folder for media', () => {
  test('leave what the other one receives; what one that was killed has left is removed by the next', () =>
    onPlace('postgres', async (place) => {
      const incoming = join(place.settings.dataFolder, 'media/incoming')
      const folders = async () => (await readdir(incoming)).filter((name) => !name.endsWith('.lock')).sort()
      const one = await startServe(place.environment)
      const [ofOne = ''] = await folders()
      await writeFile(join(incoming, ofOne, 'coming.receiving'), 'of one')
      const other = await startServe(place.environment)
      const [ofOther = ''] = (await folders()).filter((name) => name !== ofOne)
      assert.deepEqual(await folders(), [ofOne, ofOther].sort())
      assert.deepEqual(await readdir(join(incoming, ofOne)), ['coming.receiving'])

      await one.kill('SIGKILL')
      const third = await startServe(place.environment)
      const left = await folders()
      assert.ok(!left.includes(ofOne) && left.includes(ofOther) && left.length === 2, String(left))
      await Promise.all([other, third].map((each) => each.kill('SIGTERM')))
      assert.deepEqual(await readdir(incoming), [])
    }))
})

/** Once nobody has a file on it open any more: what a killed service had begun ends a moment after it. */
async function unmounted(disk: string): Promise<void> {
  for (const end = performance.now() + 60_000; ; await sleep(100)) {
    const { status, stderr } = spawnSync('umount', [disk])
    if (status === 0) return
    if (performance.now() > end) throw new Error(`The small disk is still in use: ${stderr}`)
  }
}
