import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onPlace } from '../test/process.ts'
import { addressesOf, choosesPrimary, isAddress, placeIn } from './postgres-addresses.ts'
import { Primary } from './primary.ts'

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

  test('of several hosts without ports is connected to at that of PGPORT', () =>
    onPlace('postgres', async ({ settings }) => {
      const { port, hostname, host, href } = new URL(settings.databaseUrl!)
      const before = process.env.PGPORT
      process.env.PGPORT = port
      try {
        const Client = new Primary(href.replace(host, `${hostname},${hostname}`)).clients()
        const client = await new Client().connect()
        try {
          assert.equal(client.port, Number(port))
        } finally {
          await client.end()
        }
      } finally {
        if (before === undefined) delete process.env.PGPORT
        else process.env.PGPORT = before
      }
    }))

  test('with a host that is none, or no port, is refused', () => {
    assert.equal(isAddress(several), true)
    for (const url of ['postgres://one,/dailies', 'postgres://one:x,two/dailies', 'postgres://a b/dailies'])
      assert.equal(isAddress(url), false, url)
  })
})
