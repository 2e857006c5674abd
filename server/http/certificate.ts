import { createPrivateKey, X509Certificate } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { SecureContextOptions } from 'node:tls'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { DailiesError } from '../error.ts'
import { type Repeated, repeat } from '../repeat.ts'
import { readSmallFile } from '../small-file.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds before its end from which on a certificate is warned about: who renews by a program does it a month before. */
const warnBefore = 14 * day

interface Paths {
  certificate: string
  key: string
}

interface Pair {
  cert: string
  key: string
  /** Milliseconds since 1970, as the end. */
  validFrom: number
  validUntil: number
}

interface Watching {
  logger: Logger
  /** Milliseconds between two looks at the files. */
  every?: number
  now?: () => number
}

/**
 * The certificate and key with which the service speaks HTTPS. Their files are looked at again and again, and not watched by the
 * system: a link that leads elsewhere, as certbot has them, changes no file. The two are taken together, and only when they
 * belong together; until then the former ones stay.
 */
export class Certificate {
  readonly #paths: Paths
  readonly #logger: Logger
  readonly #every: number
  readonly #now: () => number
  #pair: Pair
  /** What the files were when they were last taken; undefined where they are to be read again. */
  #taken: string | undefined
  #problem: string | undefined
  #warnAgainAt = 0
  #renewed: (options: SecureContextOptions) => void = () => {}
  #looking: Repeated | undefined

  /** Throws `invalid`, which says what is wrong with the files and what to do. */
  constructor(paths: Paths, { logger, every = 5000, now = Date.now }: Watching) {
    this.#paths = paths
    this.#logger = logger
    this.#every = every
    this.#now = now
    const read = readPair(paths)
    if ('problem' in read) throw new DailiesError('invalid', read.problem)
    this.#pair = read
  }

  get options(): SecureContextOptions {
    const { cert, key } = this.#pair
    return { cert, key, minVersion: 'TLSv1.2' }
  }

  /** Milliseconds since 1970. */
  get validUntil(): number {
    return this.#pair.validUntil
  }

  /** Looks at the files from now on; `renewed` is called with what they are then. */
  watch(renewed: (options: SecureContextOptions) => void): void {
    this.#renewed = renewed
    this.#warnOfEnd()
    this.#looking = repeat(() => this.#look(), {
      every: this.#every,
      first: this.#every,
      onError: (error) => this.#logger.error({ err: error }, 'could not look at the certificate'),
    })
  }

  async stop(): Promise<void> {
    await this.#looking?.stop()
  }

  async #look(): Promise<void> {
    // What comes while they are read is seen at the next look.
    const found = await this.#state()
    if (found === undefined || found !== this.#taken) this.#take(found)
    this.#warnOfEnd()
  }

  #take(state: string | undefined): void {
    const read = readPair(this.#paths)
    if ('problem' in read) {
      this.#taken = undefined
      if (read.problem !== this.#problem) {
        this.#logger.error(
          { problem: read.problem },
          'the new certificate cannot be used: the former one stays',
        )
      }
      this.#problem = read.problem
      return
    }
    this.#taken = state
    this.#problem = undefined
    if (read.cert === this.#pair.cert && read.key === this.#pair.key) return
    this.#pair = read
    this.#warnAgainAt = 0
    this.#renewed(this.options)
    this.#logger.info({ validUntil: isoTime(read.validUntil) }, 'took the new certificate')
  }

  /** Undefined where one of them is not there. */
  async #state(): Promise<string | undefined> {
    const { certificate, key } = this.#paths
    const states = await Promise.all([certificate, key].map((path) => stat(path, { bigint: true }))).catch(
      () => [],
    )
    return (
      states
        .map(({ dev, ino, size, mtimeNs, ctimeNs }) => [dev, ino, size, mtimeNs, ctimeNs].join())
        .join() || undefined
    )
  }

  /** Once a day. */
  #warnOfEnd(): void {
    const now = this.#now()
    const how = troubleOf(this.#pair, now)
    if (how === undefined || now < this.#warnAgainAt) return
    this.#warnAgainAt = now + day
    this.#logger.warn({ validUntil: isoTime(this.validUntil) }, `the certificate ${how}`)
  }
}

export function showCertificate(registry: Registry, certificate: Certificate): void {
  new Gauge({
    name: 'dailies_tls_certificate_end_timestamp_seconds',
    help: 'When the certificate ends with which HTTPS is spoken',
    registers: [registry],
    collect() {
      this.set(certificate.validUntil / 1000)
    },
  })
}

function troubleOf({ validFrom, validUntil }: Pair, now: number): string | undefined {
  if (now < validFrom) return 'is not valid yet: browsers refuse it'
  if (now >= validUntil) return 'has ended: browsers refuse it'
  const left = Math.floor((validUntil - now) / day)
  return validUntil - now < warnBefore ? `ends in ${left} ${left === 1 ? 'day' : 'days'}` : undefined
}

function readPair(paths: Paths): Pair | { problem: string } {
  const certificateSaid = `DAILIES_TLS_CERTIFICATE: ${paths.certificate}`
  const keySaid = `DAILIES_TLS_KEY: ${paths.key}`
  const certificateFile = readSmallFile(paths.certificate)
  if ('problem' in certificateFile) return { problem: `${certificateSaid}: ${certificateFile.problem}` }
  const keyFile = readSmallFile(paths.key)
  if ('problem' in keyFile) return { problem: `${keySaid}: ${keyFile.problem}` }
  const [cert, key] = [certificateFile.text, keyFile.text]

  const certificate = tried(() => new X509Certificate(cert))
  if (!certificate || !/^-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/m.test(cert))
    return {
      problem: `${certificateSaid}: Is no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----`,
    }
  if (/ENCRYPTED/.test(key))
    return {
      problem: `${keySaid}: Is encrypted: take its passphrase away, as by openssl pkey -in KEY -out NEW`,
    }
  const privateKey = tried(() => createPrivateKey(key))
  if (!privateKey)
    return { problem: `${keySaid}: Is no private key in PEM, which begins with -----BEGIN PRIVATE KEY-----` }
  if (!certificate.checkPrivateKey(privateKey)) {
    const order = 'In a file of several certificates the first is that of the service'
    return {
      problem: `${keySaid}: Is not the key of ${paths.certificate}: name two that belong together. ${order}`,
    }
  }
  // What else OpenSSL has against them, such as a key that is too short, or a certificate behind the first that is none.
  const { createSecureContext } = process.getBuiltinModule('node:tls')
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    return { problem: `${certificateSaid}: Cannot be used: ${(error as Error).message}` }
  }
  const { validFromDate, validToDate } = certificate
  return { cert, key, validFrom: validFromDate.getTime(), validUntil: validToDate.getTime() }
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString()
