/**
 * How long it takes to find what looks like a take, for one who sees all and for one who sees a hundredth, without HTTP.
 *
 *   node bench/alike.ts [--takes 1000000] [--rounds 100] [--engine sqlite]
 *
 * The takes are in 100 films. Their pictures have nothing to do with each other, but for every tenth of a film, which is as good as the one before it, and for 20,000 of the second film, which all look alike.
 */
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createUser } from '../server/accounts/create-user.ts'
import { readSettings } from '../server/config.ts'
import type { Engine } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open.ts'
import { type Actor, allOf } from '../server/production/membership.ts'
import { searchAlike } from '../server/search/alike.ts'
import type { SearchIndex } from '../server/search/index.ts'
import { LoopTurns } from './loop-turns.ts'
import { emptyPlace, type Place } from './places.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const { values: flags } = parseArgs({
  options: {
    takes: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '100' },
    engine: { type: 'string' },
  },
})
const [takes, rounds] = [Number(flags.takes), Number(flags.rounds)]
const films = 100
const alike = Math.min(20_000, takes / films)

for (const engine of ['sqlite', 'postgres'] as const) {
  if (flags.engine === undefined || flags.engine === engine)
    console.log(`${engine}, ${takes} takes\n\n${await measured(engine)}\n`)
}

async function measured(engine: Engine): Promise<string> {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const place = await emptyPlace(engine, cleanup)
  const { folder, databaseUrl } = place
  const db = await openDatabase(
    readSettings({ dataFolder: folder, ...(databaseUrl && { databaseUrl }) }, {}),
    () => {},
  )
  cleanup.defer(() => db.close())
  const user = async (name: string) =>
    createUser(db, { email: `${name}@studio.example`, name, password: 'correct horse battery' })
  const [all, few] = [await user('all'), await user('few')]
  const began = performance.now()
  await run(engine, place, rowsFor(engine, { all, few }))
  const filled = `Filled in ${((performance.now() - began) / 1000).toFixed(0)} s.`
  const rows: string[][] = []
  const turns = new LoopTurns()
  const ask = async (name: string, actor: Actor, numberOf: (round: number) => number) => {
    const times: number[] = []
    let found = 0
    for (let round = 0; round < rounds + 5; round += 1) {
      if (round === 5) turns.reset()
      const asked = performance.now()
      const { data } = await searchAlike({ db, index: { isExact: true } as SearchIndex }, actor, {
        assetVersionId: versionId(numberOf(round)),
        q: '',
        limit: 30,
      })
      if (round >= 5) times.push(performance.now() - asked)
      if (round >= 5) found += data.length
    }
    times.sort((one, other) => one - other)
    const at = (part: number) => `${times[Math.floor((times.length - 1) * part)]!.toFixed(1)} ms`
    rows.push([name, (found / rounds).toFixed(1), at(0.5), at(0.95), at(1), ...turns.longest()])
  }
  turns.begin()
  const anywhere = (round: number) => 1 + ((round * 7919) % takes)
  // Of the first film, which both see.
  const seen = (round: number) => 1 + films * ((round * 7919) % (takes / films))
  const crowded = (round: number) => 2 + films * (round % alike)
  await ask('who sees all', allOf(all), anywhere)
  await ask('who sees a hundredth', allOf(few), seen)
  await ask('who sees all, of those that all look alike', allOf(all), crowded)
  await ask('who sees a hundredth, of one like these', allOf(few), () => 1)
  turns.end()
  const head = ['', 'found', 'median', '95 of 100', 'slowest', 'longest turn', 'of that at work']
  return `${table(head, rows)}\n\n${filled}`
}

function versionId(number: number): string {
  return `00000000-0000-7000-8005-${number.toString(16).padStart(12, '0')}`
}

/** SQL that fills an empty database. */
function rowsFor(engine: Engine, { all, few }: { all: string; few: string }): string[] {
  const isSqlite = engine === 'sqlite'
  const numbers = (count: number) =>
    isSqlite
      ? `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`
      : `generate_series(1, ${count}) as n (i)`
  const hex = (number: string, digits: number) =>
    isSqlite ? `printf('%0${digits}x', ${number})` : `lpad(to_hex(${number}), ${digits}, '0')`
  const id = (kind: number, number: string) => `'00000000-0000-7000-800${kind}-' || ${hex(number, 12)}`
  const film = `1 + (i - 1) % ${films}`
  const when = "'2026-01-01T00:00:00.000Z'"
  const crowd = `(i = 1 or i % ${films} = 2 and i < ${alike * films})`
  const part = (place: number) => {
    const any = isSqlite ? `abs(random()) % 65536` : `cast(floor(random() * 65536) as integer)`
    return `case when ${crowd} then ${1000 * (place + 1)} + i / 100 % 2 else ${any} end`
  }
  return [
    `insert into projects (id, created_by, name, status, created_at, updated_at)
      select ${id(1, 'i')}, '${all}', 'Film ' || i, 'PRODUCTION', ${when}, ${when} from ${numbers(films)}`,
    `insert into project_members (project_id, user_id, role, created_at)
      select ${id(1, 'i')}, '${all}', 'owner', ${when} from ${numbers(films)}`,
    `insert into project_members (project_id, user_id, role, created_at)
      select ${id(1, 'i')}, '${few}', 'viewer', ${when} from ${numbers(1)}`,
    `insert into scenes (id, project_id, scene_number, number_order)
      select ${id(2, 'i')}, ${id(1, 'i')}, '1', '1' from ${numbers(films)}`,
    `insert into asset_versions (id, project_id, scene_id, asset_type, platform_key, platform_label, version_number,
        status, selected, rights_state, prompt, created_by, created_at, updated_at)
      select ${id(5, 'i')}, ${id(1, film)}, ${id(2, film)}, 'IMAGE', 'midjourney', 'Midjourney', i,
        'GENERATED', 0, 'UNKNOWN', 'a lighthouse at dusk', '${all}', ${when}, ${when} from ${numbers(takes)}`,
    `insert into blobs (hash, bytes, kept_at, touched_at)
      select ${hex('i', 64)}, 1000000, ${when}, 0 from ${numbers(takes)}`,
    `insert into version_media (version_id, kind, project_id, state, hash, bytes)
      select ${id(5, 'i')}, 'original', ${id(1, film)}, 'kept', ${hex('i', 64)}, 1000000 from ${numbers(takes)}`,
    `insert into looks (hash, a, b, c, d, work_attempts)
      select ${hex('i', 64)}, ${[0, 1, 2, 3].map(part).join(', ')}, 0 from ${numbers(takes)}`,
    `update looks set (a, b, c, d) = (select other.a, other.b, other.c, (other.d | 1) from looks as other
        where other.hash = ${hex(`n.i - ${films}`, 64)}) from ${numbers(takes)}
      where looks.hash = ${hex('n.i', 64)} and n.i > ${films} and n.i / ${films} % 10 = 0`,
    'delete from search_waiting',
  ]
}

async function run(engine: Engine, { folder, databaseUrl }: Place, sql: string[]): Promise<void> {
  if (engine === 'sqlite') {
    const database = new DatabaseSync(`${folder}/dailies.db`, { enableForeignKeyConstraints: false })
    for (const statement of sql) database.exec(statement)
    database.exec('pragma wal_checkpoint(truncate)')
    return database.close()
  }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  for (const statement of [...sql, 'vacuum analyze']) await client.query(statement)
  await client.end()
}
