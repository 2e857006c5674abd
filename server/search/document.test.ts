import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldsOf, foldedText, term } from './document.ts'

const nothing = {
  ...{ title: null, prompt: '', negativePrompt: null, tags: null, notes: null, modelName: null },
  ...{ platformKey: 'veo', platformLabel: 'Google Veo', outputUrl: null, comments: null },
}

describe('the name of the file of a version', () => {
  const cases: [outputUrl: string, name: string | undefined][] = [
    ['https://cdn.example/a/lamp%20at%20dusk.png?sig=secret#x', 'lamp at dusk.png'],
    ['https://cdn.example/lamp.png', 'lamp.png'],
    ['HTTP://cdn.example/lamp.png', 'lamp.png'],
    ['https://cdn.example/100%.png', '100%.png'],
    ['https://cdn.example/%FF.png', '%FF.png'],
    ['https://cdn.example/takes/', undefined],
    ['https://cdn.example', undefined],
    ['https://cdn.example?name=/lamp.png', undefined],
    ['https://user:secret@cdn.example/lamp.png', 'lamp.png'],
  ]
  for (const [outputUrl, name] of cases) {
    test(`of ${outputUrl} is ${name ?? 'none'}`, () => {
      const fields = fieldsOf({ ...nothing, outputUrl })
      assert.equal(fields.find((field) => field.name === 'file')?.text, name)
    })
  }
})

test('texts that are not there are no fields', () => {
  assert.deepEqual(fieldsOf(nothing), [{ name: 'platform', text: 'Google Veo (veo)', weight: 2 }])
})

describe('filters compare', () => {
  const same: [string, string][] = [
    ['Café-Noir', 'cafe-noir'],
    ['Straße', 'STRASSE'],
    ['  night \t train ', 'Night Train'],
    ['夜　列車', '夜 列車'],
    ['❤\ufe0f', '❤'],
    ['Ｎｉｇｈｔ', 'night'],
  ]
  for (const [one, other] of same) {
    test(`"${one}" and "${other}" as the same`, () => {
      assert.equal(foldedText(one), foldedText(other))
      assert.equal(term.tag(one), term.tag(other))
    })
  }
  const others: [string, string][] = [
    ['café-noir', 'café noir'],
    ['é-x', 'éx'],
    ['!', '?'],
    ['🔥', '💡'],
  ]
  for (const [one, other] of others) {
    test(`"${one}" and "${other}" as two`, () => {
      assert.notEqual(foldedText(one), foldedText(other))
      assert.notEqual(term.tag(one), term.tag(other))
    })
  }
})
