import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOnOtherPort } from './other-port.ts'

const own = 'http://127.0.0.1:8787/scenes/x'

test('another port or scheme of the same host is not the service, however it is written', () => {
  for (const address of [
    'http://127.0.0.1:8834/a.png',
    'http://127.0.0.1/a.png',
    'https://127.0.0.1:8787/a.png',
    'http://user:pass@127.1:8834/',
    'http://0x7f.0.0.1:8834/',
    'http://2130706433:8834/',
    'HTTP://127.0.0.1:08834/',
  ]) {
    assert.equal(isOnOtherPort(address, own), true, address)
  }
  assert.equal(isOnOtherPort('https://DAILIES.example:8834/', 'https://dailies.example/'), true)
})

test('the service itself and every other host are', () => {
  for (const address of [
    'http://127.0.0.1:8787/media/a.png',
    'http://127.0.0.2:8834/a.png',
    'http://localhost:8834/a.png',
    'https://cdn.example/a.png',
    'no address',
  ]) {
    assert.equal(isOnOtherPort(address, own), false, address)
  }
  assert.equal(isOnOtherPort('https://cdn.dailies.example:8834/', 'https://dailies.example/'), false)
})
