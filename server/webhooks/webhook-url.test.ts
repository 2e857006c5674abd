import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { urlProblem } from './webhook-url.ts'

const none = new AllowedAddresses([])
const loopback = new AllowedAddresses(['127.0.0.0/8'])

test('a public receiver is accepted', () => {
  for (const url of ['https://hooks.example.com/a?b=c', 'https://8.8.8.8:8443/', 'HTTPS://[2606:4700::1]/']) {
    assert.equal(urlProblem(url, { development: false, addresses: none }), undefined)
  }
})

test('http is for development mode', () => {
  const message = 'Must begin with https:// (http:// is for development mode)'
  assert.equal(urlProblem('http://example.com/', { development: false, addresses: none }), message)
  assert.equal(urlProblem('http://example.com/', { development: true, addresses: none }), undefined)
  assert.match(urlProblem('ftp://example.com/', { development: true, addresses: none })!, /^Must begin with/)
})

test('a user name or a password is refused', () => {
  for (const url of ['https://user@example.com/', 'https://:password@example.com/']) {
    assert.match(
      urlProblem(url, { development: true, addresses: loopback })!,
      /without a user name and password/,
    )
  }
})

test('this machine is accepted only where the operator allows it', () => {
  for (const url of [
    'http://localhost:3000/',
    'http://a.localhost./',
    'http://127.1/',
    'http://[::ffff:7f00:1]/',
  ]) {
    assert.match(urlProblem(url, { development: true, addresses: none })!, /^Must be a public address/)
    assert.equal(urlProblem(url, { development: true, addresses: loopback }), undefined)
  }
})

test('text that is no URL is refused', () => {
  assert.equal(urlProblem('example.com', { development: true, addresses: none }), 'Invalid URL')
})
