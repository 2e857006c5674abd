import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { engines, type Place } from './engines.ts'
import { put, take } from './media.ts'
import { onEmptyPlace, onRunning, type Running, runCommand, runProcess, runSql } from './process.ts'

interface Listed {
  name: string
  manifest?: { madeAt: string }
}

/** Kills backups at random while takes and files come: each that is finished restores, with all that was acknowledged before it began. */
export function testBackupKills(kills: number): void {
  describe('a backup that is killed while takes and files come', () => {
    for (const engine of engines) {
      test(`leaves none that is half: ${kills} kills on ${engine}`, () =>
        onRunning(engine, {}, async (running) => {
          const target = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-backups-'))
          const load = new Load(running)
          const loading = load.go()
          try {
            const begun = await killAgainAndAgain(running.place, target, { kills, load })
            load.isOver = true
            await loading
            await checkAll(running.place, target, begun)
          } finally {
            load.isOver = true
            await loading
            await rm(target, { recursive: true, force: true })
          }
        }))
    }
  })
}

/** What was acknowledged by then, by when a backup began: milliseconds since 1970. */
type Begun = { at: number; takes: string[]; files: string[] }[]

async function killAgainAndAgain(
  { environment }: Place,
  target: string,
  { kills, load }: { kills: number; load: Load },
): Promise<Begun> {
  const begun: Begun = []
  let longest = 1000
  for (let killed = 0, finished = 0; killed < kills || finished < 2; ) {
    begun.push({ at: Date.now(), takes: [...load.takes], files: [...load.files] })
    const before = performance.now()
    // Some come to their end.
    const signal = killed < kills ? AbortSignal.timeout(Math.round(300 + Math.random() * longest)) : undefined
    const run = { environment, ...(signal && { signal }) }
    const { code, stderr } = await runProcess(['backup', target], run)
    if (code === null) killed += 1
    else {
      assert.equal(code, 0, stderr)
      finished += 1
      longest = Math.max(longest, performance.now() - before)
    }
  }
  assert.ok(load.takes.length > 10, 'takes came meanwhile')
  return begun
}

async function checkAll(place: Place, target: string, begun: Begun): Promise<void> {
  const verified = await runCommand(['backup', 'verify', target, '--all'], place)
  assert.equal(verified.code, 0, verified.stdout)
  const listed: Listed[] = JSON.parse((await runCommand(['backup', 'list', target, '--json'], place)).stdout)
  assert.ok(listed.length >= 2)
  // The last and one by chance: to restore each takes long.
  for (const { name, manifest } of [listed.at(-1)!, listed[Math.floor(Math.random() * listed.length)]!]) {
    const madeAt = Date.parse(manifest!.madeAt)
    const { takes, files } = begun.findLast(({ at }) => at <= madeAt)!
    await onEmptyPlace(place.engine, async (there) => {
      const restored = await runCommand(['restore', target, '--backup', name, '--yes'], there)
      assert.equal(restored.code, 0, restored.stderr)
      const found = new Set((await runSql(there, 'select id from asset_versions')).map(({ id }) => id))
      assert.deepEqual(
        takes.filter((id) => !found.has(id)),
        [],
      )
      const kept = new Set(
        (await runSql(there, 'select version_id as id from version_media where hash is not null')).map(
          ({ id }) => id,
        ),
      )
      assert.deepEqual(
        files.filter((id) => !kept.has(id)),
        [],
      )
      assert.equal((await runCommand(['media', 'verify'], there)).code, 0)
    })
  }
}

/** Takes and files that come all the time. */
class Load {
  takes: string[] = []
  files: string[] = []
  isOver = false
  #running: Running

  constructor(running: Running) {
    this.#running = running
  }

  async go(): Promise<void> {
    await Promise.all([this.#capture(), this.#send()])
  }

  async #capture(): Promise<void> {
    const { user, film } = this.#running
    while (!this.isOver) this.takes.push(await take(user, film))
  }

  async #send(): Promise<void> {
    const { serve, user, film } = this.#running
    while (!this.isOver) {
      const id = await take(user, film)
      const { status } = await put(serve, user, id, randomBytes(2000))
      assert.ok(status < 300, String(status))
      this.files.push(id)
    }
  }
}
