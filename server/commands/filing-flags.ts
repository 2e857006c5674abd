import { captureStatus, rightsState } from '@dailies/contract/asset-version.ts'
import { type CaptureInput, capture } from '@dailies/contract/capture.ts'
import { spokenName } from '@dailies/reading/file-kind.ts'
import { Command, type ErrorOptions, Option } from 'commander'
import { z } from 'zod'
import { checked } from '../checked.ts'
import type { ReadFile } from '../filing/read-file.ts'
import { type ServiceFlags, withServiceFlags } from './service.ts'

/** What is said of every file, in place of what it tells. */
export interface FilingFlags extends ServiceFlags {
  project: string
  prompt?: string
  defaultPrompt?: string
  promptFromName?: true
  negativePrompt?: string
  model?: string
  platform?: string
  title?: string
  tag?: string[]
  notes?: string
  status?: string
  rights?: string
  compareGroup?: string
  wait?: string
}

/** What a command ends with: docs/command-line.md, "Exit codes". */
export const exitCodes = { someNotFiled: 1, nothingSent: 2, noService: 3, interrupted: 130 } as const

/** Ends with the code for it where it is not understood; commander has 1 for that, which is ours for less. */
export class FilingCommand extends Command {
  override error(message: string, options?: ErrorOptions): never {
    return super.error(message, { ...options, exitCode: exitCodes.nothingSent })
  }
}

/** Adds the flags of what is filed, and where. */
export function withFilingFlags(command: Command): Command {
  const oneOf = (flags: string, what: string, choices: readonly string[]) =>
    new Option(flags, `${what}: ${choices.join(', ')}`).argParser((value) => value.toUpperCase())
  const filing = command
    .option('--prompt <text>', 'prompt of every file, whatever it tells')
    .option('--default-prompt <text>', 'prompt of the files that tell none')
    .option('--prompt-from-name', 'the name of a file is its prompt where it tells none')
    .option('--negative-prompt <text>', 'negative prompt, in place of what files tell')
    .option('--model <name>', 'model, in place of what files tell')
    .option('--platform <slug>', 'platform, in place of what files tell (dailies platform list)')
    .option('--title <text>', 'title, in place of the name of the file')
    .option('--tag <text...>', 'tags')
    .option('--notes <text>', 'notes')
    .addOption(oneOf('--status <status>', 'status (default: GENERATED)', ['DRAFT', 'GENERATED', 'SELECTED']))
    .addOption(
      oneOf('--rights <rights>', 'rights', ['UNKNOWN', 'NON_COMMERCIAL', 'COMMERCIAL_ALLOWED', 'RESTRICTED']),
    )
    .option('--compare-group <name>', 'label that puts them side by side')
    .option('--wait <seconds>', 'wait at most so long, in a row, while the service is away or busy')
  return withServiceFlags(filing, { hasInput: true })
}

const { shape } = capture
const ofPrompt = z.object({ prompt: shape.prompt })
const givenFields = z
  .object({
    prompt: shape.prompt,
    negativePrompt: shape.negativePrompt,
    modelName: shape.modelName,
    platformKey: shape.platformKey,
    title: shape.title,
    tags: shape.tags,
    notes: shape.notes,
    status: captureStatus,
    rightsState,
    compareGroup: shape.compareGroup,
  })
  .partial()

/** Milliseconds that the flags let the service be away or busy; `untold` where they say nothing. Throws `invalid`. */
export function waitOf({ wait }: FilingFlags, untold: number | undefined): number | undefined {
  if (wait === undefined) return untold
  return checked(z.object({ wait: ofWait }), { wait: Number(wait) }).wait * 1000
}

const ofWait = z.number('Must be seconds').min(0, 'Must be 0 or more').max(604_800, 'Must be 604800 or less')

/** What the flags say, checked as the service checks it. Throws `invalid`. */
export function givenBy(flags: FilingFlags): (file: ReadFile) => Partial<CaptureInput> {
  const { prompt, defaultPrompt, promptFromName } = flags
  const given = {
    ...(prompt !== undefined && { prompt }),
    ...(flags.negativePrompt && { negativePrompt: flags.negativePrompt }),
    ...(flags.model && { modelName: flags.model }),
    ...(flags.platform && { platformKey: flags.platform.toLowerCase() }),
    ...(flags.title && { title: flags.title }),
    ...(flags.tag && { tags: flags.tag }),
    ...(flags.notes && { notes: flags.notes }),
    ...(flags.status && { status: flags.status as 'DRAFT' }),
    ...(flags.rights && { rightsState: flags.rights as 'UNKNOWN' }),
    ...(flags.compareGroup && { compareGroup: flags.compareGroup }),
  }
  checked(givenFields, given)
  if (defaultPrompt !== undefined) checked(ofPrompt, { prompt: defaultPrompt })
  return (file) => {
    const tellsOne = prompt !== undefined || file.readings.some((reading) => reading.prompt)
    if (tellsOne) return given
    const instead = defaultPrompt ?? (promptFromName ? spokenName(file.name) : undefined)
    return instead === undefined ? given : { ...given, prompt: instead }
  }
}
