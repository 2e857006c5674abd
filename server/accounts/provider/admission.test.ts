import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIn, mayComeIn } from './admission.ts'
import { personOf } from './person.ts'
import type { AdmissionRules } from './provider-settings.ts'

const open: AdmissionRules = {
  oidcAdministrators: ['admins'],
  oidcProjects: [],
  oidcGroups: [],
  oidcDomains: [],
  oidcSignUp: 'verified',
  oidcLink: false,
}
const person = (claims: object) => personOf({ sub: 'x', ...claims }, 'groups')
const verified = (email: string) => person({ email, email_verified: true })

test('domains are those of verified addresses, whole', () => {
  const rules = { ...open, oidcDomains: ['studio.example'] }
  assert.ok(mayComeIn(verified('Ada@Studio.Example'), rules))
  for (const email of [
    'a@evil.example',
    'a@studio.example.evil.example',
    'a@evilstudio.example',
    'a@x.studio.example',
  ])
    assert.equal(mayComeIn(verified(email), rules), false, email)
  assert.equal(
    mayComeIn(person({ email: 'ada@studio.example' }), rules),
    false,
    'nobody says that it is theirs',
  )
  assert.equal(mayComeIn(person({}), rules), false)
})

test('groups are those that are named, and those of administrators', () => {
  const rules = { ...open, oidcGroups: ['artists'] }
  assert.ok(mayComeIn(person({ groups: ['artists'] }), rules))
  assert.ok(mayComeIn(person({ groups: 'artists' }), rules), 'one that stands alone')
  assert.ok(mayComeIn(person({ groups: ['admins'] }), rules))
  for (const groups of [
    undefined,
    [],
    ['Artists'],
    ['artists '],
    'artists,admins',
    { artists: true },
    [['artists']],
  ])
    assert.equal(mayComeIn(person({ groups }), rules), false, JSON.stringify(groups))
  assert.ok(mayComeIn(person({}), open), 'anybody, where none are named')
})

test('groups that the provider leaves out, for there are too many, are told from none', () => {
  const overage = { _claim_names: { groups: 'src1' } }
  assert.deepEqual([person(overage).groups, person(overage).hasMoreGroups], [undefined, true])
  assert.equal(person({ groups: [] }).hasMoreGroups, false)
})

test('the last of very many groups counts like the first', () => {
  const many = [...Array.from({ length: 5000 }, (_, index) => `group ${index}`), 'admins']
  assert.ok(isIn(person({ groups: many }), ['admins']))
})
