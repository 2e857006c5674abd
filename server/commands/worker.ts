import { Command, Option } from 'commander'
import { readSettings } from '../config.ts'
import { DailiesError } from '../error.ts'
import { type DatabaseFlags, withDatabaseFlags } from './database.ts'
import type { Terminal } from './terminal.ts'

interface WorkerFlags extends DatabaseFlags {
  once?: boolean
  host?: string
  port?: string
}

export function workerCommand(terminal: Terminal): Command {
  const command = new Command('worker')
    .description(
      'Do what answers nobody, beside a service on the same database: send webhooks and mail, fetch media and make ' +
        'thumbnails, exports and backups. Any number of them may run. Stops on SIGTERM or Ctrl-C, after it has ended ' +
        'the attempts under way.',
    )
    .addOption(
      new Option('--once', 'send the webhooks and mail that are due now, and end').conflicts([
        'host',
        'port',
      ]),
    )
    .option('--host <address>', 'with --port: address to listen on (DAILIES_HOST, default: 127.0.0.1)')
    .option(
      '--port <number>',
      'answer /healthz, /readyz and /metrics on that port; without it, listen to nothing',
    )
  return withDatabaseFlags(command)
    .addHelpText(
      'after',
      '\n"dailies serve" does this too, unless DAILIES_WEBHOOK_WORKER is false. All settings: docs/settings.md',
    )
    .action(async ({ once, host, port, data, databaseUrl }: WorkerFlags) => {
      if (host !== undefined && port === undefined) {
        throw new DailiesError('invalid', '--host: it listens only with --port')
      }
      const settings = readSettings({ host, port, dataFolder: data, databaseUrl }, terminal.environment)
      const { sendDueWebhooks, startWorkerAlone } = await import('../main.ts')
      const { runUntilStopped } = await import('./run-until-stopped.ts')
      await runUntilStopped(settings, (log) =>
        once
          ? sendDueWebhooks(settings, log)
          : startWorkerAlone(settings, log, { listens: port !== undefined }),
      )
    })
}
