import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPath } from './own-path.ts'

test('after signing in one goes on at a place of the console, however another is spelt', () => {
  const elsewhere = [
    ...['https://evil.example', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example'],
    ...['/\t/evil.example', '/\n/evil.example', '/\r\\evil.example', '\t//evil.example', ' //evil.example'],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'https:evil.example',
      'https:/evil.example',
    ],
    ...[
      '/.//evil.example',
      '/x/..//evil.example',
      '/x/..\\\\evil.example',
      '/%2e//evil.example',
      '@evil.example',
    ],
    ...['', undefined, null, 'projects', '?x', '#x', 'http:///evil.example'],
  ]
  for (const to of elsewhere) assert.equal(ownPath(to), '/projects', JSON.stringify(to))
  for (const to of ['/', '/scenes/1?q=a%20b#x', '/search?q=//evil.example', '/compare?ids=a,b'])
    assert.equal(ownPath(to), to)
  assert.equal(ownPath('/%2F/evil.example'), '/%2F/evil.example', 'an escaped one is a name of ours')
})
