import type { Target } from './upload-file.ts'

/** What is needed of an upload until it is done. */
export interface Work {
  file: File
  target: Target
  /** While it is sent. */
  controller?: AbortController | undefined
  /** Until it is known what became of it. */
  running?: Promise<void> | undefined
  /** A take was asked for, which may be there without our knowing. */
  isAsked?: boolean
  /** How often it has broken off since more of it came through than ever before. */
  breaks: number
  most: number
}

/** By the ids of uploads. */
export const works = new Map<string, Work>()
