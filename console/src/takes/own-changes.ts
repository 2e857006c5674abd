import type { OpenNotice } from '@dailies/ui/notices.ts'
import type { Told } from '../api/call.ts'

/** What was changed on the board that is open, each as the ids that undo it; the last one is the last. */
let made: (readonly string[])[] = []

/** What each did, for whoever takes it back. */
const inWords = new WeakMap<readonly string[], string>()

/** What tells of a change, and offers to undo it. */
const offers = new WeakMap<readonly string[], OpenNotice>()

/** Takes in what is changed from now on as of the board that is open now, however late it is answered; `words` say what it is. */
export function changesOfBoard(): (changeIds: readonly string[], words?: string) => void {
  const ofBoard = made
  return (changeIds, words) => {
    if (words !== undefined) inWords.set(changeIds, words)
    if (changeIds.length > 0) ofBoard.push(changeIds)
  }
}

/** All that the requests of `work` change is undone at once, as of the board that is open before it begins. */
export function asOneChange<T>(words: string, work: (onChanged: Told) => Promise<T>): () => Promise<T> {
  const changeMade = changesOfBoard()
  return async () => {
    const changeIds: string[] = []
    try {
      return await work((changeId) => changeIds.push(changeId))
    } finally {
      changeMade(changeIds, words)
    }
  }
}

/** "set MJ v3 to Approved"; undefined where nobody said so. */
export function wordsOfChange(changeIds: readonly string[]): string | undefined {
  return inWords.get(changeIds)
}

export function lastChange(): readonly string[] | undefined {
  return made.at(-1)
}

/** It is undone, or cannot be: the one before it is the last then. */
export function changeUndone(changeIds: readonly string[]): void {
  const place = made.indexOf(changeIds)
  if (place >= 0) made.splice(place, 1)
}

/** This notice goes once the change is undone by its key. */
export function undoIsOffered(changeIds: readonly string[], notice: OpenNotice): void {
  offers.set(changeIds, notice)
}

export function endOffer(changeIds: readonly string[]): void {
  offers.get(changeIds)?.end()
}

/** Another board begins with none. */
export function forgetChanges(): void {
  made = []
}
