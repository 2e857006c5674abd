import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DailiesError } from '../error.ts'
import { parseJsonBody } from './json-body.ts'

const mebibyte = 1024 ** 2
const ofMember = { deepest: 64, bytes: mebibyte }
const rules = { deepest: 1000, ofMember }
const read = (text: string) => parseJsonBody(Buffer.from(text), rules)

test('while a body of 8 MiB is parsed everything else has its turns', async () => {
  const member = `{"metadata":{"list":[${'[],'.repeat(mebibyte / 3 - 100)}[]]}}`
  let turns = 0
  let parsing = true
  const beside = (async () => {
    for (; parsing; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  })()
  const { captures } = (await read(`{"captures":[${Array(7).fill(member)}]}`)) as { captures: unknown[] }
  parsing = false
  await beside
  assert.equal(captures.length, 7)
  assert.deepEqual(captures[0], JSON.parse(member))
  assert.ok(turns >= 3, `${turns} turns`)
})

test('a body that is parsed in parts is what JSON.parse makes of it, with the digits of its seeds', async () => {
  const seed = '18446744073709551615'
  const texts = [
    '{"captures":[{"a":[1,{"b":[]}]},[2],3,"x",null,[],{}],"n":1}',
    '{ "captures" : [ {"a":1} , [ [] ] ] , "other" : [ {"b":2} ], "text": "[{]}" }',
    '{"captures":[],"text":"\\"[[{"}',
    '{"captures":[{"prompt":"\\"}]"},{"é":"🎬"}]}',
    '{}',
    '[]',
    '5',
  ]
  for (const text of texts) assert.deepEqual(await read(text), JSON.parse(text), text)
  const text = `{"captures":[{"metadata":{"seed":${seed}}},{"act":1,"metadata":[${seed}]}]}`
  assert.equal(JSON.stringify(await read(text)), text)
})

test('a member that is too deep or too large is the error that it would be alone', async () => {
  const deep = `${'['.repeat(65)}${']'.repeat(65)}`
  const large = JSON.stringify({ text: 'x'.repeat(mebibyte) })
  const { captures } = (await read(`{"captures":[{"a":1},${deep},${large}]}`)) as { captures: unknown[] }
  assert.deepEqual(captures[0], { a: 1 })
  assert.ok(captures[1] instanceof DailiesError && captures[2] instanceof DailiesError)
  assert.deepEqual(captures[1].formErrors, ['Nested deeper than 64 levels'])
  assert.equal(captures[2].code, 'too_large')
})

test('what is not JSON is none in parts either', async () => {
  const broken = [
    '{"captures":[{"a":1]]}',
    '{"captures":[{"a":1}',
    '{"captures":[{"a"}]}',
    '{"captures":[{}{}]}',
    '{"captures":[{},]}',
    '{"captures":[{}]]}',
    '{"captures":{}]}',
    '{"a":{"b":{"c":}}}',
    ']]]]]{"a":[{}]}',
    '',
  ]
  for (const text of broken) {
    const refused = { formErrors: ['Not valid JSON'] }
    await assert.rejects(read(text), refused, text)
  }
})
