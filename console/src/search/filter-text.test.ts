import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  countOfFilters,
  filterOf,
  listed,
  valuesListed,
  valuesOf,
  withBeginnings,
  withoutFilters,
  withoutUnfinished,
  withValues,
} from './filter-text.ts'

describe('filters in the text of a search', () => {
  test('are read as they are written, those that exclude apart', () => {
    const text = 'lamp status:draft STATUS:"final" -status:approved project:"Night Train" note:late'
    assert.deepEqual(valuesOf(text, 'status'), ['draft', 'final'])
    assert.deepEqual(valuesOf(text, 'project'), ['Night Train'])
    assert.deepEqual(valuesOf(text, 'type'), [])
    assert.equal(countOfFilters(text), 4)
    assert.equal(withoutFilters(text), 'lamp note:late')
  })

  test('come before the words, so that the last word may go on', () => {
    assert.equal(withValues('red lam', 'status', ['draft']), 'status:draft red lam')
    assert.equal(withValues('type:video red lam', 'status', ['draft']), 'type:video status:draft red lam')
    assert.equal(withValues('red type:video lam', 'by', ['me']), 'red type:video by:me lam')
    assert.equal(withValues('', 'is', ['winner']), 'is:winner')
  })

  test('of several values are listed with commas, in quotes where one has a comma itself, and read so', () => {
    for (const values of [
      [],
      ['night'],
      ['night', 'sea at night'],
      ['wide, slow', 'night'],
      ['a,b', '12" lens'],
    ])
      assert.deepEqual(valuesListed(listed(values)), values)
    assert.equal(listed(['wide, slow', 'night']), '"wide, slow", night')
    assert.deepEqual(valuesListed(' night ,"wide, slow" , "sea'), ['night ', 'wide, slow', '"sea'])
    assert.equal(
      withValues('lam', 'tag', valuesListed('"wide, slow",night')),
      'tag:"wide, slow" tag:night lam',
    )
  })

  test('take the place of what was there of the same name, and leave all else', () => {
    assert.equal(withValues('a status:draft b status:final', 'status', ['approved']), 'a status:approved b')
    assert.equal(withValues('status:draft -status:final lamp', 'status', []), '-status:final lamp')
    assert.equal(withValues('is:winner lamp', 'is', ['winner', 'lost']), 'is:winner is:lost lamp')
    assert.equal(withValues('lamp "red coat', 'is', ['winner']), 'is:winner lamp "red coat"')
  })

  test('have their value in quotes where it needs them', () => {
    assert.equal(filterOf('project', ' Night Train '), 'project:"Night Train"')
    assert.equal(filterOf('model', 'veo-3'), 'model:veo-3')
    assert.equal(filterOf('model', 'the "best" one'), 'model:"the best one"')
    assert.equal(filterOf('tag', '  '), undefined)
    assert.deepEqual(valuesOf(withValues('', 'project', ['Night Train']), 'project'), ['Night Train'])
  })

  test('that are not written to their end are left out while they are written, and no others', () => {
    const left = (text: string) => withoutUnfinished(text)
    for (const unfinished of [
      'status:',
      'STATUS:',
      'status:ge',
      'rights:non-',
      'rights:non_c',
      'is:w',
      'after:',
    ])
      assert.equal(left(`lamp ${unfinished}`), 'lamp', unfinished)
    for (const unfinished of [
      'on:20',
      'before:2026-',
      'before:2026-0',
      'after:2026-10-',
      'cost:>',
      'cost:0.',
      'cost:1..',
      'length:>',
      'length:5s..',
      'size:<=',
    ])
      assert.equal(left(`lamp ${unfinished}`), 'lamp', unfinished)
    for (const whole of [
      'status:draft',
      'status:none',
      'rights:non_commercial',
      'on:2026',
      'on:2026-1',
      'on:2026-10-05',
    ])
      assert.equal(left(`lamp ${whole}`), `lamp ${whole}`)
    for (const whole of [
      'cost:>0.5',
      'cost:0.5..2',
      'length:>5s',
      'length:5..10s',
      'size:4k',
      'model:ve',
      'note:',
      'sta',
      '"status:',
    ])
      assert.equal(left(`lamp ${whole}`), `lamp ${whole}`)
    assert.equal(left('status:ge lamp'), 'status:ge lamp')
  })

  test('stay as they are where words are to be looked for from their beginning', () => {
    assert.equal(
      withBeginnings('lam -rai "red coat" is:winner oar* 灯'),
      'lam* -rai "red coat" is:winner oar* 灯*',
    )
  })
})
