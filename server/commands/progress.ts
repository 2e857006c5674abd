import { printable } from '../printable.ts'
import type { Terminal } from './terminal.ts'

/** Says what happens to many files: lines, and on a terminal that somebody looks at a bar below them. */
export interface Progress {
  /** A line that stays, on standard output. */
  tell(line: string): void
  /** A line that stays, on standard error. */
  warn(line: string): void
  /** How far it is: `done` of `all`, in words. */
  bar(share: number, words: string): void
  end(): void
}

/** Milliseconds between two pictures of the bar. */
const pause = 100
const barWidth = 24

export function progressIn({ print, warn, show }: Terminal): Progress {
  let drawn = ''
  let at = Number.NEGATIVE_INFINITY
  const line = (write: (line: string) => void) => (text: string) => {
    if (drawn) show?.('')
    write(printable(text))
    if (drawn) show?.(drawn)
  }
  return {
    tell: line(print),
    warn: line(warn),
    bar: (share, words) => {
      const now = performance.now()
      if (!show || (now - at < pause && share < 1)) return
      at = now
      const full = Math.round(Math.min(Math.max(share, 0), 1) * barWidth)
      drawn = printable(`${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${words}`)
      show(drawn)
    },
    end: () => {
      if (drawn) show?.('')
      drawn = ''
    },
  }
}
