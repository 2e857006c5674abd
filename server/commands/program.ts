import { Command, CommanderError } from 'commander'
import { printable } from '../printable.ts'
import { version } from '../version.ts'
import { backupCommand } from './backup.ts'
import { captureCommand } from './capture.ts'
import { copyCommand } from './copy.ts'
import { demoCommand } from './demo.ts'
import { errorText } from './error-text.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { mailCommand } from './mail.ts'
import { mcpCommand } from './mcp.ts'
import { mediaCommand } from './media.ts'
import { memberCommand } from './member.ts'
import { platformCommand } from './platform.ts'
import { projectCommand } from './project.ts'
import { restoreCommand } from './restore.ts'
import { rightsCommand } from './rights.ts'
import { searchCommand } from './search.ts'
import { serveCommand } from './serve.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'
import { tokenCommand } from './token.ts'
import { userCommand } from './user.ts'
import { watchCommand } from './watch.ts'
import { webhookCommand } from './webhook.ts'
import { workerCommand } from './worker.ts'

/** Runs `dailies` with these arguments. Returns the code that the process ends with; what went wrong is in the terminal. */
export async function runProgram(args: string[], terminal: Terminal): Promise<number> {
  const program = new Command('dailies')
    .description('A self-hosted production workspace for AI-generated footage.')
    .version(version)
    // So that a command may have options and commands of its own with the same options.
    .enablePositionalOptions()
    .showHelpAfterError('(dailies --help shows what there is)')
  const commands = [
    serveCommand,
    workerCommand,
    demoCommand,
    userCommand,
    memberCommand,
    tokenCommand,
    importCommand,
    platformCommand,
    rightsCommand,
    webhookCommand,
    mailCommand,
    mediaCommand,
    exportCommand,
    copyCommand,
    backupCommand,
    restoreCommand,
    projectCommand,
    captureCommand,
    watchCommand,
    searchCommand,
    mcpCommand,
  ]
  for (const command of commands) program.addCommand(command(terminal))
  useTerminal(program, terminal)
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

function useTerminal(command: Command, terminal: Terminal): void {
  const line = (text: string) => text.replace(/\n$/, '')
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.print(line(text)),
    writeErr: (text) => terminal.warn(line(text)),
  })
  for (const one of command.commands) useTerminal(one, terminal)
}
