import { AsyncLocalStorage } from 'node:async_hooks'
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

/**
 * How many captures wait for their groups at most, of all users, and how many characters these have as JSON: at a thousand a second
 * whoever waits behind them has an answer in a few seconds.
 */
const mostWaiting = { captures: 5000, characters: 32 * 2 ** 20 }
const retryAfter = 2

interface Entry {
  one: Ingest
  length: number
  /** Does something as a part of the request that it came with. */
  within: <T>(work: () => T) => T
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/** Of a user; `characters` has all of it. */
interface Line {
  entries: Entry[]
  characters: number
}

/**
 * Files what comes while others are being filed in one transaction (PostgreSQL; SQLite shares commits by itself). Where nothing
 * else is under way a capture goes at once, and by itself. (docs/decisions/0041-captures-together.md)
 */
export class CaptureGroups {
  readonly #db: Database
  /** By user. */
  readonly #lines = new Map<string, Line>()
  readonly #free: typeof mostWaiting
  #underWay = 0

  constructor(db: Database, most = mostWaiting) {
    this.#db = db
    this.#free = { ...most }
  }

  /**
   * As `ingest`; throws `unavailable` where too many wait, before anything is done. What cannot be filed together is filed `inRoom`: it may take a connection
   * for long.
   */
  async ingest(
    one: Ingest,
    inRoom: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<CapturedAssetVersion> {
    const length = lengthToShare(this.#db, one)
    const outcome = length === undefined ? 'alone' : await this.#wait(one, length)
    if (outcome === 'alone') return inRoom(() => ingest(this.#db, one))
    if ('refusal' in outcome) throw outcome.refusal
    return outcome.answer
  }

  #wait(one: Ingest, length: number): Promise<Outcome> {
    const { userId } = one.actor
    const line = this.#lines.get(userId) ?? { entries: [], characters: 0 }
    if (!this.#hasRoom(line, length)) throw tooMany()
    return new Promise((resolve, reject) => {
      line.entries.push({ one, length, within: AsyncLocalStorage.snapshot(), resolve, reject })
      line.characters += length
      this.#free.captures -= 1
      this.#free.characters -= length
      this.#lines.set(userId, line)
      this.#begin()
    })
  }

  /** A user has as much as is left free for the others, at most. */
  #hasRoom({ entries, characters }: Line, length: number): boolean {
    return entries.length < this.#free.captures && characters + length <= this.#free.characters
  }

  #begin(): void {
    while (this.#underWay < groupsAtOnce && this.#lines.size > 0) {
      this.#underWay += 1
      const group = this.#nextGroup()
      const filed = group[0]!.within(() => this.#file(group))
      filed.finally(() => {
        this.#underWay -= 1
        this.#begin()
      })
    }
  }

  /** Users take turns, however many captures each of them has. */
  #nextGroup(): Entry[] {
    const group: Entry[] = []
    while (group.length < mostTogether && this.#lines.size > 0) {
      const [[userId, line]] = this.#lines as Iterable<[string, Line]> as [[string, Line]]
      const entry = line.entries.shift()!
      line.characters -= entry.length
      this.#free.captures += 1
      this.#free.characters += entry.length
      group.push(entry)
      this.#lines.delete(userId)
      if (line.entries.length > 0) this.#lines.set(userId, line)
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

/** In characters; undefined where it goes alone. */
function lengthToShare({ engine }: Database, { capture, idempotencyKey }: Ingest): number | undefined {
  if (engine === 'sqlite' || isSelected(capture) || capture.createPromptPackage) return undefined
  // Throws for a key that is none.
  captureKeys(capture, idempotencyKey)
  const { length } = JSON.stringify(capture)
  return length <= longest ? length : undefined
}

function tooMany(): DailiesError {
  return new DailiesError('unavailable', 'Too many captures wait at the moment, try again', { retryAfter })
}
