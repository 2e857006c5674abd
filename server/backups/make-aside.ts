import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type LifeSign, LifeWatch } from './life-watch.ts'
import type { Schedule } from './schedule.ts'

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))

/** Of what the process says before it ends. */
const longestWords = 4096
/** Milliseconds that it has to end, first by itself and then by force. */
const grace = 5000

export interface BackupJob extends Schedule {
  /** The name of the last that was made there; null where none was. */
  former: string | null
  /** Milliseconds without a sign of life after which it is ended: an hour, as long as its mark lasts, unless said otherwise. */
  patience?: number
}

export interface MadeBackup {
  is: 'made'
  name: string
  madeAt: string
  /** Of the database as it is kept, and of all files in it. */
  bytes: number
  files: number
  missing: number
  /** Why older ones were not removed. */
  problem: string | null
}

/** `problem`: in words, or `gone`. */
type BackupOutcome = MadeBackup | { is: 'failed'; problem: string }

/** What the process says. */
export type BackupSign = BackupOutcome | { is: LifeSign }

/** `cause`: what the process said of it, for the log. */
type ToldOutcome = BackupOutcome & { cause?: Error | undefined }

/**
 * Makes a backup in a process of its own, with less priority: packing all of a database and reading files takes much. It ends with this
 * process, when `stopped` says so, when nothing of it moves for three days, and when it gives no sign of life any more, as one does that
 * waits for a network drive that is gone. Throws where it does not start, or ends without a word; `cause` is what it said.
 */
export async function makeAside(job: BackupJob, stopped: AbortSignal): Promise<ToldOutcome> {
  stopped.throwIfAborted()
  const watch = new LifeWatch(job.patience)
  const signal = AbortSignal.any([stopped, watch.signal])
  const child = spawn(process.execPath, [entry], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], signal })
  const words = wordsOf(child)
  let outcome: BackupOutcome | undefined
  child.on('message', (told: BackupSign) => {
    watch.hear(told.is === 'working' ? 'working' : 'moving')
    if (told.is === 'made' || told.is === 'failed') outcome = told
  })
  try {
    // Where it cannot be told, it ends.
    child.send(job, () => {})
    await endOf(child, signal)
    const cause = words()
    if (watch.signal.aborted) return { ...ended(outcome, watch.signal.reason), cause }
    if (outcome) return { ...outcome, cause }
    throw new Error(`The process that makes it ended with ${child.signalCode ?? child.exitCode}`, { cause })
  } finally {
    watch.end()
    child.kill('SIGKILL')
    child.stderr?.destroy()
    if (child.connected) child.disconnect()
    child.unref()
  }
}

/** What it has said so far, the last of it. */
function wordsOf(child: ChildProcess): () => Error | undefined {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    words = (words + more).slice(-longestWords)
  })
  return () => (words.trim() === '' ? undefined : new Error(words.trim()))
}

/** Until it has ended; no longer than twice `grace` after the signal has asked it to. Throws where it does not start. */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<void> {
  try {
    await once(child, 'close')
  } catch (error) {
    if (!signal.aborted) throw error
    // It takes its mark away first.
    if (await isClosed(child)) return
    child.kill('SIGKILL')
    // One that waits for a drive may not end by that either.
    await isClosed(child)
  }
}

/** Whether it ends in time. */
function isClosed(child: ChildProcess): Promise<boolean> {
  return once(child, 'close', { signal: AbortSignal.timeout(grace) }).then(
    () => true,
    () => false,
  )
}

/** What becomes of one that was ended; one that was made before is made. */
function ended(outcome: BackupOutcome | undefined, problem: string): BackupOutcome {
  if (outcome?.is === 'made') return { ...outcome, problem: `Older ones were not removed: ${problem}` }
  return { is: 'failed', problem }
}
