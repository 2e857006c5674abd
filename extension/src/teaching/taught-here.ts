import type { TaughtReading } from './read-taught.ts'

/** What entrypoints/taught.ts puts into the pages of hosts that have rules. */
export interface TaughtHere {
  /** When the rules of this host are there. */
  ready(): Promise<void>
  /** Asks for them again. */
  refresh(): void
  read(media: Element): TaughtReading | undefined
}

const world = globalThis as { dailiesTaught?: TaughtHere }

/** Undefined on pages of a host without rules, which is nearly all. */
export function taughtHere(): TaughtHere | undefined {
  return world.dailiesTaught
}

export function bringTaught(here: TaughtHere): void {
  world.dailiesTaught = here
}
