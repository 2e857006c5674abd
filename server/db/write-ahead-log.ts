import { type FileHandle, open } from 'node:fs/promises'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { unavailable } from '../error.ts'
import type { LongWrites } from './long-writes.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Pages of the log that are worth copying into the database. What captures change again and again is copied once for all of them:
 * with SQLite's own 1,000 a seventh more is written for each. So many are found by one table of the log's index.
 */
const worthCheckpoint = 3000

/** What goes on beside the connection that writes. */
export interface Beside {
  snapshot: Snapshot
  longWrites: LongWrites
}

/**
 * The log into which SQLite writes what is committed. It is flushed to the disk, and copied into the database, by other
 * threads: however slow the disk, the event loop turns. (docs/decisions/0026-flushing-beside-the-loop.md)
 */
export class WriteAheadLog {
  readonly #path: string
  readonly #beside: Beside
  readonly #writer: DatabaseSync
  readonly #length: StatementSync
  #file: FileHandle | undefined
  #isDoubtful = false

  /** `path` is that of the database, `writer` the connection that need not wait for the disk from here on. */
  constructor(path: string, writer: DatabaseSync, beside: Beside) {
    this.#path = `${path}-wal`
    this.#beside = beside
    this.#writer = writer
    this.#length = writer.prepare('pragma wal_checkpoint(noop)')
    // The log is flushed before it is copied into the database and when it is begun anew, and else by `flush`.
    writer.exec('pragma synchronous = normal')
    // From here on `checkpoint` does it.
    writer.exec('pragma wal_autocheckpoint = 0')
  }

  /** Ends when all that was committed is on the disk. */
  async flush(): Promise<void> {
    try {
      this.#file ??= await open(this.#path, 'r+')
      await this.#file.datasync()
    } catch (error) {
      this.#isDoubtful = true
      throw unavailable(error)
    }
  }

  /**
   * To be called before anything is written. After a flush that failed nobody knows which pages of the log are on the
   * disk, and another one says nothing about those: all of it is copied into the database first, and that is flushed.
   */
  async requireWhole(): Promise<void> {
    if (!this.#isDoubtful) return
    this.#beside.snapshot.end()
    await this.#beside.longWrites.emptyLog()
    if (this.#pages().log > 0) throw unavailable()
    this.#isDoubtful = false
  }

  /** Whoever writes waits for it, so that the log is written from its start again; everybody else goes on. */
  async checkpoint(): Promise<void> {
    const { longWrites, snapshot } = this.#beside
    try {
      const { log, checkpointed } = this.#pages()
      if (log - checkpointed < worthCheckpoint) return
      await longWrites.checkpoint().catch(() => this.#writer.exec('pragma wal_checkpoint(passive)'))
    } catch {
      // The disk fails. The log keeps everything until the next time.
    }
    // Reads that began before would keep the log from being written from its start.
    snapshot.end()
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }

  #pages(): { log: number; checkpointed: number } {
    return this.#length.get() as { log: number; checkpointed: number }
  }
}
