import { setTimeout as sleep } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import { type Letter, oneLine, written } from './letter.ts'

/** Milliseconds. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const longestSend = 60_000

interface MailSettings {
  /** `smtp://user:password@host:587`: a secret. */
  url: string
  from: string
}

/**
 * `refused`: the server will never take it; `failed`: it may do so another time. `error` is for the operator, and has
 * nothing of the settings in it.
 */
export type Sent = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; error: string }

/** Whether the server lets us in; `error` is as above. */
type Greeted = { outcome: 'greeted' } | { outcome: 'failed'; error: string }

export interface Mailer {
  /** Never rejects. `id` is the same where it is the same letter again, so that whoever gets it twice can tell. */
  send(to: string, letter: Letter, id: string): Promise<Sent>
  /** Connects and signs in, as for a mail, and sends none. Never rejects. */
  greet(): Promise<Greeted>
  close(): void
}

interface MailerOptions extends MailSettings {
  timeouts?: Partial<typeof patience>
  longest?: number
  /** Whom to trust, and by which name, beside what Node goes by. */
  tls?: { ca: string; servername: string }
}

/**
 * Sends by the server of the settings, over two connections at most, each of which is used again. With a password it goes by
 * TLS alone; without one where the server offers it, unless the address ends in `?tls=off` or `?tls=required`.
 */
export function openMailer({ url, from, timeouts, longest = longestSend, tls }: MailerOptions): Mailer {
  // Loaded by the first who sends: most installations do without.
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    const pool = { pool: true as const, maxConnections: 2 }
    return createTransport({ ...serverOf(url), ...patience, ...timeouts, ...pool, ...(tls && { tls }) })
  }
  const host = from.replace(/^.*@([^>\s]+)>?\s*$/, '$1')
  let transport: Promise<Transporter> | undefined
  const close = () => {
    transport?.then((opened) => opened.close()).catch(() => {})
    transport = undefined
  }
  /** Throws what went wrong, and `tooSlow`. */
  const inTime = async (work: (transport: Transporter) => Promise<unknown>): Promise<void> => {
    const tooLong = new AbortController()
    try {
      transport ??= open()
      const working = work(await transport)
      const done = await Promise.race([
        working.then(() => true),
        sleep(longest, false, { signal: tooLong.signal, ref: false }),
      ])
      if (done) return
      // Whoever is that slow is not waited for; the next one gets new connections.
      working.catch(() => {})
      close()
      throw tooSlow
    } finally {
      tooLong.abort()
    }
  }
  return {
    send: async (to, letter, id) => {
      try {
        await inTime((transport) =>
          transport.sendMail({
            from,
            // As an object it is one address, whatever is in it.
            to: { name: '', address: to },
            ...written(letter),
            messageId: `<${id}@${host}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
            disableFileAccess: true,
            disableUrlAccess: true,
          }),
        )
        return { outcome: 'sent' }
      } catch (error) {
        return failureOf(error)
      }
    },
    greet: async () => {
      try {
        await inTime((transport) => transport.verify())
        return { outcome: 'greeted' }
      } catch (error) {
        return { outcome: 'failed', error: failureOf(error).error }
      }
    },
    close,
  }
}

const tooSlow = new Error('It took too long')

function serverOf(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const tls = searchParams.get('tls')
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    requireTLS: tls === 'required' || (tls !== 'off' && password !== ''),
    ignoreTLS: tls === 'off',
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
}

/** RFC 5321, section 4.2.1: 5yz is for good; but of signing in it says more of the settings than of the mail. */
function failureOf(error: unknown): Exclude<Sent, { outcome: 'sent' }> {
  if (error === tooSlow) return { outcome: 'failed', error: tooSlow.message }
  const { code = 'unknown', responseCode, response, message = '' } = error as SmtpError
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isForGood = isOfMail && responseCode !== undefined && responseCode >= 500
  const said = oneLine(response ?? (code === 'EAUTH' ? '' : message), 200)
  return { outcome: isForGood ? 'refused' : 'failed', error: `${code}${said && `: ${said}`}` }
}
