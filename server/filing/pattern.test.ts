import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placePattern } from './pattern.ts'

const examples: [pattern: string, path: string, place: object | undefined][] = [
  ['{scene}_{shot}_*', '012A_B_00001_.png', { scene: '012A', shot: 'B' }],
  ['{scene}_{shot}_*', 'deep/in/012A_012A-B_x_y.png', { scene: '012A', shot: '012A-B' }],
  ['{scene}_{shot}_*', '012A_00001.png', undefined],
  ['{scene}-{shot}-*', '12-B-ComfyUI_00001_.png', { scene: '12', shot: 'B' }],
  ['sc{scene}*', 'SC012a take.png', { scene: '012a' }],
  ['sc{scene} *', 'SC012a take.png', { scene: '012a' }],
  ['sc{scene}_take?', 'sc7_take3.mp4', { scene: '7' }],
  ['{scene}/{shot}/*', '012A/B/x.png', { scene: '012A', shot: 'B' }],
  ['{scene}/{shot}/*', 'other/012A/B/x.png', undefined],
  ['{scene}/*', '012A/x.png', { scene: '012A' }],
  ['*_{shot}', 'whatever_B.png', { shot: 'B' }],
  ['{scene}.*', '012A.1.png', { scene: '012A' }],
  ['{scene}_*', 'é1_x.png', { scene: 'é1' }],
  ['{scene}_*', '__x.png', undefined],
  ['*_{shot}', 'whatever_012A-B.png', { shot: '012A-B' }],
  ['{scene}.png', '12.png', { scene: '12' }],
  ['(a+)+{scene}', '(a+)+1.png', { scene: '1' }],
]

for (const [pattern, path, place] of examples) {
  test(`${pattern} of ${path}`, () => assert.deepEqual(placePattern(pattern)(path), place))
}

test('a pattern that says nothing is refused, and says why', () => {
  for (const [pattern, problem] of [
    ['*.png', /neither \{scene\} nor \{shot\}/],
    ['{scene}{shot}', /something has to stand between/],
    ['{scene}_{scene}', /once/],
    ['{project}_{scene}', /\{project\} is nothing/],
    [`{scene}${'a'.repeat(200)}`, /200 characters/],
  ] as const) {
    assert.throws(() => placePattern(pattern), problem)
  }
})

test('a name of any length is looked at in no time worth mentioning', () => {
  const match = placePattern(`{scene}${'*_'.repeat(60)}{shot}`)
  for (const name of ['_'.repeat(255), 'a'.repeat(255), 'a_'.repeat(120), 'x'.repeat(100_000)])
    match(`${name}!`)
})
