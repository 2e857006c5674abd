import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '../../scripts/free-port.ts'
import { client } from './identity-provider.ts'
import { until } from './listening.ts'
import type { RealProvider } from './real-provider.ts'

/** What Debian's package has beside the program. */
const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const modules = '/usr/lib/glewlwyd'

const secret = 'a-secret-of-this-client-alone'
const scopes = ['profile', 'email', 'offline_access']
const password = 'correct horse battery staple'

/** Debian's identity provider glewlwyd on the loopback, on a database of its own, for a service whose public address is `home`. */
export async function startGlewlwyd(home: string): Promise<RealProvider> {
  await using started = new AsyncDisposableStack()
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'glewlwyd-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const file = join(folder, 'glewlwyd.db')
  const db = new DatabaseSync(file)
  db.exec(await readFile(schema, 'utf8'))
  db.close()
  await writeFile(join(folder, 'glewlwyd.conf'), configuration({ folder, file, port }))
  const process_ = spawn('glewlwyd', [`--config-file=${join(folder, 'glewlwyd.conf')}`], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const ended = once(process_, 'exit')
  started.defer(async () => {
    process_.kill()
    await ended
  })
  const api = `http://127.0.0.1:${port}/api`
  await until('glewlwyd answers', () =>
    fetch(`${api}/auth/scheme`).then(
      () => true,
      () => false,
    ),
  )

  const administrator = browserAt(api)
  await administrator('POST', '/auth/', { username: 'admin', password: 'password' })
  await administrator('POST', '/mod/plugin/', plugin(`${api}/studio`))
  const answer = await administrator('GET', '/mod/user/database')
  const users = (await answer.json()) as { parameters: { 'data-format': object } }
  Object.assign(users.parameters['data-format'], {
    groups: { multiple: true, read: true, write: true },
    verified: { multiple: false, read: true, write: true },
  })
  await administrator('PUT', '/mod/user/database', users)
  await administrator('PUT', '/mod/user/database/reset')
  for (const name of scopes) {
    const scope = { name, display_name: name, password_required: true, password_max_age: 0 }
    await administrator('POST', '/scope/', { ...scope, scheme: {}, scheme_required: {} })
  }
  await administrator('POST', '/client/', {
    client_id: client.id,
    name: 'Dailies',
    enabled: true,
    confidential: true,
    password: secret,
    token_endpoint_auth_method: ['client_secret_basic'],
    authorization_type: ['code', 'refresh_token'],
    redirect_uri: [`${home}/sign-in/provider`],
    post_logout_redirect_uri: `${home}/sign-in`,
    scope: [],
  })

  const all = started.move()
  return {
    issuer: `${api}/studio`,
    secret,
    put: async ({ sub, name, email, email_verified, groups }) => {
      const person = { username: sub, name, email, groups, verified: email_verified ? 'yes' : 'no' }
      const scope = ['openid', ...scopes]
      await administrator('POST', '/user/?source=database', { ...person, password, enabled: true, scope })
    },
    remove: async (sub) => void (await administrator('DELETE', `/user/${sub}?source=database`)),
    visit: async (address, username) => {
      const browser = browserAt(api)
      await browser('POST', '/auth/', { username, password })
      await browser('PUT', `/auth/grant/${client.id}`, { scope: ['openid', ...scopes].join(' ') })
      // As its page does once somebody has pressed Continue.
      const answer = await browser('GET', `${new URL(address).href.split('/api')[1]}&g_continue`)
      return new URL(answer.headers.get('location')!).search.slice(1)
    },
    close: () => all.disposeAsync(),
  }
}

/** Asks with the cookie that it was given; throws what is refused. */
function browserAt(api: string) {
  let cookie = ''
  return async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(api + path, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
}

function configuration({ folder, file, port }: { folder: string; file: string; port: number }): string {
  return `port = ${port}
bind_address = "127.0.0.1"
external_url = "http://127.0.0.1:${port}"
login_url = "login.html"
api_prefix = "api"
log_mode = "file"
log_level = "INFO"
log_file = "${join(folder, 'log')}"
cookie_secure = 0
session_key = "GLEWLWYD2_SESSION_ID"
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "${modules}/user"
client_module_path = "${modules}/client"
user_auth_scheme_module_path = "${modules}/scheme"
plugin_module_path = "${modules}/plugin"
use_secure_connection = false
secure_connection_key_file = "none"
secure_connection_pem_file = "none"
secure_connection_ca_file = "none"
hash_algorithm = "SHA512"
database = { type = "sqlite3"; path = "${file}"; }
`
}

/** OpenID Connect with codes and PKCE, whose refresh tokens are used once. */
function plugin(iss: string): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const parameters = {
    iss,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'access-token-duration': 3600,
    'refresh-token-duration': 1_209_600,
    'code-duration': 600,
    'refresh-token-rolling': true,
    'refresh-token-one-use': 'always',
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-refresh-enabled': true,
    'pkce-allowed': true,
    'jwks-show': true,
    'subject-type': 'public',
    'name-claim': 'mandatory',
    'email-claim': 'mandatory',
    claims: [
      { name: 'groups', 'user-property': 'groups', type: 'string', mandatory: true },
      {
        name: 'email_verified',
        'user-property': 'verified',
        type: 'boolean',
        'boolean-value-true': 'yes',
        'boolean-value-false': 'no',
        mandatory: true,
      },
    ],
    'session-management-allowed': true,
    'session-cookie-name': `sid-${randomUUID()}`,
    'session-cookie-expiration': 3600,
  }
  return { module: 'oidc', name: 'studio', display_name: 'Studio', enabled: true, parameters }
}
