import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCovered } from './match-pattern.ts'

const cases: [pattern: string, covered: string[], other: string[]][] = [
  [
    'https://suno.com/*',
    ['https://suno.com/', 'https://suno.com:8443/song/1?a=b'],
    [
      'http://suno.com/',
      'https://www.suno.com/',
      'https://suno.com.evil.example/',
      'https://evil.example/suno.com/',
    ],
  ],
  [
    'https://*.runwayml.com/*',
    ['https://app.runwayml.com/video', 'https://runwayml.com/', 'https://a.b.runwayml.com/'],
    ['https://notrunwayml.com/', 'https://runwayml.com.evil.example/'],
  ],
  [
    'https://grok.com/imagine*',
    ['https://grok.com/imagine', 'https://grok.com/imagine/post/1'],
    ['https://grok.com/', 'https://grok.com/chat?next=/imagine'],
  ],
  [
    'https://labs.google/fx/*tools/flow*',
    ['https://labs.google/fx/tools/flow', 'https://labs.google/fx/de/tools/flow/project/1'],
    ['https://labs.google/fx/tools/music', 'https://labs.google/fx'],
  ],
  ['https://a.example/ab*ba', ['https://a.example/abba'], ['https://a.example/aba']],
  ['https://a.example/one', ['https://a.example/one'], ['https://a.example/one/', 'not an address', '']],
]

for (const [pattern, covered, other] of cases) {
  test(`${pattern} covers what browsers have it cover`, () => {
    for (const address of covered) assert.equal(isCovered(address, [pattern]), true, address)
    for (const address of other) assert.equal(isCovered(address, [pattern]), false, address)
  })
}
