import type { Command } from 'commander'
import { z } from 'zod'
import { checked } from '../checked.ts'
import { DailiesError as Invalid } from '../error.ts'
import { codeOf } from './code-of.ts'
import { FilingCommand, type FilingFlags, givenBy, waitOf, withFilingFlags } from './filing-flags.ts'
import { type Progress, progressIn } from './progress.ts'
import { servicePlace } from './service.ts'
import { Stopped, stopSignal } from './stop-signal.ts'
import type { Terminal } from './terminal.ts'

interface WatchFlags extends FilingFlags {
  scene?: string
  shot?: string
  pattern?: string[]
  existing?: true
  settle?: string
  poll?: true
  state?: string
}

export function watchCommand(terminal: Terminal): Command {
  const command = new FilingCommand('watch')
    .description(
      'File what comes into a folder, such as that of ComfyUI, as takes: each file as it is finished, once, until Ctrl-C or SIGTERM. ' +
        'Start it again whenever: it goes on.',
    )
    .argument('<folder>')
    .requiredOption('--project <name>', 'name or id of the project')
    .option('--pattern <pattern...>', "place by names of files, the first that fits: '{scene}_{shot}_*'")
    .option('--scene <number>', 'scene of the files whose names say none')
    .option('--shot <code>', 'shot of the files whose names say none')
  return withFilingFlags(command)
    .option('--existing', 'also files that were there before the folder was first watched')
    .option('--settle <seconds>', 'a file is finished when it has not changed for so long (default: 2)')
    .option(
      '--poll',
      'look at files again and again, where the file system tells of no change: over a network',
    )
    .option(
      '--state <folder>',
      'where it is kept what was filed (DAILIES_STATE, default: ~/.local/state/dailies)',
    )
    .addHelpText('after', '\nMore, with the codes that it ends with: docs/command-line.md')
    .action(async (folder: string, flags: WatchFlags) => {
      const progress = progressIn(terminal)
      const { signal, forget } = stopSignal()
      try {
        await watch(terminal, progress, folder, flags, signal)
      } catch (error) {
        // To be stopped is how it ends.
        if (!(error instanceof Stopped)) throw codeOf(error, progress)
      } finally {
        forget()
      }
    })
}

const ofSettle = z.object({
  settle: z.number('Must be seconds').min(0.1, 'Must be 0.1 or more').max(3600, 'Must be 3600 or less'),
})

async function watch(
  terminal: Terminal,
  progress: Progress,
  named: string,
  flags: WatchFlags,
  signal: AbortSignal,
): Promise<void> {
  const [
    { connectToFile },
    { placesOf },
    { placePattern },
    { openJournal, defaultStateFolder },
    { folderNamed, watchFolder },
    { patiently },
  ] = await Promise.all([
    import('../filing/service.ts'),
    import('../filing/place.ts'),
    import('../filing/pattern.ts'),
    import('../filing/journal.ts'),
    import('../filing/watch-folder.ts'),
    import('../filing/patience.ts'),
  ])
  const givenFor = givenBy(flags)
  const patterns = (flags.pattern ?? []).map(placePattern)
  const { settle } = checked(ofSettle, { settle: Number(flags.settle ?? 2) })
  if (!flags.scene && patterns.length === 0)
    throw wrong('say where files go: --scene, or --pattern with {scene}')
  const folder = await folderNamed(named)
  const service = await servicePlace(flags, terminal)
  const dailies = connectToFile(service)
  const until = waitOf(flags, undefined)
  const onWait = ({ message }: Error, pause: number) =>
    pause >= 2000 && progress.warn(`${message}: it is waited for.`)
  const patience = { signal, until, onWait }
  const places = await patiently(() => placesOf(dailies, flags.project, signal), patience)
  const { scene, shot } = flags
  if (scene) await patiently(() => places.find(scene, shot), patience)

  const placeFor = async (path: string) => {
    const told = patterns.map((match) => match(path)).find(Boolean)
    const sceneOf = told?.scene ?? scene
    if (!sceneOf) throw wrong('its name fits no pattern, and there is no --scene for it: it is left')
    return places.find(sceneOf, told?.shot ?? (told?.scene ? undefined : shot))
  }
  const stateFolder = flags.state || defaultStateFolder(terminal.environment)
  const journal = await openJournal({
    stateFolder,
    folder,
    address: service.baseUrl,
    warn: progress.warn,
  })
  await watchFolder({
    folder,
    dailies,
    journal,
    placeFor,
    givenFor,
    existing: flags.existing === true,
    settle: settle * 1000,
    poll: flags.poll === true,
    signal,
    say: progress,
    onReady: (left) => {
      progress.tell(`Watching ${folder} for ${places.projectName}.`)
      if (left > 0) progress.tell(`${leftAlone(left)} Start with --existing to file what was there, too.`)
    },
  })
}

function leftAlone(left: number): string {
  return left === 1
    ? 'One file was there before the folder was first watched, and is left.'
    : `${left} files were there before the folder was first watched, and are left.`
}

function wrong(message: string): Invalid {
  return new Invalid('invalid', message)
}
