import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf, dueOf, dueText } from './due-day.ts'

test('what is due says so in words, and whether it is overdue', () => {
  const today = '2026-11-23'
  assert.equal(dueText('2026-11-23', today), 'Due today')
  assert.equal(dueText('2026-11-24', today), 'Due tomorrow')
  assert.match(dueText('2026-11-22', today), /^Overdue since .*22/)
  assert.match(dueText('2026-12-24', today), /^Due .*24/)
  assert.doesNotMatch(dueText('2026-12-24', today), /2026/)
  assert.match(dueText('2027-01-01', today), /2027/)
})

test('days stand before, on and after today, and none last', () => {
  const today = '2026-12-31'
  const days = ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-07', '2027-01-08', null]
  assert.deepEqual(
    days.map((day) => dueOf(day, today)),
    ['overdue', 'today', 'week', 'week', 'later', 'none'],
  )
})

test('today is the day where the browser is, and a day the same in every time zone', () => {
  const before = process.env.TZ
  for (const [zone, today] of [
    ['Pacific/Kiritimati', '2026-11-24'],
    ['Pacific/Pago_Pago', '2026-11-23'],
  ] as const) {
    process.env.TZ = zone
    assert.equal(dayOf(new Date('2026-11-23T23:00:00Z')), today, zone)
    assert.match(dueText('2026-12-24', today), /24/, zone)
  }
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})
