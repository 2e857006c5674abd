import { Command } from 'commander'
import { lostInWords } from '../backups/manifest.ts'
import { requireRestorable, restoreBackup } from '../backups/restore.ts'
import { readSettings } from '../config.ts'
import { named } from '../db/copy/postgres-side.ts'
import { DailiesError } from '../error.ts'
import { inBytes } from '../media/in-bytes.ts'
import { openStore, placeOf } from '../media/open-store.ts'
import { backupNamed, targetAt } from './backup.ts'
import { show } from './copy.ts'
import { type DatabaseFlags, withDatabaseFlags } from './database.ts'
import { progressIn } from './progress.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

interface Flags extends DatabaseFlags {
  backup?: string
  yes?: true
}

export function restoreCommand(terminal: Terminal): Command {
  const command = new Command('restore')
    .description(
      'Restore a backup into an empty place, of either database whichever it was made of. One of an earlier version is brought up to date.',
    )
    .argument('<source>', 'where backups are: a folder, or s3://BUCKET/PREFIX')
    .option('--backup <name>', 'which one; the newest, unless it is named')
    .option('--yes', 'do it; without it only what would be done is said')
  return withDatabaseFlags(command).action((source: string, flags: Flags) => restore(terminal, source, flags))
}

async function restore(terminal: Terminal, place: string, flags: Flags): Promise<void> {
  const { environment, print, warn } = terminal
  const settings = readSettings({ dataFolder: flags.data, databaseUrl: flags.databaseUrl }, environment)
  const source = targetAt(place, settings, terminal)
  const found = await backupNamed(source, flags.backup)
  if ('problem' in found) throw new DailiesError('invalid', found.problem)
  const { manifest } = found
  await requireRestorable({ source, manifest, into: settings })
  const { database, media } = manifest
  print(`From ${manifest.name}, of Dailies ${manifest.program}:`)
  print(
    `the database, ${inBytes(database.plainBytes)}, into ${settings.databaseUrl ? named(settings.databaseUrl) : settings.dataFolder},`,
  )
  print(`and ${media.count} files of ${inBytes(media.bytes)} into ${placeOf(settings)}.`)
  const lost = lostInWords(manifest)
  if (lost) warn(`dailies: ${manifest.name}: ${lost}`)
  if (!flags.yes) {
    print('Nothing was restored: --yes does it.')
    return
  }
  const progress = progressIn(terminal)
  try {
    const done = await restoreBackup(
      { source, manifest, into: settings, media: openStore({ ...settings, environment }) },
      {
        onDatabase: (of) => show(progress, of),
        onMedia: ({ copied, there }) =>
          progress.bar(
            (copied + there) / Math.max(media.count, 1),
            `${copied + there} of ${media.count} files`,
          ),
      },
    )
    progress.tell(
      `Restored ${manifest.name}: ${done.media.copied} files, ${done.media.there} were there already.`,
    )
    if (!done.hasKey)
      progress.tell(
        'The secret key is not in it: put it where it was, secret.key in the data folder or DAILIES_SECRET_KEY.',
      )
    for (const hash of done.media.damaged) progress.warn(`gone or damaged: ${hash}`)
    const files = done.media.copied + done.media.there
    const isOther = files + done.media.damaged.length !== media.count + manifest.missingCount
    if (isOther) progress.warn(`damaged: the backup says ${media.count} files, its database ${files}`)
    if (isOther || done.media.damaged.length > manifest.missingCount) throw new Unsuccessful()
  } finally {
    progress.end()
  }
}
