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
  /** Fulfilled once others are heard, or cannot be for now. */
  listen(listener: ChangeListener): Promise<void> | undefined
}

/**
 * Hands on what transactions changed once it is committed: to whoever listens in this process, and to other ones.
 * (docs/decisions/0031-live.md)
 */
export class Changes {
  readonly #abroad: Abroad
  #listener: ChangeListener | undefined

  constructor(abroad: Abroad) {
    this.#abroad = abroad
  }

  /** There is one listener at most. Fulfilled once other processes are heard, too, or cannot be for now. */
  async listen(listener: ChangeListener): Promise<void> {
    this.#listener = listener
    await this.#abroad.listen(listener)
  }

  /** To be called after the commit. */
  tell(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#listener?.changed(changes)
    this.#abroad.send(changes)
  }
}

/** Each hears all of it. */
export function together(...listeners: ChangeListener[]): ChangeListener {
  return {
    changed: (changes) => {
      for (const listener of listeners) listener.changed(changes)
    },
    missed: () => {
      for (const listener of listeners) listener.missed()
    },
  }
}
