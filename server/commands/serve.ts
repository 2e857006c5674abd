import { Command } from 'commander'
import { readSettings, type Settings } from '../config.ts'
import type { Service } from '../main.ts'
import { type DatabaseFlags, withDatabaseFlags } from './database.ts'
import type { Terminal } from './terminal.ts'

interface ServeFlags extends DatabaseFlags {
  host?: string
  port?: string
}

export function serveCommand(terminal: Terminal): Command {
  const command = new Command('serve')
    .description('Run the service. Stops on SIGTERM or Ctrl-C, after it has answered what is in flight.')
    .option('--host <address>', 'address to listen on (DAILIES_HOST, default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 for any free one (DAILIES_PORT, default: 8787)')
  return withDatabaseFlags(command)
    .addHelpText('after', '\nAll settings, with their variables and limits: docs/settings.md')
    .action(async ({ host, port, data, databaseUrl }: ServeFlags) => {
      const settings = readSettings({ host, port, dataFolder: data, databaseUrl }, terminal.environment)
      // Only here, and in the demo: the other commands start in a fraction of the time without the HTTP server.
      const { runService } = await import('./run-service.ts')
      await runService(settings, { onStart: (service) => tellHowToSetUp(terminal, settings, service) })
    })
}

/** On standard output and nowhere else: whoever has the address becomes the administrator. */
async function tellHowToSetUp(terminal: Terminal, { publicUrl }: Settings, service: Service): Promise<void> {
  const secret = await service.offerSetUp()
  if (secret === undefined) return
  const address = (publicUrl ?? service.address).replace(/\/$/, '')
  terminal.print(
    `\nThere is no user yet. To make the first one, open this address within 30 minutes:\n\n` +
      `  ${address}/setup#${secret}\n\nIt works once. Start again for another.\n`,
  )
}
