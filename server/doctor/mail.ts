import type { Settings } from '../config.ts'
import { openMailer } from '../mail/mailer.ts'
import { type Finding, failed, skipped, well } from './check.ts'

/** Milliseconds: less than a check may take, so that what the server does is told. */
const patience = 8000

/** Sends nothing. */
export async function checkMail({
  smtpUrl: url,
  mailFrom: from,
}: Pick<Settings, 'smtpUrl' | 'mailFrom'>): Promise<Finding> {
  if (!url || !from) return skipped('No server for mail is set (DAILIES_SMTP_URL), so none is sent.')
  const { host } = new URL(url)
  const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
  const mailer = openMailer({ url, from, timeouts, longest: patience })
  try {
    const greeted = await mailer.greet()
    if (greeted.outcome === 'greeted') return well(`The mail server at ${host} lets Dailies in.`)
    return failed(
      `The mail server at ${host} cannot be used: ${greeted.error.replace(/\.$/, '')}.`,
      'See that it runs and can be reached from here, and that DAILIES_SMTP_URL has its port, user and password; then try dailies mail test.',
    )
  } finally {
    mailer.close()
  }
}
