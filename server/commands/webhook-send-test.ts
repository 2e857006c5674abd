import { endpoints } from '@dailies/contract/endpoints.ts'
import { Command } from 'commander'
import { checked } from '../checked.ts'
import { printable } from '../printable.ts'
import { allOf } from '../production/membership.ts'
import { sendTest } from '../webhooks/send-test.ts'
import { type UserFlags, useDatabaseAs, withDatabaseFlags } from './database.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

export function sendTestCommand(terminal: Terminal): Command {
  const command = new Command('test')
    .description('Send a test event now, once, and tell how it went. Ends with 1 if it did not arrive.')
    .argument('<id>', 'of the webhook')
    .requiredOption('--user <email>', 'whose webhook')
    .option('--event <name>', 'a sample of that event instead of webhook.test')
  return withDatabaseFlags(command).action(async (id: string, flags: UserFlags & { event?: string }) => {
    const { event } = checked(endpoints.testWebhook.body, { event: flags.event })
    // Only here: it brings the HTTP server along, which takes its time.
    const { webhookSender } = await import('../main.ts')
    const { status, responseCode, attempts, ...delivery } = await useDatabaseAs(
      terminal,
      flags,
      ({ db, userId, settings }) =>
        sendTest(db, allOf(userId), { webhookId: id, event }, webhookSender(settings)),
    )
    const { outcome, error = null, answer = null, durationMs } = attempts[0] ?? {}
    terminal.print(`Delivery  ${delivery.id}`)
    terminal.print(`Status    ${status}, ${outcome} in ${durationMs} ms`)
    terminal.print(`Response  ${responseCode ?? '–'}`)
    terminal.print(`Error     ${printable(error ?? '–')}`)
    terminal.print(`Answer    ${printable(answer ?? '–')}`)
    if (status !== 'Success') throw new Unsuccessful()
  })
}
