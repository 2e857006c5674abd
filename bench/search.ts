/**
 * How long searches take among very many asset versions, how long the index takes to be built beside a service that runs, and how large it
 * is, on each database. Somebody sees all of it, somebody else one film of a hundred. Ends with 1 where a bar is missed.
 *
 *   npm run build && node bench/search.ts [--versions 1000000] [--engine sqlite]
 */
import { statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endpoints } from '@dailies/contract/endpoints.ts'
import pg from 'pg'
import { createUser } from '../server/accounts/create-user.ts'
import { readSettings, type Settings } from '../server/config.ts'
import type { Engine } from '../server/db/database.ts'
import { idAt } from '../server/db/id.ts'
import { openDatabase } from '../server/db/open.ts'
import { openIndex } from '../server/search/open-index.ts'
import { engines } from '../server/test/engines.ts'
import { issueToken } from '../server/tokens/issue.ts'
import { commandLine } from '../server/tokens/token-manager.ts'
import { startService } from './contender.ts'
import { type Place, seededPlaces } from './places.ts'
import { chance, prompt, wordOfRank } from './prompts.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const { values: flags } = parseArgs({
  options: {
    versions: { type: 'string', default: '1000000' },
    engine: { type: 'string' },
  },
})
const total = Number(flags.versions)

/** Milliseconds, of 200 searches; minutes to build an index of a million; and of the bytes of the texts. */
const bars = { p95: total > 1e6 ? 150 : 50, worst: 500, minutes: 3 * Math.max(1, total / 1e6), size: 1 }

const platforms = [
  ['midjourney', 'IMAGE', 'v7'],
  ['kling', 'VIDEO', 'kling-2.1'],
  ['flux', 'IMAGE', 'flux-1.1-pro'],
  ['veo', 'VIDEO', 'Veo 3'],
] as const

const own =
  `id project_id scene_id version_number asset_type platform_key platform_label model_name status selected rights_state prompt
  tags cost_estimate_usd created_at`.split(/\s+/)

const ofSqlite = `(select ${own.map((name) => `value ->> '${name}' as ${name}`).join(', ')} from json_each(?))`
const numbers = ['version_number', 'selected']
const ofPostgres = `(select * from json_to_recordset(cast($1 as json)) as given (${own
  .map(
    (name) =>
      `${name} ${numbers.includes(name) ? 'integer' : name.startsWith('cost') ? 'double precision' : 'text'}`,
  )
  .join(', ')}))`

for (const engine of engines) {
  if (flags.engine && flags.engine !== engine) continue
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const { copy, seed, database } = await seededPlaces(engine, cleanup, 100)
  const place = await copy('search')
  const ownToken = await memberOfOne(place, seed.scenes[0]!.projectId)
  const text = await enlarge(place, engine)
  await beginIndexAnew(place)
  console.log(
    `${database}, ${total} versions, ${(text / 1e6).toFixed(0)} MB of prompts, load ${loadavg()[0]!.toFixed(1)}`,
  )

  const service = await startService(place, cleanup)
  const began = performance.now()
  const seen = await builtAfter(service.address, seed.token)
  const minutes = (performance.now() - began) / 60_000
  const size = (await bytesOfIndex(place)) / text
  console.log(
    `  built in ${(minutes * 60).toFixed(0)} s (a search meanwhile took ${seen.toFixed(0)} ms at most), ${size.toFixed(2)} of the texts`,
  )

  const tokens = { all: seed.token, '1 %': ownToken }
  const found = await timed('searches', tokens, (token, q) => ask(service.address, token, q))
  await timed('counted beside them', tokens, (token, q) =>
    ask(service.address, token, q, endpoints.listSearchFacets.path),
  )
  if (found.p95 > bars.p95 || found.worst > bars.worst || minutes > bars.minutes || size > bars.size)
    process.exitCode = 1
}

/** Asks each of the 200, every fourth as somebody who sees one film, and says how long it took, and which took longest. */
async function timed(
  what: string,
  tokens: { all: string; '1 %': string },
  asked: (token: string, q: string) => Promise<[number, unknown]>,
): Promise<{ p95: number; worst: number }> {
  const times: [number, string][] = []
  for (const [index, q] of searches().entries()) {
    const who = index % 4 === 3 ? '1 %' : 'all'
    const [milliseconds] = await asked(tokens[who], q)
    times.push([milliseconds, `${who}: ${q}`])
  }
  times.sort(([one], [other]) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]![0]
  console.log(
    `  ${times.length} ${what}: p50 ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, worst ${at(1).toFixed(1)} ms`,
  )
  for (const [milliseconds, q] of times.slice(-5).reverse())
    console.log(`    ${milliseconds.toFixed(1)} ms ${q}`)
  return { p95: at(0.95), worst: at(1) }
}

/** Common and rare words, some together, beginnings, phrases, exclusions and filters: 200 of them. */
function searches(): string[] {
  const random = chance(7)
  const word = (from: number, to: number) => wordOfRank(Math.floor(from + random() * (to - from)))
  const kinds = [
    () => word(0, 20),
    () => word(20, 500),
    () => word(5000, 30_000),
    () => `${word(0, 20)} ${word(0, 20)}`,
    () => `${word(0, 50)} ${word(5000, 30_000)}`,
    () => `${word(500, 5000)} ${word(500, 5000)}`,
    () => `"${word(0, 20)} ${word(0, 20)}"`,
    () => `${word(0, 50)} -${word(0, 50)}`,
    () => `${word(20, 500).slice(0, 3)}*`,
    () => `${word(0, 2000).slice(0, 1)}*`,
    () => `${word(0, 20)} ${word(0, 2000).slice(0, 2)}*`,
    () => `${word(0, 100)} model:kling rights:unknown`,
    () => `${word(100, 5000)} type:image before:2026-03`,
    () => `project:"part 7${Math.floor(random() * 10)}" ${word(0, 500)}`,
    () => 'is:winner',
    () => `${word(0, 20)} before:2023-02`,
    () => `${word(0, 100)} tag:keeper`,
    () => `cost:>0.9 ${word(0, 500)}`,
    () => `by:bench status:approved`,
  ]
  return Array.from({ length: 200 }, (_, index) => kinds[index % kinds.length]!())
}

async function ask(
  address: string,
  token: string,
  q: string,
  path: string = endpoints.search.path,
): Promise<[number, { waiting: number }]> {
  const began = performance.now()
  const answer = await fetch(`${address}${path}?${new URLSearchParams({ q })}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = (await answer.json()) as { metadata: { waiting: number } }
  if (answer.status !== 200) throw new Error(JSON.stringify(body))
  return [performance.now() - began, body.metadata]
}

/** Waits until nothing waits any more. The longest that a search took meanwhile. */
async function builtAfter(address: string, token: string): Promise<number> {
  let longest = 0
  for (;;) {
    const [milliseconds, { waiting }] = await ask(address, token, wordOfRank(3))
    longest = Math.max(longest, milliseconds)
    if (waiting === 0) return longest
    await sleep(1000)
  }
}

/** All that is there was there before there was a search. */
async function beginIndexAnew(place: Place): Promise<void> {
  const settings = settingsOf(place)
  const db = await openDatabase(settings, () => {})
  const index = openIndex(db, settings)
  try {
    await index.forget()
  } finally {
    await index.close()
    await db.close()
  }
}

function settingsOf({ folder, databaseUrl }: Place): Settings {
  return readSettings({ dataFolder: folder, databaseUrl }, {})
}

/** A user who sees that project alone; a token. */
async function memberOfOne(place: Place, projectId: string): Promise<string> {
  const db = await openDatabase(settingsOf(place), () => {})
  try {
    const account = { email: 'one@studio.example', name: 'One', password: 'correct horse battery' }
    const userId = await createUser(db, account)
    const { token } = await issueToken(db, commandLine(userId), { name: 'bench' })
    const raw = await openRaw(place)
    await raw.run(
      `insert into project_members (project_id, user_id, role, created_at) values ('${projectId}', '${userId}', 'editor', '2026-01-01T00:00:00.000Z')`,
    )
    await raw.end()
    return token
  } finally {
    await db.close()
  }
}

/** Adds versions over four years, of all scenes in turn. The bytes of the prompts of all there are. */
async function enlarge(place: Place, engine: Engine): Promise<number> {
  const raw = await openRaw(place)
  const scenes = await raw.all('select id, project_id from scenes order by id')
  const random = chance(1)
  const [first, last] = [Date.UTC(2022, 10), Date.UTC(2026, 10)]
  const others = (await raw.columns('asset_versions')).filter((name) => !own.includes(name))
  const insert = `insert into asset_versions (${[...others, ...own].join(', ')})
    select ${others.map((name) => `alike.${name}`).join(', ')}, ${own.map((name) => `made.${name}`).join(', ')}
    from ${engine === 'sqlite' ? ofSqlite : ofPostgres} as made
    cross join (select * from asset_versions order by id limit 1) as alike`
  for (let at = 0; at < total; at += 1000) {
    const rows = Array.from({ length: Math.min(1000, total - at) }, (_, index) => {
      const number = at + index
      const time = first + ((last - first) * number) / total
      const scene = scenes[number % scenes.length]!
      const text = prompt(random)
      const [platform, type, model] = platforms[Math.floor(random() * platforms.length)]!
      return {
        id: idAt(time),
        project_id: scene.project_id,
        scene_id: scene.id,
        version_number: 1000 + number,
        asset_type: type,
        platform_key: platform,
        platform_label: platform,
        model_name: model,
        status: random() < 0.02 ? 'APPROVED' : 'GENERATED',
        selected: 0,
        rights_state: random() < 0.7 ? 'UNKNOWN' : 'COMMERCIAL_ALLOWED',
        prompt: text,
        tags: random() < 0.05 ? '["keeper"]' : null,
        cost_estimate_usd: random(),
        created_at: new Date(time).toISOString(),
      }
    })
    await raw.run(insert, JSON.stringify(rows))
  }
  // As if they had been there before there was a search: whatever else a service does about new takes is done.
  await raw.run('delete from search_waiting')
  await raw.run(`insert into version_media (version_id, kind, project_id, state, due_at, leased_until, bytes, attempts)
    select id, 'original', project_id, 'lost', 0, 0, 0, 0 from asset_versions where output_url <> ''
    on conflict do nothing`)
  if (engine === 'postgres') await raw.run('analyze')
  const [texts] = await raw.all('select cast(sum(length(prompt)) as text) as bytes from asset_versions')
  await raw.end()
  return Number(texts!.bytes)
}

/** Past the program. */
async function openRaw({ folder, databaseUrl }: Place) {
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const all = async (sql: string) => (await client.query(sql)).rows as Record<string, string>[]
    return {
      all,
      run: async (sql: string, value?: string) => {
        await client.query(sql, value === undefined ? [] : [value])
      },
      columns: async (table: string) =>
        (
          await all(
            `select column_name as name from information_schema.columns where table_name = '${table}'`,
          )
        ).map(({ name }) => name!),
      end: () => client.end(),
    }
  }
  const file = new DatabaseSync(join(folder, 'dailies.db'), { timeout: 10_000 })
  const all = async (sql: string) => file.prepare(sql).all() as Record<string, string>[]
  return {
    all,
    run: async (sql: string, value?: string) => {
      file.prepare(sql).run(...(value === undefined ? [] : [value]))
    },
    columns: async (table: string) =>
      (await all(`select name from pragma_table_info('${table}')`)).map(({ name }) => name!),
    end: async () => file.close(),
  }
}

async function bytesOfIndex({ folder, databaseUrl }: Place): Promise<number> {
  if (!databaseUrl) return statSync(join(folder, 'search.db')).size
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query(
    "select sum(pg_total_relation_size(cast(name as regclass))) as bytes from unnest(array['search_documents', 'search_segments', 'search_postings']) as name",
  )
  await client.end()
  return Number(rows[0].bytes)
}
