import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { keyOfFolder, placeKey } from '../backups/key-of-folder.ts'
import { type CopyProgress, copyDatabase, requireRoom, requireVersion } from '../db/copy/copy-database.ts'
import { openSource, openTarget } from '../db/copy/open-side.ts'
import { named } from '../db/copy/postgres-side.ts'
import type { Source } from '../db/copy/side.ts'
import { openDatabase } from '../db/open.ts'
import { DailiesError } from '../error.ts'
import { makeFolders } from '../make-folders.ts'
import { inBytes } from '../media/in-bytes.ts'
import { moveMedia } from '../media/move.ts'
import { openStore, placeOf } from '../media/open-store.ts'
import { printable } from '../printable.ts'
import { type Progress, progressIn } from './progress.ts'
import { withSettingsFlag } from './settings-flag.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

interface Flags {
  from: string
  to: string
  mediaFrom?: string
  mediaTo?: string
  dataTo?: string
  yes?: true
}

/** Bytes of a database that are copied, indexed and compared in a second, on two processors. (docs/moving.md) */
const bytesPerSecond = 12_000_000

export function copyCommand(terminal: Terminal): Command {
  const command = new Command('copy')
    .description(
      'Copy everything to another database, SQLite or PostgreSQL, and compare each row. Nobody can write to the first one meanwhile; it is never changed.',
    )
    .requiredOption('--from <database>', 'what is copied: sqlite:FOLDER or postgres://…')
    .requiredOption('--to <database>', 'an empty one: sqlite:FOLDER or postgres://…')
    .option(
      '--media-from <place>',
      'where the media are: a folder or s3://… (DAILIES_MEDIA, default: in the folder of the data)',
    )
    .option('--media-to <place>', 'copy them, too: to a folder or s3://…')
    .option(
      '--data-to <folder>',
      'the data folder of the new place, which gets the secret key (default: that of sqlite:FOLDER)',
    )
    .option('--yes', 'do it; without it only what would be done is said')
  return withSettingsFlag(command).action((flags: Flags) => copy(terminal, flags))
}

async function copy(terminal: Terminal, flags: Flags): Promise<void> {
  const first = placeIn('--from', flags.from)
  const second = placeIn('--to', flags.to)
  if (first.name === second.name) throw new DailiesError('invalid', '--to: Is the one that is copied')
  const from = await openSource(copyPlaceOf(first))
  const progress = progressIn(terminal)
  let media: CopiedMedia | undefined
  try {
    await requireVersion(from, first.name)
    await sayWhatIsDone(terminal, flags, { from, first, second })
    if (!flags.yes) {
      terminal.print('Nothing was copied: --yes does it.')
      return
    }
    const further = { terminal, progress, flags, first, second }
    const into = await openTarget(copyPlaceOf(second))
    try {
      await requireRoom(into, first.name)
      await copySecretKey(further)
      media = flags.mediaTo === undefined ? undefined : await openMedia(further, flags.mediaTo)
      // The most of them while everybody works.
      await media?.bring()
      await from.hold()
      const { tables, rows } = await copyDatabase(
        { from, into, source: first.name, beforeEnd: async () => media?.bring() },
        (done) => show(progress, done),
      )
      progress.tell(`Copied ${rows} rows of ${tables} tables; each is the same in both.`)
    } finally {
      await into.close()
    }
    try {
      media?.tell()
    } finally {
      // Also where a file is gone: all else is there.
      for (const line of settingsOf(further)) terminal.print(printable(line))
    }
  } finally {
    await media?.close()
    progress.end()
    await from.close()
  }
}

interface DatabasePlace {
  /** As people know it, without what opens it. */
  name: string
  /** Undefined on PostgreSQL. */
  folder: string | undefined
  databaseUrl: string | undefined
}

function placeIn(flag: string, text: string): DatabasePlace {
  const folder = /^sqlite:(.+)$/s.exec(text)?.[1]
  if (folder) return { name: `sqlite:${resolve(folder)}`, folder: resolve(folder), databaseUrl: undefined }
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))
    return { name: named(text), folder: undefined, databaseUrl: text }
  throw new DailiesError('invalid', `${flag}: Must be sqlite:FOLDER or postgres://…`)
}

const copyPlaceOf = ({ folder, databaseUrl }: DatabasePlace) => ({ dataFolder: folder ?? '', databaseUrl })

async function sayWhatIsDone(
  { print }: Terminal,
  flags: Flags,
  { from, first, second }: { from: Source; first: DatabasePlace; second: DatabasePlace },
): Promise<void> {
  const bytes = await from.bytes()
  const minutes = Math.ceil(bytes / bytesPerSecond / 60)
  print(`From ${first.name}, ${inBytes(bytes)}, to ${second.name}.`)
  print(
    `Takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, in which nobody can write to the first one.`,
  )
  print(
    flags.mediaTo
      ? 'The media are copied before that, while everybody works, and in it what came meanwhile.'
      : 'The media stay where they are: --media-to copies them, too.',
  )
}

const phases = { rows: 'Copying', indexes: 'Making indexes', comparing: 'Comparing' } satisfies Record<
  CopyProgress['phase'],
  string
>

/** How far the rows are. */
export function show(progress: Progress, { phase, table, done, total }: CopyProgress): void {
  progress.bar(done / Math.max(total, 1), `${phases[phase]} ${table} ${done} of ${total}`.replace('  ', ' '))
}

interface Further {
  terminal: Terminal
  progress: Progress
  flags: Flags
  first: DatabasePlace
  second: DatabasePlace
}

/** What the secrets of webhooks are sealed with, and cookies signed: without it nobody is signed in any more. */
async function copySecretKey({ terminal, progress, flags, first, second }: Further): Promise<void> {
  if (terminal.environment.DAILIES_SECRET_KEY) {
    progress.tell('The secret key is that of DAILIES_SECRET_KEY: the new place needs the same.')
    return
  }
  const here = dataFolderOf(terminal, first)
  const key = await keyOfFolder(here)
  if (key === undefined) {
    progress.tell(
      'The new place needs the secret key of the first one: secret.key in its data folder, or DAILIES_SECRET_KEY.',
    )
    return
  }
  const folder = flags.dataTo ?? second.folder
  if (!folder) {
    const path = join(here, 'secret.key')
    progress.tell(
      `The new place needs the secret key, ${path}: in its data folder, or as DAILIES_SECRET_KEY.`,
    )
    return
  }
  makeFolders(folder)
  const there = join(folder, 'secret.key')
  if ((await placeKey(key, folder)) === 'another')
    throw new DailiesError(
      'invalid',
      `${there}: Is another key than that of the first place; take it away first`,
    )
  progress.tell(`The secret key is in ${there}.`)
}

function dataFolderOf({ environment }: Terminal, { folder }: DatabasePlace): string {
  return folder ?? environment.DAILIES_DATA ?? 'data'
}

/** What the service is to be started with from now on. What opens the database is not said. */
function settingsOf({ terminal, flags, first, second }: Further): string[] {
  const here = dataFolderOf(terminal, first)
  const data = second.folder ?? flags.dataTo ?? here
  const media = flags.mediaTo ?? flags.mediaFrom ?? terminal.environment.DAILIES_MEDIA
  return [
    second.databaseUrl
      ? 'Stop the service, and start it with these settings (and user and password of --to in the address):'
      : 'Stop the service, and start it with these settings, and without DAILIES_DATABASE_URL:',
    ...(second.databaseUrl ? [`  DAILIES_DATABASE_URL=${second.name}`] : []),
    `  DAILIES_DATA=${resolve(data)}`,
    `  DAILIES_MEDIA=${placeOf({ media, dataFolder: here })}`,
  ]
}

interface CopiedMedia {
  /** Those that are not there yet, of all that the first database knows by then. */
  bring(): Promise<void>
  /** Says what was brought. Throws `Unsuccessful` where some could not be. */
  tell(): void
  close(): Promise<void>
}

async function openMedia({ terminal, progress, flags, first }: Further, to: string): Promise<CopiedMedia> {
  const { environment } = terminal
  const dataFolder = dataFolderOf(terminal, first)
  const media = flags.mediaFrom ?? environment.DAILIES_MEDIA
  if (placeOf({ media, dataFolder }) === placeOf({ media: to, dataFolder }))
    throw new DailiesError('invalid', '--media-to: Is where they are')
  const stores = {
    from: openStore({ media, dataFolder, environment, variable: '--media-from' }),
    to: openStore({ media: to, dataFolder, environment, variable: '--media-to' }),
  }
  const db = await openDatabase({ ...copyPlaceOf(first), databasePool: 2 }, () => {})
  const copied = { files: 0, bytes: 0 }
  let [there, damaged]: [number, string[]] = [0, []]
  return {
    bring: async () => {
      const moved = await moveMedia(db, {
        ...stores,
        progress: ({ copied, there, bytes }) =>
          progress.bar(0, `${copied + there} files, ${inBytes(bytes)} copied`),
      })
      there = moved.there - copied.files
      copied.files += moved.copied
      copied.bytes += moved.bytes
      damaged = moved.damaged
    },
    tell: () => {
      progress.tell(`Copied ${copied.files} files of ${inBytes(copied.bytes)}; ${there} were there already.`)
      for (const hash of damaged) progress.warn(`damaged or missing: ${hash}`)
      if (damaged.length > 0) throw new Unsuccessful()
    },
    close: () => db.close(),
  }
}
