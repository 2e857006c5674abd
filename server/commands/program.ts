import { Command, CommanderError } from 'commander'
import { printable } from '../printable.ts'
import { version } from '../version.ts'
import { errorText } from './error-text.ts'
import { readSettingsFile } from './settings-flag.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

/** In the order of the help. */
const commands: Record<string, () => Promise<(terminal: Terminal) => Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  worker: async () => (await import('./worker.ts')).workerCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  user: async () => (await import('./user.ts')).userCommand,
  member: async () => (await import('./member.ts')).memberCommand,
  token: async () => (await import('./token.ts')).tokenCommand,
  import: async () => (await import('./import.ts')).importCommand,
  platform: async () => (await import('./platform.ts')).platformCommand,
  rights: async () => (await import('./rights.ts')).rightsCommand,
  webhook: async () => (await import('./webhook.ts')).webhookCommand,
  mail: async () => (await import('./mail.ts')).mailCommand,
  media: async () => (await import('./media.ts')).mediaCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  project: async () => (await import('./project.ts')).projectCommand,
  capture: async () => (await import('./capture.ts')).captureCommand,
  watch: async () => (await import('./watch.ts')).watchCommand,
  search: async () => (await import('./search.ts')).searchCommand,
  change: async () => (await import('./change.ts')).changeCommand,
  mark: async () => (await import('./mark.ts')).markCommand,
  trash: async () => (await import('./trash.ts')).trashCommand,
  tag: async () => (await import('./tag.ts')).tagCommand,
  'saved-search': async () => (await import('./saved-search.ts')).savedSearchCommand,
  sums: async () => (await import('./sums.ts')).sumsCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
}

/** Only what is asked for is loaded: a service starts the sooner. Whoever asks for help, or for what is not there, gets all. */
function commandsFor(name = ''): Promise<((terminal: Terminal) => Command)[]> {
  const asked = Object.hasOwn(commands, name) ? [commands[name]!] : Object.values(commands)
  return Promise.all(asked.map((load) => load()))
}

/** Runs `dailies` with these arguments. Returns the code that the process ends with; what went wrong is in the terminal. */
export async function runProgram(args: string[], terminal: Terminal): Promise<number> {
  const program = await programOf(args, terminal)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Whoever asked for help has it, and whoever is misunderstood was told so.
    if (error instanceof CommanderError) return error.exitCode
    if (error instanceof Unsuccessful) return error.code
    for (const line of errorText(error)) terminal.warn(`dailies: ${printable(line)}`)
    return 1
  }
}

/** The program with the command that these arguments name, or with all. */
export async function programOf(args: string[], terminal: Terminal): Promise<Command> {
  const program = new Command('dailies')
    .description('A self-hosted production workspace for AI-generated footage.')
    .version(version)
    // So that a command may have options and commands of its own with the same options.
    .enablePositionalOptions()
    .showHelpAfterError('(dailies --help shows what there is)')
    .hook('preAction', (_program, command) => readSettingsFile(command, terminal))
  for (const command of await commandsFor(args[0])) program.addCommand(command(terminal))
  useTerminal(program, terminal)
  return program
}

function useTerminal(command: Command, terminal: Terminal): void {
  const line = (text: string) => text.replace(/\n$/, '')
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.print(line(text)),
    writeErr: (text) => terminal.warn(line(text)),
  })
  for (const one of command.commands) useTerminal(one, terminal)
}
