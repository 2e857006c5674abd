import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { readSettings } from '../../config.ts'
import { engines } from '../../test/engines.ts'
import {
  ada,
  client,
  IdentityProvider,
  type Lies,
  type ProviderPerson,
  publicJwk,
  sendJson,
} from '../../test/identity-provider.ts'
import { runSql } from '../../test/process.ts'
import { type Begun, begin, finish, signInBy } from '../../test/provider-flow.ts'
import { type Answer, type TestService, type TestUser, testService, testUser } from '../../test/service.ts'
import { ProviderAway } from './bounded-fetch.ts'
import { NotTrusted, Refused } from './in-our-words.ts'
import { Provider } from './provider.ts'
import { isProvider } from './provider-settings.ts'

const script = '<script>alert(document.cookie)</script>'
const now = () => Math.floor(Date.now() / 1000)
const without = (name: string) => (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
const withClaims = (more: Record<string, unknown>): Lies => ({ claims: (claims) => ({ ...claims, ...more }) })

/** Each is an ID token, or what comes with it, that an honest provider does not give. */
function tokenLies(provider: IdentityProvider): Record<string, Lies> {
  const { own, foreign, forEncryption } = provider.keys
  const publicPem = createPublicKey(own).export({ type: 'spki', format: 'pem' })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const redirect = (response: ServerResponse) =>
    response.writeHead(302, { location: `${provider.issuer}/a-service-of-this-machine` }).end()
  const headed = (header: Record<string, unknown>, key = own): Lies => ({
    token: (_, { header: honest, claims, sign }) => sign({ ...honest, ...header }, claims, key),
  })
  return {
    'of another issuer': withClaims({ iss: 'https://evil.example' }),
    'of the issuer with a slash': withClaims({ iss: `${provider.issuer}/` }),
    'of an issuer in a list': withClaims({ iss: [provider.issuer] }),
    'of no issuer': { claims: without('iss') },
    'for another audience': withClaims({ aud: 'another client' }),
    'for an audience that begins as ours': withClaims({ aud: 'dailies2' }),
    'for several audiences without an authorized party': withClaims({ aud: [client.id, 'another'] }),
    'for several audiences and another authorized party': withClaims({
      aud: [client.id, 'another'],
      azp: 'another',
    }),
    'for our audience and another authorized party': withClaims({ azp: 'another' }),
    'for no audience': { claims: without('aud') },
    'for an empty list of audiences': withClaims({ aud: [] }),
    'for an audience that is no text': withClaims({ aud: { 0: client.id } }),
    'with another nonce': withClaims({ nonce: 'another' }),
    'with no nonce': { claims: without('nonce') },
    'with an empty nonce': withClaims({ nonce: '' }),
    'with a nonce in a list': { claims: (claims) => ({ ...claims, nonce: [claims.nonce] }) },
    'that has expired': withClaims({ iat: now() - 7200, exp: now() - 3600 }),
    'that never expires': { claims: without('exp') },
    'that expires at a text': withClaims({ exp: '9999999999' }),
    'that is not valid yet': withClaims({ nbf: now() + 3600 }),
    'that was issued far in the future': withClaims({ iat: now() + 86_400, exp: now() + 90_000 }),
    'that was issued at no time': { claims: without('iat') },
    'that was issued at a text': withClaims({ iat: 'now' }),
    'of nobody': { claims: without('sub') },
    'of an empty subject': withClaims({ sub: '' }),
    'of a subject that is a number': withClaims({ sub: 1 }),
    'of a subject without end': withClaims({ sub: 'x'.repeat(300) }),
    'of a subject with U+0000, which PostgreSQL does not keep': withClaims({ sub: 'victim\0' }),
    'of a subject with half a character, of which databases make the same as of any other half': withClaims({
      sub: '\ud800',
    }),
    'with an access token of which the header cannot be made': {
      inUserInfo: ['email', 'email_verified'],
      answer: (answer) => ({ ...answer, access_token: `evil.example\n${script}` }),
    },
    'signed by none': {
      token: (_, { claims }) => `${part({ alg: 'none' })}.${part(claims)}.`,
    },
    'signed by None': { token: (token) => `${part({ alg: 'None' })}.${token.split('.').slice(1).join('.')}` },
    'signed by HS256 with the public key': {
      token: (_, { claims, hmac }) => hmac({ alg: 'HS256', kid: 'own' }, claims, publicPem),
    },
    'signed by HS256 with the public key as JSON': {
      token: (_, { claims, hmac }) =>
        hmac(
          { alg: 'HS256', kid: 'own' },
          claims,
          JSON.stringify(publicJwk(own, { kid: 'own', use: 'sig' })),
        ),
    },
    'signed by HS256 with the secret of the client': {
      token: (_, { claims, hmac }) => hmac({ alg: 'HS256' }, claims, client.secret),
    },
    'signed by a swapped key': headed({}, foreign),
    'signed by an unknown key': headed({ kid: 'unknown' }, foreign),
    'signed by a key for encryption': headed({ kid: 'enc' }, forEncryption),
    'signed by a key that it brings along': headed({ jwk: publicJwk(foreign, {}), kid: undefined }, foreign),
    'signed by a key that lies elsewhere': headed(
      { jku: `${provider.issuer}/other-keys`, kid: 'unknown' },
      foreign,
    ),
    'signed by another kind of key': {
      token: (_, { claims }) => {
        const input = `${part({ alg: 'ES256', kid: 'own' })}.${part(claims)}`
        const signature = sign('sha256', Buffer.from(input), { key: ec, dsaEncoding: 'ieee-p1363' })
        return `${input}.${signature.toString('base64url')}`
      },
    },
    'with a header that is critical and unknown': headed({ crit: ['b64'], b64: false }),
    'with no signature': { token: (token) => `${token.split('.').slice(0, 2).join('.')}.` },
    'with two parts': { token: (token) => token.split('.').slice(0, 2).join('.') },
    'that is cut': { token: (token) => token.slice(0, -40) },
    'changed after it was signed': {
      token: (token, { claims }) => {
        const [header, , signature] = token.split('.')
        return `${header}.${part({ ...claims, sub: 'the administrator' })}.${signature}`
      },
    },
    'that is encrypted': { token: () => `${part({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d` },
    'that is no token': { token: () => script },
    'that is missing': { token: () => undefined },
    'in HTML': { at: { token: (_, response) => html(response) } },
    'in JSON that calls itself HTML': {
      at: { token: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}') },
    },
    'in JSON that is cut': {
      at: {
        token: (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"acc'),
      },
    },
    'in a list': { answer: (answer) => [answer] },
    'in nothing': { answer: () => null },
    'in an answer of many megabytes': { answer: (answer) => ({ ...answer, more: 'x'.repeat(4_000_000) }) },
    'in an answer that never ends': { at: { token: (_, response) => neverEnding(response) } },
    'with no access token': { answer: without('access_token') },
    'with an access token of another kind': { answer: (answer) => ({ ...answer, token_type: 'mac' }) },
    'behind a redirect': { at: { token: (_, response) => redirect(response) } },
    'behind an error with a script': {
      at: { token: (_, response) => sendJson(response, { error: script, error_description: script }, 400) },
    },
    'behind an error that the grant is none': {
      at: {
        token: (_, response) =>
          sendJson(response, { error: 'invalid_grant', error_description: script }, 400),
      },
    },
    'behind an error of the server': { at: { token: (_, response) => html(response, 500) } },
    'behind a connection that breaks': { at: { token: (request) => request.socket.destroy() } },
    'whose subject is another in the user info': {
      inUserInfo: ['email', 'email_verified'],
      userInfo: (info) => ({ ...info, sub: 'another' }),
    },
    'whose user info has no subject': { inUserInfo: ['email', 'email_verified'], userInfo: without('sub') },
    'whose user info is HTML': {
      inUserInfo: ['email', 'email_verified'],
      at: { userinfo: (_, response) => html(response) },
    },
    'whose user info is behind a redirect': {
      inUserInfo: ['email', 'email_verified'],
      at: { userinfo: (_, response) => redirect(response) },
    },
    'whose user info is of many megabytes': {
      inUserInfo: ['email', 'email_verified'],
      userInfo: (info) => ({ ...info, more: 'x'.repeat(4_000_000) }),
    },
    'whose user info never ends': {
      inUserInfo: ['email', 'email_verified'],
      at: { userinfo: (_, response) => neverEnding(response) },
    },
    'whose user info is refused': {
      inUserInfo: ['email', 'email_verified'],
      at: {
        userinfo: (_, response) =>
          response
            .writeHead(401, { 'www-authenticate': `Bearer error="invalid_token", error_description="x"` })
            .end(),
      },
    },
  }
}

/** Each is somebody at an honest provider who is to get to no account. */
function people(
  user: TestUser,
  administrator: TestUser,
  linked: TestUser,
): Record<string, [ProviderPerson, Lies?]> {
  const stranger = { ...ada, sub: 'stranger' }
  return {
    "somebody else's address, unverified": [{ ...stranger, email: user.email, email_verified: false }],
    "somebody else's address, of which nothing is said": [
      { ...stranger, email: user.email, email_verified: undefined },
    ],
    "somebody else's address, verified by a text": [
      { ...stranger, email: user.email, email_verified: 'true' },
    ],
    "somebody else's address, verified by a number": [{ ...stranger, email: user.email, email_verified: 1 }],
    "somebody else's address in capitals, unverified": [
      { ...stranger, email: user.email.toUpperCase(), email_verified: false },
    ],
    "somebody else's address in the token, and verified elsewhere": [
      { ...stranger, email: user.email, groups: undefined },
      {
        claims: ({ email_verified: _, groups: __, ...claims }) => claims,
        userInfo: (info) => ({ ...info, email: 'stranger@provider.example', email_verified: true }),
      },
    ],
    'the address of an administrator, verified': [{ ...stranger, email: administrator.email }],
    'the address of an administrator, unverified': [
      { ...stranger, email: administrator.email, email_verified: false },
    ],
    'the address of an administrator, with a group that is nearly right': [
      { ...stranger, email: administrator.email, groups: ['Admins', 'admins ', 'admin', 'admins,x'] },
    ],
    'the address of an administrator, with a group that is no text': [
      { ...stranger, email: administrator.email, groups: [['admins'], { admins: true }] },
    ],
    'the address of somebody whom the provider knows as another': [{ ...stranger, email: linked.email }],
    'no address': [{ ...stranger, email: undefined }],
    'an address that is none': [{ ...stranger, email: 'nobody' }],
    'addresses in a list': [{ ...stranger, email: [user.email] }],
    'an address with a line behind it': [{ ...stranger, email: `${user.email}\nx@y.example` }],
    'an address of their own, unverified': [
      { ...stranger, email: 'new@provider.example', email_verified: false },
    ],
    'a name that is a script, and no verified address': [
      { ...stranger, name: script, email_verified: false },
    ],
  }
}

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function html(response: ServerResponse, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(`<title>Sign in</title>${script}`)
}

function neverEnding(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (response.writable && response.write(' '.repeat(65_536)));
  }
  response.on('drain', more).on('error', () => {})
  more()
}

/** What the browser comes back with, told from what an honest provider sends it back with. */
type Answers = Record<string, (honest: URLSearchParams, begun: Begun) => [answer: string, cookie: string]>

const changed =
  (change: (answer: URLSearchParams) => void): Answers[string] =>
  (answer, { cookie }) => {
    change(answer)
    return [answer.toString(), cookie]
  }

const answers: Answers = {
  'no state': changed((answer) => answer.delete('state')),
  'an empty state': changed((answer) => answer.set('state', '')),
  'a made-up state': changed((answer) => answer.set('state', 'x'.repeat(43))),
  'two states': changed((answer) => answer.append('state', 'another')),
  'a state twice': changed((answer) => answer.append('state', answer.get('state')!)),
  'no cookie': (answer) => [answer.toString(), ''],
  'a made-up cookie': (answer) => [answer.toString(), `dailies_sign_in=${'x'.repeat(43)}`],
  'no code': changed((answer) => answer.delete('code')),
  'an empty code': changed((answer) => answer.set('code', '')),
  'two codes': changed((answer) => answer.append('code', 'another')),
  'a made-up code': changed((answer) => answer.set('code', 'made-up')),
  'another issuer': changed((answer) => answer.set('iss', 'https://evil.example')),
  'no issuer, though the provider says one': changed((answer) => answer.delete('iss')),
  'two issuers': changed((answer) => answer.append('iss', 'https://evil.example')),
  'an error': changed((answer) => {
    answer.delete('code')
    answer.set('error', 'access_denied')
    answer.set('error_description', script)
    answer.set('error_uri', 'https://evil.example')
  }),
  'an error beside the code': changed((answer) => answer.set('error', script)),
  'an ID token beside the code': changed((answer) => answer.set('id_token', 'a.b.c')),
  'a response in a token': changed((answer) => answer.set('response', 'a.b.c')),
  'nothing that is a query': (_, { cookie }) => [script, cookie],
}

/** Stands in for a provider where only the names of what it does are asked for. */
class Named {
  issuer = 'http://127.0.0.1'
  keys = { own: key, foreign: key, forEncryption: key }
}

for (const engine of engines) {
  describe(`a hostile identity provider on ${engine}`, () => {
    let provider: IdentityProvider
    let service: TestService
    let user: TestUser
    let administrator: TestUser
    let linked: TestUser

    before(async () => {
      provider = await new IdentityProvider().listen()
      service = await testService(engine, {
        ...provider.environment,
        DAILIES_OIDC_SIGN_UP: 'verified',
        DAILIES_OIDC_LINK: 'true',
        DAILIES_OIDC_ADMINISTRATORS: 'admins',
      })
      administrator = await testUser(service, { role: 'administrator' })
      user = await testUser(service)
      linked = await testUser(service)
      provider.person = { ...ada, sub: 'linked', email: linked.email }
      assert.equal((await signInBy(service, provider)).status, 200)
      provider.person = ada
    })
    after(async () => {
      await service.close()
      await provider.close()
    })

    const rowsNow = () =>
      Promise.all(
        ['sessions', 'accounts', 'users', 'provider_sessions'].map((table) =>
          runSql(service.place, `select * from ${table} order by 1`),
        ),
      )

    /** Nobody gets in by `work`, and whoever tried is told what to do, and nothing that is not for them. */
    async function refused(work: () => Promise<Answer>): Promise<void> {
      const before = await rowsNow()
      const { status, body, headers } = await work()
      assert.ok([400, 401, 503].includes(status), `${status} ${JSON.stringify(body)}`)
      assert.match(body.error, /Sign in once more|Try again|[Aa]sk |once more/, 'says what to do')
      const all = JSON.stringify([body, ...headers])
      for (const secret of [...provider.secrets, 'evil.example', script, 'dailies_session'])
        assert.ok(!all.includes(secret), `tells ${secret}`)
      assert.deepEqual(await rowsNow(), before, 'nobody is let in')
      for (const path of ['/a-service-of-this-machine', '/other-keys'])
        assert.ok(!provider.asked.includes(path))
    }

    test('an honest one lets somebody in, and so does what is hostile to none', async () => {
      provider.person = { ...ada, sub: 'honest', email: 'honest@provider.example' }
      assert.equal((await signInBy(service, provider)).status, 200)
      provider.lies = { header: (header) => ({ ...header, typ: 'JWT' }), ...withClaims({ aud: [client.id] }) }
      assert.equal((await signInBy(service, provider)).status, 200)
      provider.lies = {}
    })

    describe('an ID token', () => {
      const names = Object.keys(tokenLies(new Named() as unknown as IdentityProvider))
      for (const name of names) {
        test(`${name} lets nobody in`, async () => {
          provider.person = { ...ada, sub: 'victim', email: 'victim@provider.example' }
          provider.lies = tokenLies(provider)[name]!
          try {
            await refused(() => signInBy(service, provider))
          } finally {
            provider.lies = {}
          }
        })
      }

      test('of a sign-in before lets nobody in', async () => {
        let former = ''
        provider.lies = {
          token: (token) => {
            former ||= token
            return former
          },
        }
        provider.person = { ...ada, sub: 'honest', email: 'honest@provider.example' }
        assert.equal((await signInBy(service, provider)).status, 200)
        await refused(() => signInBy(service, provider))
        provider.lies = {}
      })
    })

    describe('somebody with', () => {
      for (const name of Object.keys(
        people(...([{ email: 'x' }, { email: 'x' }, { email: 'x' }] as [TestUser, TestUser, TestUser])),
      )) {
        test(`${name} gets to no account`, async () => {
          const [person, lies = {}] = people(user, administrator, linked)[name]!
          provider.person = person
          provider.lies = lies
          try {
            await refused(() => signInBy(service, provider))
          } finally {
            provider.lies = {}
          }
        })
      }
    })

    describe('an answer with', () => {
      for (const [name, make] of Object.entries(answers)) {
        test(`${name} lets nobody in`, async () => {
          provider.person = { ...ada, sub: 'victim', email: 'victim@provider.example' }
          await refused(async () => {
            const begun = await begin(service)
            const [answer, cookie] = make(provider.authorize(begun.address), begun)
            return finish(service, cookie, answer)
          })
        })
      }

      test('the state of another browser, or of a sign-in before in this one, lets nobody in', async () => {
        const [mine, theirs] = [await begin(service), await begin(service)]
        const answer = provider.authorize(theirs.address)
        await refused(() => finish(service, mine.cookie, answer.toString()))
        answer.set('state', new URL(mine.address).searchParams.get('state')!)
        await refused(() => finish(service, mine.cookie, answer.toString()))
      })

      test('the code of somebody else lets nobody in: it is bound to who began', async () => {
        const [mine, theirs] = [await begin(service), await begin(service)]
        const [own, stolen] = [provider.authorize(mine.address), provider.authorize(theirs.address)]
        own.set('code', stolen.get('code')!)
        await refused(() => finish(service, mine.cookie, own.toString()))
      })

      test('a state that was used lets nobody in, whatever became of it', async () => {
        const begun = await begin(service)
        const answer = provider.authorize(begun.address)
        provider.lies = withClaims({ nonce: 'another' })
        await refused(() => finish(service, begun.cookie, answer.toString()))
        provider.lies = {}
        await refused(() => finish(service, begun.cookie, answer.toString()))
      })

      test('a sign-in that took too long lets nobody in', async () => {
        const begun = await begin(service)
        await runSql(service.place, "update provider_attempts set expires_at = '2020-01-01T00:00:00.000Z'")
        await refused(() => finish(service, begun.cookie, provider.authorize(begun.address).toString()))
      })
    })

    test('nobody is led anywhere but to our own page, whatever a request says', async () => {
      const further = [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '/\t/evil.example',
        'javascript:alert(1)',
      ]
      for (const to of further) {
        for (const name of ['to', 'next', 'redirect_uri', 'returnTo', 'callbackURL']) {
          const query = new URLSearchParams({ [name]: to })
          const response = await fetch(`${service.address}/api/account/provider/begin?${query}`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-forwarded-host': 'evil.example',
              forwarded: 'host=evil.example',
            },
            body: JSON.stringify({ [name]: to }),
            redirect: 'manual',
          })
          const { data } = (await response.json()) as { data: { address: string } }
          assert.equal(new URL(data.address).origin, provider.issuer)
          assert.equal(
            new URL(data.address).searchParams.get('redirect_uri'),
            'http://dailies.example/sign-in/provider',
          )
          assert.equal(response.headers.get('location'), null)
        }
      }
    })

    test('a page of another site can neither begin nor finish', async () => {
      for (const path of ['begin', 'finish']) {
        const response = await fetch(`${service.address}/api/account/provider/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
          body: '{"answer":"state=x"}',
        })
        assert.equal(response.status, 403)
      }
    })
  })
}

describe('what an identity provider says of itself', () => {
  let provider: IdentityProvider
  let other: Server
  let askedOther = 0

  before(async () => {
    provider = await new IdentityProvider().listen()
    other = createServer((_, response) => {
      askedOther += 1
      sendJson(response, {})
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
  })
  after(async () => {
    await provider.close()
    other.close()
  })

  const otherAddress = () => `http://127.0.0.1:${(other.address() as AddressInfo).port}`

  /** The whole flow, by a provider that nobody has asked yet. */
  async function flow(lies: Lies) {
    provider.lies = lies
    const settings = readSettings({}, provider.environment)
    assert.ok(isProvider(settings))
    const asking = new Provider(settings, { timeout: 500 })
    const { address, attempt } = await asking.begin()
    return asking.finish(provider.authorize(address).toString(), attempt)
  }

  /** What goes into the log: not a word of what the provider sent, nor of what it was sent. */
  function isQuiet({ message }: Error): true {
    for (const secret of [...provider.secrets, script, 'evil.example', 'Sign in'])
      assert.ok(!message.includes(secret), message)
    return true
  }

  const says = (more: Record<string, unknown>): Lies => ({ discovery: (honest) => ({ ...honest, ...more }) })
  const hang = () => {}

  test('an honest one is believed', async () => {
    const { person } = await flow({})
    assert.equal(person.subject, ada.sub)
  })

  const untrue: Record<string, () => Lies> = {
    'that it is another issuer': () => says({ issuer: 'https://evil.example' }),
    'that it is the issuer with a slash': () => says({ issuer: `${provider.issuer}/` }),
    'of no issuer': () => says({ issuer: undefined }),
    'of an issuer that is none': () => says({ issuer: script }),
    'that its tokens are at another service of this machine': () =>
      says({ token_endpoint: `${otherAddress()}/token` }),
    'that its keys are at another service of this machine': () =>
      says({ jwks_uri: `${otherAddress()}/keys` }),
    'that its user info is at another service of this machine': () =>
      says({ userinfo_endpoint: `${otherAddress()}/info` }),
    'that tokens are taken back at another service of this machine': () =>
      says({ revocation_endpoint: `${otherAddress()}/revoke` }),
    'that its keys are at localhost': () =>
      says({ jwks_uri: otherAddress().replace('127.0.0.1', 'localhost') }),
    ...Object.fromEntries(
      ['localhost.', 'a.localhost', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]'].map((host) => [
        `that its user info is at ${host}`,
        () => says({ userinfo_endpoint: `${otherAddress().replace('127.0.0.1', host)}/info` }),
      ]),
    ),
    'that its access token is one of which the header cannot be made': () => ({
      inUserInfo: ['email', 'email_verified'],
      answer: (answer) => ({ ...answer, access_token: `evil.example\n${script}` }),
    }),
    'that its keys are in a file': () => says({ jwks_uri: 'file:///etc/passwd' }),
    'that its keys are in the address itself': () => says({ jwks_uri: 'data:application/json,{"keys":[]}' }),
    'that people are to sign in at a script': () => says({ authorization_endpoint: 'javascript:alert(1)' }),
    'that people are to sign out at a script': () => says({ end_session_endpoint: 'javascript:alert(1)' }),
    'that its address has a password': () => says({ token_endpoint: 'https://a:b@evil.example/token' }),
    'nothing of tokens': () => says({ token_endpoint: undefined }),
    'nothing of keys': () => says({ jwks_uri: undefined }),
    'that it signs by none': () => says({ id_token_signing_alg_values_supported: ['none'] }),
    'that it signs by shared secrets alone': () =>
      says({ id_token_signing_alg_values_supported: ['HS256', 'HS512'] }),
    'that it takes no secret': () => says({ token_endpoint_auth_methods_supported: ['none'] }),
    'a list': () => ({ discovery: () => [] }),
    HTML: () => ({ at: { discovery: (_, response) => html(response) } }),
    'by a redirect': () => ({
      at: { discovery: (_, response) => response.writeHead(302, { location: otherAddress() }).end() },
    }),
    'by a redirect of its keys': () => ({
      at: { jwks: (_, response) => response.writeHead(302, { location: otherAddress() }).end() },
    }),
    'that its keys are HTML': () => ({ at: { jwks: (_, response) => html(response) } }),
    'that it has no keys': () => ({ keys: () => ({ keys: [] }) }),
    'that its keys are none': () => ({ keys: () => ({ keys: ['own', null] }) }),
    'that its key is for encryption': () => ({ keys: ([own]) => ({ keys: [{ ...own, use: 'enc' }] }) }),
    'that its key is secret': () => ({
      keys: () => ({ keys: [{ kty: 'oct', kid: 'own', k: 'AAAA', alg: 'HS256' }] }),
    }),
  }
  for (const [name, lies] of Object.entries(untrue)) {
    test(`is not believed: ${name}`, async () => {
      await assert.rejects(
        flow(lies()),
        (error) => (error instanceof NotTrusted || error instanceof Refused) && isQuiet(error),
      )
      assert.equal(askedOther, 0, 'no other service of the machine is asked')
    })
  }

  const away: Record<string, Lies> = {
    'its discovery hangs': { at: { discovery: hang } },
    'its discovery never ends': { at: { discovery: (_, response) => neverEnding(response) } },
    'its discovery is of many megabytes': says({ more: 'x'.repeat(4_000_000) }),
    'its tokens hang': { at: { token: hang } },
    'its tokens come a byte at a time': {
      at: {
        token: (_, response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          const timer = setInterval(() => response.write(' '), 50)
          response.on('close', () => clearInterval(timer))
        },
      },
    },
    'its keys hang': { at: { jwks: hang } },
    'its keys never end': { at: { jwks: (_, response) => neverEnding(response) } },
    'its user info hangs': { inUserInfo: ['email'], at: { userinfo: hang } },
    'it is out of order': { at: { discovery: (_, response) => html(response, 502) } },
    'it has had too much': { at: { discovery: (_, response) => html(response, 429) } },
  }
  for (const [name, lies] of Object.entries(away)) {
    test(`it counts as away where ${name}`, () =>
      assert.rejects(flow(lies), (error) => error instanceof ProviderAway && isQuiet(error)))
  }

  test('a code verifier goes along: a provider that asks for none gets it still, and one that is not asked by it gives nothing', async () => {
    provider.lies = {}
    const settings = readSettings({}, provider.environment)
    assert.ok(isProvider(settings))
    const asking = new Provider(settings)
    const { address, attempt } = await asking.begin()
    const answer = provider.authorize(address).toString()
    await assert.rejects(asking.finish(answer, { ...attempt, verifier: 'x'.repeat(43) }), Refused)
  })
})
