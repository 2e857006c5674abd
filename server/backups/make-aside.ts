import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Schedule } from './schedule.ts'

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))

/** Of what the process says before it ends. */
const longestWords = 4096
/** Milliseconds that it has to end. */
const grace = 5000
/** Milliseconds: its mark counts no longer either. */
const longest = 3 * 86_400_000

export interface BackupJob extends Schedule {
  /** The name of the last that was made there; null where none was. */
  former: string | null
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

export type BackupOutcome = MadeBackup | { is: 'failed'; problem: string }

/** `cause`: what the process said of it, for the log. */
type ToldOutcome = BackupOutcome & { cause?: Error | undefined }

/**
 * Makes a backup in a process of its own: checking a database holds up whoever does it, for a minute where it is large. It ends with this
 * process, when `stopped` says so, and after three days. Throws where it does not start, or ends without a word; `cause` is what it said.
 */
export async function makeAside(job: BackupJob, stopped: AbortSignal): Promise<ToldOutcome> {
  stopped.throwIfAborted()
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(longest)])
  const child = spawn(process.execPath, [entry], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let [words, outcome]: [string, BackupOutcome | undefined] = ['', undefined]
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    words = (words + more).slice(-longestWords)
  })
  let killing: NodeJS.Timeout | undefined
  const end = () => {
    // It takes its mark away first.
    child.kill('SIGTERM')
    killing = setTimeout(() => child.kill('SIGKILL'), grace)
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (told: BackupOutcome) => {
        outcome = told
      })
      child.once('error', reject)
      child.once('close', (code, by) => {
        const cause = words.trim() === '' ? undefined : new Error(words.trim())
        if (outcome) resolve({ ...outcome, cause })
        else reject(new Error(`The process that makes it ended with ${by ?? code}`, { cause }))
      })
      child.send(job, (error) => error && reject(error))
    })
  } finally {
    signal.removeEventListener('abort', end)
    clearTimeout(killing)
    child.kill('SIGKILL')
  }
}
