import { endpoints } from '@dailies/contract/endpoints.ts'
import { Command, Option } from 'commander'
import { checked } from '../checked.ts'
import type { Database } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import { allOf } from '../production/membership.ts'
import { replayDeliveries, replayDelivery } from '../webhooks/replay.ts'
import { type UserFlags, useDatabaseAs, withDatabaseFlags } from './database.ts'
import type { Terminal } from './terminal.ts'

interface ReplayFlags extends UserFlags {
  delivery?: string
  from?: string
  to?: string
  all?: boolean
}

export function replayCommand(terminal: Terminal): Command {
  const command = new Command('replay')
    .description(
      'Queue a delivery again, or those of a time that did not arrive. The service or a worker sends them then.',
    )
    .argument('<id>', 'of the webhook')
    .requiredOption('--user <email>', 'whose webhook')
    .addOption(new Option('--delivery <id>', 'this one alone').conflicts(['from', 'to', 'all']))
    .option('--from <time>', 'from then on, such as 2026-11-21T08:00:00Z')
    .option('--to <time>', 'up to then (default: now)')
    .option('--all', 'those that arrived as well')
  return withDatabaseFlags(command).action(async (webhookId: string, flags: ReplayFlags) => {
    const { delivery: eventId } = flags
    if (eventId === undefined && flags.from === undefined) {
      throw new DailiesError('invalid', 'say what to replay: --delivery <id>, or --from <time>')
    }
    const queued = await useDatabaseAs(terminal, flags, async ({ db, userId }) => {
      if (eventId === undefined) return replayRange(db, userId, webhookId, flags)
      await replayDelivery(db, allOf(userId), { webhookId, eventId })
      return 1
    })
    terminal.print(`${queued} ${queued === 1 ? 'delivery' : 'deliveries'} queued.`)
  })
}

async function replayRange(
  db: Database,
  userId: string,
  webhookId: string,
  { from, to = new Date(Date.now() + 1).toISOString(), all }: ReplayFlags,
): Promise<number> {
  const range = checked(endpoints.replayDeliveries.body, { from, to, which: all ? 'all' : 'undelivered' })
  let total = 0
  for (let next: string | null = range.from; next !== null; ) {
    const step = await replayDeliveries(db, allOf(userId), { ...range, webhookId, from: next })
    total += step.queued
    next = step.next
  }
  return total
}
