import { Command } from 'commander'
import { readSettings } from '../config.ts'
import { DailiesError } from '../error.ts'
import { printable } from '../printable.ts'
import { withSettingsFlag } from './settings-flag.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

export function mailCommand(terminal: Terminal): Command {
  return new Command('mail').description('Try the settings of mail.').addCommand(test(terminal))
}

function test(terminal: Terminal): Command {
  const command = new Command('test')
    .description(
      'Send a mail now, by DAILIES_SMTP_URL, and tell how it went. Ends with 1 if the server did not take it.',
    )
    .argument('<address>', 'whom to send it to')
  return withSettingsFlag(command).action(async (address: string) => {
    const { smtpUrl: url, mailFrom: from, publicUrl } = readSettings({}, terminal.environment)
    if (!url || !from) throw new DailiesError('invalid', 'DAILIES_SMTP_URL: not set, so no mail is sent')
    // Only here: most commands start without it.
    const { openMailer } = await import('../mail/mailer.ts')
    const { randomUUID } = await import('node:crypto')
    const mailer = openMailer({ url, from })
    const letter = {
      subject: 'A test of Dailies',
      paragraphs: ['Mail of Dailies arrives here.', { link: `${publicUrl}`, label: 'Dailies' }],
    }
    const sent = await mailer.send(address, letter, randomUUID())
    mailer.close()
    if (sent.outcome === 'sent') return terminal.print(`The server took it. Look into ${printable(address)}.`)
    terminal.warn(`dailies: the server did not take it: ${printable(sent.error)}`)
    throw new Unsuccessful()
  })
}
