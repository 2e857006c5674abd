/** More of an address is not read; and of its parameters, and of what may be tokens in it, no more than so many. */
const longestRead = 16_384
const mostParameters = 100
const mostTokens = 8

const earliest = Date.UTC(2015, 0)
const furthest = 20 * 366 * 24 * 60 * 60 * 1000

/** Seconds or milliseconds since 1970: CloudFront, Cloud Storage, S3 and OSS of old, Cloudflare, Qiniu, ByteDance, imgix. */
const epochNames = new Set([
  'expires',
  'expire',
  'expiry',
  'expiration',
  'expires_at',
  'expiresat',
  'x-expires',
  'exp',
  'e',
  'ex',
])

/** Seconds since 1970 in hex: Discord, Meta, Tencent. */
const hexNames = new Set(['ex', 'oe', 'txtime'])

/** ISO 8601: Azure, and some of the names above. */
const isoNames = new Set(['se', 'expires', 'expiry', 'expiration', 'expires_at', 'expiresat'])

/**
 * When a signed address ends, in milliseconds since 1970, as far as it says so itself; the earliest where it says more than one.
 * Undefined where it says nothing that can be true. Whether it was signed is not looked at.
 */
export function endOfAddress(address: string): number | undefined {
  const url = URL.parse(address.slice(0, longestRead))
  if (!url) return undefined
  const parameters = [...url.searchParams]
    .slice(0, mostParameters)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
  const texts = [url.pathname, ...parameters.map(([, value]) => value)].join('\n')
  const latest = Date.now() + furthest
  let end: number | undefined
  for (const time of [...datesAndLengths(parameters), ...parameters.flatMap(endsOf), ...endsIn(texts)]) {
    if (time !== undefined && time >= earliest && time <= latest && !(end !== undefined && end <= time))
      end = time
  }
  return end
}

/** `X-Amz-Date` and `X-Amz-Expires`, and so of Google, ByteDance (Tos), Alibaba (Oss) and Huawei (Obs). */
function datesAndLengths(parameters: [string, string][]): (number | undefined)[] {
  const found = new Map(parameters)
  return parameters.map(([name, date]) => {
    const vendor = /^x-([a-z]{1,10})-date$/.exec(name)?.[1]
    const seconds = vendor && found.get(`x-${vendor}-expires`)
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
    if (!seconds || !/^\d{1,9}$/.test(seconds) || !year) return undefined
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + Number(seconds) * 1000
  })
}

function endsOf([name, value]: [string, string]): (number | undefined)[] {
  return [
    epochNames.has(name) ? epoch(value) : undefined,
    hexNames.has(name) && /^[0-9a-f]{8}$/i.test(value) ? Number.parseInt(value, 16) * 1000 : undefined,
    isoNames.has(name) && /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,16}(?:Z|[+-]\d\d:\d\d)?)?$/.test(value)
      ? Date.parse(value)
      : undefined,
    // Tencent: from and until.
    name === 'q-sign-time' ? epoch(value.split(';')[1] ?? '') : undefined,
    ...(name === 'policy' ? endsOfPolicy(value) : []),
  ]
}

/** Amazon CloudFront Developer Guide, "Create a signed URL using a custom policy": base64 with other characters. */
function endsOfPolicy(value: string): (number | undefined)[] {
  const base64 = value.replace(/[-_~]/g, (character) => ({ '-': '+', _: '=', '~': '/' })[character] ?? '')
  const policy = Buffer.from(base64, 'base64').toString()
  const found = policy.matchAll(
    /"DateLessThan"\s{0,9}:\s{0,9}\{\s{0,9}"AWS:EpochTime"\s{0,9}:\s{0,9}(\d{1,13})/g,
  )
  return [...found].map(([, time = '']) => epoch(time))
}

/** Inside of the path and the parameters, a line each: tokens of Akamai and Bunny (`exp=1700000000~acl=/*~hmac=…`), and JWT (RFC 7519). */
function endsIn(text: string): (number | undefined)[] {
  const tokens = [...text.matchAll(/(?:^|[~&;/=])(?:exp|expires)=(\d{10,13})/gm).take(mostTokens)].map(
    ([, time = '']) => epoch(time),
  )
  return [...tokens, ...claimsIn(text).map(endOfClaims)]
}

/** Parts between dots that begin as JSON does in base64url, and have room for `exp`. */
function claimsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])eyJ[\w-]{13,}/g).take(mostTokens)].map(([part]) => part)
}

function endOfClaims(part: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    const isObject = typeof claims === 'object' && claims !== null
    return isObject && 'exp' in claims && typeof claims.exp === 'number'
      ? epoch(String(claims.exp))
      : undefined
  } catch {
    return undefined
  }
}

/** Milliseconds, where it has as many digits as the seconds or the milliseconds of our time. */
function epoch(text: string): number | undefined {
  const [, whole = ''] = /^(\d{10}|\d{13})(?:\.\d{1,9})?$/.exec(text) ?? []
  if (whole === '') return undefined
  return whole.length === 13 ? Number(whole) : Number(whole) * 1000
}
