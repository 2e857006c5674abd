import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaptureInput } from '@dailies/contract/capture.ts'
import { typeOfName } from '@dailies/reading/file-kind.ts'
import { type Dailies, DailiesError } from '../../sdk/src/dailies.ts'
import { wait } from '../../sdk/src/retry.ts'
import { DailiesError as Invalid } from '../error.ts'
import { fileOne, type ToFile } from './file-one.ts'
import { folderEvents } from './folder-events.ts'
import type { Journal } from './journal.ts'
import { problemText } from './list-files.ts'
import { isElsewhere, patiently } from './patience.ts'
import type { Place } from './place.ts'
import { LeftWithoutBytes, type ReadFile, readWhole, StillChanging } from './read-file.ts'
import { reasonOf } from './send-files.ts'
import { mostPending, UnfinishedFiles } from './unfinished-files.ts'

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
  /** Told how many files were there before and are left. */
  onReady: (left: number) => void
}

const atOnce = 3
/** Milliseconds. */
const tick = 300
const ticksBetweenLooks = 10
const lookAgain = 60_000

/** The folder as the file system names it. Throws `invalid` where there is none. */
export async function folderNamed(named: string): Promise<string> {
  const what = await stat(named).catch((error) => {
    throw new Invalid('invalid', `${named}: ${problemText(error)}`)
  })
  if (!what.isDirectory()) throw new Invalid('invalid', `${named}: it is no folder`)
  return realpath(named)
}

/**
 * Files what comes into a folder, as soon as it is finished, until the signal is aborted. Waits while the service is away, for as long as
 * that takes. Throws where the token is refused.
 */
export async function watchFolder(watching: Watching): Promise<void> {
  const { folder, journal, existing, settle, poll, signal, say } = watching
  const running = new Map<string, Promise<void>>()
  /** Those of which something is missing that may come: until when they are left alone. */
  const later = new Map<string, number>()
  const said = new Map<string, string>()
  let end: unknown

  /** Says once what is wrong with a file, until that is something else. */
  const sayOf = (path: string, problem: string) => {
    if (said.get(path) === problem) return
    if (said.size < mostPending) said.set(path, problem)
    say.warn(`${path}: ${problem}`)
  }
  const unfinished = new UnfinishedFiles({
    folder,
    settle,
    isKnown: (file) => journal.has(file),
    onProblem: sayOf,
    onFull: () =>
      say.warn(`More than ${mostPending} files wait: those beyond are filed after the next start.`),
  })
  const consider = (path: string) => {
    later.delete(path)
    if (typeOfName(path)) unfinished.add(path)
  }
  const forget = (path: string) => {
    unfinished.forget(path)
    later.delete(path)
    said.delete(path)
    // Of a folder that went as a whole everything may come back, as it was.
    if (!wasAway) journal.forget(path)
  }

  const isFiled = (path: string, { size, mtimeMs }: { size: number; mtimeMs: number }) =>
    journal.has({ path, size, changedAt: mtimeMs })
  let isInitial: boolean
  let wasAway: boolean
  const isOld = (stats: { ctimeMs: number; mtimeMs: number }) =>
    !existing && Math.max(stats.ctimeMs, stats.mtimeMs) < journal.startedAt
  const start = () => {
    isInitial = true
    wasAway = false
    let left = 0
    return folderEvents(folder, {
      poll,
      onAdd: (path, stats) => {
        if (!isInitial || !stats || !isOld(stats)) consider(path)
        else if (!isFiled(path, stats)) left += 1
      },
      onChange: consider,
      onGone: forget,
      onFolderGone: () => {
        wasAway = true
        // Should this watcher see it come back, too, that is no news of the files in it.
        isInitial = true
      },
      onReady: () => {
        isInitial = false
        watching.onReady(left)
      },
      onProblem: say.warn,
    })
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
        error instanceof Invalid ||
        (error instanceof DailiesError && (isElsewhere(error) || [404, 507].includes(error.status)))
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
  const seeThatItIsThere = async () => {
    const isThere = await realpath(folder).then(Boolean, () => false)
    if (!isThere && !isGone) say.warn(`${folder} is gone: it is waited for.`)
    if (isThere && (isGone || wasAway)) {
      await watcher.close()
      watcher = start()
      if (isGone) say.warn(`${folder} is there again.`)
    }
    isGone = !isThere
  }

  try {
    for (let ticks = 0; !signal.aborted && !end; ticks += 1) {
      const now = performance.now()
      for (const [path, until] of later) if (until <= now) consider(path)
      await unfinished.look((path) => running.has(path))
      while (running.size < atOnce) {
        const path = unfinished.takeFinished()
        if (path === undefined) break
        running.set(
          path,
          fileThis(path).finally(() => running.delete(path)),
        )
      }
      if (ticks % ticksBetweenLooks === 0) await seeThatItIsThere()
      // That it is to end is no fault.
      await wait(tick, signal).catch(() => undefined)
    }
    await Promise.all(running.values())
  } finally {
    await watcher.close()
  }
  if (end) throw end
}
