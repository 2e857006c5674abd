import assert from 'node:assert/strict'
import dns, { Resolver } from 'node:dns/promises'
import { type TestContext, test } from 'node:test'
import { nameServer, type Records } from '../test/name-server.ts'
import { resolveHost } from './resolve.ts'

async function resolving(t: TestContext, recordsOf: (type: 'A' | 'AAAA') => Records, timeout = 60_000) {
  const names = await nameServer((_name, _count, type) => recordsOf(type))
  const resolver = new Resolver({ timeout, tries: 1 })
  resolver.setServers([names.address])
  t.after(() => names.close())
  const hosts = t.mock.method(dns, 'lookup', async () => [{ address: '10.0.0.7', family: 4 }])
  return { resolver, hosts: hosts.mock, names }
}

test('a name has the addresses of both families, also behind an alias', async (t) => {
  const { resolver, hosts } = await resolving(t, () => [
    'other.test',
    '192.0.2.1',
    '192.0.2.2',
    '2001:db8::1',
  ])
  assert.deepEqual((await resolveHost('hooks.test', resolver)).toSorted(), [
    '192.0.2.1',
    '192.0.2.2',
    '2001:db8::1',
  ])
  assert.equal(hosts.callCount(), 0)
})

for (const silent of ['A', 'AAAA']) {
  test(`a name server that is silent about ${silent} does not hold the other addresses back`, async (t) => {
    const records = ['192.0.2.1', '2001:db8::1']
    // Longer than the test may take.
    const { resolver } = await resolving(t, (type) => (type === silent ? 'silent' : records), 1_000_000)
    const found = await resolveHost('hooks.test', resolver)
    assert.deepEqual(found, [silent === 'A' ? '2001:db8::1' : '192.0.2.1'])
    resolver.cancel()
  })
}

test('a name that the name server does not know is looked up in the hosts file', async (t) => {
  for (const records of ['unknown', []] as Records[]) {
    const { resolver, hosts } = await resolving(t, () => records)
    assert.deepEqual(await resolveHost('receiver', resolver), ['10.0.0.7'])
    assert.equal(hosts.callCount(), 1)
    t.mock.restoreAll()
  }
})

test('so is a name when there is no name server', async (t) => {
  const { resolver } = await resolving(t, () => 'silent')
  resolver.setServers(['127.0.0.1:1'])
  assert.deepEqual(await resolveHost('receiver', resolver), ['10.0.0.7'])
})

for (const records of ['silent', 'broken'] as const) {
  test(`a name about which the name server is ${records} never takes a thread`, async (t) => {
    const timeout = records === 'silent' ? 500 : undefined
    const { resolver, hosts } = await resolving(t, () => records, timeout)
    await assert.rejects(resolveHost('receiver', resolver))
    const half = await resolving(t, (type) => (type === 'A' ? 'unknown' : records), timeout)
    await assert.rejects(resolveHost('receiver', half.resolver))
    assert.equal(hosts.callCount(), 0)
    assert.equal(half.hosts.callCount(), 0)
  })
}

test('the hosts file is read for one name at a time, and not for those who have given up', async (t) => {
  const { resolver, hosts } = await resolving(t, () => 'unknown')
  let underWay = 0
  let most = 0
  hosts.mockImplementation(async () => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 30))
    underWay--
    return [{ address: '10.0.0.7', family: 4 }]
  })
  const controller = new AbortController()
  const waiting = ['a', 'b', 'c'].map((host) => resolveHost(host, resolver))
  const givenUp = assert.rejects(resolveHost('d', resolver, controller.signal))
  controller.abort()
  await Promise.all([...waiting, givenUp])
  assert.equal(most, 1)
  assert.equal(hosts.callCount(), 3)
})

test('names of this machine are known without asking anybody', async (t) => {
  const { resolver, hosts, names } = await resolving(t, () => 'unknown')
  for (const host of ['localhost', 'localhost.', 'LOCALHOST', 'a.localhost']) {
    assert.deepEqual(await resolveHost(host, resolver), ['127.0.0.1', '::1'])
  }
  assert.deepEqual(names.questions, [])
  assert.equal(hosts.callCount(), 0)
})
