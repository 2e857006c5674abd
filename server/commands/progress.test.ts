import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { progressIn } from './progress.ts'

const controlStart = '\x1b'

describe('the bar of a command that works on many files', () => {
  /** What somebody sees: lines that stay, and the one below them, which is in the place of the one before. */
  function watched(isTerminal = true) {
    const lines: string[] = []
    const shown: string[] = []
    const show = (line: string) => shown.push(line)
    const progress = progressIn({
      environment: {},
      input: async () => '',
      print: (line) => lines.push(`out ${line}`),
      warn: (line) => lines.push(`err ${line}`),
      show: isTerminal ? show : undefined,
    })
    return { progress, lines, shown }
  }

  test('is as full as what is done, and never more or less', () => {
    for (const [share, full] of [
      [-1, 0],
      [0, 0],
      [0.5, 12],
      [1, 24],
      [7, 24],
    ] as const) {
      const { progress, shown } = watched()
      progress.bar(share, '3 of 6 files')
      assert.deepEqual(shown, [`${'█'.repeat(full)}${'░'.repeat(24 - full)} 3 of 6 files`])
    }
  })

  test('is taken away for each line, drawn below it again, and gone in the end', () => {
    const { progress, lines, shown } = watched()
    progress.tell('before')
    progress.bar(1, 'all')
    const bar = shown[0]!
    progress.tell('filed')
    progress.warn('failed')
    progress.end()
    progress.end()
    progress.tell('after')
    assert.deepEqual(shown, [bar, '', bar, '', bar, ''])
    assert.deepEqual(lines, ['out before', 'out filed', 'err failed', 'out after'])
  })

  test('is drawn no more often than one can see, and at its end in any case', (context) => {
    let now = 1000
    context.mock.method(performance, 'now', () => now)
    const { progress, shown } = watched()
    for (let count = 0; count < 250; count += 1) {
      progress.bar(count / 250, `${count}`)
      now += 1
    }
    progress.bar(1, '250')
    assert.deepEqual(
      shown.map((line) => line.split(' ').at(-1)),
      ['0', '100', '200', '250'],
    )
  })

  test('is nowhere but on a terminal, and takes no control characters of names', () => {
    const { progress, lines, shown } = watched(false)
    progress.bar(0.5, 'half')
    progress.tell(`a${controlStart}[31m.png`)
    progress.end()
    assert.deepEqual(shown, [])
    assert.ok(!lines.join().includes(controlStart))
    const terminal = watched()
    terminal.progress.bar(1, `${controlStart}[2J`)
    assert.ok(!terminal.shown.join().includes(controlStart))
  })
})
