import type { Command } from 'commander'
import { completeEnvironment, usualFile } from '../settings-file.ts'
import type { Terminal } from './terminal.ts'

/** Of every command that goes by settings of the service. */
export function withSettingsFlag(command: Command): Command {
  return command.option(
    '--settings <file>',
    `file with settings (DAILIES_SETTINGS, default: ${usualFile} if it is there)`,
  )
}

/** Before such a command: what its file says is from then on in the environment of the terminal. Throws `invalid`. */
export function readSettingsFile(command: Command, { environment, warn }: Terminal): void {
  if (!command.options.some(({ long }) => long === '--settings')) return
  const { settings: named } = command.optsWithGlobals<{ settings?: string }>()
  for (const line of completeEnvironment(environment, { named })) warn(`dailies: ${line}`)
}
