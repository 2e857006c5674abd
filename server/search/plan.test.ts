import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOf } from '../production/membership.ts'
import { term } from './document.ts'
import { planOf } from './plan.ts'
import { readQuery } from './query.ts'

describe('what the index is asked for dates', () => {
  const termsOf = async (q: string) => {
    const actor = allOf('ada')
    const plan = await planOf({} as never, readQuery(q), {
      isExact: true,
      actor,
      projects: [{ id: 'film', name: 'Film' }],
    })
    const [, ...dates] = plan.lookup?.some ?? []
    return dates.map((terms) => new Set(terms))
  }

  test('without a beginning it is the years before, and the months of the last', async () => {
    const [terms] = await termsOf('before:2026-03-15')
    for (const one of [term.year('1970'), term.year('2025'), term.month('2026-01'), term.month('2026-03')])
      assert.ok(terms!.has(one), one)
    for (const one of [term.year('2026'), term.month('2026-04'), term.month('2025-12')])
      assert.ok(!terms!.has(one), one)
  })

  test('without an end it goes on until now, however long ago it begins', async () => {
    const [terms] = await termsOf('after:1990-12')
    assert.ok(terms!.has(term.month('1990-12')) && terms!.has(term.year('1991')))
    assert.ok(terms!.has(term.year(`${new Date().getUTCFullYear() - 1}`)))
    assert.ok(!terms!.has(term.year('1990')) && terms!.size < 100)
  })

  test('however far away it begins and ends, it is no time of which there is nothing', async () => {
    const [[before], [after]] = [await termsOf('before:9999'), await termsOf('after:0500')]
    assert.ok(before!.size < 100 && after!.size < 100)
    const thisYear = new Date().getUTCFullYear()
    for (const terms of [before, after])
      assert.ok(terms!.has(term.year('1970')) && terms!.has(term.year(`${thisYear - 1}`)))
  })

  test('it has nothing of the month or the year that begins where it ends', async () => {
    const [[month], [year], [day]] = [
      await termsOf('before:2026-03'),
      await termsOf('on:2024'),
      await termsOf('on:2024-12-31'),
    ]
    assert.ok(month!.has(term.month('2026-02')) && !month!.has(term.month('2026-03')))
    assert.deepEqual(year, new Set([term.year('2024')]))
    assert.deepEqual(day, new Set([term.month('2024-12')]))
    for (const q of ['on:9999', 'on:9999-12-31', 'before:1970', 'on:0500']) await termsOf(q)
  })

  test('of a few months it is these', async () => {
    const terms = await termsOf('after:2025-11-20 on:2026-01')
    assert.deepEqual(terms[1], new Set([term.month('2026-01')]))
    assert.ok(terms[0]!.has(term.month('2025-11')) && !terms[0]!.has(term.month('2025-10')))
  })
})
