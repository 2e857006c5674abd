import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relyingPartyOf } from './relying-party.ts'

const cases: [publicUrl: string | undefined, origin: string | undefined, id?: string][] = [
  ['https://dailies.studio.example', 'https://dailies.studio.example', 'dailies.studio.example'],
  ['https://dailies.studio.example:8443/x', 'https://dailies.studio.example:8443', 'dailies.studio.example'],
  ['http://dailies.studio.example', undefined],
  ['https://10.0.0.1', undefined],
  ['https://[::1]:8787', undefined],
  ['http://127.0.0.1:8787', undefined],
  ['http://localhost:8787', 'http://localhost:8787', 'localhost'],
  ['http://dailies.localhost:8787', 'http://dailies.localhost:8787', 'dailies.localhost'],
  ['http://localhost.studio.example', undefined],
  [undefined, 'http://localhost:8787', 'localhost'],
]

test('passkeys are bound to the public address, where browsers have them', () => {
  for (const [publicUrl, origin, id] of cases) {
    const party = relyingPartyOf({ publicUrl, port: 8787, secure: false })
    assert.deepEqual(party, origin && { id, origin }, `${publicUrl}`)
  }
  const own = { publicUrl: undefined, secure: true }
  assert.equal(relyingPartyOf({ ...own, port: 443 })?.origin, 'https://localhost')
  assert.equal(relyingPartyOf({ ...own, port: 0 }), undefined, 'nobody knows the port before')
})
