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

test('whole words come before beginnings, and these before beginnings of several', () => {
  const order = ['Train', 'Trainer', 'Night train', 'Tall rain in spring']
  const fits = order.map((text) => fit(text, 'train')!)
  assert.deepEqual(
    fits,
    fits.toSorted((one, other) => one - other),
  )
  assert.equal(new Set(fits).size, order.length)
})
