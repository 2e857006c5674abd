import type { Command } from 'commander'
import { DailiesError as Invalid } from '../error.ts'
import { inBytes } from '../media/in-bytes.ts'
import { printable, printableJson } from '../printable.ts'
import { codeOf } from './code-of.ts'
import {
  exitCodes,
  FilingCommand,
  type FilingFlags,
  givenBy,
  waitOf,
  withFilingFlags,
} from './filing-flags.ts'
import { type Progress, progressIn } from './progress.ts'
import { servicePlace } from './service.ts'
import { stopSignal } from './stop-signal.ts'
import { table } from './table.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

interface CaptureFlags extends FilingFlags {
  scene: string
  shot?: string
  skip?: true
  dryRun?: true
  json?: true
}

/** Milliseconds. */
const longestWait = 300_000

export function captureCommand(terminal: Terminal): Command {
  const command = new FilingCommand('capture')
    .description(
      'File pictures, films and sounds as takes, over the network: with the prompt, model, seed and workflow that each file tells, ' +
        'and with its bytes. A file is filed once at a place, by its content: run it again after whatever broke it off.',
    )
    .argument('<file...>', 'files, and folders with all below them')
    .requiredOption('--project <name>', 'name or id of the project')
    .requiredOption('--scene <number>', 'number of the scene')
    .option('--shot <code>', 'code of the shot')
  return withFilingFlags(command)
    .option('--skip', 'leave out what cannot be read or lacks a prompt, and file the rest')
    .option('--dry-run', 'only show what would be filed')
    .option('--json', 'what became of each file, as a JSON array')
    .addHelpText('after', '\nMore, with the codes that it ends with: docs/command-line.md')
    .action(async (paths: string[], flags: CaptureFlags) => {
      const progress = progressIn(terminal)
      const { signal, forget } = stopSignal()
      try {
        await capture(terminal, progress, paths, flags, signal)
      } finally {
        progress.end()
        forget()
      }
    })
}

async function capture(
  terminal: Terminal,
  progress: Progress,
  named: string[],
  flags: CaptureFlags,
  signal: AbortSignal,
): Promise<void> {
  // Only here: the other commands start without the client and the readers.
  const [
    { connectToFile },
    { placesOf },
    { listFiles, mostFiles },
    { lookAtFiles, findFiled },
    { sendFiles, sayWait },
    { patiently },
  ] = await Promise.all([
    import('../filing/service.ts'),
    import('../filing/place.ts'),
    import('../filing/list-files.ts'),
    import('../filing/look-at-files.ts'),
    import('../filing/send-files.ts'),
    import('../filing/patience.ts'),
  ])
  try {
    const givenFor = givenBy(flags)
    const until = waitOf(flags, longestWait)
    const dailies = connectToFile(await servicePlace(flags, terminal))
    const patience = { signal, until, onWait: sayWait(progress) }
    const places = await patiently(() => placesOf(dailies, flags.project, signal), patience)
    const place = await patiently(() => places.find(flags.scene, flags.shot), patience)
    const found = await listFiles(named)
    if (found.paths.length > mostFiles)
      throw wrong(`there are more than ${mostFiles} files: name fewer folders`)
    let looked = 0
    const onSeen = () => {
      looked += 1
      progress.bar(looked / found.paths.length, `${looked} of ${found.paths.length} files read`)
    }
    const { seen, problems } = await lookAtFiles(found.paths, { place, givenFor, signal, onSeen })
    const ready = withoutFaults(progress, flags, seen, [...found.problems, ...problems])
    if (ready.length === 0) throw wrong('there is no file to capture')
    await patiently(() => findFiled(dailies, ready, { place, signal }), patience)
    if (flags.dryRun) return showPlan(terminal, flags, ready, place.name)
    const sending = { dailies, place, givenFor, signal, until, progress, quiet: flags.json === true }
    const { outcomes, end } = await sendFiles(ready, sending)
    progress.end()
    if (flags.json) terminal.print(printableJson(outcomes))
    sayEnd(progress, outcomes, `${places.projectName}, ${place.name}`)
    if (end) throw end
    if (outcomes.some(({ state }) => state === 'failed')) throw new Unsuccessful(exitCodes.someNotFiled)
  } catch (error) {
    progress.end()
    throw codeOf(error, progress)
  }
}

interface Seen {
  path: string
  prompt: string | undefined
}

const mostNamed = 20

/** Nothing is sent while something is wrong with a file, unless it may be left out. */
function withoutFaults<S extends Seen>(
  progress: Progress,
  { skip }: CaptureFlags,
  seen: S[],
  problems: { path: string; problem: string }[],
): S[] {
  const lacking = seen.filter(({ prompt }) => !prompt)
  const faults = [...problems, ...lacking.map(({ path }) => ({ path, problem: 'it tells no prompt' }))]
  for (const { path, problem } of faults.slice(0, mostNamed)) progress.warn(`${path}: ${problem}`)
  if (faults.length > mostNamed) progress.warn(`and ${faults.length - mostNamed} more`)
  if (faults.length === 0 || skip) return seen.filter(({ prompt }) => prompt)
  const help =
    lacking.length > 0 ? ' Give those without a prompt one with --default-prompt or --prompt-from-name,' : ''
  progress.warn(
    `dailies: nothing was sent.${help || ' Mend it,'} or leave out what is named above with --skip.`,
  )
  throw new Unsuccessful(exitCodes.nothingSent)
}

interface Planned extends Seen {
  assetType: string
  size: number
  platformKey: string
  modelName: string
  sha256: string
  assetVersionId?: string
}

function showPlan(
  { print }: Terminal,
  { json }: CaptureFlags,
  files: readonly Planned[],
  place: string,
): void {
  const firstOf = new Map<string, string>()
  for (const { path, sha256 } of files) if (!firstOf.has(sha256)) firstOf.set(sha256, path)
  const planned = files.map((file) => {
    const first = firstOf.get(file.sha256)
    if (file.assetVersionId) return { file, state: 'there' }
    return first === file.path ? { file, state: 'new' } : { file, state: 'same', sameAs: first }
  })
  if (json) {
    const plan = planned.map(({ file: { path, ...rest }, state, sameAs }) => ({
      file: path,
      state,
      ...rest,
      ...(sameAs && { sameAs }),
    }))
    print(printableJson(plan))
    return
  }
  const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
  const rows = planned.map(({ file, state, sameAs }) => [
    file.path,
    sameAs ? `same as ${sameAs}` : state,
    file.assetType,
    inBytes(file.size),
    file.platformKey,
    cut(file.modelName),
    cut(file.prompt ?? ''),
  ])
  print(table(['FILE', 'STATE', 'TYPE', 'SIZE', 'PLATFORM', 'MODEL', 'PROMPT'], rows))
  const count = (wanted: string) => planned.filter(({ state }) => state === wanted).length
  const same = count('same') > 0 ? `${count('same')} the same as another of them, ` : ''
  const would = `${count('new')} would be filed in ${place}, ${same}${count('there')} are there already.`
  print(printable(`Nothing was sent. ${would}`))
}

function sayEnd({ warn }: Progress, outcomes: readonly { state: string }[], place: string): void {
  const count = (state: string) => outcomes.filter((one) => one.state === state).length
  const parts = [
    `${count('filed')} filed in ${place}`,
    count('same') > 0 && `${count('same')} the same as another of them`,
    count('there') > 0 && `${count('there')} there already`,
    count('failed') > 0 && `${count('failed')} not filed`,
    count('left') > 0 && `${count('left')} left: the same command goes on with them`,
  ]
  warn(`${parts.filter(Boolean).join(', ')}.`)
}

function wrong(message: string): Invalid {
  return new Invalid('invalid', message)
}
