/**
 * What a node more costs: 1, 2, 4 and 8 nodes on one PostgreSQL are given the same captures and lists, at random moments and each by
 * the next node, and the processor time of a request is shown, of all nodes and of the database apart.
 *
 *   npm run build && node bench/scale.ts [--nodes 1,2,4,8] [--rate 60] [--each] [--seconds 20] [--rounds 3]
 *
 * `--rate` is of all nodes together, or with `--each` of each: the first has nodes that are asked less the more there are, of which a request
 * costs more by itself. What the nodes take and do without any request is measured first, shown, and left out of a request. Nothing is fetched
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
import { openLoop } from './open-loop.ts'
import { queryAt, seededPlaces } from './places.ts'
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
const together = flags.each ? 'for each node' : 'for all nodes'
console.log(
  `${database}; ${rate} requests a second ${together} at random moments, ${rounds} rounds of ${seconds} s`,
)

const random = chance(3)
const table: Record<string, string>[] = []
const first = new Map<string, { cost: number; transactions: number }>()
for (const count of flags.nodes.split(',').map(Number)) {
  await using started = new AsyncDisposableStack()
  const nodes: Contender[] = []
  for (let index = 0; index < count; index += 1)
    nodes.push(await startService(place, started, { DAILIES_MEDIA_FETCH: 'false' }))
  // What a node has not done often is slower than what it has.
  for (const { address } of nodes)
    for (const { requests } of cells) await load({ address, requests, connections: 8, seconds: warmUp })
  await untilDone()
  const idle = await measured(nodes, () => sleep(seconds * 1000))
  for (const { key, requests } of cells) {
    const ofNodes: number[] = []
    const ofDatabase: number[] = []
    const times: number[] = []
    const commits: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const busy = await measured(nodes, () => run(nodes, requests, seconds))
      const { result } = busy
      if (result.some(({ status }) => status < 200 || status > 299)) process.exitCode = 1
      const share = busy.seconds / idle.seconds
      const of = (what: 'nodes' | 'database' | 'transactions') =>
        (busy[what] - idle[what] * share) / result.length
      ofNodes.push(of('nodes') * 1e6)
      ofDatabase.push(of('database') * 1e6)
      commits.push(of('transactions'))
      times.push(...result.map(({ milliseconds }) => milliseconds))
    }
    const [cost, transactions] = [median(ofNodes), median(commits)]
    const base = first.get(key) ?? { cost, transactions }
    first.set(key, base)
    if (cost > base.cost * mostGrowth || transactions > base.transactions * mostGrowth) process.exitCode = 1
    times.sort((one, other) => one - other)
    table.push({
      nodes: String(count),
      request: key,
      'µs of nodes': cost.toFixed(0),
      'of one node': (cost / base.cost).toFixed(2),
      'µs of the database': median(ofDatabase).toFixed(0),
      'transactions a request': transactions.toFixed(2),
      'p50 ms': times[Math.floor(times.length / 2)]!.toFixed(1),
      'p99 ms': times[Math.floor(times.length * 0.99)]!.toFixed(1),
      connections: await queryAt(
        place,
        "select count(*) from pg_stat_activity where backend_type = 'client backend'",
      ),
      'idle node, ms a second': ((idle.nodes * 1000) / idle.seconds / count).toFixed(1),
      'idle node, transactions a second': (idle.transactions / idle.seconds / count).toFixed(2),
    })
  }
}
console.table(table)

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
async function untilDone(): Promise<void> {
  const left = `select (select count(*) from search_waiting) + (select count(*) from scenes
    where not exists (select from summed_scenes where scene_id = scenes.id and before > '2'))`
  // Sums are begun five seconds after a start, and the last marks are written ten seconds after a capture.
  do await sleep(10_000)
  while ((await queryAt(place, left)) !== '0')
}

/** Seconds of processor that the nodes took for it, and the database, which also counts the transactions. */
async function measured<T>(nodes: readonly Contender[], work: () => Promise<T>) {
  const used = () => ({
    nodes: nodes.reduce((sum, { processId }) => sum + (processorTime(processId) ?? Number.NaN), 0),
    database: timeOfPostgres(),
  })
  const commits = await committed()
  const began = performance.now()
  const before = used()
  const result = await work()
  // What is written a moment behind a capture is a part of it.
  await sleep(1000)
  const after = used()
  const seconds = (performance.now() - began) / 1000
  const transactions = (await committed()) - commits
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

async function committed(): Promise<number> {
  // What sessions have counted is told a moment later.
  await sleep(1500)
  return Number(
    await queryAt(place, 'select xact_commit from pg_stat_database where datname = current_database()'),
  )
}
