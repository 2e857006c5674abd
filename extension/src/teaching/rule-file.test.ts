import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { texts } from '../page/testing/bundle.ts'
import type { TaughtRule } from './rule.ts'

/** What the file's own limits are far below of, in bytes. */
const someBytes = 200_000

const rule: TaughtRule = {
  id: 'r',
  host: 'studio.example',
  madeAt: '2026-11-24T08:00:00.000Z',
  matchedAt: '2026-11-24T09:00:00.000Z',
  prompt: {
    climb: ['a', 'div', 'article'],
    scope: { name: 'article', attributes: { role: 'listitem' } },
    path: [{ name: 'div', place: 2, of: 3 }],
    mark: { name: 'p', attributes: { 'data-testid': 'prompt' }, path: [] },
    label: { text: 'prompt', path: [] },
    company: 4,
    after: 'Prompt:',
  },
  seed: { climb: ['div'], path: [], company: 'largest' },
}

describe('A file of rules', () => {
  let files: typeof import('./rule-file.ts')
  let check: typeof import('./check-rule.ts')
  before(async () => {
    const getMessage = (key: string, values: string[] = []) =>
      (texts[key]?.message ?? key).replace(/\$(\d)/g, (_all, place) => values[place - 1] ?? '')
    Object.assign(globalThis, { browser: { runtime: { id: 'dailies' }, i18n: { getMessage } } })
    files = await import('./rule-file.ts')
    check = await import('./check-rule.ts')
  })

  const read = (content: unknown) =>
    files.readRules(new Blob([typeof content === 'string' ? content : JSON.stringify(content)]))
  const fileOf = (...rules: unknown[]) => ({ format: 'dailies-taught-rules', version: 1, rules })

  test('is read as it was written, without what only one browser knows', async () => {
    const written = files.writeRules([rule], '2026-11-24T10:00:00.000Z')
    assert.ok(!written.includes('matchedAt') && !written.includes('"id"'))
    const [again] = await read(written)
    assert.ok(again && files.isSameRule(again, rule))
    assert.equal(again.madeAt, rule.madeAt)
    assert.match(again.id, /^[0-9a-f-]{36}$/)
  })

  test('that is none, or of another version, is refused in words', async () => {
    for (const [content, said] of [
      ['{', /no file that was exported here/],
      ['[]', /no file that was exported here/],
      [{ ...fileOf(), rules: {} }, /no file that was exported here/],
      [{ ...fileOf(), version: 2 }, /of version 2: update the extension/],
      [fileOf(...Array.from({ length: 201 }, () => rule)), /more than 200 rules/],
      [' '.repeat(1024 * 1024 + 1), /larger than 1 MB/],
    ] as const) {
      await assert.rejects(read(content), said)
    }
  })

  test('says which rule is wrong, and where', async () => {
    const wrong = (change: object) => fileOf(rule, { ...rule, ...change })
    const prompt = (change: object) => wrong({ prompt: { ...rule.prompt, ...change } })
    const step = { name: 'div', place: 1, of: 1 }
    for (const [content, said] of [
      [wrong({ host: 'https://studio.example/' }), /Rule 2 .*host: is no host/],
      [wrong({ host: 'a.example/x?y' }), /host: is no host/],
      [wrong({ prompt: undefined }), /prompt: is not an object/],
      [prompt({ climb: [] }), /prompt\.climb: is empty/],
      [prompt({ climb: ['div > *'] }), /prompt\.climb\[0\]: is no name/],
      [prompt({ path: Array.from({ length: 41 }, () => step) }), /prompt\.path: has more than 40/],
      [prompt({ path: [{ ...step, place: 1e9, of: 1e9 }] }), /prompt\.path\[0\]: place and of/],
      [
        prompt({ mark: { name: 'p', attributes: { onclick: 'x'.repeat(81) }, path: [] } }),
        /onclick: is no text/,
      ],
      [prompt({ company: 5000 }), /prompt\.company: is none of/],
      [prompt({ label: { text: '', path: [] } }), /prompt\.label\.text: is no text/],
      [wrong({ madeAt: 'once' }), /madeAt: is no date/],
    ] as const) {
      await assert.rejects(read(content), said)
    }
  })

  test('of anybody is a list of rules within all limits, or refused by an error in words', async () => {
    const piece = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom(
        'alone',
        'largest',
        4,
        'div',
        '__proto__',
        'constructor',
        '<img onerror=x>',
        '\ud800',
        -1,
        1e308,
      ),
    )
    const finding = fc.record(
      {
        climb: fc.oneof(piece, fc.array(fc.oneof(fc.constant('div'), piece), { maxLength: 45 })),
        path: fc.oneof(
          piece,
          fc.array(fc.oneof(fc.constant({ name: 'p', place: 1, of: 1 }), piece), { maxLength: 45 }),
        ),
        scope: piece,
        mark: fc.oneof(
          piece,
          fc.record({ name: piece, attributes: fc.dictionary(fc.string(), piece), path: piece }),
        ),
        label: fc.oneof(piece, fc.record({ text: piece, path: fc.array(piece) })),
        company: piece,
        after: piece,
      },
      { requiredKeys: [] },
    )
    const given = fc.record(
      {
        host: fc.oneof(fc.constant('a.example'), fc.domain(), piece),
        madeAt: fc.constantFrom('2026-01-01', 3),
        prompt: finding,
        modelName: finding,
        seed: finding,
        more: piece,
      },
      { requiredKeys: ['host', 'madeAt', 'prompt'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(given, { maxLength: 3 }), async (rules) => {
        try {
          for (const read_ of await read(fileOf(...rules))) {
            assert.deepEqual(check.checkRule(JSON.parse(JSON.stringify(read_))), read_)
            assert.ok(JSON.stringify(read_).length < someBytes)
            assert.equal('more' in read_, false)
          }
        } catch (error) {
          assert.ok(error instanceof Error)
          assert.match(error.message, /^Rule \d+ of the file cannot be taken: /)
          assert.ok(error.message.length < 500)
        }
      }),
      { numRuns: 400 },
    )
    assert.equal(({} as Record<string, unknown>).attributes, undefined)
  })
})
