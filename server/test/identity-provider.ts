import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Json = Record<string, unknown>

/** Somebody at the provider, as its claims have it. */
export interface ProviderPerson extends Json {
  sub: string
}

/** Answers as it likes, in place of the provider. */
type Takeover = (request: IncomingMessage, response: ServerResponse) => void

/** What is not as an honest provider has it. */
export interface Lies {
  discovery?: (honest: Json) => unknown
  keys?: (honest: Json[]) => unknown
  /** Of the ID token, before it is signed. */
  claims?: (honest: Json) => Json
  header?: (honest: Json) => Json
  /** The ID token itself. */
  token?: (honest: string, signing: Signing) => string | undefined
  answer?: (honest: Json) => unknown
  /** Claims that are at the userinfo endpoint and not in the ID token. */
  inUserInfo?: string[]
  userInfo?: (honest: Json) => unknown
  at?: Partial<Record<'discovery' | 'token' | 'userinfo' | 'jwks' | 'revoke', Takeover>>
}

interface Signing {
  header: Json
  claims: Json
  key: KeyObject
  sign(header: Json, claims: Json, key?: KeyObject): string
  hmac(header: Json, claims: Json, secret: string | Buffer): string
}

interface Grant {
  person: ProviderPerson
  nonce: string | null
  challenge: string | null
  redirect: string | null
}

export const client = { id: 'dailies', secret: 'the secret of this client' }
const basic = `Basic ${btoa(`${client.id}:${encodeURIComponent(client.secret).replaceAll('%20', '+')}`)}`

/** An identity provider on the loopback: honest, but for its lies. */
export class IdentityProvider {
  person: ProviderPerson = ada
  lies: Lies = {}
  /** The subjects that it lets in no more. */
  readonly removed = new Set<string>()
  /** The refresh tokens that it was told are not needed any more. */
  readonly revoked: string[] = []
  /** What it was asked for, by the path. */
  readonly asked: string[] = []
  /** Everything that nobody is to be told. */
  readonly secrets: string[] = [client.secret]
  readonly keys = { own: newKey(), foreign: newKey(), forEncryption: newKey() }
  readonly #grants = new Map<string, Grant>()
  readonly #refreshes = new Map<string, ProviderPerson>()
  readonly #access = new Map<string, ProviderPerson>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Settings of a service that goes by it. */
  get environment(): Record<string, string> {
    return {
      DAILIES_OIDC_ISSUER: this.issuer,
      DAILIES_OIDC_CLIENT_ID: client.id,
      DAILIES_OIDC_CLIENT_SECRET: client.secret,
      DAILIES_OIDC_NAME: 'Studio Login',
      DAILIES_PUBLIC_URL: 'http://dailies.example',
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** What somebody who comes with this address is sent back with, once the provider knows them. */
  authorize(address: string): URLSearchParams {
    const asked = new URL(address).searchParams
    const code = this.#secret('code')
    this.#grants.set(code, {
      person: this.person,
      nonce: asked.get('nonce'),
      challenge: asked.get('code_challenge'),
      redirect: asked.get('redirect_uri'),
    })
    if (asked.get('nonce')) this.secrets.push(asked.get('nonce')!)
    return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.issuer })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url!, this.issuer).pathname
    this.asked.push(path)
    const { lies } = this
    if (path === '/.well-known/openid-configuration') {
      if (lies.at?.discovery) return lies.at.discovery(request, response)
      const honest = this.discovery()
      return sendJson(response, lies.discovery ? lies.discovery(honest) : honest)
    }
    if (path === '/jwks') {
      if (lies.at?.jwks) return lies.at.jwks(request, response)
      const honest = [
        publicJwk(this.keys.own, { kid: 'own', use: 'sig' }),
        publicJwk(this.keys.forEncryption, { kid: 'enc', use: 'enc' }),
      ]
      return sendJson(response, lies.keys ? lies.keys(honest) : { keys: honest })
    }
    if (path === '/userinfo') {
      if (lies.at?.userinfo) return lies.at.userinfo(request, response)
      const person = this.#access.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
      if (!person) return sendJson(response, { error: 'invalid_token' }, 401)
      return sendJson(response, lies.userInfo ? lies.userInfo({ ...person }) : person)
    }
    if (path === '/revoke') {
      const body = new URLSearchParams(await text(request))
      if (lies.at?.revoke) return lies.at.revoke(request, response)
      if (request.headers.authorization !== basic) return sendJson(response, { error: 'invalid_client' }, 401)
      this.revoked.push(body.get('token')!)
      this.#refreshes.delete(body.get('token')!)
      return void response.end()
    }
    if (path === '/token') {
      const body = new URLSearchParams(await text(request))
      if (lies.at?.token) return lies.at.token(request, response)
      return this.#token(request, body, response)
    }
    sendJson(response, { error: 'not_found' }, 404)
  }

  /** What an honest one says of itself. */
  discovery(): Json {
    const at = (path: string) => `${this.issuer}${path}`
    return {
      issuer: this.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      userinfo_endpoint: at('/userinfo'),
      jwks_uri: at('/jwks'),
      end_session_endpoint: at('/end'),
      revocation_endpoint: at('/revoke'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
    }
  }

  async #token({ headers }: IncomingMessage, body: URLSearchParams, response: ServerResponse) {
    if (headers.authorization !== basic) return sendJson(response, { error: 'invalid_client' }, 401)
    const grant =
      body.get('grant_type') === 'refresh_token'
        ? this.#refreshed(body.get('refresh_token')!)
        : this.#granted(body)
    if (!grant || this.removed.has(grant.person.sub))
      return sendJson(response, { error: 'invalid_grant' }, 400)
    const { person, nonce } = grant
    const [access, refresh] = [this.#secret('access'), this.#secret('refresh')]
    this.#access.set(access, person)
    this.#refreshes.set(refresh, person)
    const { lies } = this
    const idToken = this.#idToken(person, nonce)
    if (idToken) this.secrets.push(idToken)
    const honest = {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: 300,
      ...(idToken !== undefined && { id_token: idToken }),
    }
    sendJson(response, lies.answer ? lies.answer(honest) : honest)
  }

  /** Each code once, for whom it was given, by who began (RFC 7636, section 4.6). */
  #granted(body: URLSearchParams): Grant | undefined {
    const code = body.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    return grant?.challenge === challenge && grant.redirect === body.get('redirect_uri') ? grant : undefined
  }

  /** Each once: what was refreshed by is over. */
  #refreshed(token: string): Grant | undefined {
    const person = this.#refreshes.get(token)
    this.#refreshes.delete(token)
    const now = person && (this.person.sub === person.sub ? this.person : person)
    return now && { person: now, nonce: null, challenge: null, redirect: null }
  }

  #idToken(person: ProviderPerson, nonce: string | null): string | undefined {
    const { lies } = this
    const now = Math.floor(Date.now() / 1000)
    const told = Object.fromEntries(
      Object.entries(person).filter(([name]) => !lies.inUserInfo?.includes(name)),
    )
    const honest = {
      iss: this.issuer,
      aud: client.id,
      iat: now,
      exp: now + 300,
      ...(nonce !== null && { nonce }),
      ...told,
    }
    const claims = lies.claims ? lies.claims(honest) : honest
    const header = lies.header ? lies.header({ alg: 'RS256', kid: 'own' }) : { alg: 'RS256', kid: 'own' }
    const signing: Signing = {
      header,
      claims,
      key: this.keys.own,
      sign: signed.bind(undefined, this.keys.own),
      hmac,
    }
    const token = signing.sign(header, claims)
    return lies.token ? lies.token(token, signing) : token
  }

  #secret(kind: string): string {
    const secret = `${kind}-${randomUUID()}`
    this.secrets.push(secret)
    return secret
  }
}

export const ada: ProviderPerson = {
  sub: 'ada-1',
  name: 'Ada at the provider',
  email: 'ada@provider.example',
  email_verified: true,
  groups: ['artists'],
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

export function publicJwk(key: KeyObject, more: Json): Json {
  return { ...createPublicKey(key).export({ format: 'jwk' }), ...more }
}

const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(own: KeyObject, header: Json, claims: Json, key = own): string {
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}

function hmac(header: Json, claims: Json, secret: string | Buffer): string {
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
