import { Command } from 'commander'
import { beyondIds } from '../db/id.ts'
import { printableJson } from '../printable.ts'
import { listWebhooksOfUser } from '../webhooks/queries.ts'
import { toWebhook } from '../webhooks/webhook.ts'
import { type UserFlags, useDatabaseAs, withDatabaseFlags } from './database.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'
import { createCommand } from './webhook-create.ts'
import { deliveriesCommand } from './webhook-deliveries.ts'
import { replayCommand } from './webhook-replay.ts'
import { sendTestCommand } from './webhook-send-test.ts'

export function webhookCommand(terminal: Terminal): Command {
  return new Command('webhook')
    .description('Make, list and test webhooks, look at what was sent, and send it again.')
    .addHelpText(
      'after',
      '\nRun them with the same DAILIES_SECRET_KEY, DAILIES_DEVELOPMENT and DAILIES_WEBHOOK_ALLOW as the service.',
    )
    .addCommand(listCommand(terminal))
    .addCommand(createCommand(terminal))
    .addCommand(sendTestCommand(terminal))
    .addCommand(deliveriesCommand(terminal))
    .addCommand(replayCommand(terminal))
}

/** More than a user can have. */
const every = { before: beyondIds, limit: 1000 }

function listCommand(terminal: Terminal): Command {
  const command = new Command('list')
    .description("List a user's webhooks, the newest first.")
    .requiredOption('--user <email>', 'whose webhooks')
    .option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(async (flags: UserFlags & { json?: boolean }) => {
    const webhooks = await useDatabaseAs(terminal, flags, async ({ db, userId }) =>
      (await db.all(listWebhooksOfUser, { userId, ...every })).map(toWebhook),
    )
    if (flags.json) return terminal.print(printableJson(webhooks))
    const rows = webhooks.map(({ id, url, events, active, pausedAt, failingSince, description }) => [
      id,
      url,
      events.join(' '),
      active ? 'yes' : pausedAt === null ? 'no' : 'paused',
      failingSince,
      description,
    ])
    terminal.print(table(['ID', 'URL', 'EVENTS', 'ACTIVE', 'FAILING SINCE', 'DESCRIPTION'], rows))
  })
}
