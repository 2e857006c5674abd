import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LoopTurns } from './loop-turns.ts'

/** Keeps the event loop from everything else. */
function work(milliseconds: number): void {
  const start = performance.now()
  while (performance.now() - start < milliseconds);
}

describe('turns of the event loop', () => {
  test('whoever comes while there is time begins at once', ({ mock }) => {
    mock.method(performance, 'now', () => 1000)
    const turns = new LoopTurns()
    for (let count = 0; count < 100; count += 1) assert.equal(turns.take('one'), undefined)
  })

  test('what is more than a turn takes goes on in the next ones, and everything else comes in between', async () => {
    const turns = new LoopTurns()
    const said: string[] = []
    assert.equal(turns.take('one'), undefined)
    work(25)
    const asked = Array.from({ length: 3 }, async () => {
      await turns.take('one')
      said.push('work')
      work(25)
      setImmediate(() => said.push('else'))
    })
    await Promise.all(asked)
    assert.deepEqual(said.slice(0, 4), ['work', 'work', 'else', 'work'])
  })

  test('what takes long begins behind all that has come, one in a turn', async () => {
    const turns = new LoopTurns()
    const said: string[] = []
    const asked = ['one', 'one', 'two'].map(async (user) => {
      await turns.wait(user)
      said.push(user)
      setImmediate(() => said.push('else'))
    })
    assert.equal(turns.take('three'), undefined)
    said.push('three')
    await Promise.all(asked)
    assert.deepEqual(said, ['three', 'one', 'two', 'else', 'one'])
  })

  test('who has one request does not wait for all of one who has twenty', async () => {
    const turns = new LoopTurns()
    const said: string[] = []
    assert.equal(turns.take('many'), undefined)
    work(25)
    const asked = [...Array.from({ length: 20 }, () => 'many'), 'one'].map(async (user) => {
      await turns.take(user)
      said.push(user)
      work(25)
    })
    await Promise.all(asked)
    assert.ok(said.indexOf('one') <= 1, said.join())
    assert.equal(said.length, 21)
  })
})
