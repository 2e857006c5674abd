import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { SecureContextOptions } from 'node:tls'
import { promisify } from 'node:util'
import pino, { type Logger } from 'pino'
import { until } from '../test/fake-server.ts'
import { type TestPair, type TlsFiles, withTlsFiles } from '../test/tls.ts'
import { Certificate } from './certificate.ts'

const day = 24 * 60 * 60 * 1000

describe('a certificate at the start', () => {
  const wrong: [
    says: string,
    spoil: (files: TlsFiles, pair: TestPair) => Promise<unknown>,
    problem: RegExp,
  ][] = [
    [
      'certificate that is missing',
      ({ certificate }) => rm(certificate),
      /^DAILIES_TLS_CERTIFICATE: .*There is no such file: make it/,
    ],
    ['key that is missing', ({ key }) => rm(key), /^DAILIES_TLS_KEY: .*There is no such file/],
    [
      'certificate that is a folder',
      ({ certificate }) => rm(certificate).then(() => mkdir(certificate)),
      /Is a folder: name a file/,
    ],
    ['certificate that is none', ({ put }) => put({ certificate: 'secret' }), /Is no certificate in PEM/],
    [
      'certificate that is cut off',
      ({ put }, { certificate }) => put({ certificate: certificate.slice(0, 200) }),
      /Is no certificate in PEM/,
    ],
    ['key that is none', ({ put }) => put({ key: 'secret' }), /Is no private key in PEM/],
    [
      'key in the place of the certificate',
      ({ put }, { key }) => put({ certificate: key }),
      /Is no certificate in PEM/,
    ],
    ['encrypted key', encryptKey, /Is encrypted: take its passphrase away, as by openssl pkey/],
    [
      'key of another certificate',
      async ({ put, makePair }) => put({ key: (await makePair()).key }),
      /Is not the key of .*name two that belong together/,
    ],
    [
      'chain that begins with another',
      async ({ put, makePair }, { certificate }) =>
        put({ certificate: (await makePair()).certificate + certificate }),
      /the first is that of the service/,
    ],
    [
      'chain that goes on with what is none',
      ({ put }, { certificate }) =>
        put({ certificate: `${certificate}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n` }),
      /^DAILIES_TLS_CERTIFICATE: .*Cannot be used/,
    ],
  ]
  for (const [says, spoil, problem] of wrong) {
    test(`a ${says} is refused, with what to do, and nothing of the key`, () =>
      withTlsFiles(async (files, pair) => {
        await spoil(files, pair)
        assert.throws(
          () => new Certificate(files, { logger: pino({ level: 'silent' }) }),
          ({ message }: Error) => {
            assert.match(message, problem)
            assert.doesNotMatch(message, /secret|[A-Za-z0-9+/]{40}/)
            return true
          },
        )
      }))
  }
})

describe('a certificate that is renewed', () => {
  test('is taken with its key, and never one without the other', () =>
    watching(async ({ files, taken, lines, said }) => {
      const next = await files.makePair()
      await files.put({ certificate: next.certificate })
      await said(/the former one stays/)
      assert.deepEqual(taken, [])
      await files.put({ key: next.key })
      await until('it is taken', () => taken.length === 1)
      assert.deepEqual(taken, [{ cert: next.certificate, key: next.key, minVersion: 'TLSv1.2' }])
      await said(/took the new certificate/)
      assert.equal(lines.filter((line) => /the former one stays/.test(line)).length, 1, 'it is said once')
    }))

  test('is found where a link leads elsewhere, as certbot has it', () =>
    watching(async ({ files, taken }) => {
      const next = await files.makePair()
      for (const name of ['certificate', 'key'] as const) {
        const [there, link] = [join(files.folder, `${name}.2`), join(files.folder, `${name}.link`)]
        await writeFile(there, next[name])
        await symlink(there, link)
        await rename(link, files[name])
      }
      await until('it is taken', () => taken.length === 1)
    }))

  test('is taken once its files are there again, and each other trouble is said meanwhile', () =>
    watching(async ({ files, taken, said }) => {
      const next = await files.makePair()
      await rm(files.certificate)
      await said(/DAILIES_TLS_CERTIFICATE: .*There is no such file/)
      await files.put({ certificate: next.certificate, key: 'half' })
      await said(/DAILIES_TLS_KEY: .*Is no private key/)
      await files.put({ key: next.key })
      await until('it is taken', () => taken.length === 1)
    }))

  test('is not taken again where its files are only touched', () =>
    watching(async ({ files, pair, taken, looks }) => {
      await files.put(pair)
      await looks(3)
      assert.deepEqual(taken, [])
    }))
})

describe('the end of a certificate', () => {
  const told: [says: string, days: number, line: RegExp | undefined][] = [
    ['nothing 15 days before', 75, undefined],
    ['in the last two weeks in how many days', 77, /"msg":"the certificate ends in 12 days"/],
    ['that it has ended', 91, /"msg":"the certificate has ended: browsers refuse it"/],
    ['that it has not begun', -5, /"msg":"the certificate is not valid yet: browsers refuse it"/],
  ]
  for (const [says, days, line] of told) {
    test(`says ${says}, once a day`, () =>
      watching(async ({ lines, looks, later }) => {
        const warnings = () => lines.filter((one) => one.includes('"msg":"the certificate '))
        await looks(3)
        assert.equal(warnings().length, line ? 1 : 0)
        if (!line) return
        assert.match(warnings()[0]!, line)
        assert.match(warnings()[0]!, /"validUntil":"\d{4}-/)
        later(day)
        await looks(3)
        assert.equal(warnings().length, 2)
      }, days * day))
  }
})

interface Watched {
  files: TlsFiles
  pair: TestPair
  taken: SecureContextOptions[]
  lines: string[]
  said(line: RegExp): Promise<void>
  /** Waits until the files were looked at so often. */
  looks(count: number): Promise<void>
  /** Sets the clock on. */
  later(milliseconds: number): void
}

/** Does work beside a certificate that is watched, by a clock that is `ahead` by so many milliseconds. */
async function watching(work: (watched: Watched) => Promise<void>, ahead = 0): Promise<void> {
  await withTlsFiles(async (files, pair) => {
    const { lines, logger } = recording()
    let asked = 0
    const now = () => {
      asked += 1
      return Date.now() + ahead
    }
    const certificate = new Certificate(files, { logger, every: 5, now })
    const taken: SecureContextOptions[] = []
    certificate.watch((options) => taken.push(options))
    try {
      await work({
        files,
        pair,
        taken,
        lines,
        said: (line) => until(`it says ${line}`, () => lines.some((one) => line.test(one))),
        looks: async (count) => {
          const from = asked
          await until('it looks', () => asked >= from + count)
        },
        later: (milliseconds) => {
          ahead += milliseconds
        },
      })
    } finally {
      await certificate.stop()
    }
    assert.doesNotMatch(lines.join(), /[A-Za-z0-9+]{40}/, 'nothing of a key')
  })
}

function recording(): { lines: string[]; logger: Logger } {
  const lines: string[] = []
  return { lines, logger: pino({}, { write: (line: string) => lines.push(line) }) }
}

async function encryptKey({ key, put }: TlsFiles): Promise<void> {
  const { stdout } = await promisify(execFile)('openssl', [
    'pkey',
    '-in',
    key,
    '-aes256',
    '-passout',
    'pass:x',
  ])
  await put({ key: stdout })
}
