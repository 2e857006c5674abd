import type { Store } from '../media/store.ts'
import { isMarkName, markName } from './manifest.ts'

/** Milliseconds: who has not renewed a mark for so long is gone, or hangs. Clocks of machines differ, but not by as much. */
export const markLasts = 3_600_000

export interface Mark {
  /** Fulfilled once it is there. */
  set: Promise<void>
  /** Takes it away, also while it is still written. */
  remove(): Promise<void>
}

interface Options {
  /** Called whenever it was written: the target answers. */
  onRenewed?: () => void
  /** Milliseconds. */
  renewEvery?: number
}

/** Says in the target that a backup is being made, begun at that time, and goes on saying so: nobody removes files that it counts on. */
export function markIn(
  target: Store,
  begunAt: Date,
  { onRenewed = () => {}, renewEvery = markLasts / 12 }: Options = {},
): Mark {
  const name = markName(begunAt)
  const write = () => target.writeText(name, new Date().toISOString()).then(onRenewed)
  const set = write()
  let writing: Promise<void> | undefined
  // Where it cannot be written the backup itself fails, too.
  const follow = (written: Promise<void>) => {
    writing = written
      .catch(() => {})
      .finally(() => {
        writing = undefined
      })
  }
  follow(set)
  const timer = setInterval(() => {
    // A slow target is not given another one to write meanwhile: `remove` would wait for all.
    if (!writing) follow(write())
  }, renewEvery)
  return {
    set,
    remove: async () => {
      clearInterval(timer)
      await writing
      await target.removeText(name)
    },
  }
}

/** Whether anybody else makes a backup there. Marks of those that were killed are removed. */
export async function isAnyMarked(store: Store, names: readonly string[]): Promise<boolean> {
  let isAny = false
  for (const name of names.filter(isMarkName)) {
    if (await isRenewed(store, name)) isAny = true
    else await store.removeText(name)
  }
  return isAny
}

/** What is far ahead was written by a clock that is wrong: nobody knows how long ago. */
async function isRenewed(store: Store, name: string): Promise<boolean> {
  const now = Date.now()
  const renewedAt = Date.parse((await store.readText(name)) ?? '')
  if (!Number.isNaN(renewedAt)) return Math.abs(now - renewedAt) < markLasts
  // Earlier programs said in its name alone since when it is there.
  return name > markName(new Date(now - markLasts)) && name < markName(new Date(now + markLasts))
}
