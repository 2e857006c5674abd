import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'

/** What requests are signed with. */
export interface S3Keys {
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Of keys that end. */
  sessionToken?: string | undefined
}

interface Unsigned {
  method: string
  url: URL
  /** SHA-256 of the body in hex, which the store compares. */
  bodyHash: string
}

/** SHA-256 of no bytes at all. */
export const hashOfNothing = createHash('sha256').digest('hex')

/**
 * The address and the headers to send: AWS Signature Version 4, "Authenticating Requests: Using the Authorization Header". `now` is for
 * tests.
 */
export async function signedRequest(
  { method, url, bodyHash }: Unsigned,
  keys: S3Keys,
  now = new Date(),
): Promise<{ url: URL; headers: Headers }> {
  const signer = signerOf(url, keys, now, { method, headers: { 'x-amz-content-sha256': bodyHash } })
  const { headers } = await signer.sign()
  return { url: new URL(addressOf(signer)), headers }
}

/**
 * An address that opens by itself for `seconds`: AWS Signature Version 4, "Authenticating Requests: Using Query Parameters".
 * Parameters of `url` are signed with it.
 */
export async function signedAddress(
  url: URL,
  seconds: number,
  keys: S3Keys,
  now = new Date(),
): Promise<string> {
  const ending = new URL(url)
  ending.searchParams.set('X-Amz-Expires', String(seconds))
  const signer = signerOf(ending, keys, now, { method: 'GET', signQuery: true })
  return `${addressOf(signer)}&X-Amz-Signature=${await signer.signature()}`
}

type Further = Pick<ConstructorParameters<typeof AwsV4Signer>[0], 'method' | 'headers' | 'signQuery'>

function signerOf(url: URL, { sessionToken, ...keys }: S3Keys, now: Date, further: Further): AwsV4Signer {
  const datetime = now.toISOString().replace(/[:-]|\.\d{3}/g, '')
  return new AwsV4Signer({
    ...keys,
    ...(sessionToken && { sessionToken }),
    ...further,
    url: url.href,
    service: 's3',
    datetime,
  })
}

/** With its query as it was signed: not every store takes the + of URLSearchParams for a blank. */
function addressOf({ url, encodedSearch }: AwsV4Signer): string {
  return url.origin + url.pathname + (encodedSearch && `?${encodedSearch}`)
}
