import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfThisMachine } from './is-of-this-machine.ts'

test("an address of the loopback is nobody else's, and one of the network is", () => {
  for (const address of [
    'http://127.0.0.1:8787',
    'http://127.8.9.1',
    'http://localhost:8787',
    'http://dailies.localhost',
    'http://[::1]:8787',
    'http://0.0.0.0:8787',
  ]) {
    assert.equal(isOfThisMachine(new URL(address).hostname), true, address)
  }
  for (const address of [
    'http://192.168.1.20:8787',
    'https://dailies.studio.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://[fd00::1]',
  ]) {
    assert.equal(isOfThisMachine(new URL(address).hostname), false, address)
  }
})
