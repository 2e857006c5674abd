import type { Stats } from 'node:fs'
import { relative, sep } from 'node:path'
import { typeOfName } from '@dailies/reading/file-kind.ts'
import { type FSWatcher, watch } from 'chokidar'
import { isPassedOver } from './list-files.ts'

interface FolderEvents {
  /** Looks at each file again and again: where the file system tells nothing, as over a network. */
  poll: boolean
  /** Paths are below the folder. */
  onAdd(path: string, stats: Stats | undefined): void
  onChange(path: string): void
  onGone(path: string): void
  /** The folder itself; what was in it is told to be gone after that. */
  onFolderGone(): void
  /** All that was there from the beginning is told. */
  onReady(): void
  onProblem(problem: string): void
}

/** Tells what comes into a folder, changes and goes there, but for what is hidden or unfinished, and no picture, film or sound. */
export function folderEvents(folder: string, events: FolderEvents): FSWatcher {
  const pathOf = (path: string) => relative(folder, path).split(sep).join('/')
  return watch(folder, {
    followSymlinks: false,
    ignorePermissionErrors: true,
    alwaysStat: true,
    usePolling: events.poll,
    interval: 1000,
    binaryInterval: 2000,
    ignored: (path, stats) => isIgnored(relative(folder, path), stats?.isFile() ?? false),
  })
    .on('add', (path, stats) => events.onAdd(pathOf(path), stats))
    .on('change', (path) => events.onChange(pathOf(path)))
    .on('unlink', (path) => events.onGone(pathOf(path)))
    .on('unlinkDir', (path) => path === folder && events.onFolderGone())
    .on('error', (error) => events.onProblem(problemOf(error)))
    .on('ready', () => events.onReady())
}

function isIgnored(path: string, isFile: boolean): boolean {
  if (path === '' || path === '..' || path.startsWith(`..${sep}`)) return false
  const names = path.split(sep)
  if (names.some((name) => name.startsWith('.'))) return true
  const name = names.at(-1) ?? ''
  return isFile && (isPassedOver(name) || !typeOfName(name))
}

function problemOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') {
    return 'The system watches no more files (fs.inotify.max_user_watches): raise that, or start with --poll.'
  }
  return `${message}`
}
