import type { CapturedAssetVersion } from '@dailies/contract/asset-version.ts'
import type { Database } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import { captureKeys } from './capture-keys.ts'
import { type Ingest, ingest } from './ingest.ts'
import { ingestTogether, type Outcome } from './ingest-together.ts'
import { isSelected } from './version-of-capture.ts'

/** How many captures one transaction takes, and how many of these there are at once. */
const [mostTogether, groupsAtOnce] = [32, 2]

/** Milliseconds for which a group waits for what somebody else has locked: for as long all of its captures wait. */
const patience = 200

/** Characters of a capture, as JSON. Longer ones go alone, so that a group is written in a few milliseconds. */
const longest = 20_000

interface Entry {
  one: Ingest
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Files what comes while others are being filed in one transaction (PostgreSQL; SQLite shares commits by itself). Where nothing
 * else is under way a capture goes at once, and by itself. (docs/decisions/0041-captures-together.md)
 */
export class CaptureGroups {
  readonly #db: Database
  /** By user. */
  readonly #lines = new Map<string, Entry[]>()
  #underWay = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** As `ingest`. What cannot be filed together is filed `inRoom`: it may take a connection for long. */
  async ingest(
    one: Ingest,
    inRoom: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<CapturedAssetVersion> {
    const outcome = mayShare(this.#db, one) ? await this.#wait(one) : 'alone'
    if (outcome === 'alone') return inRoom(() => ingest(this.#db, one))
    if ('refusal' in outcome) throw outcome.refusal
    return outcome.answer
  }

  #wait(one: Ingest): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const { userId } = one.actor
      const line = this.#lines.get(userId)
      const entry = { one, resolve, reject }
      if (line) line.push(entry)
      else this.#lines.set(userId, [entry])
      this.#begin()
    })
  }

  #begin(): void {
    while (this.#underWay < groupsAtOnce && this.#lines.size > 0) {
      this.#underWay += 1
      this.#file(this.#nextGroup()).finally(() => {
        this.#underWay -= 1
        this.#begin()
      })
    }
  }

  /** Users take turns, however many captures each of them has. */
  #nextGroup(): Entry[] {
    const group: Entry[] = []
    while (group.length < mostTogether && this.#lines.size > 0) {
      const [[userId, line]] = this.#lines as Iterable<[string, Entry[]]> as [[string, Entry[]]]
      group.push(line.shift()!)
      this.#lines.delete(userId)
      if (line.length > 0) this.#lines.set(userId, line)
    }
    return group
  }

  async #file(group: Entry[]): Promise<void> {
    try {
      const outcomes = await this.#outcomes(group.map(({ one }) => one))
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!)
    } catch (error) {
      for (const { resolve, reject } of group) {
        // Of what is unavailable nobody knows whether it was committed; everything else was rolled back.
        if (error instanceof DailiesError) reject(error)
        else resolve('alone')
      }
    }
  }

  async #outcomes(many: [Ingest] | Ingest[]): Promise<Outcome[]> {
    const [only] = many as [Ingest]
    if (many.length === 1) return [{ answer: await ingest(this.#db, only, { patience }) }]
    return this.#db.transaction((transaction) => ingestTogether(transaction, many), { patience })
  }
}

function mayShare({ engine }: Database, { capture, idempotencyKey }: Ingest): boolean {
  if (engine === 'sqlite' || isSelected(capture) || capture.createPromptPackage) return false
  // Throws for a key that is none.
  captureKeys(capture, idempotencyKey)
  return JSON.stringify(capture).length <= longest
}
