import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultTemplate, type NewExport } from '@dailies/contract/export.ts'
import { Command } from 'commander'
import { isoNow } from '../clock.ts'
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
import { allOf, requireProject } from '../production/membership.ts'
import { useDatabaseAs, withDatabaseFlags } from './database.ts'
import { type ExportFlags, inFlags, isBucket, isZipFile, requestOf } from './export-request.ts'
import { type Progress, progressIn } from './progress.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

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
    .requiredOption(
      '--project <id>',
      'its id, as the address of the project in the console has it: /projects/ID',
    )
    .option('--act <number>', 'of the film this act alone')
    .option('--scene <id>', 'of the film this scene alone: its own id, as its address has it: /scenes/ID')
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
      const request = await inFlags(() => requestOf(flags, target))
      const actor = allOf(userId)
      await inFlags(() =>
        db.transaction(async (transaction) => {
          await requireProject(transaction, actor, flags.project, 'editor')
          await requireExportable(transaction, actor, { projectId: flags.project, request })
        }),
      )
      const isZip = isZipFile(target)
      if (isZip) await requireNewZip(target)
      const store = openStore({ ...settings, environment: terminal.environment })
      const folder = await mkdtemp(join(store.incoming, 'export-'))
      const progress = progressIn(terminal)
      try {
        const texts = join(folder, 'texts')
        const askedAt = isoNow()
        const gone = new Set<string>()
        const found = isZip ? checksumOf : whetherThere
        const quotas = { installation: settings.mediaQuota, project: settings.mediaProjectQuota }
        const contents = await contentsOf(
          { db, store, quotas, coming: new Coming() },
          { actor, projectId: flags.project, askedAt, request, signer: undefined, path: texts },
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
        if (isZip) await makeZip(terminal, progress, { ...made, request, askedAt, flags })
        else await fill(terminal, progress, { ...made, flags })
      } finally {
        progress.end()
        await rm(folder, { recursive: true, force: true })
      }
    }),
  )
}

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
  progress.bar(done / Math.max(of, 1), `${done} of ${inFiles(of)}`)
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
    terminal.print(
      `Copied ${inFiles(copied)} of ${inBytes(bytes)}; ${there} ${there === 1 ? 'was' : 'were'} there already.`,
    )
    tellLeft(terminal, left)
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
  { request, askedAt, flags, gone, ...made }: Made & { request: NewExport; askedAt: string },
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
    modified: new Date(request.date ?? askedAt),
    progress: (sent, of) => progress.bar(sent / of, `${inBytes(sent)} of ${inBytes(of)}`),
  })
  progress.end()
  const files = contents.texts.length + contents.media.length
  if (flags.json) terminal.print(printableJson({ files, bytes, missing: contents.missing }))
  else {
    terminal.print(`Made ${made.target}: ${inFiles(files)}, ${inBytes(bytes)}.`)
    tellMissing(terminal, contents)
  }
}

function tellLeft({ print }: Terminal, left: readonly string[]): void {
  if (left.length === 1) print(`1 file of exports before belongs to it no more, and stays: ${left[0]}`)
  if (left.length > 1)
    print(`${left.length} files of exports before belong to it no more, and stay: ${left[0]} …`)
}

function tellMissing({ print }: Terminal, { missing }: Contents): void {
  if (missing > 0)
    print(`${missing} ${missing === 1 ? 'take has' : 'takes have'} no file here: manifest.json names them.`)
}

const inFiles = (count: number) => (count === 1 ? '1 file' : `${count} files`)
