import { Command, Option } from 'commander'
import { backUp } from '../backups/back-up.ts'
import { keyOfFolder } from '../backups/key-of-folder.ts'
import { type Listed, listBackups } from '../backups/list.ts'
import { lostInWords, lostOf, type Manifest } from '../backups/manifest.ts'
import { keepIn, pruneBackups } from '../backups/prune.ts'
import { requireApart } from '../backups/schedule.ts'
import { verifyBackup } from '../backups/verify.ts'
import { readSettings, type Settings } from '../config.ts'
import { DailiesError } from '../error.ts'
import { inBytes } from '../media/in-bytes.ts'
import { openStore } from '../media/open-store.ts'
import type { Store } from '../media/store.ts'
import { printable, printableJson } from '../printable.ts'
import { show } from './copy.ts'
import { type DatabaseFlags, withDatabaseFlags } from './database.ts'
import { exitCodes } from './filing-flags.ts'
import { type Progress, progressIn } from './progress.ts'
import { withSettingsFlag } from './settings-flag.ts'
import { stopSignal } from './stop-signal.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

export function backupCommand(terminal: Terminal): Command {
  const command = new Command('backup')
    // Those of list and verify come after their names.
    .enablePositionalOptions()
    .description(
      'Back everything up while the service runs: the database as it is at one moment, and of the media those that are not there yet.',
    )
    .argument('<target>', 'a folder, or s3://BUCKET/PREFIX')
    .option(
      '--keep <periods>',
      'then remove older ones, but of each of the last 7 days, 4 weeks and 12 months the last: 7d,4w,12m',
    )
    .option(
      '--with-secret-key',
      'put the secret key into it, too: whoever can read the backup can then read the secrets in it',
    )
    .option('--json', 'for programs')
  return withDatabaseFlags(command)
    .addCommand(list(terminal))
    .addCommand(verify(terminal))
    .action((target: string, flags: BackupFlags) => makeBackup(terminal, target, flags))
}

interface BackupFlags extends DatabaseFlags {
  keep?: string
  withSecretKey?: true
  json?: true
}

async function makeBackup(terminal: Terminal, place: string, flags: BackupFlags): Promise<void> {
  const { environment, print, warn } = terminal
  const settings = readSettings({ dataFolder: flags.data, databaseUrl: flags.databaseUrl }, environment)
  const keep = flags.keep === undefined ? undefined : keepIn(flags.keep)
  requireApart(place, settings, place)
  const target = targetAt(place, settings, terminal)
  const secretKey = flags.withSecretKey ? await secretKeyOf(settings) : undefined
  const progress = progressIn(terminal)
  const { forget, onMark } = endOnSignal(progress)
  let manifest: Manifest
  try {
    manifest = await backUp(
      { database: settings, media: openStore({ ...settings, environment }), target, secretKey },
      {
        onMark,
        onDatabase: (done) => show(progress, done),
        onMedia: ({ copied, there, bytes }) =>
          progress.bar(0, `${copied + there} files, ${inBytes(bytes)} of them new`),
      },
    )
  } finally {
    progress.end()
    forget()
  }
  const pruned = keep && (await pruneBackups(target, { keep, installation: manifest.installation }))
  if (flags.json) print(printableJson({ ...manifest, pruned }))
  else {
    print(textOf(manifest))
    if (pruned)
      print(`Removed ${pruned.backups} backups and ${pruned.files} files of ${inBytes(pruned.bytes)}.`)
    if (lostOf(manifest) > 0)
      for (const hash of manifest.missing) warn(`dailies: gone or damaged, and not in it: ${hash}`)
  }
  if (lostOf(manifest) > 0) throw new Unsuccessful()
}

/** On Ctrl+C or SIGTERM the mark of a backup is taken away, so that nobody waits for it; all else that it left the next one finds. */
function endOnSignal(progress: Progress) {
  const { signal, forget } = stopSignal()
  let leave = async () => {}
  const end = () => {
    progress.end()
    process.exit(exitCodes.interrupted)
  }
  signal.addEventListener('abort', () => void leave().then(end, end))
  const onMark = (remove: () => Promise<void>) => {
    leave = remove
  }
  return { forget, onMark }
}

async function secretKeyOf({ secretKey, dataFolder }: Settings): Promise<string> {
  const key = secretKey ?? (await keyOfFolder(dataFolder))
  if (key) return key
  throw new DailiesError(
    'invalid',
    `--with-secret-key: There is none in ${dataFolder}, nor in DAILIES_SECRET_KEY`,
  )
}

function list(terminal: Terminal): Command {
  const command = new Command('list')
    .description('List the backups that are there, the oldest first.')
    .argument('<target>', 'where they are')
    .option('--json', 'for programs')
  return withSettingsFlag(command).action(async (place: string, { json }: { json?: true }) => {
    const backups = await listBackups(targetAt(place, readSettings({}, terminal.environment), terminal))
    if (json) terminal.print(printableJson(backups))
    else if (backups.length === 0) terminal.print('There are no backups.')
    for (const listed of json ? [] : backups) terminal.print(lineOf(listed))
  })
}

const lineOf = (listed: Listed): string =>
  'manifest' in listed ? textOf(listed.manifest) : printable(listed.problem)

function textOf(manifest: Manifest): string {
  const { name, database, media, letGoCount } = manifest
  const lost = lostOf(manifest)
  const missing = lost === 0 ? '' : `; ${lost} files are not in it`
  const letGo = letGoCount === 0 ? '' : `; ${letGoCount} that were let go of meanwhile are not in it`
  return `${name}  ${inBytes(database.plainBytes)} of database, ${media.count} files of ${inBytes(media.bytes)}${missing}${letGo}`
}

interface VerifyFlags {
  backup?: string
  all?: true
  quick?: true
  json?: true
}

function verify(terminal: Terminal): Command {
  const command = new Command('verify')
    .description(
      'Read all of the newest backup, and tell what is wrong with it, and which files were gone when it was made. Ends with 1 if anything is wrong.',
    )
    .argument('<target>', 'where it is')
    .option('--backup <name>', 'another one')
    .addOption(new Option('--all', 'all of them').conflicts('backup'))
    .option('--quick', 'of the media only look whether each is there, and as long as it was')
    .option('--json', 'for programs')
  return withSettingsFlag(command).action((place: string, flags: VerifyFlags) =>
    verifyBackups(terminal, place, flags),
  )
}

async function verifyBackups(terminal: Terminal, place: string, flags: VerifyFlags): Promise<void> {
  const store = targetAt(place, readSettings({}, terminal.environment), terminal)
  const chosen = flags.all ? await listBackups(store) : [await backupNamed(store, flags.backup)]
  const known = new Map<string, string | undefined>()
  const progress = progressIn(terminal)
  const found: { name: string; problems: string[]; missing: number }[] = []
  try {
    for (const one of chosen) {
      const problems =
        'manifest' in one
          ? await verifyBackup(store, one.manifest, {
              isQuick: flags.quick === true,
              known,
              progress: ({ files, of }) => progress.bar(files / Math.max(of, 1), `${files} of ${of} files`),
            })
          : [one.problem]
      found.push({ name: one.name, problems, missing: 'manifest' in one ? lostOf(one.manifest) : 0 })
      if (flags.json) continue
      for (const problem of problems) progress.tell(`${one.name}  ${problem}`)
      const lost = 'manifest' in one && problems.length === 0 ? lostInWords(one.manifest) : undefined
      if (lost) progress.warn(`dailies: ${one.name}: well, but ${lost}`)
    }
  } finally {
    progress.end()
  }
  const damaged = found.filter(({ problems }) => problems.length > 0).length
  if (flags.json) terminal.print(printableJson(found))
  else if (damaged === 0) {
    const whole = found.filter(({ missing }) => missing === 0).map(({ name }) => name)
    if (whole.length > 0) terminal.print(`${whole.join(', ')}: all is well.`)
  }
  if (damaged > 0) throw new Unsuccessful()
}

/** The newest, unless it is named. Throws `invalid` where there is none. */
export async function backupNamed(store: Store, name: string | undefined): Promise<Listed> {
  const backups = await listBackups(store)
  const found = name === undefined ? backups.at(-1) : backups.find((listed) => listed.name === name)
  if (found) return found
  throw new DailiesError(
    'invalid',
    name === undefined ? 'There are no backups' : `${name}: There is no such backup`,
  )
}

/** Where backups are. */
export function targetAt(
  place: string,
  settings: Pick<Settings, 'dataFolder'>,
  { environment }: Terminal,
): Store {
  return openStore({ media: place, dataFolder: settings.dataFolder, environment, variable: place })
}
