import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressesIn, isReadableByOthers, patternOf } from './address.ts'

describe('the address of the service', () => {
  test('is taken with or without a scheme, and with spaces around it', () => {
    assert.deepEqual(addressesIn(' https://dailies.studio.example '), ['https://dailies.studio.example'])
    assert.deepEqual(addressesIn('dailies.studio.example'), ['https://dailies.studio.example'])
    assert.deepEqual(addressesIn('HTTP://Dailies.Studio.example/'), ['http://dailies.studio.example'])
  })

  test('without a scheme is http where HTTPS is seldom: this machine and the own network', () => {
    for (const text of [
      'localhost:8787',
      '127.0.0.1:8787',
      '[::1]:8787',
      'nas:8787',
      'nas.local',
      '10.1.2.3',
    ]) {
      assert.deepEqual(addressesIn(text), [`http://${text}`], text)
    }
  })

  test('may be any address of the console, and below a path', () => {
    assert.deepEqual(addressesIn('https://dailies.example/scenes/0199f6a2?take=3#top'), [
      'https://dailies.example',
      'https://dailies.example/scenes',
      'https://dailies.example/scenes/0199f6a2',
    ])
    assert.deepEqual(addressesIn('https://studio.example/dailies/'), [
      'https://studio.example',
      'https://studio.example/dailies',
    ])
  })

  test('tells nobody a name and password that stand in it', () => {
    assert.deepEqual(addressesIn('https://ada:secret@dailies.example'), ['https://dailies.example'])
  })

  test('is none when it is no address of the web', () => {
    for (const text of [
      '',
      '   ',
      'the big one',
      'ftp://dailies.example',
      'javascript:alert(1)',
      'file:///etc',
      'https://',
    ]) {
      assert.deepEqual(addressesIn(text), [], text)
    }
  })

  test('is one that others can read without HTTPS, unless it never leaves the machine', () => {
    for (const address of ['http://dailies.example', 'http://10.1.2.3', 'http://localhost.example']) {
      assert.equal(isReadableByOthers(address), true, address)
    }
    for (const address of [
      'https://dailies.example',
      'http://127.0.0.1:8787',
      'http://[::1]:1',
      'http://a.localhost',
    ]) {
      assert.equal(isReadableByOthers(address), false, address)
    }
  })

  test('is asked for with every port, since Firefox knows none', () => {
    assert.equal(patternOf('http://127.0.0.1:8787/dailies'), 'http://127.0.0.1/*')
    assert.equal(patternOf('https://dailies.example'), 'https://dailies.example/*')
  })
})
