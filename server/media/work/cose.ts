import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'

/** Room for the signature with its chain of certificates. */
const signatureBytes = 20_000

/** Curves and what C2PA calls them: C2PA 2.2, section 13.2; the numbers are those of COSE (RFC 9053, section 2). */
const algorithms = {
  prime256v1: { alg: 'es256', hash: 'sha256', cose: -7 },
  secp384r1: { alg: 'es384', hash: 'sha384', cose: -35 },
  secp521r1: { alg: 'es512', hash: 'sha512', cose: -36 },
} as const

export interface Signer {
  alg: string
  reserveSize: number
  sign(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * Signs with a certificate, the first of `chain`, and its key, both in PEM: what it makes is a COSE_Sign1 (RFC 9052, section 4.2) of
 * a fixed length. Throws where they are none, do not belong together, or the key is of no curve that is taken.
 */
export function signerOf({ chain, key: pem }: { chain: string; key: string }): Signer {
  const certificates = (chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  )
  const [own] = certificates
  if (!own) throw new Error('There is no certificate in it')
  const key = createPrivateKey(pem)
  if (!own.checkPrivateKey(key)) throw new Error('The key is not that of the certificate')
  const curve = key.asymmetricKeyDetails?.namedCurve ?? ''
  const algorithm = algorithms[curve as keyof typeof algorithms]
  if (!algorithm) throw new Error('The key must be of the curve P-256, P-384 or P-521')
  const header = protectedHeader(
    algorithm.cose,
    certificates.map((one) => one.raw),
  )
  return {
    alg: algorithm.alg,
    reserveSize: signatureBytes,
    sign: async (bytes) => signed({ header, bytes, key, hash: algorithm.hash }),
  }
}

/** alg (1) and x5chain (33): RFC 9360, section 2. */
function protectedHeader(algorithm: number, certificates: Buffer[]): Buffer {
  const chain = certificates.map(byteString)
  const value = chain.length === 1 ? chain[0]! : Buffer.concat([head(4, chain.length), ...chain])
  return Buffer.concat([head(5, 2), head(0, 1), head(1, -1 - algorithm), head(0, 33), value])
}

function signed(given: { header: Buffer; bytes: Uint8Array; key: KeyObject; hash: string }) {
  const { header, bytes, key, hash } = given
  const toBeSigned = Buffer.concat([
    head(4, 4),
    textString('Signature1'),
    byteString(header),
    byteString(Buffer.alloc(0)),
    byteString(Buffer.from(bytes)),
  ])
  const signature = sign(hash, toBeSigned, { key, dsaEncoding: 'ieee-p1363' })
  const padded = (length: number) =>
    Buffer.concat([
      head(6, 18),
      head(4, 4),
      byteString(header),
      Buffer.concat([head(5, 1), textString('pad'), byteString(Buffer.alloc(length))]),
      // The content is detached.
      Buffer.from([0xf6]),
      byteString(signature),
    ])
  // The head of what fills it takes up to four bytes more than that of nothing.
  let length = signatureBytes - padded(0).length - 4
  if (length < 0) throw new Error('The chain of certificates is too long')
  while (padded(length).length < signatureBytes) length += 1
  return new Uint8Array(padded(length))
}

/** RFC 8949, section 3.1: a kind, and a number or length. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value])
  if (value < 256) return Buffer.from([(kind << 5) | 24, value])
  if (value < 65_536) return Buffer.from([(kind << 5) | 25, value >> 8, value & 255])
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8((kind << 5) | 26)
  bytes.writeUInt32BE(value, 1)
  return bytes
}

function byteString(bytes: Buffer): Buffer {
  return Buffer.concat([head(2, bytes.length), bytes])
}

function textString(text: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
}
