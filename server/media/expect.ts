import type { Database, Transaction } from '../db/database.ts'
import { firstIdOf, timeOfId } from '../db/id.ts'
import { databaseTime } from '../db/time.ts'
import { pauses } from '../pauses.ts'
import { endOfAddress } from './end-of-address.ts'
import {
  findNewestMedia,
  insertExpectedMedia,
  listMissedVersions,
  type MissedVersion,
  unshelveMedia,
  unshelveMediaOfMany,
  unshelveMediaOfScene,
} from './waiting-queries.ts'

/** Milliseconds in which whoever captured it may send it, before the service fetches it: browsers have what servers are refused. */
const patience = 60_000

/** Of an address that does not say when it ends: as long as most that do. */
const assumedLife = 60 * 60_000

/** A link that ends soon is fetched at once, also while somebody may be sending it. */
const urgent = 15 * 60_000

/** Milliseconds after a capture until its link is looked at, and, where it does not end soon, until it is written: many are one statement. */
const [lookAfter, writeAfter] = [200, 2000]
const mostGathered = 500

/** Longer than clocks differ and transactions take. */
const overlap = 5 * 60_000

/** What a capture leaves to be kept, in the row of it. A version without one, that has an address, waits as well. */
function expectedOf({ versionId, projectId, url, capturedAt }: MissedVersion) {
  const endsAt = endOfAddress(url) ?? null
  return {
    versionId,
    projectId,
    endsAt,
    // One that has ended already keeps nobody waiting whose link lives.
    dueAt: endsAt === null || endsAt < capturedAt ? capturedAt + assumedLife : endsAt,
    leasedUntil: endsSoon({ endsAt, capturedAt }) ? 0 : capturedAt + patience,
  }
}

function endsSoon({ endsAt, capturedAt }: { endsAt: number | null; capturedAt: number }): boolean {
  return endsAt !== null && endsAt - capturedAt < urgent
}

type Expected = ReturnType<typeof expectedOf>

/**
 * Writes down that there is something to be kept, behind captures and not with them: a statement more would take a tenth of each. What a
 * process that is killed has not written `expectMissed` finds.
 */
export class ExpectedMedia {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  #noted: MissedVersion[] = []
  /** What was noted and looked at, and can wait. */
  #expected: Expected[] = []
  #looking: NodeJS.Timeout | undefined
  #writing: NodeJS.Timeout | undefined
  #working: Promise<void> = Promise.resolve()

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  note(version: MissedVersion): void {
    this.#noted.push(version)
    if (this.#noted.length + this.#expected.length >= mostGathered) void this.flush()
    else this.#looking ??= setTimeout(() => void this.#look(), lookAfter)
  }

  /** Writes what is gathered. Where that fails it is found later. */
  flush(): Promise<void> {
    return this.#look({ isLast: true })
  }

  /** Looks at what is noted, and writes all that is gathered where one cannot wait, or none is to. */
  #look({ isLast = false } = {}): Promise<void> {
    clearTimeout(this.#looking)
    this.#looking = undefined
    const noted = this.#noted
    this.#noted = []
    this.#working = this.#working
      .then(async () => {
        const looked = await expectedOfAll(noted)
        this.#expected.push(...looked)
        if (isLast || looked.some(({ leasedUntil }) => leasedUntil === 0)) await this.#write()
        else this.#writing ??= setTimeout(() => void this.flush(), writeAfter - lookAfter)
      })
      .catch(this.#onError)
    return this.#working
  }

  async #write(): Promise<void> {
    clearTimeout(this.#writing)
    this.#writing = undefined
    const expected = this.#expected
    this.#expected = []
    if (expected.length > 0) await insertAll(this.#db, expected)
  }
}

async function expectedOfAll(versions: MissedVersion[]): Promise<Expected[]> {
  const pause = pauses()
  const expected: Expected[] = []
  for (const version of versions) {
    await pause()
    expected.push(expectedOf(version))
  }
  return expected
}

function insertAll(db: Database, expected: Expected[]): Promise<void> {
  const rows = JSON.stringify(expected)
  return db.transaction(async (transaction) => {
    await transaction.run(insertExpectedMedia, { rows })
  })
}

/** The same for what was captured lately and nobody wrote down: a process was killed meanwhile. */
export async function expectMissed(db: Database, isStopping: () => boolean = () => false): Promise<void> {
  const newest = await db.first(findNewestMedia, {})
  const known = newest ? timeOfId(newest.versionId) : 0
  let after = firstIdOf(Math.max(0, Math.min(known, await databaseTime(db)) - overlap))
  while (!isStopping()) {
    const versions = await db.all(listMissedVersions, { after, limit: mostGathered })
    const last = versions.at(-1)
    if (!last) return
    const missed = versions.map(({ createdAt, ...one }) => ({ ...one, capturedAt: Date.parse(createdAt) }))
    await insertAll(db, await expectedOfAll(missed))
    after = last.versionId
  }
}

/** For a version that was deleted and is there again. */
export function expectRestored(transaction: Transaction, versionId: string): Promise<number> {
  return transaction.run(unshelveMedia, { versionId })
}

/** The same for many; `ids` is a JSON array. */
export function expectManyRestored(transaction: Transaction, ids: string): Promise<number> {
  return transaction.run(unshelveMediaOfMany, { ids })
}

/** The same for all in a scene. */
export function expectSceneRestored(transaction: Transaction, sceneDbId: string): Promise<number> {
  return transaction.run(unshelveMediaOfScene, { sceneDbId })
}
