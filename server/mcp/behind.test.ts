import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchPlaces } from './tools/search-places.ts'
import { searchTakes } from './tools/search-takes.ts'

test('an agent is told where the index of the search is not up to date: nothing found is not that there is nothing', async () => {
  for (const { run } of [searchTakes, searchPlaces]) {
    const told = async (waiting: number) => {
      const answer = async () => ({ data: [], metadata: { nextCursor: null, waiting } })
      const dailies = { search: answer, searchPlaces: answer }
      return (await run({ query: 'ibis', limit: 20 } as never, { dailies } as never)).text
    }
    assert.match(await told(0), /^No (take|scene or shot) was found\.$/)
    assert.match(await told(3), /\nThe index of the search is not up to date yet: there may be more\.$/)
  }
})
