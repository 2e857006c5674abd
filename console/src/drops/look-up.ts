import type { KeptVersion } from '@dailies/contract/media.ts'
import type { Read } from './row.ts'

/** Milliseconds in which what is read is shown together: a thousand files are not a thousand drawings. */
const together = 60
/** Hashes that the service is asked about at once. */
const askedAtOnce = 200

interface LookUp {
  /** Which files the project has, by their SHA-256. */
  ask: (sha256: string[]) => Promise<readonly KeptVersion[]>
  onRead: (reads: ReadonlyMap<number, Read>) => void
  /** Told only once what it is about was told as read. */
  onFound: (kept: readonly KeptVersion[]) => void
  signal: AbortSignal
}

/** Tells what is read of files as it comes, and looks for them in the project meanwhile. `end` tells whether all could be asked. */
export function lookUp({ ask, onRead, onFound, signal }: LookUp) {
  let reads = new Map<number, Read>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tellRead = () => {
    clearTimeout(timer)
    timer = undefined
    if (reads.size > 0 && !signal.aborted) onRead(reads)
    reads = new Map()
  }
  let hashes: string[] = []
  const answers: Promise<boolean>[] = []
  const askNow = () => {
    if (hashes.length === 0 || signal.aborted) return
    // The answer may be there before the next time that something is told.
    tellRead()
    const found = ask(hashes).then(
      (kept) => {
        if (!signal.aborted) onFound(kept)
        return true
      },
      () => false,
    )
    hashes = []
    answers.push(found)
  }
  return {
    add: (index: number, read: Read) => {
      reads.set(index, read)
      timer ??= setTimeout(tellRead, together)
      if ('sha256' in read) hashes.push(read.sha256)
      if (hashes.length >= askedAtOnce) askNow()
    },
    end: async (): Promise<boolean> => {
      tellRead()
      askNow()
      return (await Promise.all(answers)).every(Boolean)
    },
  }
}
