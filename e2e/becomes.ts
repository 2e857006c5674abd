import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/**
 * Waits until the page reads so, a minute at most unless told otherwise (a busy machine has its time), and fails with what
 * it read last. For whatever a locator tells at once, as its number of elements or the value of a field: a page is
 * seldom drawn in one go.
 */
export async function becomes<T>(read: () => Promise<T>, expected: T, seconds = 60): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const actual = await read()
    try {
      assert.deepEqual(actual, expected)
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await setTimeout(50)
  }
}
