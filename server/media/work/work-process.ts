import { type ChildProcess, spawn } from 'node:child_process'
import { lstat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MediaFacts, MediaKind } from '@dailies/contract/media.ts'
import type { ContentCredentials } from '@dailies/contract/provenance.ts'
import { checkedTold } from './checked-told.ts'
import { killGroup } from './kill-group.ts'
import { limitedCommand } from './limited-command.ts'
import { type Job, madeFiles, nothingKnown, type Stage, type Told } from './messages.ts'
import { residentMemory } from './resident-memory.ts'

/** A file that was made, in the folder that was given. */
export interface Made {
  kind: MediaKind
  path: string
  type: string
  bytes: number
  /** Pixels; null where it is no picture. */
  width: number | null
  height: number | null
}

export interface Worked {
  facts: MediaFacts
  made: Made[]
  /** What it says of itself, where it was asked. */
  credentials?: ContentCredentials
  /** How its picture looks, 64 bits in hex; null where there is nothing to be told apart by. Undefined where it has none. */
  look?: string | null
}

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))
/** Between two looks at how much memory it holds. */
const lookEvery = 200
/** On a machine that does many other things. */
const startMilliseconds = 60_000
/** A stage ends what it has started at its time by itself; here is who makes sure of it. */
const graceMilliseconds = 5_000
/** A process is let go after so many files, or so long at work: what native code leaks goes with it. */
const [mostFiles, mostMilliseconds] = [500, 600_000]
/** Above what it may use until it is let go: whoever has this much is in a loop, and its parent may be gone. */
const processorSeconds = 3600
/** Of what it says before it ends. */
const longestWords = 4096

/** A process that looks into files, one at a time. Its decoders may crash or hang; it is then killed, and it alone. */
export class WorkProcess {
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  readonly #ready: Promise<void>
  #hear: (told: Told) => void = () => {}
  #words = ''
  #hasEnded = false
  #files = 0
  #milliseconds = 0
  #isSpent = false

  constructor() {
    const [file = '', ...args] = limitedCommand([process.execPath, entry], { processorSeconds })
    this.#child = spawn(file, args, {
      env: environment(),
      // A group of its own, so that what it starts ends with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#ended = new Promise((resolve) => {
      const end = (words: string) => {
        this.#words += words
        this.#hasEnded = true
        resolve()
      }
      this.#child.once('error', (error) => end(error.message))
      this.#child.once('exit', (code, signal) => end(`It ended with ${signal ?? code}`))
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.#words = (this.#words + words).slice(-longestWords)
    })
    this.#child.on('message', (message) => {
      const told = checkedTold(message)
      if (told) this.#hear(told)
    })
    this.#ready = this.#becomeReady()
    // Whoever works with it hears of it.
    this.#ready.catch(() => {})
  }

  /** The process's id; undefined where it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether it may be given another file. */
  get isUsable(): boolean {
    return (
      !this.#hasEnded && !this.#isSpent && this.#files < mostFiles && this.#milliseconds < mostMilliseconds
    )
  }

  /** What it said last, and how it ended: for the log. */
  get words(): string {
    return this.#words.trim()
  }

  /**
   * Looks into a file. When it takes too much, or the process crashes on it, the process has ended, and what was known and made
   * until then is the answer, with a problem; `hasCrashed` where nobody here has ended it. Throws where the process does not
   * start, the file cannot be read or the folder cannot be written to. `viewed` is called before a copy for browsers is made, which takes
   * longer than all else.
   */
  async work(
    job: Job,
    viewed: (worked: Worked) => void = () => {},
  ): Promise<Worked & { hasCrashed: boolean }> {
    this.#hold(true)
    await this.#ready
    this.#files += 1
    const began = performance.now()
    const facts = { ...nothingKnown }
    const made: Omit<Made, 'bytes'>[] = []
    const found: Pick<Worked, 'credentials' | 'look'> = {}
    const tellViews = async () => viewed({ facts: { ...facts }, made: await measured([...made]), ...found })
    const { problem, failure } = await this.#untilDone(job, { facts, made, found }, tellViews)
    this.#milliseconds += performance.now() - began
    // What WebAssembly took it never gives back: the next file would be blamed for it.
    this.#isSpent = ((await residentMemory(this.#child.pid!)) ?? 0) > job.limits.memoryBytes / 2
    this.#hold(false)
    if (failure !== undefined) throw new Error(failure)
    if (problem) facts.problem = problem
    const hasCrashed = problem === crashed
    return { facts, made: await measured(made), ...found, hasCrashed }
  }

  /** Ends it, and all that it has started. Resolves once it is gone. */
  async end(): Promise<void> {
    this.#child.ref()
    if (!this.#hasEnded) killGroup(this.#child)
    await this.#ended
  }

  onceEnded(hear: () => void): void {
    this.#ended.then(hear)
  }

  async #becomeReady(): Promise<void> {
    const deadline = setTimeout(() => this.end(), startMilliseconds)
    const isReady = new Promise<void>((resolve) => {
      this.#hear = (told) => {
        if (told.is === 'ready') resolve()
      }
    })
    await Promise.race([isReady, this.#ended])
    clearTimeout(deadline)
    if (this.#hasEnded) {
      throw new Error(`The process that looks into files could not be started. ${this.words}`)
    }
  }

  /** Fills in what the process tells, as it does. */
  #untilDone(
    job: Job,
    {
      facts,
      made,
      found,
    }: { facts: MediaFacts; made: Omit<Made, 'bytes'>[]; found: Pick<Worked, 'credentials' | 'look'> },
    tellViews: () => Promise<void>,
  ): Promise<{ problem?: string; failure?: string }> {
    const { limits } = job
    const { promise, resolve } = Promise.withResolvers<{ problem?: string; failure?: string }>()
    const stages = new Set<Stage>()
    let breached: string | undefined
    const breach = (problem: string) => {
      breached ??= problem
      this.end()
    }
    let deadline: NodeJS.Timeout | undefined
    const begin = (stage: Stage) => {
      // Each of them once, whatever the process says.
      if (stages.has(stage)) return
      stages.add(stage)
      if (stage === 'proxy') void tellViews()
      clearTimeout(deadline)
      deadline = setTimeout(() => breach(tooLong), millisecondsOf(stage, limits))
    }
    this.#hear = (told) => {
      if (told.is === 'facts') Object.assign(facts, told.facts)
      if (told.is === 'made') made.push(madeFile(job.folder, told))
      if (told.is === 'credentials') found.credentials = told.credentials
      if (told.is === 'look') found.look = told.look
      if (told.is === 'stage') begin(told.stage)
      if (told.is === 'done') resolve({})
      if (told.is === 'failed') resolve({ failure: told.message })
    }
    const watch = setInterval(async () => {
      const held = await residentMemory(this.#child.pid!)
      if (held !== undefined && held > limits.memoryBytes) breach(tooMuchMemory)
    }, lookEvery)
    this.#ended.then(() => resolve({ problem: breached ?? crashed }))
    begin('looking')
    this.#child.send(job, (error) => {
      if (error) this.end()
    })
    return promise.finally(() => {
      clearTimeout(deadline)
      clearInterval(watch)
      this.#hear = () => {}
    })
  }

  /** Without work it keeps nobody from ending. */
  #hold(isHeld: boolean): void {
    const pipe = this.#child.stderr as { ref?(): void; unref?(): void } | null
    for (const one of [this.#child, this.#child.channel, pipe]) {
      if (isHeld) one?.ref?.()
      else one?.unref?.()
    }
  }
}

const tooLong = 'It takes too long to look into'
const tooMuchMemory = 'It takes too much memory'
const crashed = 'It could not be looked into'

/** What finds programs and folders, and nothing that is secret. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, SystemRoot } = process.env
  // With more arenas than threads, glibc keeps most of what large pictures took.
  return { PATH, NODE_COMPILE_CACHE, SystemRoot, TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2' }
}

function millisecondsOf(stage: Stage, limits: Job['limits']): number {
  if (stage === 'looking') return limits.milliseconds
  return (stage === 'film' ? limits.filmMilliseconds : limits.proxyMilliseconds) + graceMilliseconds
}

function madeFile(
  folder: string,
  { kind, width, height }: Extract<Told, { is: 'made' }>,
): Omit<Made, 'bytes'> {
  const { name, type } = madeFiles[kind]
  return { kind, path: join(folder, name), type, width, height }
}

/** Those that are there, each once, as files: a link might lead to something else. */
async function measured(made: Omit<Made, 'bytes'>[]): Promise<Made[]> {
  const found: Made[] = []
  for (const one of new Map(made.map((each) => [each.kind, each])).values()) {
    const file = await lstat(one.path).catch(() => undefined)
    if (file?.isFile()) found.push({ ...one, bytes: file.size })
  }
  return found
}
