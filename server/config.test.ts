import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSettings, variables } from './config.ts'

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
