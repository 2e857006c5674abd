import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'

const openssl = promisify(execFile)

/** A certificate and its key, in PEM. */
export interface TestPair {
  certificate: string
  key: string
}

export interface TlsFiles {
  folder: string
  certificate: string
  key: string
  /** What makes a service speak HTTPS. */
  environment: Record<string, string>
  /** A new pair for `localhost` and the loopback, which signs itself; good for so many days. */
  makePair(days?: number): Promise<TestPair>
  /** Puts it where the service finds it. */
  put(pair: Partial<TestPair>): Promise<void>
}

/** Does work with the files of a service that speaks HTTPS, with a pair in them. Made by openssl. */
export async function withTlsFiles(work: (files: TlsFiles, pair: TestPair) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-tls-'))
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const files: TlsFiles = {
    folder,
    certificate,
    key,
    environment: { DAILIES_TLS_CERTIFICATE: certificate, DAILIES_TLS_KEY: key },
    makePair: (days = 90) => makePair(folder, days),
    put: async (pair) => {
      if (pair.certificate !== undefined) await replace(certificate, pair.certificate)
      if (pair.key !== undefined) await replace(key, pair.key)
    },
  }
  try {
    const pair = await files.makePair()
    await files.put(pair)
    await work(files, pair)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makePair(folder: string, days: number): Promise<TestPair> {
  const [certificate, key] = [join(folder, 'new.pem'), join(folder, 'new.key')]
  await openssl('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-keyout', key, '-out', certificate, '-days', String(days), '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
  ])
  return { certificate: await readFile(certificate, 'utf8'), key: await readFile(key, 'utf8') }
}

/** As a program does that renews: the file is the old one or the new one, and never half of it. */
async function replace(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

/** Does work while this process trusts the certificate, too, as by `NODE_EXTRA_CA_CERTS`. */
export async function trusting({ certificate }: TestPair, work: () => Promise<void>): Promise<void> {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  try {
    await work()
  } finally {
    setDefaultCACertificates(before)
  }
}
