import type * as OpenId from 'openid-client'
import { once } from '../../once.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { inOurWords, isOfOther, isUnsaidRefusal, NotTrusted, Refused, RefusedUnsaid } from './in-our-words.ts'
import { authenticationOf, requireOwn } from './metadata.ts'
import { type Claims, type Person, personOf } from './person.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** Milliseconds for which what the provider says of itself is gone by. */
const discoveredFor = 30 * 60_000

/** Signatures by a key that the provider alone has. `none` and those by a shared secret are none of these. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA'],
]

/** Seconds by which the provider's clock may be wrong. */
const tolerance = 60
const longestToken = 16 * 1024

/** What is remembered while somebody is at the provider. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
}

/** What the provider said of somebody, and gave to ask it again. */
export interface Told {
  person: Person
  refreshToken: string | undefined
  idToken: string | undefined
}

/** The page of the console to which the provider sends people back, by the public address alone. */
const returnPath = '/sign-in/provider'

/**
 * The identity provider, as OpenID Connect Core 1.0 has it: code flow with PKCE (RFC 7636), state and nonce, an ID token that is
 * signed, and the `iss` of the answer (RFC 9207) where the provider sends one. Nothing is loaded or asked before somebody wants
 * to sign in. (docs/decisions/0072-single-sign-on.md)
 */
export class Provider {
  readonly #settings: ProviderSettings
  readonly #signal: AbortSignal | undefined
  readonly #timeout: number | undefined
  readonly #library = once(() => import('openid-client'))
  #known: { until: number; config: Promise<OpenId.Configuration> } | undefined

  constructor(
    settings: ProviderSettings,
    { signal, timeout }: { signal?: AbortSignal; timeout?: number } = {},
  ) {
    this.#settings = settings
    this.#signal = signal
    this.#timeout = timeout
  }

  get name(): string {
    return this.#settings.oidcName
  }

  /** By which its accounts are told from those of another. */
  get accountsOf(): string {
    return `oidc ${this.#settings.oidcIssuer}`
  }

  /** Where somebody is sent, and what is to be remembered meanwhile. */
  async begin(): Promise<{ address: string; attempt: Attempt }> {
    const openId = await this.#library()
    const config = await this.#config()
    const attempt = {
      state: openId.randomState(),
      nonce: openId.randomNonce(),
      verifier: openId.randomPKCECodeVerifier(),
    }
    const address = openId.buildAuthorizationUrl(config, {
      response_type: 'code',
      redirect_uri: this.#returnAddress(),
      scope: this.#scope(config),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await openId.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...this.#forRefreshTokens(),
    })
    return { address: address.href, attempt }
  }

  /** Whom the provider sent back with `answer`, a query. Throws `NotTrusted`, `Refused` and `ProviderAway`. */
  async finish(answer: string, { state, nonce, verifier }: Attempt): Promise<Told> {
    const openId = await this.#library()
    const config = await this.#config()
    const current = new URL(this.#returnAddress())
    current.search = answer
    return inOurWords(async () => {
      const tokens = await openId.authorizationCodeGrant(config, current, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = this.#checked(tokens.claims())
      return this.#told(tokens, { ...claims, ...(await this.#further(config, tokens, claims)) })
    })
  }

  /** Asks whether somebody is still let in. Throws as `finish` does, and `RefusedUnsaid`. */
  async askAgain(
    refreshToken: string,
    subject: string,
  ): Promise<Omit<Told, 'person'> & { person: Person | undefined }> {
    const openId = await this.#library()
    const config = await this.#config()
    return inOurWords(async () => {
      const tokens = await openId.refreshTokenGrant(config, refreshToken).catch((error: unknown) => {
        throw isUnsaidRefusal(error) ? new RefusedUnsaid('refused, without a reason') : error
      })
      const given = tokens.claims()
      if (given !== undefined && this.#checked(given).sub !== subject) throw new Refused('another_subject')
      const claims: Claims = { ...given, sub: subject }
      // That somebody is let in is known by now: what cannot be read stays as it was.
      const further = await this.#further(config, tokens, claims).catch((error: unknown) => {
        if (isOfOther(error)) throw new Refused('another_subject')
        return undefined
      })
      const isWhole = given !== undefined || further !== undefined
      const told = this.#told(tokens, { ...claims, ...further })
      return { ...told, person: isWhole ? told.person : undefined }
    })
  }

  /** Where somebody is sent who signed out here, to do so there; undefined where that is not wanted, or not offered. */
  async endAddress(idToken: string | undefined): Promise<string | undefined> {
    if (!this.#settings.oidcSignOut) return undefined
    const openId = await this.#library()
    const config = await this.#config()
    if (!config.serverMetadata().end_session_endpoint) return undefined
    // OpenID Connect RP-Initiated Logout 1.0, section 2. A header of an address has to fit into what proxies take.
    return openId.buildEndSessionUrl(config, {
      post_logout_redirect_uri: new URL('/sign-in', this.#settings.publicUrl).href,
      ...(idToken !== undefined && idToken.length <= 4096 && { id_token_hint: idToken }),
    }).href
  }

  /** Has it take back that token, with all that it was given with: RFC 7009. Nothing where it does not offer that. Throws as `finish` does. */
  async revoke(refreshToken: string): Promise<void> {
    const openId = await this.#library()
    const config = await this.#config()
    if (!config.serverMetadata().revocation_endpoint) return
    await inOurWords(() => openId.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' }))
  }

  /** Asks it for what it says of itself, and for its time. Throws `ProviderAway` and `NotTrusted`. */
  async greet(): Promise<{ date: string | null; refreshes: boolean }> {
    let date: string | null = null
    const config = await this.#discover((response) => {
      date ??= response.headers.get('date')
    })
    const { scopes_supported, grant_types_supported } = config.serverMetadata()
    const wanted = !scopes_supported || scopes_supported.includes('offline_access')
    return { date, refreshes: wanted || (grant_types_supported?.includes('refresh_token') ?? false) }
  }

  #config(): Promise<OpenId.Configuration> {
    const now = performance.now()
    if (this.#known && now < this.#known.until) return this.#known.config
    const known = { until: now + discoveredFor, config: this.#discover() }
    this.#known = known
    known.config.catch(() => {
      if (this.#known === known) this.#known = undefined
    })
    return known.config
  }

  async #discover(heard: (response: Response) => void = () => {}): Promise<OpenId.Configuration> {
    const openId = await this.#library()
    const { oidcIssuer: issuer, oidcClientId: id, oidcClientSecret: secret } = this.#settings
    const insecure = issuer.startsWith('http:') ? [openId.allowInsecureRequests] : []
    const fetching: OpenId.CustomFetch = async (url, options) => {
      const response = await boundedFetch(url, options, {
        signal: this.#signal,
        ...(this.#timeout !== undefined && { timeout: this.#timeout }),
      })
      heard(response)
      return response
    }
    return inOurWords(async () => {
      const found = await openId.discovery(new URL(issuer), id, undefined, undefined, {
        [openId.customFetch]: fetching,
        execute: insecure,
      })
      const metadata = requireOwn(issuer, found.serverMetadata())
      const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256']
      const signed = algorithms.filter((one) => supported.includes(one))
      if (signed.length === 0) throw new NotTrusted('it signs by no algorithm that can be checked')
      const config = new openId.Configuration(
        { ...metadata, id_token_signing_alg_values_supported: signed },
        id,
        { client_secret: secret, [openId.clockTolerance]: tolerance },
        authenticationOf(openId, metadata, secret),
      )
      config[openId.customFetch] = fetching
      config.timeout = 0
      for (const each of [...insecure, openId.enableNonRepudiationChecks]) each(config)
      return config
    })
  }

  #returnAddress(): string {
    return new URL(returnPath, this.#settings.publicUrl).href
  }

  /** Without `offline_access` where the provider does not know it: Google refuses such a request. */
  #scope(config: OpenId.Configuration): string {
    const known = config.serverMetadata().scopes_supported
    const scopes = this.#settings.oidcScopes.split(' ')
    return scopes.filter((one) => one !== 'offline_access' || !known || known.includes(one)).join(' ')
  }

  /** Google gives refresh tokens by parameters of its own. (developers.google.com/identity/protocols/oauth2/web-server) */
  #forRefreshTokens(): Record<string, string> {
    const isGoogle = this.#settings.oidcIssuer === 'https://accounts.google.com'
    return isGoogle ? { access_type: 'offline', prompt: 'consent' } : {}
  }

  /** What the library leaves open: a token that is of the future, one for another party, and subjects without end. */
  #checked(claims: OpenId.IDToken | undefined): OpenId.IDToken {
    if (claims === undefined) throw new NotTrusted('there is no ID token')
    if (claims.iat > Date.now() / 1000 + tolerance) throw new NotTrusted('the ID token is of the future')
    if (claims.azp !== undefined && claims.azp !== this.#settings.oidcClientId)
      throw new NotTrusted('the ID token is for another party (azp)')
    const { sub } = claims
    if (typeof sub !== 'string' || sub.length === 0 || sub.length > 255)
      throw new NotTrusted('the ID token has no subject')
    // Neither is kept by a database as it came: two of them could be one account there.
    if (!sub.isWellFormed() || /\p{Cc}/u.test(sub))
      throw new NotTrusted('the ID token has a subject that is no text')
    return claims
  }

  /** What the ID token does not say, where it is needed: from the same answer each, as address and whether it is verified. */
  async #further(
    config: OpenId.Configuration,
    tokens: OpenId.TokenEndpointResponse,
    claims: Claims,
  ): Promise<Claims> {
    const { oidcGroupsClaim: groups } = this.#settings
    const isWhole = claims.email !== undefined && claims[groups] !== undefined
    if (isWhole || !config.serverMetadata().userinfo_endpoint) return {}
    const openId = await this.#library()
    const info: Claims = await openId.fetchUserInfo(config, tokens.access_token, String(claims.sub))
    return {
      ...(claims.email === undefined && { email: info.email, email_verified: info.email_verified }),
      ...(claims.name === undefined && { name: info.name, preferred_username: info.preferred_username }),
      ...(claims[groups] === undefined && { [groups]: info[groups] }),
      ...(claims._claim_names === undefined && { _claim_names: info._claim_names }),
    }
  }

  #told(tokens: OpenId.TokenEndpointResponse, claims: Claims): Told {
    return {
      person: personOf(claims, this.#settings.oidcGroupsClaim),
      refreshToken: short(tokens.refresh_token),
      idToken: short(tokens.id_token),
    }
  }
}

const short = (token: string | undefined) =>
  token !== undefined && token.length <= longestToken ? token : undefined
