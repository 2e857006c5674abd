import { Command, Option } from 'commander'
import type { Settings } from '../config.ts'
import { DailiesError } from '../error.ts'
import { inBytes } from '../media/in-bytes.ts'
import { moveMedia } from '../media/move.ts'
import { openStore, placeOf } from '../media/open-store.ts'
import { pruneMedia } from '../media/prune.ts'
import type { Store } from '../media/store.ts'
import { verifyMedia } from '../media/verify.ts'
import { printableJson } from '../printable.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

/** How often it is told how far a long command is, in milliseconds. */
const tellEvery = 5000

export function mediaCommand(terminal: Terminal): Command {
  return new Command('media')
    .description('Look after the media of takes: check, tidy up, and move them to another store.')
    .addCommand(verify(terminal))
    .addCommand(prune(terminal))
    .addCommand(move(terminal))
}

function verify(terminal: Terminal): Command {
  const command = new Command('verify')
    .description(
      'Read every file, and tell of those that are missing or changed. Ends with 1 if there are any. The service may run meanwhile.',
    )
    .option('--quick', 'only look whether each is there, and as long as it was')
    .option('--json', 'for programs')
  return withDatabaseFlags(command).action((flags: DatabaseFlags & { quick?: true; json?: true }) =>
    useDatabase(terminal, flags, async (db, settings) => {
      const store = storeOf(settings, terminal)
      const telling = teller<{ blobs: number; bytes: number }>(
        terminal,
        ({ blobs, bytes }) => `${blobs} files checked, ${inBytes(bytes)}`,
      )
      const found = await verifyMedia(
        { db, store },
        {
          isQuick: flags.quick === true,
          progress: telling,
          tell: (damage) =>
            terminal.print(
              flags.json
                ? printableJson(damage)
                : `${damage.problem}  ${damage.hash}  of ${damage.versions.join(', ') || 'what is made of others'}`,
            ),
        },
      )
      const { blobs, bytes, damaged } = found
      if (flags.json) terminal.print(printableJson(found))
      else
        terminal.print(
          `${blobs} files of ${inBytes(bytes)}: ${damaged === 0 ? 'all are well' : `${damaged} are damaged`}.`,
        )
      if (damaged > 0) throw new Unsuccessful()
    }),
  )
}

function prune(terminal: Terminal): Command {
  const command = new Command('prune')
    .description(
      'Tell what no take refers to any more, neither one that is there nor one that can be restored; with --yes, remove it. The service does so by itself once a day.',
    )
    .option('--yes', 'remove it')
    .option('--json', 'for programs')
  return withDatabaseFlags(command).action((flags: DatabaseFlags & { yes?: true; json?: true }) =>
    useDatabase(terminal, flags, async (db, settings) => {
      const store = storeOf(settings, terminal)
      const pruned = await pruneMedia({ db, store }, { dryRun: flags.yes !== true })
      if (flags.json) return terminal.print(printableJson(pruned))
      const { blobs, bytes, strays, strayBytes, uploads } = pruned
      const what = flags.yes ? 'Removed' : 'Would remove'
      terminal.print(
        `${what} ${blobs} files that nothing refers to (${inBytes(bytes)}), ${strays} that nothing knows (${inBytes(strayBytes)}), and ${uploads} uploads that nobody went on with.`,
      )
      if (!flags.yes) terminal.print('Nothing was removed: --yes does it.')
    }),
  )
}

function move(terminal: Terminal): Command {
  const command = new Command('move')
    .description(
      'Copy all media to another store, each compared; called again, it goes on where it was ended. Then set DAILIES_MEDIA to the new store, start the service, and call it once more with --from for what came meanwhile.',
    )
    .requiredOption('--to <place>', 'a folder, or s3://bucket/prefix')
    .addOption(new Option('--from <place>', 'where they are (default: DAILIES_MEDIA)'))
    .option('--json', 'for programs')
  return withDatabaseFlags(command).action(
    (flags: DatabaseFlags & { to: string; from?: string; json?: true }) =>
      useDatabase(terminal, flags, async (db, settings) => {
        const from = storeOf({ ...settings, media: flags.from ?? settings.media }, terminal)
        const to = storeOf({ ...settings, media: flags.to }, terminal)
        if (
          placeOf({ ...settings, media: flags.to }) ===
          placeOf({ ...settings, media: flags.from ?? settings.media })
        )
          throw new DailiesError('invalid', '--to: Is where they are already')
        await to.check()
        const telling = teller<{ copied: number; bytes: number }>(
          terminal,
          ({ copied, bytes }) => `${copied} files copied, ${inBytes(bytes)}`,
        )
        const moved = await moveMedia(db, { from, to, progress: telling })
        const { copied, bytes, there, damaged } = moved
        if (flags.json) terminal.print(printableJson(moved))
        else {
          terminal.print(`Copied ${copied} files of ${inBytes(bytes)}; ${there} were there already.`)
          for (const hash of damaged) terminal.print(`missing or changed, and so not copied: ${hash}`)
        }
        if (damaged.length > 0) throw new Unsuccessful()
      }),
  )
}

function storeOf(settings: Pick<Settings, 'media' | 'dataFolder'>, { environment }: Terminal): Store {
  return openStore({ ...settings, environment })
}

/** Tells how far it is now and then, on standard error. */
function teller<T>({ warn }: Terminal, words: (done: T) => string): (done: T) => void {
  let last = performance.now()
  return (done) => {
    if (performance.now() - last < tellEvery) return
    last = performance.now()
    warn(`dailies: ${words(done)}`)
  }
}
