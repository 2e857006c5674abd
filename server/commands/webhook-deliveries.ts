import { endpoints } from '@dailies/contract/endpoints.ts'
import { Command } from 'commander'
import { checked } from '../checked.ts'
import { beyondIds } from '../db/id.ts'
import { printableJson } from '../printable.ts'
import { allOf } from '../production/membership.ts'
import { listDeliveries } from '../webhooks/deliveries.ts'
import { requireWebhook } from '../webhooks/webhook.ts'
import { type UserFlags, useDatabaseAs, withDatabaseFlags } from './database.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface DeliveriesFlags extends UserFlags {
  status?: string
  limit?: string
  json?: boolean
}

export function deliveriesCommand(terminal: Terminal): Command {
  const command = new Command('deliveries')
    .description('List what was sent to a webhook, or waits to be sent, the newest event first.')
    .argument('<id>', 'of the webhook')
    .requiredOption('--user <email>', 'whose webhook')
    .option('--status <status>', 'only Pending, Retrying, Success or Failed ones')
    .option('--limit <number>', 'how many at most, up to 100 (default: 30)')
    .option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(async (webhookId: string, flags: DeliveriesFlags) => {
    const { status, limit } = checked(endpoints.listDeliveries.query, {
      status: flags.status,
      limit: flags.limit,
    })
    const deliveries = await useDatabaseAs(terminal, flags, async ({ db, userId }) => {
      const actor = allOf(userId)
      await requireWebhook(db, actor, webhookId)
      return listDeliveries(db, actor, { webhookId, status, before: beyondIds, limit })
    })
    if (flags.json) return terminal.print(printableJson(deliveries))
    const rows = deliveries.map((delivery) => [
      delivery.id,
      delivery.event,
      delivery.timestamp,
      delivery.status,
      delivery.responseCode === null ? null : String(delivery.responseCode),
      String(delivery.retryCount),
      delivery.nextAttemptAt,
    ])
    terminal.print(table(['ID', 'EVENT', 'TIME', 'STATUS', 'RESPONSE', 'RETRIES', 'NEXT ATTEMPT'], rows))
  })
}
