import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../db/open.ts'
import { startService } from '../main.ts'
import { preparedPlace } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { silentLog, testFilm, testUser } from '../test/service.ts'
import { beyondNumbers } from './index.ts'
import { PostgresIndex } from './postgres-index.ts'
import { addTerms, termsOf } from './terms.ts'

/** Most three characters of it follow one another once; any two do so in many texts, as in a language. */
function run(from: number): string {
  let last = from
  const next = () => {
    last = (last * 16_807) % 2_147_483_647
    return 0x4e00 + (last % 100)
  }
  return String.fromCharCode(...Array.from({ length: 99_900 }, next))
}

test('the terms of the longest text are made in many steps, the same as at once', () => {
  for (const text of [run(31), `\u{20bb7}${run(37)}`]) {
    const terms = new Set<string>()
    const steps = addTerms(terms, [text]).reduce((count) => count + 1, 0)
    assert.ok(steps > 150, `${steps} steps`)
    assert.deepEqual(terms, termsOf([text]))
  }
})

test('versions with as many words as there may be are taken up a few at a time, and are all found', async () => {
  const place = await preparedPlace('postgres')
  const db = await openDatabase(place.settings, () => {})
  const index = new PostgresIndex(db)
  const service = await startService(place.settings, silentLog, { silence: 0 })
  const ada = await testUser({ db, address: service.address })
  const film = await testFilm(db, ada)
  const texts = [41, 43, 47].map((from) => [run(from), run(from + 1000)] as const)
  const ids: string[] = []
  for (const [prompt, negativePrompt] of texts) {
    const { body } = await ada.ingest({ ...film.capture, prompt, negativePrompt })
    ids.push(body.asset.id)
  }
  const terms = texts.map(termsOf)
  const onlyIn = (at: number) =>
    terms[at]!.difference(terms[(at + 1) % 3]!)
      .difference(terms[(at + 2) % 3]!)
      .values()
  await service.close()
  const found = async (term: string) =>
    (
      await index.find({
        every: [{ term, isPrefix: false }],
        some: [],
        none: [],
        before: beyondNumbers,
        limit: 20,
      })
    ).map(({ id }) => id)
  const allAreFound = async () => {
    for (const [at, id] of ids.entries()) {
      for (const term of onlyIn(at).drop(10_000).take(10)) assert.deepEqual(await found(term), [id])
    }
    assert.deepEqual(await found('_timage'), ids.toReversed())
  }

  await index.forget()
  // What waits is left to the walk.
  await index.takeUp()
  const { done } = await index.takeUp()
  assert.ok(done > 0 && done < 3, `${done} in one transaction`)
  while ((await index.state()).isBuilding) await index.takeUp()
  await allAreFound()

  await runSql(place, "update asset_versions set title = 'changed'")
  await index.takeUp()
  const { waiting } = await index.state()
  assert.ok(waiting > 0 && waiting < 3, `${waiting} wait`)
  while ((await index.state()).waiting > 0) await index.takeUp()
  await allAreFound()
  assert.deepEqual(await found('changed'), ids.toReversed())
  await db.close()
  await place.remove()
})
