import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Leads } from './leads.ts'

const key = { reviewId: 'review', userId: 'ana', page: 'one', term: 1 }
const found = async () => ({ projectId: 'film', leader: { id: 'ana', name: 'Ana' } })

test('of what was shown while a lead lasts the latest is remembered, however much it is', async () => {
  const leads = new Leads()
  const show = (version: string | null) => leads.renewed(key, version, found)
  for (let count = 0; count < 5000; count += 1) await show(`take ${count}`)
  const { versions } = await show('take 4999')
  assert.ok(versions.size <= 500, `${versions.size} are remembered`)
  assert.ok(leads.held(key, 'take 4999'))
  assert.equal(leads.held(key, 'take 1'), undefined)
})

test('what is shown again and again is not forgotten for what was shown once', async () => {
  const leads = new Leads()
  for (let count = 0; count < 1000; count += 1) {
    await leads.renewed(key, 'seen often', found)
    await leads.renewed(key, `take ${count}`, found)
  }
  assert.ok(leads.held(key, 'seen often'))
})

test('for a slate nothing is to be noted', async () => {
  const leads = new Leads()
  assert.equal(leads.held(key, null), undefined)
  await leads.renewed(key, null, found)
  assert.ok(leads.held(key, null))
  assert.equal(leads.held(key, 'take 1'), undefined)
})

test('a take that may be gone by now is asked for again, however often others are shown meanwhile', async () => {
  const leads = new Leads()
  await leads.renewed(key, 'gone', found, 0)
  for (let now = 1000; now <= 5000; now += 1000) await leads.renewed(key, 'take', found, now)
  assert.ok(leads.held(key, 'take', 5000))
  assert.equal(leads.held(key, 'gone', 5000), undefined)
})

test('each take is asked for again beside what is shown once a second has gone by', async () => {
  const leads = new Leads()
  await leads.renewed(key, 'one', found, 0)
  await leads.renewed(key, 'other', found, 900)
  const lead = leads.held(key, 'one', 1000)
  assert.ok(lead)
  assert.equal(leads.isDue(lead, 'one', 1000), true)
  assert.equal(leads.isDue(lead, 'other', 1000), false)
  assert.equal(leads.isDue(lead, null, 1000), false)
})
