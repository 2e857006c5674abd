import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { problemText } from './list-files.ts'

/** A file as it is. */
interface Seen {
  /** Below the folder. */
  path: string
  size: number
  changedAt: number
}

interface Looking {
  folder: string
  /** Milliseconds for which a file has not changed when it is finished. */
  settle: number
  /** Of one that was filed. */
  isKnown: (file: Seen) => boolean
  onProblem: (path: string, problem: string) => void
  /** Told once. */
  onFull: () => void
}

interface Pending {
  size: number
  changedAt: number
  /** Since when it is as it is. */
  since: number
}

/** More are not kept in mind: those beyond are found by the next start. */
export const mostPending = 200_000
/** Files that are looked at in one go: a look at one takes some microseconds. */
const mostLooks = 2_000

/** Files of a folder that may still be written, until they are finished and taken. */
export class UnfinishedFiles {
  readonly #looking: Looking
  readonly #pending = new Map<string, Pending>()
  readonly #finished = new Set<string>()
  #isFull = false

  constructor(looking: Looking) {
    this.#looking = looking
  }

  add(path: string): void {
    if (this.#pending.has(path)) return
    if (this.#pending.size + this.#finished.size < mostPending) {
      this.#pending.set(path, { size: -1, changedAt: 0, since: 0 })
      return
    }
    if (!this.#isFull) this.#looking.onFull()
    this.#isFull = true
  }

  forget(path: string): void {
    this.#pending.delete(path)
    this.#finished.delete(path)
  }

  /** Those to be left alone for now are not looked at. */
  async look(isLeft: (path: string) => boolean): Promise<void> {
    for (const [path, before] of this.#pending.entries().take(mostLooks).toArray()) {
      // To the end of the line: of many each has its turn.
      this.#pending.delete(path)
      this.#pending.set(path, before)
      if (!isLeft(path)) await this.#lookAt(path, before)
    }
  }

  async #lookAt(path: string, before: Pending): Promise<void> {
    const { folder, settle, isKnown, onProblem } = this.#looking
    const now = performance.now()
    const what = await stat(join(folder, path)).catch((error: NodeJS.ErrnoException) => error)
    if (!this.#pending.has(path)) return
    if (what instanceof Error) {
      this.#pending.delete(path)
      if (what.code !== 'ENOENT') onProblem(path, problemText(what))
      return
    }
    const { size, mtimeMs: changedAt } = what
    if (!what.isFile() || isKnown({ path, size, changedAt })) {
      this.#pending.delete(path)
    } else if (size !== before.size || changedAt !== before.changedAt) {
      this.#pending.set(path, { size, changedAt, since: now })
    } else if (size > 0 && now - before.since >= settle) {
      this.#pending.delete(path)
      this.#finished.add(path)
    }
  }

  /** One that is finished, and not among them any more. */
  takeFinished(): string | undefined {
    const [path] = this.#finished
    if (path !== undefined) this.#finished.delete(path)
    return path
  }
}
