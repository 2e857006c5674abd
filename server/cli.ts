import { Command } from 'commander'
import { demoCommand } from './commands/demo.ts'
import { errorText } from './commands/error-text.ts'
import { importCommand } from './commands/import.ts'
import { platformCommand } from './commands/platform.ts'
import { rightsCommand } from './commands/rights.ts'
import { serveCommand } from './commands/serve.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { webhookCommand } from './commands/webhook.ts'
import { workerCommand } from './commands/worker.ts'
import { printable } from './printable.ts'
import { version } from './version.ts'

// Whatever is written (the database with its -wal and -shm, keys, media): nobody else on the machine is to read it.
process.umask(0o077)

const program = new Command('dailies')
  .description('A self-hosted production workspace for AI-generated footage.')
  .version(version)
  .showHelpAfterError('(dailies --help shows what there is)')
  .addCommand(serveCommand())
  .addCommand(workerCommand())
  .addCommand(demoCommand())
  .addCommand(userCommand())
  .addCommand(tokenCommand())
  .addCommand(importCommand())
  .addCommand(platformCommand())
  .addCommand(rightsCommand())
  .addCommand(webhookCommand())

try {
  await program.parseAsync()
} catch (error) {
  for (const line of errorText(error)) console.error(`dailies: ${printable(line)}`)
  process.exitCode = 1
}
