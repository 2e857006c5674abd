import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AllowedAddresses, isCidr } from './allowed-addresses.ts'

const publicOnes = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '100.63.255.255',
  '100.128.0.0',
  '128.0.0.0',
  '168.63.129.15',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
]

const notPublic: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.1.2.3', '0.255.255.255'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.170.2', 'fe80::1', 'febf::1'],
  'metadata services': ['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  'for protocols and documentation': ['192.0.0.1', '192.0.0.255', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  'relays and sinks': ['192.88.99.1', '192.175.48.1', '192.31.196.1', '192.52.193.1'],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ffff::1'],
  'reserved, and broadcast': ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  unspecified: ['::', '0:0:0:0:0:0:0:0'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '0:0:0:0:0:FFFF:10.0.0.1'],
  'IPv4-compatible, deprecated': ['::127.0.0.1', '::7f00:1', '::8.8.8.8', '::808:808', '::a9fe:a9fe'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::1'],
  '6to4 and Teredo': ['2002:7f00:1::1', '2002:a9fe:a9fe::', '2002:808:808::1', '2001::1', '2001:0:a00:1::1'],
  discard: ['100::1', '100:0:0:1::1'],
  'documentation of IPv6': ['2001:db8::1', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1'],
  'IETF protocols': ['2001:1::1', '2001:3::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff::1'],
  'segment routing': ['5f00::1', '5f00:ffff::1'],
  'unique local': ['fc00::1', 'fd12:3456:789a::1', 'fdff:ffff::1'],
  'site-local, deprecated': ['fec0::1', 'feff::1'],
  'outside of what is given out of IPv6': [
    '1::1',
    '200::1',
    '1fff::1',
    '4000::1',
    '8000::1',
    'e000::1',
    'fe00::1',
  ],
  'with a zone': ['fe80::1%eth0', '::1%lo', '2606:4700:4700::1111%eth0', '::ffff:8.8.8.8%1'],
  'in another spelling': [
    '127.1',
    '0x7f.0.0.1',
    '010.8.8.8',
    '134744072',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '8.8.8.8\n',
  ],
  'no addresses': [
    '',
    'localhost',
    'example.com',
    '[2606:4700:4700::1111]',
    '8.8.8.8:80',
    '8.8.8.8/32',
    '::ffff:8.8.8',
  ],
}

describe('the addresses that webhooks may be sent to', () => {
  const addresses = new AllowedAddresses([])

  for (const address of publicOnes) {
    test(`${address} is public`, () => assert.equal(addresses.allows(address), true))
  }

  for (const [kind, refused] of Object.entries(notPublic)) {
    test(`not allowed: ${kind}`, () => {
      assert.deepEqual(
        refused.filter((address) => addresses.allows(address)),
        [],
      )
    })
  }
})

describe('the ranges that an operator allows', () => {
  test('hold their addresses, the first to the last', () => {
    const addresses = new AllowedAddresses(['10.1.0.0/16', '168.63.129.16/32', 'fd00::/8'])
    for (const address of ['10.1.0.0', '10.1.255.255', '168.63.129.16', 'fd00::1', 'fdff::1', '8.8.8.8']) {
      assert.equal(addresses.allows(address), true, address)
    }
    for (const address of ['10.0.255.255', '10.2.0.0', '127.0.0.1', 'fc00::1', 'fe80::1']) {
      assert.equal(addresses.allows(address), false, address)
    }
  })

  test('hold IPv4-mapped addresses by their IPv4 address only', () => {
    const loopback = new AllowedAddresses(['127.0.0.0/8'])
    assert.equal(loopback.allows('::ffff:127.0.0.1'), true)
    assert.equal(loopback.allows('::ffff:7f00:1'), true)
    assert.equal(loopback.allows('::127.0.0.1'), false)
    assert.equal(loopback.allows('::1'), false)
    assert.equal(new AllowedAddresses(['::/0']).allows('::ffff:127.0.0.1'), false)
    assert.equal(new AllowedAddresses(['::ffff:10.0.0.0/104']).allows('10.2.3.4'), true)
    assert.equal(new AllowedAddresses(['::ffff:10.0.0.0/104']).allows('172.16.0.1'), false)
  })

  test('never hold an address with a zone', () => {
    assert.equal(new AllowedAddresses(['fe80::/10']).allows('fe80::1%eth0'), false)
    assert.equal(new AllowedAddresses(['fe80::/10']).allows('fe80::1'), true)
  })

  test('are refused when they are none', () => {
    assert.throws(() => new AllowedAddresses(['10.0.0.0/8', '10/8']), /10\/8 is not/)
  })

  for (const text of ['127.0.0.0/8', '10.1.0.0/16', '::1/128', '0.0.0.0/0', '::/0', '::ffff:10.0.0.0/104']) {
    test(`${text} is a range`, () => assert.equal(isCidr(text), true))
  }

  const wrong = [
    '',
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10/8',
    '10.1/16',
    '0x7f.1/8',
  ]
  const wrongIpv6 = [
    '::1',
    '::/129',
    'fe80::%eth0/10',
    '[::1]/128',
    '::ffff:10.0.0.0/8',
    'localhost/8',
    '::1/128 ',
    '/8',
  ]
  for (const text of [...wrong, ...wrongIpv6]) {
    test(`'${text}' is no range`, () => assert.equal(isCidr(text), false))
  }
})
