import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A studio's certificate with its chain and key, and the authority that it is from, all in PEM: for a test. Made by openssl. */
export interface TestAuthority {
  chain: string
  key: string
  anchor: string
}

/** Of a certificate that is fit to sign. */
const fit = {
  basicConstraints: 'critical,CA:FALSE',
  keyUsage: 'critical,digitalSignature',
  extendedKeyUsage: 'emailProtection',
  subjectKeyIdentifier: 'hash',
  authorityKeyIdentifier: 'keyid',
}

/** `others`: other extensions, in the words of openssl; undefined leaves one out. It is good for `days`. */
export async function testAuthority(
  others: { [Name in keyof typeof fit]?: string | undefined } = {},
  days = 30,
): Promise<TestAuthority> {
  const extensions = Object.entries({ ...fit, ...others })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}\n`]))
    .join('')
  const folder = await mkdtemp(join(tmpdir(), 'dailies-authority-'))
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder })
  const newKey = (file: string) =>
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', file)
  try {
    await newKey('root.key')
    await openssl(
      ...['req', '-x509', '-new', '-key', 'root.key', '-days', '30', '-out', 'root.pem'],
      ...['-subj', '/O=Test Authority/CN=Test Root', '-addext', 'basicConstraints=critical,CA:TRUE'],
      ...['-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
    )
    await newKey('leaf.key')
    await openssl(
      ...['req', '-new', '-key', 'leaf.key', '-subj', '/O=Test Studio/CN=Test Studio Signer'],
      ...['-out', 'leaf.csr'],
    )
    await writeFile(join(folder, 'extensions'), extensions)
    await openssl(
      ...['x509', '-req', '-in', 'leaf.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'],
      ...['-days', String(days), '-extfile', 'extensions', '-out', 'leaf.pem'],
    )
    const text = (file: string) => readFile(join(folder, file), 'utf8')
    const anchor = await text('root.pem')
    return { chain: (await text('leaf.pem')) + anchor, key: await text('leaf.key'), anchor }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
