import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import * as accounts from '../accounts/queries.ts'
import { newestOfExternalIds, newestOfOutputUrls } from '../assets/captured-queries.ts'
import * as assets from '../assets/queries.ts'
import * as platforms from '../platforms/queries.ts'
import * as production from '../production/queries.ts'
import * as profile from '../profile/queries.ts'
import { emptyPlace, engines, type Place } from '../test/engines.ts'
import * as tokens from '../tokens/queries.ts'
import * as deliveries from '../webhooks/delivery-queries.ts'
import * as events from '../webhooks/event-queries.ts'
import * as pruning from '../webhooks/prune-queries.ts'
import * as webhooks from '../webhooks/queries.ts'
import type { Engine } from './database.ts'
import { openDatabase } from './open.ts'
import type { Statement } from './statement.ts'

/** Every statement that lists or looks something up; a new one joins by its name. */
const reads = Object.entries({
  ...accounts,
  ...assets,
  ...platforms,
  ...production,
  ...profile,
  ...tokens,
  ...deliveries,
  ...events,
  ...pruning,
  ...webhooks,
}).filter(([name]) => /^(list|find|lock|unselect|lease|queueDeliveries)/.test(name)) as [
  string,
  Statement<never, unknown>,
][]

const numbers = new Set<unknown>(['limit', 'now', 'position', 'keepQueued', 'until'])
const anyValues = new Proxy(
  {},
  { get: (_, name) => (numbers.has(name) ? 30 : name === 'values' ? '["x"]' : 'x') },
)

for (const engine of engines) {
  describe(`query plans on ${engine}`, () => {
    let place: Place

    before(async () => {
      place = await emptyPlace(engine)
      await (await openDatabase(place.settings, () => {})).close()
    })
    after(() => place.remove())

    test('there are statements to look at', () => {
      assert.ok(reads.length >= 40)
    })

    for (const [name, one] of reads) {
      test(`${name} finds and orders its rows by an index`, async () => {
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        const { whole, byIndex } = patterns[engine]
        assert.doesNotMatch(plan, whole, plan)
        assert.match(plan, byIndex, plan)
      })
    }

    for (const [name, one, index] of [
      ['ids of platforms', newestOfExternalIds, 'asset_versions_by_external_id'],
      ['media addresses', newestOfOutputUrls, 'asset_versions_by_output_url'],
    ] as const) {
      test(`captured ${name} are looked for one by one, in their index`, async () => {
        const asked = one as Statement<never, unknown>
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, asked) : postgresPlan(place, asked))
        // By the beginning of the value, not by a project.
        const search = { sqlite: `${index} \\(<expr>=`, postgres: `${index}[^]*?Index Cond: \\(substr` }
        assert.match(plan, new RegExp(search[engine]), plan)
        assert.doesNotMatch(plan, /Seq Scan|Hash Join|Sort Key|TEMP B-TREE|SCAN (?!asked)/, plan)
      })
    }

    // Every worker asks for them four times a second.
    for (const name of ['findDueWebhook', 'leaseDueWebhooks', 'listQueuedDeliveries']) {
      test(`${name} looks at what is queued only, however long the log is`, async () => {
        const one = Object.fromEntries(reads)[name]!
        const plan = await (engine === 'sqlite' ? sqlitePlan(place, one) : postgresPlan(place, one))
        const indexes = plan.match(/\bdeliveries_[a-z]\w*/g) ?? []
        assert.deepEqual(new Set(indexes), new Set(['deliveries_due']))
        assert.doesNotMatch(plan, /deliveries USING PRIMARY KEY/, plan)
      })
    }
  })
}

/**
 * What a plan shows that reads a whole table or sorts by itself, and one that uses an index. `waiting` is no table but
 * a hundred rows at most.
 */
const patterns: Record<Engine, { whole: RegExp; byIndex: RegExp }> = {
  sqlite: {
    whole: /^SCAN (?!waiting$|.*USING)|TEMP B-TREE/m,
    byIndex: /USING (COVERING )?INDEX|USING PRIMARY KEY/,
  },
  postgres: { whole: /Seq Scan|Sort Key/, byIndex: /Index (Only )?Scan/ },
}

async function sqlitePlan({ settings }: Place, one: Statement<never, unknown>): Promise<string> {
  const database = new DatabaseSync(join(settings.dataFolder, 'dailies.db'), { readOnly: true })
  const { sql, values } = one.compiled('sqlite')
  const rows = database.prepare(`explain query plan ${sql}`).all(...values(anyValues))
  database.close()
  return rows.map((row) => row.detail).join('\n')
}

async function postgresPlan({ settings }: Place, one: Statement<never, unknown>): Promise<string> {
  const client = new pg.Client(settings.databaseUrl)
  await client.connect()
  // On tables this small reading them whole is the cheaper way; switched off, it remains only where no index serves.
  await client.query('set enable_seqscan = off')
  await client.query('set enable_sort = off')
  const { sql, values } = one.compiled('postgres')
  const { rows } = await client.query(`explain ${sql}`, values(anyValues))
  await client.end()
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
