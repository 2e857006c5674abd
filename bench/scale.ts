/**
 * What a node more costs: 1, 2, 4 and 8 nodes on one PostgreSQL are given the same captures and lists, at random moments and each by
 * the next node, and the processor time of a request is shown, of all nodes and of the database apart.
 *
 *   npm run build && node bench/scale.ts [--nodes 1,2,4,8] [--rate 60] [--each] [--seconds 20] [--rounds 3]
 *
 * `--rate` is of all nodes together, or with `--each` of each: the first has nodes that are asked less the more there are, of which a request
 * costs more by itself. The floor beside each number of nodes are as many that know nothing of each other, each with a database of its
 * own on the same PostgreSQL, which are given the same in turn: they share the machine, and what code costs that is seldom run, and nothing
 * else. What the nodes take and do without any request is measured first, shown, and left out of a request. Nothing is fetched
 * from where captures say that their files are: it would fall into some round a minute later. Ends with 1 where a request takes
 * more than 1.05 of the processor time or of the transactions that it does with the first number of nodes, in the median of the rounds, or one failed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cellsOf } from './cells.ts'
import { type Contender, startService } from './contender.ts'
import { startLoader } from './loader.ts'
import { median } from './median.ts'
import { type Answered, openLoop } from './open-loop.ts'
import { type Place, queryAt, seededPlaces } from './places.ts'
import { processorTime } from './processor-time.ts'
import { chance } from './prompts.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const { values: flags } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,4,8' },
    rate: { type: 'string', default: '60' },
    each: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
})
const [rate, seconds, rounds] = [flags.rate, flags.seconds, flags.rounds].map(Number) as [
  number,
  number,
  number,
]
const mostGrowth = 1.05

/** Seconds for each kind of request, on each node. */
const warmUp = 4

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const { copy, seed, database } = await seededPlaces('postgres', cleanup)
const load = startLoader(cleanup)
const cells = cellsOf(seed, 'postgres').filter(({ key }) => key === 'ingest-1' || key === 'scene-assets-1')
const place = await copy('scale')
const postmaster = Number(
  readFileSync(join(await queryAt(place, 'show data_directory'), 'postmaster.pid'), 'utf8').split('\n')[0],
)
const among = flags.each ? 'for each node' : 'for all nodes'
console.log(
  `${database}; ${rate} requests a second ${among} at random moments, ${rounds} rounds of ${seconds} s`,
)

/** Nodes that are given requests in turn, and the databases that they have. */
interface Nodes {
  nodes: Contender[]
  places: Place[]
}

const random = chance(3)
const table: Record<string, string>[] = []
const first = new Map<string, { cost: number; transactions: number }>()
for (const count of flags.nodes.split(',').map(Number)) {
  await using started = new AsyncDisposableStack()
  const together = await startAll(Array<Place>(count).fill(place), started)
  const ownPlaces: Place[] = []
  for (let index = 0; index < count; index += 1) ownPlaces.push(await copy(`apart-${count}-${index}`))
  const apart = await startAll(ownPlaces, started)
  await Promise.all([place, ...ownPlaces].map(untilDone))
  const idle = new Map<Nodes, Measured>()
  for (const nodes of [together, apart])
    idle.set(nodes, await measured(nodes, () => sleep(seconds * 1000).then(() => [])))

  for (const { key, requests } of cells) {
    const [own, floor] = [noFigures(), noFigures()]
    for (let round = 0; round < rounds; round += 1)
      for (const [nodes, figures] of [
        [together, own],
        [apart, floor],
      ] as const)
        take(figures, await measured(nodes, () => run(nodes.nodes, requests, seconds)), idle.get(nodes)!)
    const [cost, transactions] = [median(own.nodes), median(own.transactions)]
    const base = first.get(key) ?? { cost, transactions }
    first.set(key, base)
    if (cost > base.cost * mostGrowth || transactions > base.transactions * mostGrowth) process.exitCode = 1
    const times = own.times.sort((one, other) => one - other)
    const { nodes: idleNodes, transactions: idleTransactions, seconds: idleSeconds } = idle.get(together)!
    table.push({
      nodes: String(count),
      request: key,
      'µs of nodes': cost.toFixed(0),
      'of nodes apart': (cost / median(floor.nodes)).toFixed(2),
      'of one node': (cost / base.cost).toFixed(2),
      'µs of the database': median(own.database).toFixed(0),
      'transactions a request': transactions.toFixed(2),
      'p50 ms': times[Math.floor(times.length / 2)]!.toFixed(1),
      'p99 ms': times[Math.floor(times.length * 0.99)]!.toFixed(1),
      connections: await queryAt(
        place,
        "select count(*) from pg_stat_activity where backend_type = 'client backend' and datname = current_database()",
      ),
      'idle node, ms a second': ((idleNodes * 1000) / idleSeconds / count).toFixed(1),
      'idle node, transactions a second': (idleTransactions / idleSeconds / count).toFixed(2),
    })
  }
}
console.table(table)

/** A node for each of the places, of which several may be the same; each has been asked often enough to be as fast as it gets. */
async function startAll(places: Place[], started: AsyncDisposableStack): Promise<Nodes> {
  const nodes: Contender[] = []
  for (const one of places) nodes.push(await startService(one, started, { DAILIES_MEDIA_FETCH: 'false' }))
  for (const { address } of nodes)
    for (const { requests } of cells) await load({ address, requests, connections: 8, seconds: warmUp })
  return { nodes, places: [...new Set(places)] }
}

/** Of each round, a request: processor time in µs, transactions; and the milliseconds of all requests. */
function noFigures() {
  return { nodes: [], database: [], transactions: [], times: [] } as Record<
    'nodes' | 'database' | 'transactions' | 'times',
    number[]
  >
}

function take(figures: ReturnType<typeof noFigures>, busy: Measured, idle: Measured): void {
  if (busy.result.some(({ status }) => status < 200 || status > 299)) process.exitCode = 1
  const share = busy.seconds / idle.seconds
  const of = (what: 'nodes' | 'database' | 'transactions') =>
    (busy[what] - idle[what] * share) / busy.result.length
  figures.nodes.push(of('nodes') * 1e6)
  figures.database.push(of('database') * 1e6)
  figures.transactions.push(of('transactions'))
  figures.times.push(...busy.result.map(({ milliseconds }) => milliseconds))
}

/** Requests in turn, each by the next node. */
async function run(
  nodes: readonly Contender[],
  requests: (typeof cells)[number]['requests'],
  seconds: number,
) {
  let turn = 0
  return openLoop({
    seconds,
    rateAt: () => (flags.each ? rate * nodes.length : rate),
    random,
    next: () => {
      const { method, path, body } = requests[turn % requests.length]!
      const { address } = nodes[turn++ % nodes.length]!
      const sent = body === undefined ? {} : { body: JSON.parse(body) as unknown }
      return { kind: method, address, method, path, token: seed.token, ...sent }
    },
  })
}

/** What was captured is in the index, and what there was before is summed up. */
async function untilDone(place: Place): Promise<void> {
  const left = `select (select count(*) from search_waiting) + (select count(*) from scenes
    where not exists (select from summed_scenes where scene_id = scenes.id and before > '2'))`
  // Sums are begun five seconds after a start, and the last marks are written ten seconds after a capture.
  do await sleep(10_000)
  while ((await queryAt(place, left)) !== '0')
}

interface Measured {
  nodes: number
  database: number
  transactions: number
  seconds: number
  result: Answered[]
}

/** Seconds of processor that the nodes took for it, and the database, which also counts the transactions. */
async function measured({ nodes, places }: Nodes, work: () => Promise<Answered[]>): Promise<Measured> {
  const used = () => ({
    nodes: nodes.reduce((sum, { processId }) => sum + (processorTime(processId) ?? Number.NaN), 0),
    database: timeOfPostgres(),
  })
  const commits = await committed(places)
  const began = performance.now()
  const before = used()
  const result = await work()
  // What is written a moment behind a capture is a part of it.
  await sleep(1000)
  const after = used()
  const seconds = (performance.now() - began) / 1000
  const transactions = (await committed(places)) - commits
  const [ofNodes, ofDatabase] = [after.nodes - before.nodes, after.database - before.database]
  return { nodes: ofNodes, database: ofDatabase, transactions, seconds, result }
}

/** Seconds of processor of all processes that there are of it. Those of a pool last as long as their node. */
function timeOfPostgres(): number {
  const isOurs = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8').includes(`\nPPid:\t${postmaster}\n`)
    } catch {
      return false
    }
  }
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name))
  return [postmaster, ...ids.map(Number)].reduce((sum, id) => sum + (processorTime(id) ?? 0), 0)
}

async function committed(places: readonly Place[]): Promise<number> {
  // What sessions have counted is told a moment later.
  await sleep(1500)
  let sum = 0
  for (const one of places)
    sum += Number(
      await queryAt(one, 'select xact_commit from pg_stat_database where datname = current_database()'),
    )
  return sum
}
