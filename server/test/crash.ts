import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CapturedAssetVersion } from '@dailies/contract/asset-version.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { engines, type Place } from './engines.ts'
import { onPlace, startServe } from './process.ts'
import { type Film, request, testFilm, testUser } from './service.ts'

const connections = 8
const assetTypes = ['IMAGE', 'VIDEO']

/** Kills a service under load again and again: nothing that it acknowledged is lost. */
export function testKills(kills: number): void {
  describe('a service that is killed under load', { concurrency: true }, () => {
    for (const engine of engines) {
      test(`loses nothing that it acknowledged, in ${kills} kills on ${engine}`, () =>
        onPlace(engine, (place) => killAgainAndAgain(place, kills)))
    }
  })
}

async function killAgainAndAgain(place: Place, kills: number): Promise<void> {
  let serve = await startServe(place.environment)
  const db = await openDatabase(place.settings, () => {})
  try {
    const user = await testUser({ db, address: serve.address })
    const captures = new Captures(await testFilm(db, user), user.token)

    for (let kill = 1; kill <= kills; kill += 1) {
      const load = Array.from({ length: connections }, () => captures.sendUntilKilled(serve.address))
      const before = captures.acknowledged.size
      await until(() => captures.acknowledged.size > before + connections)
      await sleep(Math.random() * 350)
      const { signal } = await serve.kill('SIGKILL')
      assert.equal(signal, 'SIGKILL')
      await Promise.all(load)
      serve = await startServe(place.environment)
    }
    assert.ok(captures.acknowledged.size > kills * connections, 'there was load')
    assert.ok(captures.interrupted > 0, 'captures were interrupted')

    await captures.sendRest(serve.address)
    await captures.repeatSome(serve.address)
    await checkStored(db, captures)
    assert.equal((await serve.kill('SIGTERM')).code, 0)
  } finally {
    await serve.kill('SIGKILL')
    await db.close()
  }
  if (place.engine === 'sqlite') checkFile(join(place.settings.dataFolder, 'dailies.db'))
}

/** Waits, for a minute at most, until there is load. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!holds()) {
    assert.ok(performance.now() < deadline, 'no captures are acknowledged')
    await sleep(5)
  }
}

/** The captures of an extension that keeps each until it is acknowledged, and sends it again after a failure. */
class Captures {
  readonly acknowledged = new Map<string, CapturedAssetVersion>()
  interrupted = 0
  #made = 0
  #waiting: string[] = []
  readonly #film: Film
  readonly #token: string

  constructor(film: Film, token: string) {
    this.#film = film
    this.#token = token
  }

  async sendUntilKilled(address: string): Promise<void> {
    for (;;) {
      const captureId = this.#waiting.shift() ?? `capture-${++this.#made}`
      const answer = await this.#send(address, captureId).catch(() => undefined)
      if (!answer) {
        this.interrupted += 1
        this.#waiting.push(captureId)
        return
      }
      this.#accept(captureId, answer)
    }
  }

  async sendRest(address: string): Promise<void> {
    for (const captureId of this.#waiting) this.#accept(captureId, await this.#send(address, captureId))
  }

  /** What was acknowledged is answered again as it was, in another life of the service too. */
  async repeatSome(address: string): Promise<void> {
    const each = Math.ceil(this.acknowledged.size / 50)
    for (const [captureId, asset] of [...this.acknowledged].filter((_, index) => index % each === 0)) {
      assert.deepEqual((await this.#send(address, captureId)).body.asset, asset)
    }
  }

  #send(address: string, captureId: string) {
    const number = Number(captureId.split('-')[1])
    return request(address + endpoints.ingest.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...this.#film.capture,
        assetType: assetTypes[number % 2],
        selected: number % 10 === 0,
        provenance: { captureId },
      }),
    })
  }

  #accept(captureId: string, { status, body }: Awaited<ReturnType<typeof request>>): void {
    assert.equal(status, 200, JSON.stringify(body))
    this.acknowledged.set(captureId, body.asset)
  }
}

const allVersions = statement((db) =>
  db
    .selectFrom('asset_versions')
    .select(['id', 'asset_type as assetType', 'version_number as versionNumber', 'selected', 'provenance']),
)
const allCounters = statement((db) =>
  db.selectFrom('version_counters').select(['asset_type as assetType', 'last_number as lastNumber']),
)
const allCaptureKeys = statement((db) =>
  db.selectFrom('capture_keys').select(['key', 'asset_version_id as assetVersionId']),
)

async function checkStored(db: Database, { acknowledged }: Captures): Promise<void> {
  const versions = await db.all(allVersions, {})
  const stored = versions.map(({ id, assetType, versionNumber, provenance }) => ({
    captureId: JSON.parse(provenance ?? '{}').captureId as string,
    id,
    assetType,
    versionNumber,
  }))
  const expected = [...acknowledged].map(([captureId, { id, assetType, versionNumber }]) => ({
    captureId,
    id,
    assetType,
    versionNumber,
  }))
  assert.deepEqual(sortedBy(stored, 'captureId'), sortedBy(expected, 'captureId'))

  for (const { assetType, lastNumber } of await db.all(allCounters, {})) {
    const ofType = versions.filter((version) => version.assetType === assetType)
    const numbers = ofType.map((version) => version.versionNumber).sort((one, other) => one - other)
    const withoutGaps = numbers.map((_, index) => index + 1)
    assert.deepEqual(numbers, withoutGaps)
    assert.equal(lastNumber, numbers.length)
  }
  assert.equal(versions.filter((version) => version.selected === 1).length, 1, 'one winner: all are IMAGE')

  const keys = (await db.all(allCaptureKeys, {})).map(({ key, assetVersionId }) => ({
    key,
    assetVersionId,
  }))
  const expectedKeys = expected.map(({ captureId, id }) => ({ key: captureId, assetVersionId: id }))
  assert.deepEqual(sortedBy(keys, 'key'), sortedBy(expectedKeys, 'key'))
}

function sortedBy<T>(rows: T[], field: keyof T): T[] {
  return rows.toSorted((one, other) => (one[field] < other[field] ? -1 : 1))
}

function checkFile(path: string): void {
  const file = new DatabaseSync(path)
  try {
    assert.deepEqual({ ...file.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
    assert.deepEqual(file.prepare('pragma foreign_key_check').all(), [])
  } finally {
    file.close()
  }
}
