import type { Change } from '../live/change.ts'

export interface ChangeListener {
  /** What was changed and committed, here or on another node. */
  changed(changes: readonly Change[]): void
  /** Something was changed, and nobody knows what. */
  missed(): void
}

/** How other processes on the same database are told, and heard. */
export interface Abroad {
  send(changes: readonly Change[]): void
  /** Fulfilled once others are heard, or cannot be for now: who is where, and, after `hear`, what they changed. */
  listen(listener: ChangeListener): Promise<void> | undefined
  /** Fulfilled once what others change is heard, or cannot be for now. */
  hear(): Promise<void> | undefined
  /** Nobody here wants to hear it any more. */
  rest(): void
}

/**
 * Hands on what transactions changed once it is committed: to whoever listens in this process, and to other ones.
 * (docs/decisions/0031-live.md)
 */
export class Changes {
  readonly #abroad: Abroad
  #listener: ChangeListener | undefined
  #watcher: ChangeListener | undefined

  constructor(abroad: Abroad) {
    this.#abroad = abroad
  }

  /**
   * There is one listener at most. Fulfilled once other processes are heard, too, or cannot be for now. A watcher is told what this
   * process changes alone: others have their own.
   */
  async listen(listener: ChangeListener, watcher?: ChangeListener): Promise<void> {
    this.#listener = listener
    this.#watcher = watcher
    await this.#abroad.listen({
      changed: (changes) => listener.changed(changes),
      missed: () => {
        listener.missed()
        watcher?.missed()
      },
    })
  }

  /** What others change is told from when this is fulfilled, or missed. */
  async hear(): Promise<void> {
    await this.#abroad.hear()
  }

  /** It need not be told any more. */
  rest(): void {
    this.#abroad.rest()
  }

  /** To be called after the commit. */
  tell(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#listener?.changed(changes)
    this.#watcher?.changed(changes)
    this.#abroad.send(changes)
  }
}
