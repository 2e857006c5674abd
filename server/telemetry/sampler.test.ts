import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../db/id.ts'
import { randomDigits } from './random-digits.ts'
import { type Sampler, samplerOf } from './sampler.ts'
import type { TelemetrySettings } from './settings.ts'
import { readTraceparent, traceIdOf, writeTraceparent } from './trace-context.ts'

const sampler = (otelSampler: TelemetrySettings['otelSampler'], otelSamplerShare = 1): Sampler =>
  samplerOf({ otelSampler, otelSamplerShare })

test('a sampler follows its share, of random ids and of ours, and goes by what the client says where it is to', () => {
  const ids = Array.from({ length: 20_000 }, () => randomDigits(16))
  const ours = Array.from({ length: 20_000 }, () => traceIdOf(newId())!)
  for (const among of [ids, ours]) {
    for (const share of [0, 0.1, 0.5, 1]) {
      const followed =
        among.filter((id) => sampler('traceidratio', share)(id, undefined)).length / among.length
      assert.ok(Math.abs(followed - share) < 0.02, `${followed} of ${share}`)
    }
  }
  const [id] = ids as [string]
  assert.equal(sampler('always_on')(id, false), true)
  assert.equal(sampler('always_off')(id, true), false)
  assert.equal(sampler('parentbased_always_on')(id, false), false)
  assert.equal(sampler('parentbased_always_on')(id, undefined), true)
  assert.equal(sampler('parentbased_always_off')(id, true), true)
  assert.equal(sampler('parentbased_traceidratio', 0)(id, true), true)
  assert.equal(sampler('parentbased_traceidratio', 0)(id, undefined), false)
})

test('what is written of a trace is read again', () => {
  const context = { traceId: randomDigits(16), spanId: randomDigits(8) }
  assert.deepEqual(readTraceparent(writeTraceparent(context)), { ...context, isSampled: true })
  assert.equal(readTraceparent(`00-${context.traceId}-${context.spanId}-00`)?.isSampled, false)
})

test('an id of ours names a trace, and what is none does not', () => {
  assert.equal(
    traceIdOf('0193d9a0-1111-7222-8333-444455556666'),
    '0193d9a01111722283334444555566 66'.replace(' ', ''),
  )
  assert.equal(traceIdOf('ab'.repeat(32)), 'ab'.repeat(16))
  for (const none of [undefined, '', 'x', '0'.repeat(32), 'AB'.repeat(16)])
    assert.equal(traceIdOf(none), undefined)
})
