import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fields } from '../../search/fields.ts'
import { askedAt, completed, datesNear, namesFor, valuesFor } from './completion.ts'

const at = (text: string) => askedAt(text.replace('|', ''), text.indexOf('|'))

describe('what completes a search where the keyboard is', () => {
  test('names of filters that begin so, of two letters and more', () => {
    const names = (text: string) => namesFor(at(text)!).map(({ label }) => label)
    assert.deepEqual(names('lamp sta|'), ['status:'])
    assert.deepEqual(names('-Pr|'), ['project:'])
    for (const none of ['s|', '|', 'lamp |', 'st|atus', '"sta|', 'note:sta|', '--st|', '+st|'])
      assert.equal(at(none), undefined, none)
  })

  test('values of a filter, whose name is written', () => {
    assert.deepEqual(at('status:|'), { field: 'status', written: '', from: 0, to: 7 })
    assert.deepEqual(at('lamp -STATUS:dr| x'), { field: 'status', written: 'dr', from: 6, to: 15 })
    assert.deepEqual(at('project:"night tr|'), { field: 'project', written: 'night tr', from: 0, to: 17 })
    assert.equal(at('sta|tus:dr'), undefined)
    const values = (written: string) =>
      valuesFor('rights', written, fields.rights.choices).map(({ text }) => text)
    assert.deepEqual(values('non_c'), ['rights:non-commercial'])
    assert.deepEqual(values('commercial'), ['rights:non-commercial', 'rights:commercial-allowed'])
    assert.equal(values('').length, 4)
  })

  test('what is taken stands in the place of what was written, and one writes on behind it', () => {
    const take = (text: string, index = 0) => {
      const asked = at(text)!
      const offered =
        asked.field === 'status' ? valuesFor('status', asked.written, fields.status.choices) : namesFor(asked)
      const { text: then, caret } = completed(text.replace('|', ''), asked, offered[index]!)
      return `${then.slice(0, caret)}|${then.slice(caret)}`
    }
    assert.equal(take('lamp -sta|'), 'lamp -status:|')
    assert.equal(take('lamp status:dr|'), 'lamp status:draft |')
    assert.equal(take('status:dr| lamp'), 'status:draft |lamp')
    assert.equal(take('status:| lamp', 4), 'status:final |lamp')
  })

  test('dates that are near', () => {
    const values = datesNear(new Date('2026-03-01T12:00:00Z')).map(({ value }) => value)
    assert.deepEqual(values, ['2026-03-01', '2026-02-28', '2026-02-22', '2026-03', '2026'])
  })
})
