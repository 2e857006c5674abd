import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayFetch, sendsCookies } from './allowed-address.ts'

const service = 'https://dailies.studio.example'

describe('what the background fetches of media', () => {
  test('is on the web', () => {
    for (const address of ['https://cdn.example/take.png?sig=1', 'http://cdn.example:8080/take.mp4']) {
      assert.equal(mayFetch(address, service), true, address)
    }
  })

  test('is never the service, whatever the port or the path', () => {
    for (const address of [
      `${service}/api/projects`,
      'http://dailies.studio.example:9999/take.png',
      'https://DAILIES.studio.example./take.png',
    ]) {
      assert.equal(mayFetch(address, service), false, address)
    }
  })

  test("is never in the user's own network, however that is written", () => {
    for (const host of [
      'localhost',
      'localhost.',
      'render.localhost',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '10.0.0.7',
      '192.168.1.1',
      '[::1]',
      '[fd00::1]',
      '[::ffff:10.0.0.1]',
      'nas',
      'router.lan',
      'render.studio.internal',
      'mac.local',
      'box.home.arpa',
    ]) {
      assert.equal(mayFetch(`http://${host}/take.png`, service), false, host)
    }
  })

  test('is nothing that has a password in it, and nothing but the web', () => {
    for (const address of [
      'https://me:secret@cdn.example/take.png',
      'file:///etc/passwd',
      'ftp://cdn.example/take.png',
      'chrome-extension://abc/take.png',
      'blob:https://cdn.example/1',
      'no address',
    ]) {
      assert.equal(mayFetch(address, service), false, address)
    }
  })
})

describe("the user's cookies go along", () => {
  test("to the page's own site", () => {
    assert.equal(sendsCookies('https://cdn.studio.example/1.png', 'https://app.studio.example/make'), true)
    assert.equal(sendsCookies('https://app.studio.example/1.png', 'https://app.studio.example/make'), true)
  })

  test('to where a platform has its media', () => {
    assert.equal(
      sendsCookies('https://cdn.midjourney.com/1/0_0.png', 'https://www.midjourney.com/imagine'),
      true,
    )
    // The pictures that ChatGPT makes are answered with 403 without them.
    const made = 'https://chatgpt.com/backend-api/estuary/content?id=file_1&sig=2'
    assert.equal(sendsCookies(made, 'https://chatgpt.com/c/1'), true)
    assert.equal(sendsCookies(made, 'https://sora.chatgpt.com/p/1'), true)
    assert.equal(sendsCookies(made, 'https://pictures.test/'), false)
  })

  test("to nobody else's site, and not where no page is known", () => {
    assert.equal(sendsCookies('https://bank.example/chart.png', 'https://pictures.test/'), false)
    assert.equal(sendsCookies('https://bank.co.uk/chart.png', 'https://pictures.co.uk/'), false)
    assert.equal(sendsCookies('https://mine.github.io/1.png', 'https://hers.github.io/'), false)
    assert.equal(sendsCookies('https://10.1.1.1/1.png', 'https://10.2.1.1/'), false)
    assert.equal(sendsCookies('https://cdn.example/1.png', undefined), false)
    assert.equal(sendsCookies('https://cdn.example/1.png', 'about:blank'), false)
  })
})
