import type { TaughtRule } from './rule.ts'

/** What the user points at: the prompt of the media with this address, or else of what is there. */
export interface TeachOrder {
  srcUrl?: string | undefined
  /** A capture that waits for it. */
  captureId?: string
  /** Of this host, by now. */
  rules: TaughtRule[]
}

/** What entrypoints/teach.ts leaves in the world of the extension's scripts. */
export interface TeachWorld {
  dailiesTeach?: {
    begin(order: TeachOrder): void
    /** Pixels of what would be pointed for in this frame; the more so where it has that very address. */
    sizeOf(srcUrl: string): number
  }
}
