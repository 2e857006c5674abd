import { X509Certificate } from 'node:crypto'

/** Of those, one has to be among what the certificate is for: C2PA 2.2, section 14.5.1.1. */
const purposes = new Set(['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'])
/** Time stamps, and answers whether a certificate was revoked: who does that does nothing else. */
const ofAuthorities = new Set(['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9'])

/** Their object identifiers (RFC 5280, section 4.2.1), in DER. */
const basicConstraints = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x13])
const keyUsage = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x0f])

/**
 * Why nobody would take for valid what the first certificate of a chain signs, in words; undefined where it is fit. Says nothing of when
 * it ends. C2PA 2.2, section 14.5.1.
 */
export function unfitness(chain: string): string | undefined {
  const certificate = new X509Certificate(chain)
  const { raw } = certificate
  // Undefined where it does not say what it is for.
  const uses = certificate.keyUsage ?? []
  const lacks = [
    // What openssl says of it (`ca`) is no where it may not sign certificates.
    ...(isAuthority(extensionIn(raw, basicConstraints)) ? ['basicConstraints CA:FALSE'] : []),
    ...(signs(extensionIn(raw, keyUsage)) ? [] : ['keyUsage digitalSignature']),
    ...(uses.some((use) => purposes.has(use))
      ? []
      : ['extendedKeyUsage emailProtection (or documentSigning)']),
  ]
  if (lacks.length > 0) return `this certificate cannot sign: it lacks ${lacks.join(', ')}`
  if (uses.some((use) => ofAuthorities.has(use)))
    return 'this certificate cannot sign: its extendedKeyUsage has timeStamping or OCSPSigning, too'
  return undefined
}

/** Whether the first certificate of a chain is over: then nothing that it signed is valid, without a time authority. */
export function isOver(chain: string): boolean {
  return new X509Certificate(chain).validToDate.getTime() < Date.now()
}

/** BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, … } */
function isAuthority(value: Buffer | undefined): boolean {
  return value !== undefined && value[2] === 0x01 && value[4] !== 0
}

/** KeyUsage ::= BIT STRING { digitalSignature (0), … } */
function signs(value: Buffer | undefined): boolean {
  return value !== undefined && ((value[3] ?? 0) & 0x80) !== 0
}

/** What an extension of less than 128 bytes says. */
function extensionIn(raw: Buffer, id: Buffer): Buffer | undefined {
  const found = raw.indexOf(id)
  if (found === -1) return undefined
  const after = found + id.length
  // A BOOLEAN that says that it is critical, unless it is not.
  const at = raw[after] === 0x01 ? after + 3 : after
  return raw.subarray(at + 2, at + 2 + (raw[at + 1] ?? 0))
}
