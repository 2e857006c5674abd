import type { Lookup } from './terms.ts'

/** An asset version of the index. Numbers ascend as versions were captured, or came by an import, or back. */
export interface Hit {
  number: number
  id: string
}

export interface Lookedup extends Lookup {
  /** Only what comes before it, the newest first. */
  before: number
  limit: number
}

/** How far an index is. */
export interface Building {
  /** Whether there was something that it had not taken up yet, when it was asked. */
  isBuilding: boolean
  /** Of the versions that were there when it was begun, those that it has walked to. */
  done: number
  of: number
}

export interface IndexState {
  /** How many changes wait, `mostCounted` at most. */
  waiting: number
  /** Whether versions of before it was begun may still be missing. */
  isBuilding: boolean
}

/** Where asset versions are found by what is said in and of them. Who may see what was found is for whoever asks. */
export interface SearchIndex {
  /**
   * Whether what it finds has no word that is excluded, and all that begin as is asked: where not, both are looked for in the texts.
   */
  readonly isExact: boolean
  /** How long others have to themselves after it took something up, of the time that it took: less where they work beside it. */
  takeRest(): number
  /**
   * Has it take up some of what waits; where nothing does, some of what was there when it was begun, as long as it `isBuilding`.
   */
  takeUp(): Promise<Building>
  /** How it is now: others may take up what waits, and may have begun it anew. */
  state(): Promise<IndexState>
  find(lookup: Lookedup): Promise<Hit[]>
  /** Forgets all, to be taken up anew. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** How far it is counted what waits. */
export const mostCounted = 1000

/** Greater than every number. */
export const beyondNumbers = Number.MAX_SAFE_INTEGER
