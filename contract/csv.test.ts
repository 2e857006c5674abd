import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv } from './csv.ts'

const bom = '\uFEFF'

test('rows end with CRLF, the last one too, after a mark that says UTF-8', () => {
  assert.equal(
    csv([
      ['scene', 'cost'],
      ['012A', 1.5],
    ]),
    `${bom}scene,cost\r\n012A,1.5\r\n`,
  )
})

test('a table without rows is only the mark', () => {
  assert.equal(csv([]), bom)
})

test('commas, quotes and line breaks are kept inside quotes', () => {
  assert.equal(
    csv([['a,b', 'say "go"', 'two\nlines', 'and\r\nmore']]),
    `${bom}"a,b","say ""go""","two\nlines","and\r\nmore"\r\n`,
  )
})

test('what is not known is an empty cell', () => {
  assert.equal(csv([[null, undefined, '']]), `${bom},,\r\n`)
})

test('text that a spreadsheet would run as a formula is marked as text', () => {
  for (const sign of ['=', '+', '-', '@', '\t']) {
    assert.equal(csv([[`${sign}1+1`]]), `${bom}'${sign}1+1\r\n`)
  }
  assert.equal(csv([['\r=1+1']]), `${bom}"'\r=1+1"\r\n`)
  assert.equal(csv([['=HYPERLINK("x","y")']]), `${bom}"'=HYPERLINK(""x"",""y"")"\r\n`)
})

test('nothing blank before a formula hides it, and full width is as good as half', () => {
  const cell = (text: string) =>
    csv([[text]])
      .slice(1, -2)
      .replace(/^"(.*)"$/s, '$1')
  for (const blank of [
    ' ',
    '   ',
    '\t',
    '\n',
    '\r\n',
    ' \t ',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\ufeff',
    '\0',
  ]) {
    for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
      assert.equal(cell(`${blank}${sign}1+1`), `'${blank}${sign}1+1`)
    }
  }
  for (const sign of ['＝', '＋', '－', '＠']) assert.equal(cell(`${sign}1+1`), `'${sign}1+1`)
  assert.equal(cell(' a = b'), ' a = b')
})

test('numbers below nothing are no formulas', () => {
  assert.equal(csv([[-3, 0.00001, 1e21]]), `${bom}-3,0.00001,1e+21\r\n`)
})

test('letters of every script and emoji come through', () => {
  assert.equal(csv([['Élias', 'سينما', '🎬']]), `${bom}Élias,سينما,🎬\r\n`)
})
