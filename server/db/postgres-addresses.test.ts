import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressesOf, choosesPrimary, isAddress, placeIn } from './postgres-addresses.ts'

describe('an address of PostgreSQL', () => {
  const several = 'postgres://ada:p%40ss@one:5433,[::1]:5434,three/dailies?sslmode=require'

  test('of several hosts is one address for each', () => {
    assert.deepEqual(addressesOf(several), [
      'postgres://ada:p%40ss@one:5433/dailies?sslmode=require',
      'postgres://ada:p%40ss@[::1]:5434/dailies?sslmode=require',
      'postgres://ada:p%40ss@three/dailies?sslmode=require',
    ])
    assert.equal(choosesPrimary(several), true)
    assert.equal(placeIn(several), 'one:5433,[::1]:5434,three/dailies')
  })

  test('of one host is itself, and chooses only where it is asked to', () => {
    const one = 'postgres://ada@one/dailies'
    assert.deepEqual(addressesOf(one), [one])
    assert.equal(choosesPrimary(one), false)
    assert.equal(choosesPrimary(`${one}?target_session_attrs=read-write`), true)
    assert.equal(placeIn('postgres:///dailies?host=/run/postgresql'), '/run/postgresql/dailies')
  })

  test('with a host that is none, or no port, is refused', () => {
    assert.equal(isAddress(several), true)
    for (const url of ['postgres://one,/dailies', 'postgres://one:x,two/dailies', 'postgres://a b/dailies'])
      assert.equal(isAddress(url), false, url)
  })
})
