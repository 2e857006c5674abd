import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

/** Of 500 characters, what is the most work. */
const most = {
  'different words': Array.from({ length: 32 }, (_, index) => `word${index}`).join(' '),
  'beginnings of one letter': Array.from(
    { length: 32 },
    (_, index) => `${'abcdefghijklmnop'[index % 16]}*`,
  ).join(' '),
  exclusions: Array.from({ length: 32 }, (_, index) => `-word${index}`).join(' '),
  'a long phrase': `"${'a b '.repeat(124)}"`,
  'one long word': 'x'.repeat(500),
  'a long run': '雨'.repeat(500),
  'a long run of different characters': String.fromCharCode(
    ...Array.from({ length: 500 }, (_, index) => 0x4e00 + index),
  ),
  'runs of one character': Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x4e00 + index)).join(
    ' ',
  ),
  people: Array.from({ length: 32 }, () => 'by:user').join(' '),
  'excluded filters': Array.from({ length: 32 }, () => '-by:me').join(' '),
  tags: Array.from({ length: 32 }, (_, index) => `tag:${index}`).join(' '),
  days: Array.from({ length: 32 }, () => 'after:2001').join(' '),
  'characters of two halves': '𠮷'.repeat(250),
  'ligatures that fold to many': 'ﷺ'.repeat(500),
  accents: `a${'\u0301'.repeat(499)}`,
} satisfies Record<string, string>

for (const engine of engines) {
  describe(`the limits of a search on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      film = await testFilm(service.db, ada)
      await ada.ingest(film.capture)
    })
    after(() => service.close())

    const ask = (query: Record<string, string>) => ada.get(`/api/search?${new URLSearchParams(query)}`)

    for (const [what, q] of Object.entries(most)) {
      test(`takes ${what}`, async () => {
        for (const [name, value] of [
          ['sort', 'best'],
          ['sort', 'newest'],
          ['partial', 'true'],
        ] as const) {
          const { status, body } = await ask({ q, [name]: value })
          assert.equal(status, 200, JSON.stringify(body))
        }
      })
    }

    const refused: [query: Record<string, string>, field: string, saying: RegExp][] = [
      [{ q: 'x'.repeat(501) }, 'q', /^Must be at most 500 characters$/],
      [{ q: 'x '.repeat(33) }, 'q', /^Must have at most 32 words and filters$/],
      [{ q: 'lamp\0' }, 'q', /^Must not contain the character U\+0000$/],
      [{ q: 'type:film' }, 'q', /"type:film" is no filter: it must be .*image/],
      [{ q: 'on:soon' }, 'q', /"on:soon" is no filter: it must be a day, a month or a year/],
      [{ q: 'cost:cheap' }, 'q', /US dollars: 0\.5, >0\.5, <2, 0\.5\.\.2$/],
      [{ sort: 'oldest' }, 'sort', /best/],
      [{ partial: 'yes' }, 'partial', /^Must be true or false$/],
      [{ limit: '0' }, 'limit', /^Must be 1 or more$/],
      [{ limit: 'many' }, 'limit', /^Must be a whole number$/],
      ...['', 'x', '-1', '1-', '1-2', '1-2-3', '1.5', '1e3', '1-2-3-4-5', '9'.repeat(17), ' 1'].map(
        (cursor): [Record<string, string>, string, RegExp] => [
          { cursor },
          'cursor',
          /^Must be the nextCursor of another page of this list$/,
        ],
      ),
    ]
    for (const [query, field, saying] of refused) {
      test(`refuses ${JSON.stringify(query).slice(0, 40)} with words`, async () => {
        const { status, body } = await ask(query)
        assert.equal(status, 400)
        assert.match(body.details.fieldErrors[field][0], saying)
      })
    }

    test('takes cursors that nobody gave', async () => {
      for (const cursor of [
        '0',
        '1',
        '9999999999999999',
        '0-0-0-0',
        '1-9-9-9',
        '9999999999999999-9999999999999999-9999999-9999999999999999',
      ])
        for (const q of ['lighthouse', ''])
          for (const sort of ['best', 'newest']) {
            const { status, body } = await ask({ q, sort, cursor })
            assert.equal(status, 200, JSON.stringify(body))
          }
    })

    test('takes halves of characters, and what is no UTF-8', async () => {
      for (const q of ['%ED%A0%80', '%FF', '%', 'a%ED%A0%80b', '%C3', encodeURIComponent('\ufffd')]) {
        const { status, body } = await ada.get(`/api/search?q=${q}`)
        assert.ok([200, 400].includes(status), JSON.stringify(body))
      }
      const { status } = await ada.get('/api/search?q=a&q=b')
      assert.equal(status, 400)
    })

    test('takes signs that mean something to the index', async () => {
      for (const sign of [
        "'",
        '"',
        '\\',
        '*',
        '%',
        '_',
        ':',
        '&',
        '|',
        '!',
        '(',
        ')',
        '^',
        '+',
        '<->',
        ';',
        '$1',
        '{',
        '}',
        'NOT',
        'AND',
        'NEAR',
        'OR',
        "a'b",
        'a:*',
        '\\0',
        '{terms}:a',
        '`',
        '\u2028',
      ])
        for (const q of [
          sign,
          `a${sign}`,
          `${sign}a`,
          `"${sign}`,
          `-${sign}`,
          `tag:${sign}`,
          `model:${sign}`,
          `by:"${sign}"`,
        ]) {
          const { status, body } = await ask({ q, partial: 'true' })
          assert.equal(status, 200, `${q} ${JSON.stringify(body)}`)
        }
    })

    test('asks for a token', async () => {
      const { status } = await ada.get('/api/search').then(() => fetch(`${service.address}/api/search?q=a`))
      assert.equal(status, 401)
    })

    /** As it is once nothing waits. */
    async function found(q: string): Promise<string[]> {
      for (;;) {
        const { status, body } = await ask({ q })
        assert.equal(status, 200, JSON.stringify(body))
        if (body.metadata.waiting === 0) return body.data.map(({ id }: { id: string }) => id)
      }
    }

    test('finds what is in the longest texts, up to a million bytes of words', async () => {
      /** Hardly three of them follow one another twice. */
      const run = (from: number) => {
        let last = from
        const next = () => {
          last = (last * 16_807) % 2_147_483_647
          return 0x4e00 + (last % 20_000)
        }
        return String.fromCharCode(...Array.from({ length: 99_900 }, next))
      }
      const [prompt, negativePrompt] = [`${run(31)} velvetend`, `${run(37)} velvetlastword`]
      const texts = { title: 'velvettitle', modelName: 'Velvetmodel', prompt, negativePrompt }
      const { body } = await ada.ingest({ ...film.capture, ...texts, tags: ['velvettag'] })
      for (const q of [
        ...[
          'velvettitle',
          'velvetend',
          'tag:velvettag',
          'model:velvetm',
          prompt.slice(5, 8),
          prompt.slice(90_000, 90_200),
        ],
        ...[negativePrompt.slice(0, 3), 'type:image velvetend'],
      ]) {
        assert.deepEqual([q, await found(q)], [q, [body.asset.id]])
      }
      assert.deepEqual(await found('velvetlastword'), [])
    })
  })
}
