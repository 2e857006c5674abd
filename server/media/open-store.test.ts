import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openStore, placeOf } from './open-store.ts'

describe('where media are kept', () => {
  let dataFolder: string
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  const headers = { type: 'image/png', disposition: 'inline' }
  const hash = '0'.repeat(64)

  beforeEach(async () => {
    dataFolder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-open-'))
  })
  afterEach(() => rm(dataFolder, { recursive: true, force: true }))

  test('is a folder of the data, where nothing else is said', async () => {
    const store = openStore({ dataFolder, environment: {} })
    assert.ok(dirname(store.incoming).endsWith('/media/incoming'))
    assert.ok((await stat(join(dataFolder, 'media/blobs'))).isDirectory())
    assert.equal(placeOf({ media: undefined, dataFolder }), join(dataFolder, 'media'))
  })

  test('is another folder that is named', async () => {
    const media = join(dataFolder, 'elsewhere/media')
    const store = openStore({ media, dataFolder, environment: {} })
    await store.check()
    assert.ok((await stat(join(media, 'blobs'))).isDirectory())
  })

  const hosts: [string, string, Record<string, string>][] = [
    ['s3://bucket', 'https://bucket.s3.us-east-1.amazonaws.com/blobs/', {}],
    ['s3://bucket/a/b/', 'https://bucket.s3.eu-west-3.amazonaws.com/a/b/blobs/', { AWS_REGION: 'eu-west-3' }],
    [
      's3://bu.cket',
      'https://s3.eu-west-3.amazonaws.com/bu.cket/blobs/',
      { AWS_DEFAULT_REGION: 'eu-west-3' },
    ],
    ['s3://bucket', 'http://minio:9000/bucket/blobs/', { AWS_ENDPOINT_URL: 'http://minio:9000/' }],
    [
      's3://bucket/a',
      'https://host/s3/bucket/a/blobs/',
      { AWS_ENDPOINT_URL_S3: 'https://host/s3', AWS_ENDPOINT_URL: 'x' },
    ],
    [
      's3://bucket',
      'https://bucket.host.example/blobs/',
      { AWS_ENDPOINT_URL_S3: 'https://bucket.host.example' },
    ],
  ]
  for (const [media, address, environment] of hosts) {
    test(`is asked at ${address} of ${media} with ${Object.keys(environment)}`, async () => {
      const store = openStore({ media, dataFolder, environment: { ...keys, ...environment } })
      assert.ok((await store.address(hash, headers))!.startsWith(address))
      assert.equal(dirname(store.incoming), join(dataFolder, 'media-incoming'))
      assert.equal((await stat(store.incoming)).mode & 0o777, 0o700)
    })
  }

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['s3://', keys, /^DAILIES_MEDIA: Must be a folder, or s3:/],
    ['s3://Bucket', keys, /^DAILIES_MEDIA: /],
    ['https://bucket.s3.amazonaws.com', keys, /^DAILIES_MEDIA: /],
    ['s3://bucket/../x', keys, /^DAILIES_MEDIA: Must have a prefix/],
    ['s3://bucket/a b', keys, /^DAILIES_MEDIA: Must have a prefix/],
    ['s3://bucket', {}, /^AWS_ACCESS_KEY_ID: Required/],
    ['s3://bucket', { AWS_ACCESS_KEY_ID: 'a' }, /^AWS_SECRET_ACCESS_KEY: Required/],
    [
      's3://bucket',
      { ...keys, AWS_SECRET_ACCESS_KEY: 'secret\n' },
      /^AWS_SECRET_ACCESS_KEY: Must have no blanks/,
    ],
    ['s3://bucket', { ...keys, AWS_REGION: 'eu west' }, /^AWS_REGION: /],
    ['s3://bucket', { ...keys, AWS_ENDPOINT_URL: 'minio:9000' }, /^AWS_ENDPOINT_URL: Must be an address/],
    [
      's3://bucket',
      { ...keys, AWS_ENDPOINT_URL_S3: 'http://u:p@h' },
      /^AWS_ENDPOINT_URL_S3: Must be an address/,
    ],
  ]
  for (const [media, environment, message] of wrong) {
    test(`is refused in words that name the variable: ${message}`, () => {
      assert.throws(
        () => openStore({ media, dataFolder, environment }),
        (error: Error & { code?: string }) => {
          assert.equal(error.code, 'invalid')
          assert.match(error.message, message)
          assert.doesNotMatch(error.message, /secret\b/)
          return true
        },
      )
    })
  }

  test('is refused where it is a file', async () => {
    const media = join(dataFolder, 'file')
    await writeFile(media, '')
    assert.throws(
      () => openStore({ media, dataFolder, environment: {} }),
      /DAILIES_MEDIA: The folder .* cannot be used \(ENOTDIR\)/,
    )
  })
})
