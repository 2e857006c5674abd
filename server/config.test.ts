import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { comesByHttps, readSettings, variables } from './config.ts'

test('every setting is in the table of the documentation, and nothing else is', () => {
  const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `(DAILIES_[A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(documented, variables)
})

test('a flag wins over the environment, and an empty variable counts as not set', () => {
  const environment = { DAILIES_PORT: '1234', DAILIES_HOST: '', DAILIES_BODY_LIMIT: '2mb' }
  const settings = readSettings({ port: '4321' }, environment)
  assert.equal(settings.port, 4321)
  assert.equal(settings.host, '127.0.0.1')
  assert.equal(settings.bodyLimit, 2 * 1024 ** 2)
  assert.equal(readSettings({}, environment).port, 1234)
})

test('every wrong setting is told in a line of its own, by its flag or variable', () => {
  const environment = {
    DAILIES_LOG_LEVEL: 'loud',
    DAILIES_DATABASE_URL: 'mysql://x',
    DAILIES_BODY_LIMIT: '1gb',
  }
  assert.throws(
    () => readSettings({ port: 'abc', databaseUrl: undefined }, environment),
    ({ message }: Error) => {
      const names = message.split('\n').map((line) => line.split(':')[0])
      assert.deepEqual(names, ['--port', 'DAILIES_DATABASE_URL', 'DAILIES_LOG_LEVEL', 'DAILIES_BODY_LIMIT'])
      return true
    },
  )
})

test('of certificate and key none or both are set, and users come by HTTPS then', () => {
  const both = { DAILIES_TLS_CERTIFICATE: 'a.pem', DAILIES_TLS_KEY: 'a.key' }
  for (const [name, other] of [Object.keys(both), Object.keys(both).toReversed()]) {
    const refused = { message: `${other}: Required where ${name} is set` }
    assert.throws(() => readSettings({}, { [name!]: 'a.pem' }), refused)
  }
  assert.throws(() => readSettings({}, { ...both, DAILIES_PUBLIC_URL: 'http://dailies.studio.example' }), {
    message: 'DAILIES_PUBLIC_URL: Must begin with https:// where DAILIES_TLS_CERTIFICATE is set',
  })
  assert.equal(comesByHttps(readSettings({}, both)), true)
  assert.equal(comesByHttps(readSettings({}, {})), false)
  assert.equal(comesByHttps(readSettings({}, { DAILIES_PUBLIC_URL: 'https://dailies.studio.example' })), true)
})
