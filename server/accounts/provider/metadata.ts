import type * as OpenId from 'openid-client'
import { isThisMachine } from '../../network.ts'
import { NotTrusted } from './in-our-words.ts'

/**
 * What the provider says of itself, where it is the one that was set, by the letter, and leads to no service of this machine that
 * is not its own. Throws `NotTrusted`.
 */
export function requireOwn(issuer: string, metadata: OpenId.ServerMetadata): OpenId.ServerMetadata {
  if (metadata.issuer !== issuer) throw new NotTrusted('its discovery document is of another issuer')
  const own = new URL(issuer)
  for (const name of endpointsOf) {
    const value = metadata[name]
    if (value === undefined) continue
    const url = typeof value === 'string' ? URL.parse(value) : null
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && own.protocol === 'http:')
    if (!url || !isSecure || url.username || url.password)
      throw new NotTrusted(`its ${name} is no address to go by`)
    if (isThisMachine(url.hostname) && url.origin !== own.origin)
      throw new NotTrusted(`its ${name} is of another service of this machine`)
  }
  for (const name of needed)
    if (!metadata[name]) throw new NotTrusted(`its discovery document has no ${name}`)
  return metadata
}

const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
const endpointsOf = [...needed, 'userinfo_endpoint', 'end_session_endpoint', 'revocation_endpoint'] as const

/** OpenID Connect Discovery 1.0, section 3: where it is not said, `client_secret_basic`. */
export function authenticationOf(
  openId: typeof OpenId,
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: OpenId.ServerMetadata,
  secret: string,
): OpenId.ClientAuth {
  if (methods.includes('client_secret_basic')) return basic(secret)
  if (methods.includes('client_secret_post')) return openId.ClientSecretPost(secret)
  throw new NotTrusted('it takes a secret neither by client_secret_basic nor by client_secret_post')
}

/**
 * RFC 6749, 2.3.1, with no more encoded than a form encodes: providers that decode read the same, and those that forget to still know a
 * secret of letters, digits and `-._*`. The library encodes these, too.
 */
function basic(secret: string): OpenId.ClientAuth {
  return (_, { client_id: id }, __, headers) => {
    const credentials = [id, secret].map((text) => new URLSearchParams([[text, '']]).toString().slice(0, -1))
    headers.set('authorization', `Basic ${btoa(credentials.join(':'))}`)
  }
}
