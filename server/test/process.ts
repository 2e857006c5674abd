import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runProgram } from '../commands/program.ts'
import type { Database, Engine } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { emptyPlace, type Place, preparedPlace } from './engines.ts'
import { type Film, type TestService, type TestUser, testFilm, testService, testUser } from './service.ts'

/** The checkout, where `npx dailies` works. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const program = fileURLToPath(new URL('../bin/dailies.js', import.meta.url))

const startDeadline = 60_000

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Runs a command of `dailies`, or another `script`, as a process, to its end. `environment` is the place's; of our own only
 * what finds programs. `signal` kills it where it stands, or by what is sent `by` it.
 */
export async function runProcess(
  args: string[],
  { environment, input = '', script = program, signal, by = 'SIGKILL' }: Run & Process,
): Promise<Finished> {
  const child = start(process.execPath, [script, ...args], environment)
  signal?.addEventListener('abort', () => child.kill(by))
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

interface Process {
  script?: string
  signal?: AbortSignal
  by?: NodeJS.Signals
}

interface Run {
  environment: Record<string, string>
  input?: string
}

/**
 * Runs a command of `dailies` to its end in this process: a process costs ten times what a command does. Not for those that
 * start and take signals, which are told when what they are asked is wrong all the same.
 */
export async function runCommand(args: string[], { environment, input = '' }: Run): Promise<Finished> {
  const said = { stdout: '', stderr: '' }
  const code = await runProgram(args, {
    // It adds to it.
    environment: { ...environment },
    input: async () => input.replace(/\r?\n$/, ''),
    print: (line) => {
      said.stdout += `${line}\n`
    },
    warn: (line) => {
      said.stderr += `${line}\n`
    },
  })
  return { code, ...said }
}

interface End {
  code: number | null
  signal: NodeJS.Signals | null
  /** When, by `performance.now()`. */
  at: number
}

export interface Started {
  pid: number
  /** The lines of its log so far, as they came. */
  lines: string[]
  /** All that it wrote so far, on standard output and standard error. */
  output(): string
  /** Closes both, so that whatever it writes from then on fails. */
  closeOutput(): void
  /** Sends the signal and waits until it has ended and all that it wrote is read. */
  kill(signal: NodeJS.Signals): Promise<End>
}

export interface Serve extends Started {
  /** `http://127.0.0.1:PORT`, whatever it was told to listen on. */
  address: string
}

/** Starts `dailies serve` as a process and waits until it answers. `command` starts it in another way. */
export async function startServe(
  environment: Record<string, string>,
  { args = [], command = [process.execPath, program] }: { args?: string[]; command?: string[] } = {},
): Promise<Serve> {
  const { port, ...serve } = await startUntil(/listening at http:\/\/[^",]*:(?<port>\d+)/, {
    command: [...command, 'serve', ...args],
    environment: { ...environment, ...logThatTellsThePort(environment) },
  })
  const address = `http://127.0.0.1:${port}`
  await (await fetch(`${address}/healthz`)).arrayBuffer()
  return { ...serve, address }
}

/** Starts a command of `dailies` that runs until it is stopped, and waits for a line that says it is `ready`. */
export function startCommand(
  args: string[],
  { environment, ready }: { environment: Record<string, string>; ready: RegExp },
): Promise<Started> {
  return startUntil(ready, { command: [process.execPath, program, ...args], environment })
}

/** Resolves with what `ready` finds under the name `port`, too. */
async function startUntil(
  ready: RegExp,
  { command, environment }: { command: string[]; environment: Record<string, string> },
): Promise<Started & { port: string | undefined }> {
  const [file = '', ...args] = command
  const child = start(file, args, environment)
  const lines: string[] = []
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  const ended: Promise<End> = once(child, 'close').then(([code, signal]) => ({
    code,
    signal,
    at: performance.now(),
  }))

  const port = await new Promise<string | undefined>((resolve, reject) => {
    createInterface(child.stdout!).on('line', (line) => {
      lines.push(line)
      const found = ready.exec(line)
      if (found) resolve(found.groups?.port)
    })
    const fail = (what: string) =>
      reject(new Error(`${args.join(' ')} ${what}:\n${lines.join('\n')}\n${errors}`))
    ended.then(({ code, signal }) => fail(`ended with ${code ?? signal}`))
    sleep(startDeadline, undefined, { ref: false }).then(() => fail('did not start in time'))
  }).catch((error) => {
    killAll(child)
    throw error
  })

  return {
    pid: child.pid!,
    closeOutput: () => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    lines,
    port,
    output: () => `${lines.join('\n')}\n${errors}`,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

function logThatTellsThePort({ DAILIES_LOG_LEVEL: level = 'silent' }: Record<string, string>): object {
  return ['info', 'debug', 'trace'].includes(level) ? {} : { DAILIES_LOG_LEVEL: 'info' }
}

const processes = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of processes) killAll(child)
})

function start(file: string, args: string[], environment: Record<string, string>): ChildProcess {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const inherited = {
    PATH,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  }
  // In a process group of its own, so that what a command like npx starts can be ended with it.
  const child = spawn(file, args, { cwd: root, env: { ...inherited, ...environment }, detached: true })
  processes.add(child)
  child.once('close', () => processes.delete(child))
  return child
}

function killAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Does work in a place of its own, prepared or empty, which is removed after it. */
export async function onPlace(
  engine: Engine,
  work: (place: Place) => Promise<void>,
  make: (engine: Engine) => Promise<Place> = preparedPlace,
): Promise<void> {
  const place = await make(engine)
  try {
    await work(place)
  } finally {
    await place.remove()
  }
}

export function onEmptyPlace(engine: Engine, work: (place: Place) => Promise<void>): Promise<void> {
  return onPlace(engine, work, emptyPlace)
}

export interface Running {
  place: Place
  serve: Serve
  /** A connection of the test's own, beside the service's. */
  db: Database
  user: TestUser
  film: Film
  stop(): Promise<void>
}

/** A service as a process in a prepared place of its own, with a user and a film. `environment` adds to the place's. */
export async function running(engine: Engine, environment: Record<string, string> = {}): Promise<Running> {
  const place = await preparedPlace(engine)
  const started: (() => Promise<unknown>)[] = [place.remove]
  const stop = async () => {
    for (const undo of started.toReversed()) await undo()
  }
  try {
    Object.assign(place.environment, environment)
    const serve = await startServe(place.environment)
    started.push(() => serve.kill('SIGKILL'))
    const db = await openDatabase(place.settings, () => {})
    started.push(() => db.close())
    const user = await testUser({ db, address: serve.address })
    return { place, serve, db, user, film: await testFilm(db, user), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Does work beside such a service, which is ended after it. */
export async function onRunning(
  engine: Engine,
  environment: Record<string, string>,
  work: (running: Running) => Promise<void>,
): Promise<void> {
  const service = await running(engine, environment)
  try {
    await work(service)
  } finally {
    await service.stop()
  }
}

export interface Serving extends TestService {
  user: TestUser
  film: Film
}

/** The same beside a service in this process, which takes a tenth of that. */
export async function onService(
  engine: Engine,
  environment: Record<string, string>,
  work: (serving: Serving) => Promise<void>,
): Promise<void> {
  const service = await testService(engine, environment)
  try {
    const user = await testUser(service)
    await work({ ...service, user, film: await testFilm(service.db, user) })
  } finally {
    await service.close()
  }
}

/** Runs SQL in a place, on a connection that the program knows nothing of. */
export async function runSql({ engine, settings }: Place, sql: string): Promise<Record<string, unknown>[]> {
  if (engine === 'postgres') return runOnPostgres(settings.databaseUrl as string, sql)
  using database = new DatabaseSync(join(settings.dataFolder, 'dailies.db'), { timeout: 0 })
  for (;;) {
    try {
      const rows = database.prepare(sql).all()
      return rows.map((row) => ({ ...row }))
    } catch (error) {
      if (((error as { errcode?: number }).errcode ?? 0) % 256 !== busy) throw error
      // The service may be writing in this very process: it could not end while anybody waits for it here.
      await sleep(5)
    }
  }
}

/** What SQLite calls a lock of somebody else's (SQLITE_BUSY). */
const busy = 5

/** Runs SQL on the server's own database, for what cannot be done from within the one it is done to. */
export function administer(sql: string): Promise<Record<string, unknown>[]> {
  return runOnPostgres(process.env.DAILIES_TEST_POSTGRES as string, sql)
}

/** Renames a database, which works only while nobody is connected to it. */
export async function takeAwayDatabase(name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    // Whoever waits for a lock first: where its holder went before it, it would go on.
    await administer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'
        order by (wait_event_type = 'Lock') is not true`,
    )
    try {
      return void (await administer(`alter database ${name} rename to ${name}_away`))
    } catch (error) {
      if (attempt === 20) throw error
    }
  }
}

/** What it answers, in rows. */
export async function runOnPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  // Where the server ends the connection, the query says so.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
