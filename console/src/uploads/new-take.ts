import type { CaptureInput } from '@dailies/contract/capture.ts'

/** A take that is made of a file. */
export interface NewTake {
  file: File
  /** Of all of it, in hex. */
  sha256: string
  /** Id of the scene's row: `capture` has its number. */
  sceneDbId: string
  /** With the `captureId` of the first round, by which it is made once. */
  capture: CaptureInput
  /** The first that may be free: how often the content is in the scene already. See `captureIdOfFile`. */
  round: number
  /** Ids of versions that have it, which it is not to become. */
  known: readonly string[]
}

/** Without the file, which is kept apart. */
export type TakeToMake = Omit<NewTake, 'file'>
