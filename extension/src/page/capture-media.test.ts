import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'

/** Names of what the background was asked. */
const asked: string[] = []
let count = 0
const sendMessage = async ({ name }: { name: string }) => {
  asked.push(name)
  if (name !== 'capture') return { outcomes: [{ id: 'x', state: 'synced' }] }
  count += 1
  const outcome = { id: String(count), state: 'synced' }
  return { stored: [outcome], now: outcome }
}
const chrome = {
  runtime: { id: 'x', sendMessage, onConnect: new EventTarget() },
  i18n: { getMessage: (key: string) => key },
}
Object.assign(globalThis, { chrome })
const { capture } = await import('./capture-media.ts')

async function captured(address: string): Promise<void> {
  const sighting = { mediaUrl: address, kind: 'image', pageUrl: '', pageTitle: '', readings: [] } as const
  await capture({ address, sighting: { ...sighting, readings: [] }, blob: async () => undefined }, () => {})
}

describe('what was captured on this page', () => {
  test('is known again by its address, data without being kept', async () => {
    const kept = mock.method(Map.prototype, 'set')
    const [one, other] = ['A', 'B'].map((letter) => `data:image/png,${letter.repeat(100_000)}`)
    for (const address of [one!, other!, one!, other!, 'blob:1', 'blob:1']) await captured(address)
    kept.mock.restore()
    assert.deepEqual(asked.splice(0), ['capture', 'capture', 'outcomes', 'outcomes', 'capture', 'outcomes'])
    const longest = Math.max(...kept.mock.calls.map(({ arguments: [key] }) => String(key).length))
    assert.ok(longest < 100, `${longest}`)
  })

  test('is forgotten where much else was since', async () => {
    for (let number = 0; number < 1_001; number += 1) await captured(`blob:much-${number}`)
    asked.length = 0
    await captured('blob:much-1')
    await captured('blob:much-0')
    assert.deepEqual(asked, ['outcomes', 'capture'])
  })
})
