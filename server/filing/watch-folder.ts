import { realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { CaptureInput } from '@dailies/contract/capture.ts'
import { typeOfName } from '@dailies/reading/file-kind.ts'
import { watch } from 'chokidar'
import { type Dailies, DailiesError } from '../../sdk/src/dailies.ts'
import { DailiesError as Invalid } from '../error.ts'
import { fileOne, type ToFile } from './file-one.ts'
import type { Journal } from './journal.ts'
import { isPassedOver, problemText } from './list-files.ts'
import { patiently } from './patience.ts'
import type { Place } from './place.ts'
import { LeftWithoutBytes, type ReadFile, readWhole, StillChanging } from './read-file.ts'
import { reasonOf } from './send-files.ts'

export interface Watching {
  /** As the file system names it. */
  folder: string
  dailies: Dailies
  journal: Journal
  /** Where a file goes, by its path below the folder. Throws `invalid` where it belongs nowhere. */
  placeFor: (path: string) => Promise<Place>
  givenFor: (file: ReadFile) => Partial<CaptureInput>
  /** Files that were there before the folder was first watched, too. */
  existing: boolean
  /** Milliseconds for which a file has not changed when it is finished. */
  settle: number
  /** Looks at each file again and again: where the file system tells nothing, as over a network. */
  poll: boolean
  signal: AbortSignal
  say: { tell(line: string): void; warn(line: string): void }
  onReady: () => void
}

interface Pending {
  size: number
  changedAt: number
  /** Since when it is as it is. */
  since: number
}

/** More are not kept in mind: those beyond are found by the next start. */
const mostPending = 200_000
const atOnce = 3
/** Milliseconds. */
const tick = 300
const ticksBetweenLooks = 10
const lookAgain = 60_000
/** Files that are looked at in one tick: a look at one takes some microseconds. */
const mostLooks = 2_000

/**
 * Files what comes into a folder, as soon as it is finished, until the signal is aborted. Waits while the service is away, for as long as
 * that takes. Throws where the token is refused.
 */
export async function watchFolder(watching: Watching): Promise<void> {
  const { folder, journal, existing, settle, signal, say } = watching
  const pending = new Map<string, Pending>()
  const ready = new Set<string>()
  const running = new Set<string>()
  /** Those of which something is missing that may come: until when they are left alone. */
  const later = new Map<string, number>()
  const said = new Map<string, string>()
  let end: unknown
  let isFull = false

  const consider = (path: string) => {
    later.delete(path)
    if (pending.has(path) || !typeOfName(path)) return
    if (pending.size + ready.size >= mostPending) {
      if (!isFull)
        say.warn(`More than ${mostPending} files wait: those beyond are filed after the next start.`)
      isFull = true
      return
    }
    pending.set(path, { size: -1, changedAt: 0, since: 0 })
  }
  const forget = (path: string) => {
    pending.delete(path)
    ready.delete(path)
    later.delete(path)
    said.delete(path)
    journal.forget(path)
  }
  /** Says once what is wrong with a file, until that is something else. */
  const sayOf = (path: string, problem: string) => {
    if (said.get(path) === problem) return
    if (said.size < mostPending) said.set(path, problem)
    say.warn(`${path}: ${problem}`)
  }

  let isInitial = true
  const isOld = (stats: { ctimeMs: number; mtimeMs: number }) =>
    !existing && Math.max(stats.ctimeMs, stats.mtimeMs) < journal.startedAt
  const start = () => {
    const watcher = watch(folder, {
      followSymlinks: false,
      ignorePermissionErrors: true,
      alwaysStat: true,
      usePolling: watching.poll,
      interval: 1000,
      binaryInterval: 2000,
      ignored: (path, stats) => isIgnored(relative(folder, path), stats?.isFile() ?? false),
    })
    const pathOf = (path: string) => relative(folder, path).split(sep).join('/')
    watcher.on('add', (path, stats) => {
      if (isInitial && stats && isOld(stats)) return
      consider(pathOf(path))
    })
    watcher.on('change', (path) => consider(pathOf(path)))
    watcher.on('unlink', (path) => forget(pathOf(path)))
    watcher.on('error', (error) => say.warn(watchProblem(error)))
    watcher.on('ready', () => {
      isInitial = false
      watching.onReady()
    })
    return watcher
  }

  const look = async (path: string, before: Pending) => {
    const now = performance.now()
    const what = await stat(join(folder, path)).catch((error: NodeJS.ErrnoException) => error)
    if (!pending.has(path)) return
    if (what instanceof Error) {
      pending.delete(path)
      if (what.code !== 'ENOENT') sayOf(path, problemText(what))
      return
    }
    const { size, mtimeMs: changedAt } = what
    if (!what.isFile() || journal.has({ path, size, changedAt })) {
      pending.delete(path)
      return
    }
    if (size !== before.size || changedAt !== before.changedAt) {
      pending.set(path, { size, changedAt, since: now })
    } else if (size > 0 && now - before.since >= settle) {
      pending.delete(path)
      ready.add(path)
    }
  }

  const fileThis = async (path: string) => {
    try {
      const file = await readWhole(join(folder, path), signal)
      const { size, changedAt } = file
      const given = watching.givenFor(file)
      const place = await waiting(() => watching.placeFor(path))
      if (!given.prompt && !file.readings.some(({ prompt }) => prompt)) {
        return sayOf(
          path,
          'it tells no prompt, and is left: start with --default-prompt or --prompt-from-name',
        )
      }
      const toFile: ToFile = { file, place, given, source: 'watch' }
      const filed = await waiting(() => fileOne(watching.dailies, toFile, { signal }))
      await journal.add({ path, size, changedAt, assetVersionId: filed.assetVersionId })
      said.delete(path)
      say.tell(`filed  ${path}  ${place.name} v${filed.versionNumber}`)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof LeftWithoutBytes) say.warn(`${path}: ${error.message}`)
      if (error instanceof StillChanging) return consider(path)
      if (error instanceof DailiesError && [401, 403].includes(error.status)) {
        end ??= error
        return
      }
      sayOf(path, reasonOf(error))
      const mayCome =
        error instanceof Invalid || (error instanceof DailiesError && [404, 507].includes(error.status))
      if (mayCome && later.size < mostPending) later.set(path, performance.now() + lookAgain)
    }
  }

  let isAway = false
  const waiting = async <T>(work: () => Promise<T>): Promise<T> => {
    const done = await patiently(work, {
      signal,
      onWait: ({ message }, pause) => {
        if (!isAway && pause >= 2000) {
          say.warn(`${message}: it is waited for.`)
          isAway = true
        }
      },
    })
    if (isAway) say.warn('The service is there again.')
    isAway = false
    return done
  }

  let watcher = start()
  let isGone = false
  try {
    for (let ticks = 0; !signal.aborted && !end; ticks += 1) {
      const now = performance.now()
      for (const [path, until] of later) if (until <= now) consider(path)
      for (const [path, before] of [...pending].slice(0, mostLooks)) {
        // To the end of the line: of many each has its turn.
        pending.delete(path)
        pending.set(path, before)
        if (!running.has(path)) await look(path, before)
      }
      for (const path of ready) {
        if (running.size >= atOnce) break
        ready.delete(path)
        running.add(path)
        void fileThis(path).finally(() => running.delete(path))
      }
      if (ticks % ticksBetweenLooks === 0) {
        const isThere = await realpath(folder).then(Boolean, () => false)
        if (!isThere && !isGone) say.warn(`${folder} is gone: it is waited for.`)
        if (isThere && isGone) {
          await watcher.close()
          watcher = start()
          say.warn(`${folder} is there again.`)
        }
        isGone = !isThere
      }
      await pauseFor(ready.size > 0 && running.size < atOnce ? 0 : tick, signal)
    }
    while (running.size > 0) await pauseFor(20, undefined)
  } finally {
    await watcher.close()
  }
  if (end) throw end
}

/** What is hidden or unfinished, in the folder or below, and what is no picture, film or sound. */
function isIgnored(path: string, isFile: boolean): boolean {
  if (path === '' || path === '..' || path.startsWith(`..${sep}`)) return false
  const names = path.split(sep)
  if (names.some((name) => name.startsWith('.'))) return true
  const name = names.at(-1) ?? ''
  return isFile && (isPassedOver(name) || !typeOfName(name))
}

function watchProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') {
    return 'The system watches no more files (fs.inotify.max_user_watches): raise that, or start with --poll.'
  }
  return `${message}`
}

/** Milliseconds; ends as soon as the signal is aborted. */
function pauseFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done, { once: true })
    if (signal?.aborted) done()
  })
}
