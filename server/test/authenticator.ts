import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// biome-ignore lint/suspicious/noExplicitAny: options of WebAuthn, as the service gives them
type Options = any

/** What a browser or an authenticator may do wrongly, on purpose or not. */
interface Wrong {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  topOrigin?: string
  isPresent?: boolean
  isVerified?: boolean
  counter?: number
  userHandle?: string | undefined
}

const present = 0x01
const verified = 0x04
const withCredential = 0x40

/** An authenticator of our own with one passkey on P-256, and the browser around it: WebAuthn, sections 6.1 and 6.5. */
export class TestAuthenticator {
  readonly id = randomBytes(32)
  readonly #key: KeyObject
  readonly #coseKey: Buffer
  readonly #origin: string
  #userHandle: string | undefined
  counter = 0

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const coordinate = (value: string | undefined) =>
      Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value!, 'base64url')])
    this.#key = privateKey
    // { 1: 2, 3: -7, -1: 1, -2: x, -3: y }: RFC 9053, section 7.1.
    this.#coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x),
      Buffer.from([0x22]),
      coordinate(y),
    ])
    this.#origin = origin
  }

  /** What `navigator.credentials.create` gives, as JSON. */
  create({ options }: { options: Options }, wrong: Wrong = {}) {
    this.#userHandle = options.user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const data = Buffer.concat([
      this.#authenticatorData(options.rp.id, withCredential, wrong),
      Buffer.alloc(16),
      length,
      this.id,
      this.#coseKey,
    ])
    // { fmt: 'none', attStmt: {}, authData: data }
    const head = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      head,
      data,
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options, wrong).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** What `navigator.credentials.get` gives, as JSON. */
  get({ options }: { options: Options }, wrong: Wrong = {}) {
    const data = this.#authenticatorData(options.rpId, 0, wrong)
    const clientData = this.#clientData('webauthn.get', options, wrong)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      userHandle: 'userHandle' in wrong ? wrong.userHandle : this.#userHandle,
    })
  }

  #answer<R extends object>(response: R) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #authenticatorData(rpId: string, more: number, wrong: Wrong): Buffer {
    const { isPresent = true, isVerified = true, counter = this.counter } = wrong
    const tail = Buffer.alloc(5)
    tail.writeUInt8((isPresent ? present : 0) | (isVerified ? verified : 0) | more)
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([
      createHash('sha256')
        .update(wrong.rpId ?? rpId)
        .digest(),
      tail,
    ])
  }

  #clientData(type: string, { challenge }: Options, wrong: Wrong): Buffer {
    const { crossOrigin = false, topOrigin } = wrong
    return Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? this.#origin,
        crossOrigin,
        ...(topOrigin && { topOrigin }),
      }),
    )
  }
}
