import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOf } from '../production/membership.ts'
import { beyondNumbers, type Lookedup } from './index.ts'
import { readQuery } from './query.ts'
import { lookingFor, windowFrom } from './window.ts'

const row = {
  ...{ projectId: 'film', bytesOfTexts: 10, prompt: 'rain', platformLabel: '', platformKey: '' },
  ...{
    title: null,
    tags: null,
    comments: null,
    modelName: null,
    outputUrl: null,
    notes: null,
    negativePrompt: null,
  },
}

/** Of ten thousand takes that the index finds, how many are looked at, and how many texts are read. */
async function lookedAt(q: string): Promise<{ candidates: number; texts: number }> {
  const seen = { candidates: 0, texts: 0 }
  const db = {
    all: async (
      { compiled }: { compiled: (engine: string) => { sql: string } },
      { ids }: { ids: string },
    ) => {
      const all: string[] = JSON.parse(ids)
      const isCandidates = compiled('sqlite').sql.includes('project_members')
      seen[isCandidates ? 'candidates' : 'texts'] += all.length
      return all.map((id) => ({ ...row, id }))
    },
  }
  const index = {
    isExact: false,
    find: async ({ before, limit }: Lookedup) => {
      const from = Math.min(before, 10_001)
      return Array.from({ length: Math.min(limit, from - 1) }, (_, index) => {
        const number = from - 1 - index
        return { number, id: `${number}` }
      })
    },
  }
  const among = { actor: allOf('ada'), projects: [{ id: 'film', name: 'Film' }] }
  const looking = await lookingFor({ db, index } as never, readQuery(q), among as never)
  const { found, end } = await windowFrom(looking, {
    from: beyondNumbers,
    size: 200,
    needles: looking.needles,
  })
  assert.deepEqual(found, [])
  assert.equal(end, 10_001 - seen.candidates)
  return seen
}

describe('where none of very many takes answers', () => {
  test('a page looks at 2,000 of them', async () => {
    const { candidates, texts } = await lookedAt('rain cost:>1')
    assert.ok(candidates >= 2000 && candidates <= 2200, `${candidates}`)
    assert.equal(texts, 0)
  })

  test('a page reads the texts of 1,000 of them', async () => {
    const { candidates, texts } = await lookedAt('"lamp rain"')
    assert.ok(texts >= 1000 && texts <= 1200, `${texts}`)
    assert.equal(candidates, texts)
  })
})
