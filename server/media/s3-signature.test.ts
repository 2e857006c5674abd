import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOfNothing, signedAddress, signedRequest } from './s3-signature.ts'

const keys = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const now = new Date('2013-05-24T00:00:00Z')
const urlOf = (path: string) => new URL(path, 'https://examplebucket.s3.amazonaws.com/')

/** Amazon S3 API Reference, "Examples: Signature Calculations in AWS Signature Version 4". */
const examples: [what: string, signature: string, path: string][] = [
  [
    'a parameter without a value',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    '?lifecycle=',
  ],
  ['a list', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7', '?prefix=J&max-keys=2'],
]

for (const [what, signature, path] of examples) {
  test(`a request is signed as Amazon signs its example: ${what}`, async () => {
    const unsigned = { method: 'GET', url: urlOf(path), bodyHash: hashOfNothing }
    const { headers } = await signedRequest(unsigned, keys, now)
    assert.equal(/Signature=(.*)$/.exec(headers.get('authorization') ?? '')?.[1], signature)
  })
}

test('so is an address', async () => {
  const address = await signedAddress(urlOf('test.txt'), 86_400, keys, now)
  const { searchParams } = new URL(address)
  assert.equal(
    searchParams.get('X-Amz-Signature'),
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
  assert.equal(searchParams.get('X-Amz-Expires'), '86400')
})

test('the token of keys that end goes with both, and is signed', async () => {
  const ending = { ...keys, sessionToken: 'a/b+c=' }
  const { headers } = await signedRequest({ method: 'GET', url: urlOf('a'), bodyHash: hashOfNothing }, ending)
  assert.equal(headers.get('x-amz-security-token'), 'a/b+c=')
  assert.match(headers.get('authorization') ?? '', /SignedHeaders=[^,]*x-amz-security-token/)
  const address = await signedAddress(urlOf('a'), 60, ending)
  assert.match(address, /X-Amz-Security-Token=a%2Fb%2Bc%3D&/)
})

test('what is no letter, digit, hyphen, dot, underscore or tilde is sent encoded, as it is signed', async () => {
  const url = urlOf('test.txt')
  url.searchParams.set('response-content-disposition', `attachment; filename*=UTF-8''%C3%A4(1)+!*.png~`)
  assert.match(
    await signedAddress(url, 60, keys, now),
    /[?&]response-content-disposition=attachment%3B%20filename%2A%3DUTF-8%27%27%25C3%25A4%281%29%2B%21%2A\.png~&/,
  )
})
