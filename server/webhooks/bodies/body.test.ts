import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf } from './body.ts'
import { sampleEvent } from './samples.ts'

const timestamp = '2026-11-21T08:00:00.000Z'
const later = '2026-11-21T08:00:05.000Z'
const event = {
  id: 'one',
  event: 'scene.completed',
  timestamp,
  data: '{"totalShotCount":12345678901234567890}',
}

test('without a template the body is the envelope, and numbers keep all their digits', () => {
  const form = { template: null, batched: false, timestamp: later }
  assert.deepEqual(bodyOf([event], form), {
    event: 'scene.completed',
    body: `{"event":"scene.completed","timestamp":"${timestamp}","data":{"totalShotCount":12345678901234567890}}`,
  })
})

test('a batch is an envelope of events with their ids, of one event too', () => {
  const form = { template: null, batched: true, timestamp: later }
  const member = `{"id":"one","event":"scene.completed","timestamp":"${timestamp}","data":${event.data}}`
  const start = `{"event":"batch","timestamp":"${later}","data":{"events":[`
  assert.deepEqual(bodyOf([event], form), { event: 'batch', body: `${start}${member}]}}` })
  assert.equal(bodyOf([event, event], form).body, `${start}${member},${member}]}}`)
})

test('the header names the event, or the batch, whatever the form', () => {
  const created = {
    ...event,
    event: 'asset.created',
    data: JSON.stringify(sampleEvent('asset.created').data),
  }
  for (const template of [
    { type: 'slack' as const },
    { type: 'discord' as const },
    { type: 'custom' as const, body: '{}' },
  ]) {
    assert.equal(bodyOf([created], { template, batched: false, timestamp }).event, 'asset.created')
    assert.equal(bodyOf([created], { template, batched: true, timestamp }).event, 'batch')
  }
})

test('several events are never sent as one', () => {
  const form = { template: null, batched: false, timestamp }
  assert.throws(() => bodyOf([event, event], form), /2 events/)
  assert.throws(() => bodyOf([], form), /0 events/)
})
