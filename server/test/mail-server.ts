import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it came. */
export interface ReceivedMail {
  to: string[]
  from: string
  headers: Map<string, string>
  /** As it was sent, and with its parts decoded. */
  raw: string
  text: string
  html: string
  /** Whether it came by TLS, and who signed in. */
  secure: boolean
  user: string | undefined
}

export interface MailServer {
  port: number
  received: ReceivedMail[]
  /** What a recipient, or a whole mail, is answered with: nothing, or a refusal. */
  answer: { recipient?: Refusal | undefined; mail?: Refusal | undefined }
  close(): Promise<void>
}

interface Refusal {
  code: number
  message: string
}

/** A real mail server on the loopback that keeps what it gets. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const answer: MailServer['answer'] = {}
  const refused = ({ code, message }: Refusal) => Object.assign(new Error(message), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'open sesame'
        ? done(null, { user: username })
        : done(refused({ code: 535, message: 'No' })),
    onRcptTo: (_address, _session, done) => done(answer.recipient && refused(answer.recipient)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (answer.mail) return done(refused(answer.mail))
        const raw = Buffer.concat(chunks).toString()
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          headers: headersOf(raw),
          text: partOf(raw, 'text/plain'),
          html: partOf(raw, 'text/html'),
          secure: session.secure,
          user: session.user as string | undefined,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1') as unknown as Server
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    answer,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** What listens there and does as `onConnection` says: for servers that hang, or end in the middle. */
export async function startStrangeServer(
  onConnection: (
    write: (line: string) => void,
    end: () => void,
    onLine: (hear: (line: string) => void) => void,
  ) => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    let hear = (_line: string) => {}
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n')) if (line) hear(line)
    })
    onConnection(
      (line) => socket.write(`${line}\r\n`),
      () => socket.destroy(),
      (listener) => {
        hear = listener
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new Set<import('node:net').Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function headersOf(raw: string): Map<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return new Map(
    head.split('\r\n').map((line) => {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/s.exec(line) ?? []
      return [name.toLowerCase(), wordsOf(value)]
    }),
  )
}

/** RFC 2047. */
function wordsOf(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : unquoted(text.replaceAll('_', ' ')),
    )
}

function partOf(raw: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  const parts = boundary ? raw.split(`--${boundary}`) : [raw]
  const part = parts.find((one) => one.toLowerCase().includes(`content-type: ${type}`)) ?? ''
  const body = part.slice(part.indexOf('\r\n\r\n') + 4)
  if (/transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString()
  if (/transfer-encoding: quoted-printable/i.test(part)) return unquoted(body.replace(/=\r\n/g, ''))
  return body
}

function unquoted(text: string): string {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}
