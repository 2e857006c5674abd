import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { comesByHttps, readSettings, variables } from './config.ts'

test('every setting is in the table of the documentation, and nothing else is', () => {
  const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `((?:DAILIES|OTEL)_[A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
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

test('what belongs to an identity provider is set together, and what a group is goes by a clear notation', () => {
  const provider = {
    DAILIES_OIDC_ISSUER: 'https://login.studio.example/realms/film',
    DAILIES_OIDC_CLIENT_ID: 'dailies',
    DAILIES_OIDC_CLIENT_SECRET: 'x',
    DAILIES_PUBLIC_URL: 'https://dailies.studio.example',
  }
  const { DAILIES_PUBLIC_URL: _, ...homeless } = provider
  assert.throws(() => readSettings({}, homeless), {
    message: 'DAILIES_PUBLIC_URL: Required where DAILIES_OIDC_ISSUER is set',
  })
  const project = '01990000-0000-7000-8000-000000000001'
  const settings = readSettings(
    {},
    {
      ...provider,
      DAILIES_OIDC_ADMINISTRATORS: 'CN=admins,OU=film; /leads ;',
      DAILIES_OIDC_PROJECTS: `${project}:editor=CN=artists,OU=film; ${project}:viewer=clients: of ours`,
    },
  )
  assert.deepEqual(settings.oidcAdministrators, ['CN=admins,OU=film', '/leads'])
  assert.deepEqual(settings.oidcProjects, [
    { projectId: project, role: 'editor', group: 'CN=artists,OU=film' },
    { projectId: project, role: 'viewer', group: 'clients: of ours' },
  ])
  const wrong: [string, string][] = [
    ['DAILIES_OIDC_ISSUER', 'http://login.studio.example'],
    ['DAILIES_OIDC_ISSUER', 'https://login.studio.example/?x=1'],
    ['DAILIES_OIDC_ISSUER', 'https://user:password@login.studio.example'],
    ['DAILIES_OIDC_PROJECTS', `${project}:owner=artists`],
    ['DAILIES_OIDC_PROJECTS', 'The Long Tide:editor=artists'],
    ['DAILIES_OIDC_PROJECTS', Array(201).fill(`${project}:editor=artists`).join(';')],
    ['DAILIES_OIDC_ADMINISTRATORS', Array(101).fill('x').join(';')],
    ['DAILIES_OIDC_ADMINISTRATORS', 'x'.repeat(201)],
    ['DAILIES_OIDC_SCOPES', 'profile email'],
    ['DAILIES_OIDC_DOMAINS', '*'],
    ['DAILIES_OIDC_SIGN_UP', 'true'],
    ['DAILIES_PASSWORDS', 'none'],
    ['DAILIES_SECOND_FACTOR', 'true'],
  ]
  for (const [name, value] of wrong) {
    assert.throws(
      () => readSettings({}, { ...provider, [name]: value }),
      ({ message }: Error) => message.startsWith(`${name}: `),
    )
  }
  assert.throws(
    () => readSettings({}, { DAILIES_PASSWORDS: 'nobody' }),
    /DAILIES_PASSWORDS: Must be everybody/,
  )
  const unverified = { DAILIES_OIDC_SIGN_UP: 'unverified', DAILIES_OIDC_DOMAINS: 'studio.example' }
  assert.throws(() => readSettings({}, { ...provider, ...unverified }), /DAILIES_OIDC_DOMAINS: Says nothing/)
})
