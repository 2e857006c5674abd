import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { base32, newTotpSecret, stepAt, stepOfCode, totpAddress, totpCode } from './totp.ts'

/** RFC 6238, appendix B: SHA-1, with the last six of its eight digits. */
const secret = base32(Buffer.from('12345678901234567890'))
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const

describe('codes of authenticator apps', () => {
  test('are those of RFC 6238', () => {
    assert.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    for (const [seconds, code] of vectors) assert.equal(totpCode(secret, stepAt(seconds * 1000)), code)
  })

  test('count for the period before, this one and the next, and only after the one that was taken last', () => {
    const now = 1234567890_000
    const current = stepAt(now)
    const found = (step: number, after = 0) => stepOfCode(secret, totpCode(secret, step), { now, after })
    assert.deepEqual(
      [-2, -1, 0, 1, 2].map((off) => found(current + off)),
      [undefined, current - 1, current, current + 1, undefined],
    )
    assert.deepEqual([found(current, current - 1), found(current, current)], [current, undefined])
    assert.equal(found(current - 1, current), undefined, 'an older one after a newer one')
    for (const code of ['', '00592', '0059240', 'abcdef']) {
      assert.equal(stepOfCode(secret, code, { now, after: 0 }), undefined)
    }
  })

  test('come of secrets of 160 bits, in an address that apps read', () => {
    const made = newTotpSecret()
    assert.match(made, /^[A-Z2-7]{32}$/)
    assert.notEqual(made, newTotpSecret())
    const address = totpAddress(secret, { issuer: 'Dailies', account: 'ada+1@studio.example' })
    assert.equal(address, `otpauth://totp/Dailies:ada%2B1%40studio.example?secret=${secret}&issuer=Dailies`)
  })
})
