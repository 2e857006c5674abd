import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { markLasts } from './mark.ts'
import type { Schedule } from './schedule.ts'

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))

/** Of what the process says before it ends. */
const longestWords = 4096
/** Milliseconds: of one whose place answers, but whose database or files do not come. */
const longest = 3 * 86_400_000
/** Milliseconds that it has to end, first by itself and then by force. */
const grace = 5000

export interface BackupJob extends Schedule {
  /** The name of the last that was made there; null where none was. */
  former: string | null
  /** Milliseconds without a sign of life after which it is ended; its mark lasts no longer either, unless said otherwise. */
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

/** What the process says: `working` whenever the target has answered. */
export type BackupSign = BackupOutcome | { is: 'working' }

/** `cause`: what the process said of it, for the log. */
type ToldOutcome = BackupOutcome & { cause?: Error | undefined }

/**
 * Makes a backup in a process of its own: checking a database holds up whoever does it, for a minute where it is large. It ends with this
 * process, when `stopped` says so, after three days, and when it gives no sign of life any more, as one does that waits for a network drive that is
 * gone. Throws where it does not start, or ends without a word; `cause` is what it said.
 */
export async function makeAside(job: BackupJob, stopped: AbortSignal): Promise<ToldOutcome> {
  stopped.throwIfAborted()
  const { patience = markLasts } = job
  const child = spawn(process.execPath, [entry], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const tooLong = new AbortController()
  const minutes = Math.round(patience / 60_000)
  const watch = setTimeout(
    () => tooLong.abort(`It gave no sign of life for ${minutes} minutes: does the place of backups answer?`),
    patience,
  )
  const cap = setTimeout(() => tooLong.abort('It was not done after three days'), longest)
  const signal = AbortSignal.any([stopped, tooLong.signal])
  let [words, outcome]: [string, BackupOutcome | undefined] = ['', undefined]
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    words = (words + more).slice(-longestWords)
  })
  const ending: NodeJS.Timeout[] = []
  let stop = () => {}
  try {
    return await new Promise((resolve, reject) => {
      const end = () => {
        const cause = words.trim() === '' ? undefined : new Error(words.trim())
        if (tooLong.signal.aborted) resolve({ ...ended(outcome, tooLong.signal.reason), cause })
        else if (outcome) resolve({ ...outcome, cause })
        else
          reject(
            new Error(`The process that makes it ended with ${child.signalCode ?? child.exitCode}`, {
              cause,
            }),
          )
      }
      child.on('message', (told: BackupSign) => {
        watch.refresh()
        if (told.is !== 'working') outcome = told
      })
      child.once('error', reject)
      child.once('close', end)
      stop = () => {
        // It takes its mark away first.
        child.kill('SIGTERM')
        ending.push(setTimeout(() => child.kill('SIGKILL'), grace))
        // One that waits for a drive may not end by that either.
        ending.push(setTimeout(end, 2 * grace))
      }
      signal.addEventListener('abort', stop, { once: true })
      child.send(job, (error) => error && reject(error))
    })
  } finally {
    signal.removeEventListener('abort', stop)
    for (const timer of [watch, cap, ...ending]) clearTimeout(timer)
    child.kill('SIGKILL')
    child.stderr?.destroy()
    if (child.connected) child.disconnect()
    child.unref()
  }
}

/** What becomes of one that was ended; one that was made before is made. */
function ended(outcome: BackupOutcome | undefined, problem: string): BackupOutcome {
  if (outcome?.is === 'made') return { ...outcome, problem: `Older ones were not removed: ${problem}` }
  return { is: 'failed', problem }
}
