import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestOf } from './request.ts'

const base = 'https://dailies.example'

test('what stands in the path is written so that it stays one part of it', () => {
  const { url } = requestOf(base, 'readAsset', { id: 'a/../b?c#d é' })
  assert.equal(url, `${base}/api/assets/a%2F..%2Fb%3Fc%23d%20%C3%A9`)
})

test('without what stands in the path nothing is asked, least of all another path', () => {
  for (const id of [undefined, null, '', '.', '..']) {
    assert.throws(
      () => requestOf(base, 'deleteWebhook', { id }),
      new TypeError('deleteWebhook: id is missing'),
    )
  }
  assert.match(requestOf(base, 'deleteWebhook', { id: '...' }).url, /\/\.\.\.$/)
})

test('a query has what was given, and nothing for what was left open', () => {
  const { url, body } = requestOf(base, 'browseAssets', { id: 's', q: 'a&b=c', limit: 5, cursor: undefined })
  assert.equal(url, `${base}/api/scenes/s/assets?q=a%26b%3Dc&limit=5`)
  assert.equal(body, undefined)
  assert.equal(requestOf(base, 'listTokens', {}).url, `${base}/api/tokens`)
})

test('a body has what does not stand in the path', () => {
  const { url, method, body } = requestOf(base, 'updateToken', { id: 't', name: 'n', projectIds: undefined })
  assert.deepEqual([method, url, body], ['PATCH', `${base}/api/tokens/t`, '{"name":"n"}'])
  assert.equal(requestOf(base, 'restoreAsset', { id: 'a' }).body, '{}')
})
