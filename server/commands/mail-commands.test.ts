import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMailServer } from '../test/mail-server.ts'
import { runProcess } from '../test/process.ts'

const settings = {
  DAILIES_MAIL_FROM: 'Dailies <dailies@studio.example>',
  DAILIES_PUBLIC_URL: 'https://d.example',
}
const args = ['mail', 'test', 'ada@studio.example']

test('a test mail is sent, and where it is not taken the command says why, and nothing of the password', async () => {
  const server = await startMailServer()
  const run = (url: string) => runProcess(args, { environment: { ...settings, DAILIES_SMTP_URL: url } })
  const address = `127.0.0.1:${server.port}`

  const taken = await run(`smtp://ada:open%20sesame@${address}?tls=off`)
  assert.deepEqual([taken.code, taken.stderr], [0, ''])
  assert.match(taken.stdout, /took it/)
  assert.deepEqual(server.received[0]?.to, ['ada@studio.example'])
  assert.match(server.received[0]!.text, /https:\/\/d\.example/)

  for (const url of [
    `smtp://ada:xyzzy@${address}?tls=off`,
    `smtp://ada:xyzzy@${address}`,
    'smtp://ada:xyzzy@127.0.0.1:9',
  ]) {
    const { code, stdout, stderr } = await run(url)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^dailies: the server did not take it: [A-Z]+/)
    assert.doesNotMatch(stderr, /xyzzy/)
  }
  await server.close()
})

test('settings of mail are asked for together, and a wrong one is not shown', async () => {
  const missing = await runProcess(args, { environment: {} })
  assert.equal(missing.code, 1)
  assert.match(missing.stderr, /DAILIES_SMTP_URL/)
  const alone = await runProcess(args, { environment: { DAILIES_SMTP_URL: 'smtp://ada:xyzzy@mail.example' } })
  assert.match(alone.stderr, /DAILIES_MAIL_FROM: Required.*\n.*DAILIES_PUBLIC_URL: Required/)
  const wrong = await runProcess(args, {
    environment: {
      ...settings,
      DAILIES_SMTP_URL: 'imap://ada:xyzzy@mail.example',
      DAILIES_MAIL_FROM: 'a\nb@c',
    },
  })
  assert.match(
    wrong.stderr,
    /DAILIES_SMTP_URL: Must begin with smtp.*\n.*DAILIES_MAIL_FROM: Must be an address/,
  )
  assert.doesNotMatch(missing.stderr + alone.stderr + wrong.stderr, /xyzzy/)
})
