import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { limitedCommand } from './limited-command.ts'

/** An ffmpeg that is on this machine. */
export interface Program {
  /** Its command, or where it is. */
  path: string
  version: string
}

const findMilliseconds = 30_000

/** Containers that it may open. Playlists, which name further files, are not among them. */
const formats =
  'mov,matroska,mp3,wav,w64,flac,ogg,aac,mpegts,mpeg,mpegvideo,avi,flv,asf,mxf,aiff,caf,amr,ac3,ape,wv,dsf'

/**
 * The ffmpeg at `path`, or that of this machine where nothing is said; `false` is to have none. Undefined where there is none, or
 * it does not answer in 30 seconds, or before the signal.
 */
export async function findFfmpeg(path?: string, signal?: AbortSignal): Promise<Program | undefined> {
  if (path === 'false') return undefined
  const command = path || 'ffmpeg'
  try {
    const { stdout } = await promisify(execFile)(command, ['-hide_banner', '-version'], {
      timeout: findMilliseconds,
      signal,
      killSignal: 'SIGKILL',
    })
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1]
    return version ? { path: command, version } : undefined
  } catch {
    return undefined
  }
}

/** What is said before `-i`: the file at that path, nothing that it names, and no network. */
export function inputArguments(path: string): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats, '-i', `file:${path}`]
}

export interface Run {
  /** `ffmpeg`, `ffprobe`, or where one of them is. */
  command: string
  args: string[]
  milliseconds: number
  /** Of memory that it may ask for. */
  addressBytes: number
  /** Takes what it writes on standard output, in the order in which it comes. What throws ends it. */
  take: (chunk: Buffer) => void
}

/**
 * Runs it to its end, or until its time is over, in the group of this process. Throws what it said where it failed, however much
 * had come until then.
 */
export async function run({ command, args, milliseconds, addressBytes, take }: Run): Promise<void> {
  const processorSeconds = Math.max(1, milliseconds / 1000)
  const [file = '', ...rest] = limitedCommand([command, ...args], { processorSeconds, addressBytes })
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const deadline = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  let words = ''
  let failure: unknown
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      if (failure === undefined) take(chunk)
    } catch (error) {
      failure = error
      child.kill('SIGKILL')
    }
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-2000)
  })
  try {
    const [code, signal] = await once(child, 'close')
    if (failure !== undefined) throw failure
    if (code !== 0) throw new Error(`${command} ended with ${signal ?? code}. ${words}`)
  } finally {
    clearTimeout(deadline)
  }
}

/** Arguments of every run of ffmpeg: it asks nothing, and decodes and filters by one thread. */
export const plainly = [
  '-nostdin',
  '-hide_banner',
  '-loglevel',
  'error',
  '-threads',
  '1',
  '-filter_threads',
  '1',
]
