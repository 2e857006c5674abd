import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { provideEndpoints } from '../../test/provide-endpoints.ts'

let parts: typeof import('./part.ts')

before(async () => {
  provideEndpoints()
  const document = { querySelector: () => null, querySelectorAll: () => [] }
  const requestIdleCallback = (work: () => void) => work()
  Object.assign(globalThis, { document, window: { requestIdleCallback }, requestIdleCallback })
  parts = await import('./part.ts')
})

test('a page at rest loads all its parts, and where the browser saves data none before it is needed', async () => {
  const screen = parts.part(async () => 'a screen')
  const dialog = parts.part(async () => 'a dialog')

  browserThat({ saveData: true })
  await parts.loadAllParts()
  assert.deepEqual([screen.value(), dialog.value()], [undefined, undefined])
  await screen.load()
  assert.deepEqual([screen.value(), dialog.value()], ['a screen', undefined])

  browserThat({ saveData: false })
  await parts.loadAllParts()
  assert.equal(dialog.value(), 'a dialog')
})

function browserThat(connection: object): void {
  Object.defineProperty(globalThis, 'navigator', { value: { connection }, configurable: true })
}
