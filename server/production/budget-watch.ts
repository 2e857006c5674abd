import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeListener } from '../db/changes.ts'
import type { Database } from '../db/database.ts'
import type { Change } from '../live/change.ts'
import { listBudgetsAfter, listBudgetsOf } from './budget-queries.ts'
import { followSpending } from './spending.ts'

/** Milliseconds in which changes of a film are looked at together. */
const pause = 3000

/** Milliseconds for which a process that stops looks at what changed last. */
const longestEnd = 2000

const atOnce = 100

/**
 * Looks at what films with a budget cost once something of them has changed, beside what changed it: no capture waits for it, and
 * nothing is read of a film without a budget. (docs/decisions/0068-budgets.md)
 */
export class BudgetWatch implements ChangeListener {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  readonly #pause: number
  #projects = new Set<string>()
  #all = true
  #isWanted = false
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isStopped = false

  /** It begins with all of them: whatever was captured while no process looked. */
  constructor(
    db: Database,
    { onError, every = pause }: { onError: (error: unknown) => void; every?: number },
  ) {
    this.#db = db
    this.#onError = onError
    this.#pause = every
    this.#soon()
  }

  changed(changes: readonly Change[]): void {
    for (const { kind, projectId } of changes) {
      if (projectId === undefined || !costs.has(kind)) continue
      this.#projects.add(projectId)
      this.#soon()
    }
  }

  missed(): void {
    this.#all = true
    this.#soon()
  }

  /** Looks at what changed last, for a moment at most: what is left is found with all others by the next look at all of them. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await Promise.race([this.#lookOnce(), sleep(longestEnd, undefined, { ref: false })])
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #lookOnce(): Promise<void> {
    await this.#looking
    this.#all = false
    if (this.#projects.size > 0) await this.#look()
  }

  #soon(): void {
    this.#isWanted = true
    if (this.#isStopped) return
    this.#timer ??= setTimeout(() => {
      this.#looking = this.#look()
    }, this.#pause).unref()
  }

  async #look(): Promise<void> {
    const [projects, all] = [this.#projects, this.#all]
    this.#projects = new Set()
    this.#all = false
    this.#isWanted = false
    try {
      if (all) await this.#lookAtAll()
      else await this.#lookAt([...projects])
    } catch (error) {
      // With what changes next: a database that is away is not asked over and over.
      this.#all = true
      if (!this.#isStopped) this.#onError(error)
    }
    this.#timer = undefined
    if (this.#isWanted) this.#soon()
  }

  async #lookAtAll(): Promise<void> {
    for (let after = ''; ; ) {
      const found = await this.#db.all(listBudgetsAfter, { after, limit: atOnce })
      for (const { projectId } of found) await this.#follow(projectId)
      if (found.length < atOnce) return
      after = found.at(-1)!.projectId
    }
  }

  async #lookAt(projectIds: string[]): Promise<void> {
    const found = await this.#db.all(listBudgetsOf, { ids: JSON.stringify(projectIds) })
    for (const { projectId } of found) await this.#follow(projectId)
  }

  async #follow(projectId: string): Promise<void> {
    if (!this.#isStopped) await followSpending(this.#db, projectId)
  }
}

/** What changes which takes a film has, or what they cost. */
const costs: ReadonlySet<string> = new Set(['asset', 'scene', 'project', 'everything'])
