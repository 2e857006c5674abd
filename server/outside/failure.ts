/** What went wrong with somebody else's server: data, since it is nobody's fault here. */
type FailureKind =
  | 'timeout'
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_failed'
  | 'address_not_allowed'
  | 'invalid_answer'
  | 'not_sendable'

/** Why there was no answer. */
export interface Failure<Kind extends string = FailureKind> {
  outcome: Kind
  /** A short sentence for people. */
  error: string
}

const longestError = 300

const connectionErrors: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer',
  EPIPE: 'The connection was closed before an answer',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
}

const secureErrors: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  CERT_REVOKED: 'The certificate has been revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  EPROTO: 'No secure connection could be made: the server does not speak TLS, or an old version of it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is signed by an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate comes without the ones between it and its authority',
}

export function failure<Kind extends string>(outcome: Kind, error: string): Failure<Kind> {
  return { outcome, error: shortened(error, longestError) }
}

/** At most `length` UTF-16 units, and no half of a surrogate pair. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`.toWellFormed()
}

/** What `resolveHost` rejects with. */
export function dnsFailure(error: unknown, host: string): Failure {
  const code = codeOf(error)
  const name = shortened(host, 200)
  if (code === 'ENOTFOUND' || code === 'ENODATA') return failure('dns_failed', `No address found for ${name}`)
  if (code === 'ETIMEOUT') return failure('dns_failed', `The name server did not answer about ${name}`)
  return failure('dns_failed', `The address of ${name} cannot be found (${code})`)
}

/** What a request of node:http or node:https reports. Only its code is told: texts can hold what a stranger sent. */
export function exchangeFailure(error: unknown, secure: boolean): Failure {
  const code = codeOf(error)
  if (code === 'HPE_HEADER_OVERFLOW') return failure('invalid_answer', 'The head of the answer is too large')
  if (code.startsWith('HPE_')) return failure('invalid_answer', `The answer is not valid HTTP (${code})`)
  if (code === 'ETIMEDOUT') return failure('timeout', 'No connection in time')
  const connectionError = connectionErrors[code]
  if (connectionError) return failure('connection_failed', connectionError)
  const bySystem = error instanceof Error && 'syscall' in error && code !== 'EPROTO'
  if (bySystem || !secure) return failure('connection_failed', `The connection failed (${code})`)
  return failure('tls_failed', secureErrors[code] ?? `No secure connection could be made (${code})`)
}

/** What making a request throws. */
export function unsendable(error: unknown): Failure {
  return failure('not_sendable', `The request cannot be made (${codeOf(error)})`)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
