import { Command } from 'commander'
import { requireApart } from '../backups/schedule.ts'
import { readSettings } from '../config.ts'
import { DailiesError } from '../error.ts'
import { inBytes } from '../media/in-bytes.ts'
import { openStore } from '../media/open-store.ts'
import type { Store } from '../media/store.ts'
import { printable, printableJson } from '../printable.ts'
import { exportProject } from '../transfer/export-project.ts'
import { importProject } from '../transfer/import-project.ts'
import { listProjectNames, manifestIn, manifestName, type ProjectManifest } from '../transfer/manifest.ts'
import type { Person } from '../transfer/people.ts'
import { type ImportPlan, planImport } from '../transfer/plan.ts'
import { type Received, receiveProject } from '../transfer/received.ts'
import { targetAt } from './backup.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { progressIn } from './progress.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

export function projectCommand(terminal: Terminal): Command {
  return new Command('project')
    .description('Take a project from one installation to another: with media, history, comments and people.')
    .addCommand(exporting(terminal))
    .addCommand(importing(terminal))
}

interface ExportFlags extends DatabaseFlags {
  project: string
  json?: true
}

function exporting(terminal: Terminal): Command {
  const command = new Command('export')
    .description(
      'Put all of a project into a folder or a bucket, while the service runs: of its media those that are not there yet.',
    )
    .argument('<target>', 'a folder, or s3://BUCKET/PREFIX')
    .requiredOption('--project <id>', 'as the address of the project in the console has it')
    .option('--json', 'for programs')
  return withDatabaseFlags(command).action(async (place: string, flags: ExportFlags) => {
    const { environment, print, warn } = terminal
    const settings = readSettings({ dataFolder: flags.data, databaseUrl: flags.databaseUrl }, environment)
    requireApart(place, settings, place)
    const target = targetAt(place, settings, terminal)
    const progress = progressIn(terminal)
    let manifest: ProjectManifest
    try {
      manifest = await exportProject(
        {
          database: settings,
          media: openStore({ ...settings, environment }),
          target,
          projectId: flags.project,
        },
        {
          onRows: (rows) => progress.bar(0, `${rows} rows`),
          onMedia: ({ copied, there, damaged }, of) =>
            progress.bar((copied + there + damaged.length) / of, `${copied + there} of ${of} files`),
        },
      )
    } finally {
      progress.end()
    }
    if (flags.json) print(printableJson(manifest))
    else print(`Exported ${textOf(manifest)} to ${printable(place)}.`)
    for (const hash of manifest.missing) warn(`dailies: gone or damaged, and not in it: ${hash}`)
    if (manifest.missingCount > 0) throw new Unsuccessful()
  })
}

function textOf({ name, media }: ProjectManifest): string {
  return `“${printable(name)}” with ${media.count} files of ${inBytes(media.bytes)}`
}

/** Characters that JSON in a take may have, or as many as a capture has here, where that is more. */
const leastJson = 2_000_000

interface ImportFlags extends DatabaseFlags {
  project?: string
  owner?: string
  name?: string
  yes?: true
  json?: true
}

function importing(terminal: Terminal): Command {
  const command = new Command('import')
    .description(
      'Bring a project in that another installation exported, as a new one. All of it is looked at before anything is written.',
    )
    .argument('<source>', 'where it is: a folder, or s3://BUCKET/PREFIX')
    .option('--project <id>', 'which one, where there are several: its id where it comes from')
    .option(
      '--owner <email>',
      'who owns it besides its owners: required where none of these may sign in here',
    )
    .option('--name <name>', 'what it is to be called here')
    .option('--yes', 'do it; without it only what would be done is said')
    .option('--json', 'for programs')
  return withDatabaseFlags(command).action((place: string, flags: ImportFlags) =>
    useDatabase(terminal, flags, async (db, settings) => {
      const { environment, print } = terminal
      const source = targetAt(place, settings, terminal)
      const manifest = await manifestOf(source, flags.project)
      const store = openStore({ ...settings, environment })
      const mostJson = Math.max(leastJson, settings.bodyLimit)
      const received = await receiveProject(source, manifest, { incoming: store.incoming, mostJson })
      try {
        const plan = await planImport(db, { manifest, received, mostJson }, flags)
        if (!flags.json) tellPlan(terminal, { manifest, received, plan })
        if (!flags.yes) {
          print(flags.json ? printableJson(planned(plan)) : 'Nothing was imported: --yes does it.')
          return
        }
        const quotas = { installation: settings.mediaQuota, project: settings.mediaProjectQuota }
        const progress = progressIn(terminal)
        try {
          const done = await importProject(
            { db, store, quotas },
            { source, received, plan },
            {
              onMedia: (files, of) => progress.bar(files / of, `${files} of ${of} files`),
              onRows: (rows, of) => progress.bar(rows / of, `${rows} of ${of} rows`),
            },
          )
          const damaged = done.damaged.filter((hash) => !manifest.missing.includes(hash))
          if (flags.json) print(printableJson({ ...planned(plan), ...done }))
          else progress.tell(`Imported as ${done.projectId}: ${done.rows} rows, ${done.files} files.`)
          for (const hash of damaged) progress.warn(`gone or damaged, and not in it: ${hash}`)
          if (done.damaged.length > manifest.missingCount) throw new Unsuccessful()
        } finally {
          progress.end()
        }
      } finally {
        await received.close()
      }
    }),
  )
}

/** The only one that is there, unless it is named. */
async function manifestOf(source: Store, projectId: string | undefined): Promise<ProjectManifest> {
  const names = await listProjectNames(source)
  const wanted = projectId === undefined ? names : names.filter((name) => name === manifestName(projectId))
  const [name, ...others] = wanted
  if (name === undefined) throw new DailiesError('invalid', 'There is no such project in that place')
  if (others.length > 0) {
    const ids = wanted.map((one) => one.slice(manifestName('').length))
    throw new DailiesError(
      'invalid',
      `There are several, --project says which one: ${ids.slice(0, 10).join(', ')}`,
    )
  }
  return manifestIn(await source.readText(name), name)
}

const planned = ({ projectId, name, rows, people }: ImportPlan) => ({
  projectId,
  name,
  rows,
  people: people.map(({ email, name, userId }) => ({ email, name, userId: userId ?? null })),
})

function tellPlan(
  { print }: Terminal,
  { manifest, received, plan }: { manifest: ProjectManifest; received: Received; plan: ImportPlan },
): void {
  print(`${textOf(manifest)}, as of ${manifest.madeAt}, of Dailies ${manifest.program}:`)
  print(
    `${plan.rows} rows and ${received.blobs.size - manifest.missingCount} files, as “${printable(plan.name)}”.`,
  )
  const known = plan.people.filter(({ email, userId }) => email !== null && userId !== undefined)
  const added = plan.people.filter(({ userId }) => userId === undefined)
  print(`People who are here: ${listed(known)}.`)
  print(`People who are added, and may not sign in before an administrator lets them: ${listed(added)}.`)
  if (manifest.missingCount > 0) print(`${manifest.missingCount} files were missing when it was exported.`)
}

function listed(people: readonly Person[]): string {
  const most = 50
  const names = people.slice(0, most).map(({ name, email }) => printable(`${name} <${email}>`))
  const more = people.length - names.length
  return `${names.join(', ') || 'nobody'}${more > 0 ? ` and ${more} more` : ''}`
}
