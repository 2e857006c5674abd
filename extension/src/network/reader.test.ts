import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Told } from './channel.ts'
import { startReader } from './reader.ts'

test('a blob is led back to the address that it is from, and to none that is too long to be one', () => {
  const http = 'https://media.example/take.mp4?'
  const told: Told[] = [http.padEnd(8000, 'x'), http.padEnd(8001, 'x'), 'data:video/mp4,x'].flatMap(
    (address, at) =>
      ['whole', 'part'].map((request) => ({
        kind: 'blob' as const,
        url: `blob:https://platform.example/${request}/${at}`,
        request,
        text: address,
      })),
  )
  const waiting = told.values()
  const keeper = { characters: 0, next: () => waiting.next().value, onTold() {} }
  const { webAddressOf } = startReader(keeper, undefined)
  assert.deepEqual(
    told.map(({ url }) => webAddressOf(url)?.length),
    [8000, 8000, undefined, undefined, undefined, undefined],
  )
})
