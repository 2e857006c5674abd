import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { certificate, privateKey } from '../test/certificate.ts'
import { type MailServer, startMailServer, startStrangeServer } from '../test/mail-server.ts'
import { openMailer } from './mailer.ts'

const from = 'Dailies <dailies@studio.example>'
const letter = { subject: 'Subject', paragraphs: ['Words.'] }
const to = 'ada@studio.example'
const quick = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }

async function onServer(
  work: (server: MailServer, url: string) => Promise<void>,
  options: Parameters<typeof startMailServer>[0] = {},
): Promise<void> {
  const server = await startMailServer(options)
  try {
    await work(server, `smtp://127.0.0.1:${server.port}`)
  } finally {
    await server.close()
  }
}

describe('sending mail', () => {
  test('a letter comes as plain text and as HTML, from whom it says, and says that no person wrote it', () =>
    onServer(async ({ received }, url) => {
      const mailer = openMailer({ url, from })
      const sent = await mailer.send(
        to,
        {
          subject: 'A “new” notice',
          paragraphs: [
            'One & all.',
            { link: 'https://d.example/a?b=1&c=2', label: 'Look' },
            { list: [{ text: 'x' }] },
          ],
        },
        'id',
      )
      mailer.close()
      assert.deepEqual(sent, { outcome: 'sent' })
      const [mail] = received as [(typeof received)[0]]
      assert.deepEqual([mail.to, mail.from], [[to], 'dailies@studio.example'])
      assert.equal(mail.headers.get('subject'), 'A “new” notice')
      assert.equal(mail.headers.get('from'), from)
      assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
      assert.equal(mail.headers.get('message-id'), '<id@studio.example>')
      assert.match(mail.text, /One & all\.\s+Look:\s+https:\/\/d\.example\/a\?b=1&c=2\s+- x/)
      assert.match(mail.html, /<p>One &amp; all\.<\/p>/)
      assert.match(mail.html, /href="https:\/\/d\.example\/a\?b=1&amp;c=2"/)
    }))

  test('names are no more than text: no header, recipient or markup comes of them', () =>
    onServer(async ({ received }, url) => {
      const mailer = openMailer({ url, from })
      const evil =
        'Film\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>\u2028"\u202e<img src=x onerror=alert(1)>'
      const sent = await mailer.send(
        to,
        { subject: evil, paragraphs: [evil, { list: [{ text: evil, link: 'https://d.example/"><b>' }] }] },
        'id',
      )
      mailer.close()
      assert.deepEqual(sent, { outcome: 'sent' })
      const [mail] = received as [(typeof received)[0]]
      assert.deepEqual(mail.to, [to])
      assert.ok(!mail.headers.has('bcc'))
      assert.equal(mail.headers.get('subject')?.startsWith('Film Bcc: eve@evil.example'), true)
      assert.doesNotMatch(mail.html, /<script|<img|"><b>|\u202e/)
      assert.doesNotMatch(mail.text, /\u202e|\r?\nBcc/)
    }))

  test('a password goes by TLS alone, and not to a server that has none', async () => {
    await onServer(async ({ port, received }) => {
      const mailer = openMailer({ url: `smtp://ada:open%20sesame@127.0.0.1:${port}`, from })
      const sent = await mailer.send(to, letter, 'id')
      mailer.close()
      assert.equal(sent.outcome, 'failed')
      assert.equal(received.length, 0)
    })
    // With a certificate that nobody signed: it is not trusted, and the password not sent.
    await onServer(
      async ({ port, received }) => {
        const mailer = openMailer({ url: `smtp://ada:open%20sesame@127.0.0.1:${port}`, from })
        const sent = await mailer.send(to, letter, 'id')
        mailer.close()
        assert.equal(sent.outcome, 'failed')
        assert.match(JSON.stringify(sent), /certificate/i)
        assert.ok(!JSON.stringify(sent).includes('sesame'))
        assert.equal(received.length, 0)
      },
      { disabledCommands: [] },
    )
  })

  test('by TLS it signs in, to a server whose certificate is good', () =>
    onServer(
      async ({ port, received }) => {
        const url = `smtp://ada:open%20sesame@127.0.0.1:${port}`
        const mailer = openMailer({ url, from, tls: { ca: certificate, servername: 'hooks.test' } })
        assert.deepEqual(await mailer.send(to, letter, 'id'), { outcome: 'sent' })
        mailer.close()
        assert.deepEqual([received[0]!.user, received[0]!.secure], ['ada', true])
      },
      { disabledCommands: [], key: privateKey, cert: certificate, allowInsecureAuth: false },
    ))

  test('who says so signs in without TLS; a wrong password is tried again another time, and not told', () =>
    onServer(async ({ port, received }) => {
      const right = openMailer({ url: `smtp://ada:open%20sesame@127.0.0.1:${port}?tls=off`, from })
      assert.deepEqual(await right.send(to, letter, 'id'), { outcome: 'sent' })
      right.close()
      assert.deepEqual([received[0]!.user, received[0]!.secure], ['ada', false])
      const wrong = openMailer({ url: `smtp://ada:xyzzy@127.0.0.1:${port}?tls=off`, from })
      const sent = await wrong.send(to, letter, 'id')
      wrong.close()
      assert.equal(sent.outcome, 'failed')
      assert.doesNotMatch(JSON.stringify(sent), /xyzzy|eHl6enk/)
    }))

  test('5yz refuses a mail for good, 4yz for now, of the recipient or of what is in it', () =>
    onServer(async (server, url) => {
      const mailer = openMailer({ url, from })
      const refusal = (code: number) => ({ code, message: 'Not here' })
      for (const [answer, outcome] of [
        [{ recipient: refusal(550) }, 'refused'],
        [{ recipient: refusal(450) }, 'failed'],
        [{ mail: refusal(554) }, 'refused'],
        [{ mail: refusal(451) }, 'failed'],
      ] as const) {
        Object.assign(server.answer, { recipient: undefined, mail: undefined }, answer)
        const sent = await mailer.send(to, letter, 'id')
        assert.equal(sent.outcome, outcome, JSON.stringify([answer, sent]))
        assert.match(JSON.stringify(sent), /Not here/)
      }
      Object.assign(server.answer, { recipient: undefined, mail: undefined })
      assert.deepEqual(await mailer.send(to, letter, 'id'), { outcome: 'sent' })
      mailer.close()
    }))

  const greeted = (answers: Record<string, string>, then?: (line: string, end: () => void) => void) =>
    startStrangeServer((write, end, onLine) => {
      write('220 ready')
      onLine((line) => {
        const answer = answers[line.slice(0, 4).toUpperCase()]
        if (answer) write(answer)
        then?.(line, end)
      })
    })
  const polite = { EHLO: '250 ok', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on' }

  for (const [what, start] of [
    ['says nothing', () => startStrangeServer(() => {})],
    ['greets and then says nothing', () => greeted({})],
    ['takes a mail and never says so', () => greeted(polite)],
    [
      'ends in the middle of a mail',
      () => greeted(polite, (line, end) => line.startsWith('Content-Type') && end()),
    ],
    ['ends at once', () => startStrangeServer((_write, end) => end())],
    ['speaks another language', () => startStrangeServer((write) => write('SSH-2.0-OpenSSH_9'))],
  ] as const) {
    test(`a server that ${what} is not waited for`, async () => {
      const server = await start()
      const mailer = openMailer({ url: `smtp://127.0.0.1:${server.port}`, from, timeouts: quick })
      const began = performance.now()
      assert.equal((await mailer.send(to, letter, 'id')).outcome, 'failed')
      // Less than anything is waited for unless told otherwise.
      assert.ok(performance.now() - began < 10_000)
      mailer.close()
      await server.close()
    })
  }

  test('nor one that says a little now and then, for ever', async () => {
    const server = await startStrangeServer((write) => {
      const timer = setInterval(() => write('220-wait'), 50)
      setTimeout(() => clearInterval(timer), 5000).unref()
    })
    const mailer = openMailer({ url: `smtp://127.0.0.1:${server.port}`, from, longest: 500 })
    assert.deepEqual(await mailer.send(to, letter, 'id'), { outcome: 'failed', error: 'It took too long' })
    mailer.close()
    await server.close()
  })

  test('where nobody listens it fails', async () => {
    const mailer = openMailer({ url: 'smtp://127.0.0.1:9', from })
    assert.equal((await mailer.send(to, letter, 'id')).outcome, 'failed')
    mailer.close()
  })
})
