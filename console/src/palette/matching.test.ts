import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitOf, wordsOf } from './matching.ts'

const fit = (text: string, asked: string) => fitOf(wordsOf(text), wordsOf(asked))

test('what is asked for is found by beginnings of words, in any order, without case and accents', () => {
  for (const asked of ['night', 'NIG', 'tr', 'train night', 'nt', 'nitr', 'nigt', ''])
    assert.notEqual(fit('Night Train', asked), undefined, asked)
  for (const asked of ['rain', 'tn', 'nights', 'night bus', 'ght'])
    assert.equal(fit('Night Train', asked), undefined, asked)
  assert.notEqual(fit('Café Ö', 'cafe o'), undefined)
  assert.notEqual(fit('夜の列車', '列車'), undefined)
})

test('a number is found without the noughts before it, behind one that is written so', () => {
  const fits = ['Scene 1', 'Scene 001', 'Scene 10', 'Scene 012A'].map((text) => fit(text, '1')!)
  assert.deepEqual(
    fits,
    fits.toSorted((one, other) => one - other),
  )
  assert.equal(fit('Scene 012A', 'scene 12a'), fit('Scene 012A', 'scene 012a')! + 0.25)
  for (const asked of ['2', '00', '12b']) assert.equal(fit('Scene 012A', asked), undefined, asked)
})

test('whole words come before beginnings, and these before beginnings of several', () => {
  const order = ['Train', 'Trainer', 'Night train', 'Tall rain in spring']
  const fits = order.map((text) => fit(text, 'train')!)
  assert.deepEqual(
    fits,
    fits.toSorted((one, other) => one - other),
  )
  assert.equal(new Set(fits).size, order.length)
})
