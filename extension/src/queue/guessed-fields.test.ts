import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessedFields } from './guessed-fields.ts'

test('a field that a guess filled is told, and none that a source before it told', () => {
  const guess = { kind: 'answer', platform: 'kling', isGuess: true } as const
  assert.deepEqual(
    guessedFields([
      { source: { kind: 'media', format: 'png:parameters' }, modelName: 'kling-2' },
      { source: guess, prompt: 'a lighthouse', modelName: 'another', metadata: { seed: 1 } },
      { source: { kind: 'page' }, prompt: 'Kling', title: 'Kling' },
    ]),
    ['prompt'],
  )
  assert.deepEqual(guessedFields([{ source: { kind: 'answer', platform: 'kling' }, prompt: 'known' }]), [])
})
