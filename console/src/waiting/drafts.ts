import { forgetStored, store, stored, storedNames } from './storage.ts'

const prefix = 'dailies.comment-draft.'

/** What is being written in a place, as it was left; undefined where nothing was. */
export function keptDraft<T>(whose: string, place: string): T | undefined {
  return stored<T>(nameOf(whose, place))
}

/** Undefined forgets it. */
export function keepDraft(whose: string, place: string, draft: object | undefined): void {
  store(nameOf(whose, place), draft)
}

/** Of everybody who has any in this browser. */
export function allDrafts(): unknown[] {
  return storedNames(prefix).map((name) => stored(name))
}

/** For whoever signs out: nobody after them is to find what they wrote. */
export function forgetDraftsOf(whose: string): void {
  forgetStored(nameOf(whose, ''))
}

function nameOf(whose: string, place: string): string {
  return `${prefix}${whose}.${place}`
}
