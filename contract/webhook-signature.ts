/**
 * Makes a signing secret in the form of Standard Webhooks: `whsec_` and the bytes in base64.
 *
 * @param random 24 to 64 bytes from a cryptographic source; Dailies takes 32.
 * @throws RangeError when they are fewer or more.
 */
export function newSecretText(random: Uint8Array): string {
  if (random.length < 24 || random.length > 64) throw new RangeError('A secret has 24 to 64 bytes')
  return `whsec_${toBase64(random)}`
}

export interface SignedDelivery {
  /** The same at every attempt; without a full stop. */
  id: string
  event: string
  /** The text of the body, exactly as it is sent. */
  body: string
  /** Of this attempt, in whole unix seconds. */
  timestamp: number
  secret: string
  /** The one before a rotation, while it still signs. */
  previousSecret?: string | undefined
}

/**
 * The headers of one attempt, signed twice over: as docs/interface.md, "Signature", has it, and by Standard
 * Webhooks 1.0.0 (https://www.standardwebhooks.com). Content-Type is not among them.
 *
 * @throws TypeError when a secret is empty.
 */
export async function signatureHeaders({
  id,
  event,
  body,
  timestamp,
  secret,
  previousSecret,
}: SignedDelivery): Promise<Record<string, string>> {
  const time = String(timestamp)
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  const [current = '', previous] = await Promise.all(secrets.map((one) => serviceSignature(one, time, body)))
  const standard = await Promise.all(secrets.map((one) => standardSignature(one, id, time, body)))
  return {
    'X-Service-Signature': current,
    ...(previous && { 'X-Service-Signature-Previous': previous }),
    'X-Service-Timestamp': time,
    'X-Service-Event': event,
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': standard.join(' '),
  }
}

/** As `fetch` and its like have them, or as an object with names in any case, like `node:http`'s. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Record<string, string | string[] | undefined>

export interface ReceivedWebhook {
  headers: ReceivedHeaders
  /** The body as it came: not parsed and written again. */
  body: string | Uint8Array
  secret: string
  /** How far its time may be from `now`, before or after, in seconds; 300 when left out. */
  tolerance?: number
  /** Unix seconds; the clock's when left out. */
  now?: number
}

export type WebhookVerification =
  | {
      ok: true
      /** Tells duplicates. Null when the headers of Standard Webhooks are missing: the others do not sign it. */
      id: string | null
    }
  | { ok: false; reason: 'missing_header' | 'untimely' | 'wrong_signature' }

/**
 * Whether a request is from the holder of the secret, and of now: by the headers of Standard Webhooks when they are
 * there, else by those of "Signature" in docs/interface.md. One right signature among several is enough.
 *
 * @throws TypeError when the secret is empty.
 */
export async function verifyWebhook({
  headers,
  body,
  secret,
  tolerance = 300,
  now = Date.now() / 1000,
}: ReceivedWebhook): Promise<WebhookVerification> {
  const { id, timestamp, signatures } = signedPart(headers)
  if (!timestamp || signatures.length === 0) return { ok: false, reason: 'missing_header' }

  const isTimely = /^\d+$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= tolerance
  if (!isTimely) return { ok: false, reason: 'untimely' }

  const expected =
    id === null
      ? await serviceSignature(secret, timestamp, body)
      : await standardSignature(secret, id, timestamp, body)
  if (!signatures.some((signature) => isEqual(signature, expected))) {
    return { ok: false, reason: 'wrong_signature' }
  }
  return { ok: true, id }
}

interface SignedPart {
  id: string | null
  timestamp: string | undefined
  signatures: string[]
}

function signedPart(headers: ReceivedHeaders): SignedPart {
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signature = header(headers, 'webhook-signature')
  if (id && timestamp && signature) return { id, timestamp, signatures: signature.split(' ') }

  const names = ['x-service-signature', 'x-service-signature-previous']
  return {
    id: null,
    timestamp: header(headers, 'x-service-timestamp'),
    signatures: names.flatMap((name) => header(headers, name) ?? []),
  }
}

function header(headers: ReceivedHeaders, name: string): string | undefined {
  if (hasGet(headers)) return headers.get(name) ?? undefined
  const values = Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]
  return Array.isArray(values) ? values.join(' ') : values
}

function hasGet(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

/** docs/interface.md, "Signature". */
async function serviceSignature(
  secret: string,
  timestamp: string,
  body: string | Uint8Array,
): Promise<string> {
  const mac = await hmac(utf8(secret), `${timestamp}.`, body)
  return `sha256=${[...mac].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Standard Webhooks 1.0.0, "Signature scheme", symmetric. */
async function standardSignature(
  secret: string,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Promise<string> {
  return `v1,${toBase64(await hmac(standardKey(secret), `${id}.${timestamp}.`, body))}`
}

/** The bytes behind `whsec_`; of a secret in another form, the bytes of its text. */
function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret)?.[1]
  if (encoded === undefined) return utf8(secret)
  const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  return key.length < 24 || key.length > 64 ? utf8(secret) : key
}

async function hmac(
  key: Uint8Array<ArrayBuffer>,
  prefix: string,
  body: string | Uint8Array,
): Promise<Uint8Array> {
  if (key.length === 0) throw new TypeError('The secret is empty')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  const start = utf8(prefix)
  const rest = typeof body === 'string' ? utf8(body) : body
  const content = new Uint8Array(start.length + rest.length)
  content.set(start)
  content.set(rest, start.length)
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, content))
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** In a time that does not tell how much of it is right. */
function isEqual(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index)
  }
  return difference === 0
}
