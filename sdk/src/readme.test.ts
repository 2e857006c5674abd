import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readme } from '../test/readme.ts'
import { type EndpointName, table } from './endpoints.ts'
import { isPaged } from './pages.ts'

const names = Object.keys(table) as EndpointName[]
const namesIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name)

test('the README names every method, each once', () => {
  const listed = namesIn(readme.split('## Methods')[1]!)
  // These have code of their own.
  assert.deepEqual(
    listed.sort(),
    [...names, 'live', 'uploadMedia', 'attachFile', 'readLook', 'downloadExport'].sort(),
  )
})

test('the README names every list that comes in pages', () => {
  const [, listed] = /These are (.*?)\.$/ms.exec(readme)!
  assert.deepEqual(namesIn(listed!).sort(), names.filter(isPaged).sort())
})
