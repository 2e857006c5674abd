import { unavailable } from '../../error.ts'
import type { Program } from './ffmpeg.ts'
import type { Job, Limits, Mark, Signing } from './messages.ts'
import { type Worked, WorkProcess } from './work-process.ts'

export type { Made, Worked } from './work-process.ts'

export interface WorkshopSettings {
  /** How many files are looked into at once: each in a process of its own. */
  atOnce: number
  /** What `findFfmpeg` has found. Without it there are no pictures of films, no loudness and no copies. */
  ffmpeg?: Program | undefined
  /** Hears of a process that crashed, with what it said. Its file has its answer all the same. */
  onError?: (error: Error) => void
  limits?: Partial<Limits>
  /** After which a process without work ends. */
  idleMilliseconds?: number
}

export const defaultLimits: Limits = {
  milliseconds: 60_000,
  filmMilliseconds: 180_000,
  proxyMilliseconds: 600_000,
  proxyBytes: 256 * 1024 ** 2,
  memoryBytes: 1024 ** 3,
  pixels: 150_000_000,
}

/** For what files say of themselves: there are small ones at which the library is busy for ever. */
export const signedLimits: Partial<Limits> = { milliseconds: 20_000 }

interface Wanted {
  proxy?: boolean
  viewed?: (worked: Worked) => void
  mark?: Mark
  anchors?: string
  signing?: Signing
  isForLook?: boolean
}

interface Waiting {
  job: Job
  viewed: ((worked: Worked) => void) | undefined
  resolve: (worked: Worked) => void
  reject: (error: unknown) => void
}

/**
 * Finds out what files are, and makes what there is to look at, in processes of low priority that are kept for the next file. The
 * event loop has none of that work. A file that takes too much time, memory or pixels, or at which its process crashes, has
 * an answer like any other: what is known of it, and a problem in words.
 */
export class Workshop {
  readonly #settings: Required<Omit<WorkshopSettings, 'ffmpeg' | 'limits'>>
  readonly #limits: Limits
  readonly #ffmpeg: Program | undefined
  /** The first to come first. Those who ask bound it. */
  readonly #waiting: Waiting[] = []
  readonly #processes = new Set<WorkProcess>()
  /** Those of them without work, and when they will end. */
  readonly #idle = new Map<WorkProcess, NodeJS.Timeout>()
  #busy = 0
  #isStopped = false

  constructor({ atOnce, ffmpeg, onError = () => {}, limits, idleMilliseconds = 30_000 }: WorkshopSettings) {
    this.#settings = { atOnce, onError, idleMilliseconds }
    this.#ffmpeg = ffmpeg
    this.#limits = { ...defaultLimits, ...limits }
  }

  /** The ffmpeg that it works with. */
  get program(): Program | undefined {
    return this.#ffmpeg
  }

  /**
   * Looks into the file at `path`, and puts what is made of it into `folder`, which stays the caller's, as does the file.
   * `proxy`: also a copy for browsers, where they do not play it; `mark`: a copy with that burnt in, and nothing else; `anchors`: what it says of itself, signed, and nothing else; `signing`: a signed copy, and nothing else; `isForLook`: how a picture looks, and nothing else; `viewed` is called with all else before that is begun. Rejects only where the file cannot be read, the folder cannot be
   * written to, no process can be started, or it is stopped.
   */
  work(path: string, folder: string, { proxy = false, viewed, ...only }: Wanted = {}): Promise<Worked> {
    if (this.#isStopped) return Promise.reject(stopped())
    const job: Job = { path, folder, proxy, limits: this.#limits, ...only }
    if (this.#ffmpeg) job.ffmpeg = this.#ffmpeg.path
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, viewed, resolve, reject })
      this.#beginNext()
    })
  }

  /** Ends all processes, and what they have started, at once. What was not done rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { reject } of this.#waiting.splice(0)) reject(stopped())
    for (const timer of this.#idle.values()) clearTimeout(timer)
    await Promise.all([...this.#processes].map((one) => one.end()))
  }

  #beginNext(): void {
    while (this.#busy < this.#settings.atOnce) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#busy += 1
      this.#work(next).finally(() => {
        this.#busy -= 1
        this.#beginNext()
      })
    }
  }

  async #work({ job, viewed, resolve, reject }: Waiting): Promise<void> {
    const worker = this.#takeIdle() ?? this.#start()
    try {
      const { hasCrashed, ...worked } = await worker.work(job, viewed)
      if (this.#isStopped) throw stopped()
      if (hasCrashed) this.#settings.onError(new Error(`A process crashed at a file. ${worker.words}`))
      resolve(worked)
    } catch (error) {
      reject(this.#isStopped ? stopped() : error)
    } finally {
      if (worker.isUsable && !this.#isStopped) this.#keep(worker)
      else await worker.end()
    }
  }

  #takeIdle(): WorkProcess | undefined {
    const [worker] = [...this.#idle.keys()].slice(-1)
    if (!worker) return undefined
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
    return worker
  }

  #start(): WorkProcess {
    const worker = new WorkProcess()
    this.#processes.add(worker)
    worker.onceEnded(() => {
      this.#processes.delete(worker)
      clearTimeout(this.#idle.get(worker))
      this.#idle.delete(worker)
    })
    return worker
  }

  #keep(worker: WorkProcess): void {
    const timer = setTimeout(() => worker.end(), this.#settings.idleMilliseconds)
    this.#idle.set(worker, timer.unref())
  }
}

function stopped(): Error {
  return unavailable(undefined, 'The workshop is stopped')
}
