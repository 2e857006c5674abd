import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseEnvironmentFile } from './environment-file.ts'

/** What a line says of `A`, as systemd takes it. */
const read: [says: string, text: string, value: string][] = [
  ['a value', 'A=1', '1'],
  ['blanks around name and value', ' A = two words \t', 'two words'],
  ['an empty value', 'A=', ''],
  ['an equals sign in a value', 'A=b=c', 'b=c'],
  ['what looks like a comment behind a value', 'A=1 # one', '1 # one'],
  ['quotes inside a value', `A=b"c"'d'`, `b"c"'d'`],
  ['single quotes', `A=' b\\"# '`, ' b\\"# '],
  [
    'double quotes, with what is escaped in them',
    'A=" \\"b\\" \\$c \\`d\\` \\\\ \\n "',
    ' "b" $c `d` \\ \\n ',
  ],
  ['a value of two lines in quotes', 'A="b\nc"', 'b\nc'],
  ['a line that goes on', 'A=b\\\nc', 'bc'],
  ['a line that goes on in quotes', 'A="b\\\nc"', 'bc'],
  ['a backslash before a letter', 'A=b\\c', 'bc'],
  ['a blank behind a backslash at the end', 'A=b\\  ', 'b '],
  ['a backslash at the very end', 'A=b\\', 'b\\'],
  ['lines that end as on Windows', 'A=1\r\nB=2\r\n', '1'],
  ['quotes, and a line that ends as on Windows', 'A="1"\r\n', '1'],
  ['comments and empty lines', '# A=2\n; A=3\n\n  \t\n A=1', '1'],
]

/** In which line something is wrong. */
const refused: [says: string, text: string, line: number][] = [
  ['a line that is no assignment', 'A=1\nserve', 2],
  ['export, as a shell has it', 'export A=1', 1],
  ['a value without a name', '=1', 1],
  ['a name that begins with a digit', '1A=1', 1],
  ['a quote that is not closed', '\nA="b\nB=1', 2],
  ['something behind a quote', 'A="b" # c', 1],
  ['a line behind a value of two lines', 'A="b\nc"\nd', 3],
  ['a line behind one that goes on', 'A=b\\\nc\nd', 3],
]

describe('a file of the environment', () => {
  for (const [says, text, value] of read) {
    test(`takes ${says}`, () => {
      const { assignments, wrong } = parseEnvironmentFile(text)
      assert.deepEqual(wrong, [])
      assert.equal(assignments.find(({ name }) => name === 'A')?.value, value)
    })
  }

  for (const [says, text, line] of refused) {
    test(`refuses ${says}, by its line`, () => {
      const { wrong } = parseEnvironmentFile(text)
      assert.deepEqual(
        wrong.map((one) => one.line),
        [line],
      )
    })
  }

  test('is read on behind what is wrong, so that all of it is told at once', () => {
    const { assignments, wrong } = parseEnvironmentFile('what\nA=1\nB="\nC=2')
    assert.deepEqual(assignments, [
      { name: 'A', value: '1', line: 2 },
      { name: 'C', value: '2', line: 4 },
    ])
    assert.deepEqual(
      wrong.map(({ line }) => line),
      [1, 3],
    )
  })
})
