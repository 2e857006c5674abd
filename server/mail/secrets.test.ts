import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { startMailServer, startStrangeServer } from '../test/mail-server.ts'
import { onPlace, runProcess, runSql, startServe } from '../test/process.ts'

const email = 'ada@studio.example'
const settings = {
  DAILIES_MAIL_FROM: 'dailies@studio.example',
  DAILIES_PUBLIC_URL: 'https://dailies.example',
  DAILIES_LOG_LEVEL: 'trace',
}
const forgotten = (address: string) =>
  fetch(`${address}/api/account/password/forgotten`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })

for (const engine of engines) {
  test(`neither the log nor the database has the mail server's password or a link that was mailed, on ${engine}`, () =>
    onPlace(engine, async (place) => {
      const server = await startMailServer()
      const url = `smtp://ada:open%20sesame@127.0.0.1:${server.port}?tls=off`
      Object.assign(place.environment, settings, { DAILIES_SMTP_URL: url })
      const { environment } = place
      const create = ['user', 'create', email, '--name', 'Ada', '--password-stdin']
      assert.equal((await runProcess(create, { environment, input: 'correct horse' })).code, 0)
      const serve = await startServe(environment)
      assert.equal((await forgotten(serve.address)).status, 200)
      await until('a link is mailed', () => server.received.length > 0)
      // While one waits for an address there is no other.
      await until('it is written down', async () => (await runSql(place, 'select * from mails')).length === 0)
      const secret = /#([\w-]{43})/.exec(server.received[0]!.text)![1]!
      server.answer.mail = { code: 451, message: 'Later' }
      assert.equal((await forgotten(serve.address)).status, 200)
      await until('it is refused', () => serve.output().includes('a mail could not be sent yet'))
      await serve.kill('SIGTERM')
      const stored = JSON.stringify([
        await runSql(place, 'select * from mails'),
        await runSql(place, 'select * from mailed_links'),
      ])
      for (const text of [serve.output(), stored]) {
        for (const secretText of ['sesame', secret]) {
          assert.ok(!text.includes(secretText), secretText)
        }
      }
      assert.ok(stored.includes('hash'))
      await server.close()
    }))

  test(`a mail server that hangs holds up nothing: requests, readiness, and the end of the service, on ${engine}`, () =>
    onPlace(engine, async (place) => {
      const server = await startStrangeServer(() => {})
      const url = `smtp://127.0.0.1:${server.port}`
      Object.assign(place.environment, settings, { DAILIES_SMTP_URL: url })
      const { environment } = place
      const create = ['user', 'create', email, '--name', 'Ada', '--password-stdin']
      assert.equal((await runProcess(create, { environment, input: 'correct horse' })).code, 0)
      const serve = await startServe(environment)
      const began = performance.now()
      assert.equal((await forgotten(serve.address)).status, 200)
      assert.equal((await fetch(`${serve.address}/readyz`)).status, 200)
      const metrics = await (await fetch(`${serve.address}/metrics`)).text()
      assert.match(metrics, /dailies_mail_queue_length 1/)
      // Less than the mail server is waited for.
      assert.ok(performance.now() - began < 10_000)
      await serve.kill('SIGTERM')
      assert.ok(performance.now() - began < 15_000)
      await server.close()
    }))
}
