import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultTemplate, type NewExport, newExport } from '@dailies/contract/export.ts'
import { Command } from 'commander'
import { checked } from '../checked.ts'
import { isoNow } from '../clock.ts'
import { DailiesError } from '../error.ts'
import { checksumOf } from '../exports/checksum.ts'
import { type Contents, contentsOf } from '../exports/contents.ts'
import { requireExportable } from '../exports/export.ts'
import { type Filled, goneOrDamaged } from '../exports/filled.ts'
import { readable } from '../exports/intact-bytes.ts'
import { exportIntoBucket, type Prefix } from '../exports/into-bucket.ts'
import { exportIntoFolder } from '../exports/into-folder.ts'
import { exportIntoZip, requireNewZip } from '../exports/into-zip.ts'
import { Coming } from '../media/coming.ts'
import { inBytes } from '../media/in-bytes.ts'
import { bucketAt, openStore } from '../media/open-store.ts'
import { S3Requests } from '../media/s3-requests.ts'
import type { Store } from '../media/store.ts'
import { printableJson } from '../printable.ts'
import { allOf } from '../production/membership.ts'
import { type UserFlags, useDatabaseAs, withDatabaseFlags } from './database.ts'
import { type Progress, progressIn } from './progress.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

interface ExportFlags extends UserFlags {
  project: string
  act?: string
  scene?: string
  playlist?: string
  versions?: string
  template: string
  formats?: string
  sidecars: boolean
  markers: boolean
  alternates: string
  since?: string
  date?: string
  check?: true
  json?: true
}

export function exportCommand(terminal: Terminal): Command {
  const command = new Command('export')
    .description(
      'Hand a film over to the edit: into a folder or a bucket, where only what is missing is copied, or into a new ZIP.',
    )
    .argument(
      '<target>',
      'a folder, s3://BUCKET/PREFIX, or a file that ends with .zip, or with .otioz for a bundle of OpenTimelineIO',
    )
    .requiredOption('--user <email>', 'on whose behalf: an editor of the project')
    .requiredOption('--project <id>', 'as the address of the project in the console has it')
    .option('--act <number>', 'of the film this act alone')
    .option('--scene <id>', 'of the film this scene alone: its own id, as its address has it')
    .option('--playlist <id>', 'a playlist instead of the film')
    .option('--versions <ids>', 'some takes instead of the film: their ids, with commas between them')
    .option('--template <template>', 'how media are named', defaultTemplate)
    .option('--formats <formats>', 'of the cut: otio,edl,fcpxml,fcp7xml, or none (default: all)')
    .option('--no-sidecars', 'without the files that say where each take comes from')
    .option('--no-markers', 'without comments as markers')
    .option('--alternates <which>', 'other takes of each shot: none, approved or all', 'none')
    .option(
      '--since <time>',
      'of a ZIP: only the files of places that are new or replaced since then, in whole lists',
    )
    .option('--date <time>', 'stands in it instead of now: so the same film gives the same bytes')
    .option('--check', 'read what is in the folder, instead of trusting its SHA256SUMS')
    .option('--json', 'for programs')
  return withDatabaseFlags(command).action((target: string, flags: ExportFlags) =>
    useDatabaseAs(terminal, flags, async ({ db, userId, settings }) => {
      const request = requestOf(flags, target)
      const actor = allOf(userId)
      await db.transaction((transaction) =>
        requireExportable(transaction, actor, { projectId: flags.project, request }),
      )
      const isZip = isZipFile(target)
      if (isZip) await requireNewZip(target)
      const store = openStore({ ...settings, environment: terminal.environment })
      const folder = await mkdtemp(join(store.incoming, 'export-'))
      const progress = progressIn(terminal)
      try {
        const texts = join(folder, 'texts')
        const until = isoNow()
        const gone = new Set<string>()
        const found = isZip ? checksumOf : whetherThere
        const quotas = { installation: settings.mediaQuota, project: settings.mediaProjectQuota }
        const contents = await contentsOf(
          { db, store, quotas, coming: new Coming() },
          { actor, projectId: flags.project, until, request, signer: undefined, path: texts },
          {
            crcOf: async (blob) => {
              const crc = await readable(store, () => found({ db, store }, blob))
              if (crc === undefined) gone.add(blob.hash)
              // The lists have it all the same: it is no take that is only a link.
              return crc ?? 0
            },
            onRead: async ({ prepared, files }) => bar(progress, prepared, files),
          },
        )
        const made = { store, contents, texts, target, gone }
        if (isZip) await makeZip(terminal, progress, { ...made, request, until, flags })
        else await fill(terminal, progress, { ...made, flags })
      } finally {
        progress.end()
        await rm(folder, { recursive: true, force: true })
      }
    }),
  )
}

/** Throws `invalid`, with the names that the interface has. */
function requestOf(flags: ExportFlags, target: string): NewExport {
  const { act, scene, playlist, versions, template, formats, sidecars, markers, alternates, since, date } =
    flags
  if ([playlist, versions, act ?? scene].filter((one) => one !== undefined).length > 1)
    throw new DailiesError('invalid', '--playlist, --versions and a part of the film: One of them alone')
  if (since !== undefined && !isZipFile(target))
    throw new DailiesError(
      'invalid',
      '--since: Of a ZIP alone; a folder or a bucket gets only what is missing there anyway',
    )
  return checked(newExport, {
    of: playlist !== undefined ? 'playlist' : versions !== undefined ? 'versions' : 'film',
    ...(act !== undefined && { act: Number(act) }),
    ...(scene !== undefined && { sceneDbId: scene }),
    ...(playlist !== undefined && { playlistId: playlist }),
    ...(versions !== undefined && { versionIds: versions.split(',').map((id) => id.trim()) }),
    ...(formats !== undefined && { formats: formats === 'none' ? [] : formats.split(',') }),
    ...{
      template,
      sidecars,
      markers,
      alternates,
      since,
      date,
      bundle: isBundle(target),
    },
  })
}

const isBucket = (target: string) => target.startsWith('s3://')
const isBundle = (target: string) => !isBucket(target) && target.endsWith('.otioz')
const isZipFile = (target: string) => isBundle(target) || (!isBucket(target) && target.endsWith('.zip'))

function prefixAt(target: string, { environment }: Terminal): Prefix {
  const { prefix, ...bucket } = bucketAt(target, { environment, variable: target })
  const name = target.replace(/\/+$/, '')
  return { requests: new S3Requests(bucket), prefix, name }
}

/** A folder needs no checksum: its files are compared as they are copied. */
async function whetherThere(
  { store }: { store: Store },
  { hash, bytes }: { hash: string; bytes: number },
): Promise<number | undefined> {
  return (await store.size(hash)) === bytes ? 0 : undefined
}

function bar(progress: Progress, done: number, of: number): void {
  progress.bar(done / Math.max(of, 1), `${done} of ${of} files`)
}

interface Made {
  store: Store
  contents: Contents
  texts: string
  target: string
  /** Hashes of blobs that should be in the store, and are not. */
  gone: ReadonlySet<string>
  flags: ExportFlags
}

async function fill(terminal: Terminal, progress: Progress, made: Made): Promise<void> {
  const { contents, flags } = made
  const all = contents.texts.length + contents.media.length
  const into = {
    ...made,
    isChecked: flags.check === true,
    progress: ({ copied, there, damaged }: Filled) => bar(progress, copied + there + damaged.length, all),
  }
  const found = isBucket(made.target)
    ? await exportIntoBucket({ ...into, target: prefixAt(made.target, terminal) })
    : await exportIntoFolder(into)
  progress.end()
  const { copied, bytes, there, left, damaged } = found
  if (flags.json) terminal.print(printableJson({ ...found, missing: contents.missing }))
  else {
    terminal.print(`Copied ${copied} files of ${inBytes(bytes)}; ${there} were there already.`)
    if (left.length > 0)
      terminal.print(`${left.length} files of exports before belong to it no more, and stay: ${left[0]} …`)
    tellMissing(terminal, contents)
  }
  requireNone(terminal, damaged)
}

/** Names files whose bytes are gone or damaged. Throws where there are any. */
function requireNone({ warn }: Terminal, names: readonly string[]): void {
  for (const name of names) warn(`dailies: ${goneOrDamaged(name)}`)
  if (names.length > 0) throw new Unsuccessful()
}

async function makeZip(
  terminal: Terminal,
  progress: Progress,
  { request, until, flags, gone, ...made }: Made & { request: NewExport; until: string },
): Promise<void> {
  const { contents } = made
  const lost = contents.media.filter(({ hash }) => gone.has(hash))
  if (lost.length > 0) progress.end()
  requireNone(
    terminal,
    lost.map(({ name }) => name),
  )
  const bytes = await exportIntoZip({
    ...made,
    modified: new Date(request.date ?? until),
    progress: (sent, of) => progress.bar(sent / of, `${inBytes(sent)} of ${inBytes(of)}`),
  })
  progress.end()
  const files = contents.texts.length + contents.media.length
  if (flags.json) terminal.print(printableJson({ files, bytes, missing: contents.missing }))
  else {
    terminal.print(`Made ${made.target}: ${files} files, ${inBytes(bytes)}.`)
    tellMissing(terminal, contents)
  }
}

function tellMissing({ print }: Terminal, { missing }: Contents): void {
  if (missing > 0)
    print(`${missing} ${missing === 1 ? 'take has' : 'takes have'} no file here: manifest.json names them.`)
}
