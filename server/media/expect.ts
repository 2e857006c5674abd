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

/** Milliseconds for which captures are gathered, so that many are one statement; and how many at most. */
const gatherFor = 200
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
    leasedUntil: endsAt !== null && endsAt - capturedAt < urgent ? 0 : capturedAt + patience,
  }
}

/**
 * Writes down that there is something to be kept, behind captures and not with them: a statement more would take a tenth of each. What a
 * process that is killed has not written `expectMissed` finds.
 */
export class ExpectedMedia {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  #gathered: MissedVersion[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  note(version: MissedVersion): void {
    this.#gathered.push(version)
    if (this.#gathered.length >= mostGathered) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), gatherFor)
  }

  /** Writes what is gathered. Where that fails it is found later. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const versions = this.#gathered
    this.#gathered = []
    if (versions.length > 0) {
      this.#writing = this.#writing.then(() => insertAll(this.#db, versions)).catch(this.#onError)
    }
    return this.#writing
  }
}

async function insertAll(db: Database, versions: MissedVersion[]): Promise<void> {
  const pause = pauses()
  const expected: ReturnType<typeof expectedOf>[] = []
  for (const version of versions) {
    await pause()
    expected.push(expectedOf(version))
  }
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
    await insertAll(db, missed)
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
