import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { type CopyProgress, copyDatabase, requireVersion } from '../db/copy/copy-database.ts'
import { openSource, openTarget } from '../db/copy/open-side.ts'
import { named } from '../db/copy/postgres-side.ts'
import type { Source } from '../db/copy/side.ts'
import { openDatabase } from '../db/open.ts'
import { DailiesError } from '../error.ts'
import { inBytes } from '../media/in-bytes.ts'
import { moveMedia } from '../media/move.ts'
import { openStore, placeOf } from '../media/open-store.ts'
import { type Progress, progressIn } from './progress.ts'
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
  return new Command('copy')
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
    .action((flags: Flags) => copy(terminal, flags))
}

async function copy(terminal: Terminal, flags: Flags): Promise<void> {
  const first = placeIn('--from', flags.from)
  const second = placeIn('--to', flags.to)
  if (first.name === second.name) throw new DailiesError('invalid', '--to: Is the one that is copied')
  const from = await openSource(copyPlaceOf(first))
  const progress = progressIn(terminal)
  try {
    await requireVersion(from, first.name)
    await sayWhatIsDone(terminal, flags, { from, first, second })
    if (!flags.yes) {
      terminal.print('Nothing was copied: --yes does it.')
      return
    }
    await from.hold()
    const into = await openTarget(copyPlaceOf(second))
    try {
      const { tables, rows } = await copyDatabase({ from, into, source: first.name }, (done) =>
        show(progress, done),
      )
      progress.tell(`Copied ${rows} rows of ${tables} tables; each is the same in both.`)
    } finally {
      await into.close()
    }
    await copySecretKey({ terminal, progress, flags, first, second })
    if (flags.mediaTo) await copyMedia({ terminal, progress, flags, first, second })
  } finally {
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
  if (!flags.mediaTo) print('The media stay where they are: --media-to copies them, too.')
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
  const key = join(dataFolderOf(terminal, first), 'secret.key')
  if (!existsSync(key)) {
    progress.tell(
      'The new place needs the secret key of the first one: secret.key in its data folder, or DAILIES_SECRET_KEY.',
    )
    return
  }
  const folder = flags.dataTo ?? second.folder
  if (!folder) {
    progress.tell(`The new place needs the secret key, ${key}: in its data folder, or as DAILIES_SECRET_KEY.`)
    return
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const there = join(folder, 'secret.key')
  await copyFile(key, there, constants.COPYFILE_EXCL).catch(async (error) => {
    if (error.code !== 'EEXIST') throw error
    if ((await readFile(key, 'utf8')) === (await readFile(there, 'utf8'))) return
    throw new DailiesError(
      'invalid',
      `${there}: Is another key than that of the first place; take it away first`,
    )
  })
  progress.tell(`The secret key is in ${there}.`)
}

function dataFolderOf({ environment }: Terminal, { folder }: DatabasePlace): string {
  return folder ?? environment.DAILIES_DATA ?? 'data'
}

async function copyMedia({ terminal, progress, flags, first, second }: Further): Promise<void> {
  const { environment } = terminal
  const dataFolder = dataFolderOf(terminal, first)
  const media = flags.mediaFrom ?? environment.DAILIES_MEDIA
  const from = { media, dataFolder }
  const to = { media: flags.mediaTo, dataFolder }
  if (placeOf(from) === placeOf(to)) throw new DailiesError('invalid', '--media-to: Is where they are')
  const db = await openDatabase(
    { dataFolder: second.folder ?? '', databaseUrl: second.databaseUrl, databasePool: 2 },
    () => {},
  )
  try {
    const moved = await moveMedia(db, {
      from: openStore({ ...from, environment }),
      to: openStore({ ...to, environment }),
      progress: ({ copied, there, bytes }) =>
        progress.bar(0, `${copied + there} files, ${inBytes(bytes)} copied`),
    })
    progress.tell(
      `Copied ${moved.copied} files of ${inBytes(moved.bytes)}; ${moved.there} were there already.`,
    )
    for (const hash of moved.damaged) progress.warn(`damaged or missing: ${hash}`)
    if (moved.damaged.length > 0) throw new Unsuccessful()
  } finally {
    await db.close()
  }
}
