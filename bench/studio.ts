/**
 * A working day of a studio in ten minutes, on nodes of one PostgreSQL: as many requests a second as so many artists make in truth, at
 * random moments, most of them in the middle of the morning and of the afternoon. Captures come by four; boards stay open and hear of
 * what happens; takes are looked at, looked for, chosen and talked about; a webhook hears of captures.
 *
 *   npm run build && node bench/studio.ts [--artists 10000] [--nodes 2] [--seconds 600] [--streams 1000]
 *
 * Ends with 1 where a request failed, or one in twenty took longer than 100 ms.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addUser } from '../server/accounts/create-user.ts'
import { readSettings } from '../server/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { addMember } from '../server/production/add-member.ts'
import { issueToken } from '../server/tokens/issue.ts'
import { commandLine } from '../server/tokens/token-manager.ts'
import { sampleCapture } from './captures.ts'
import type { Contender } from './contender.ts'
import { type Asked, openLoop, summary } from './open-loop.ts'
import { type Place, queryAt, rowsAt, seededPlaces } from './places.ts'
import { processorTime } from './processor-time.ts'
import { chance, wordOfRank } from './prompts.ts'
import { startReceiver } from './receiver-process.ts'
import { undoAtSignal } from './undo-at-signal.ts'
import { registerWebhook, startSendingService } from './webhook-service.ts'
import { residentMegabytes } from './worst/memory.ts'

const { values: flags } = parseArgs({
  options: {
    artists: { type: 'string', default: '10000' },
    nodes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '600' },
    streams: { type: 'string', default: '1000' },
  },
})
const [artists, nodeCount, seconds, streams] = [flags.artists, flags.nodes, flags.seconds, flags.streams].map(
  Number,
) as [number, number, number, number]

/** What an artist does in a day: guesses, to be put right by whoever knows their studio. Captures come by four. */
const ofADay = { capture: 60, panel: 60, board: 80, take: 60, search: 15, select: 10, comment: 8 }
const hours = 8
const streamsOfUser = 20
const latest = 100

const perSecond = (artists * Object.values(ofADay).reduce((sum, count) => sum + count, 0)) / (hours * 3600)

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const { copy, seed, database } = await seededPlaces('postgres', cleanup)
const place = await copy('studio')
const tokens = await members(place, Math.ceil(streams / streamsOfUser))
const scenes = await rowsAt(
  place,
  `select scenes.id, scene_number as number, scenes.project_id as project,
    (select min(id) from asset_versions where scene_id = scenes.id) as take from scenes order by id`,
)
const nodes: Contender[] = []
for (let index = 0; index < nodeCount; index += 1) nodes.push(await startSendingService(place, cleanup))
const receiver = await startReceiver(cleanup)
await registerWebhook(nodes[0]!, seed, `${receiver.live}/hook`)
for (const { address } of nodes) await listen(address, streams / nodeCount)
console.log(
  `${database}; ${artists} artists: ${perSecond.toFixed(0)} requests a second on average, ${streams} streams, ${nodeCount} nodes`,
)

const random = chance(5)
const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
let captures = 0
const before = nodes.map(({ processId }) => processorTime(processId) ?? Number.NaN)
const result = await openLoop({
  seconds,
  random,
  // Two hills, of which the top is nearly twice the average; somebody is always there.
  rateAt: (share) => perArrival(perSecond) * (1 - 0.9 * Math.cos(4 * Math.PI * share)),
  next,
})
const used = nodes.map(({ processId }, index) => (processorTime(processId) ?? Number.NaN) - before[index]!)
console.table(summary(result))
const received = await receiver.take()
const connections = await queryAt(
  place,
  "select count(*) from pg_stat_activity where backend_type = 'client backend'",
)
console.log(
  `of a core, each node: ${used.map((time) => `${((time / seconds) * 100).toFixed(0)} %`).join(', ')}`,
)
console.log(`MB: ${nodes.map(({ processId }) => residentMegabytes(processId).toFixed(0)).join(', ')}`)
console.log(`${captures} captures, ${received.length} webhooks, ${connections} connections to the database`)
const times = result.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
const failed = result.filter(({ status }) => status < 200 || status > 299)
if (failed.length > 0 || times[Math.floor(times.length * 0.95)]! > latest) process.exitCode = 1

/** Four captures are one arrival. */
function perArrival(requests: number): number {
  const all = Object.values(ofADay).reduce((sum, count) => sum + count, 0)
  return (requests * (all - (ofADay.capture * 3) / 4)) / all
}

function next(): Asked[] {
  const { id, number, project, take } = any(scenes) as Record<'id' | 'number' | 'project' | 'take', string>
  const common = { address: any(nodes).address, token: any(tokens), method: 'GET' }
  const kind = kindAtRandom()
  switch (kind) {
    case 'capture':
      return Array.from({ length: 4 }, () => {
        captures += 1
        const body = sampleCapture(9_000_000 + captures, { projectId: project, sceneId: number })
        return { ...common, kind, method: 'POST', path: '/api/extension/ingest', body }
      })
    case 'panel':
      return [{ ...common, kind, path: `/api/extension/scene-assets?projectId=${project}&sceneId=${number}` }]
    case 'board':
      return [{ ...common, kind, path: `/api/scenes/${id}/assets?limit=60` }]
    case 'take':
      return [{ ...common, kind, path: `/api/assets/${take}` }]
    case 'search': {
      const q = `${wordOfRank(Math.floor(random() * 50))} lamp`
      return [{ ...common, kind, path: `/api/search?${new URLSearchParams({ q })}` }]
    }
    case 'select':
      return [
        { ...common, kind, method: 'POST', path: `/api/assets/${take}/selection`, body: { selected: true } },
      ]
    case 'comment':
      return [
        {
          ...common,
          kind,
          method: 'POST',
          path: `/api/assets/${take}/comments`,
          body: { text: 'Colder, and the lamp lower.' },
        },
      ]
  }
}

function kindAtRandom(): keyof typeof ofADay {
  const arrivals = Object.entries({ ...ofADay, capture: ofADay.capture / 4 }) as [
    keyof typeof ofADay,
    number,
  ][]
  let at = random() * arrivals.reduce((sum, [, count]) => sum + count, 0)
  for (const [kind, count] of arrivals) {
    at -= count
    if (at < 0) return kind
  }
  return 'panel'
}

/** Editors of every film; their tokens. */
async function members(to: Place, count: number): Promise<string[]> {
  const settings = readSettings({ dataFolder: to.folder, databaseUrl: to.databaseUrl }, {})
  const db = await openDatabase(settings, () => {})
  try {
    const projects = await rowsAt(to, 'select id from projects order by id')
    const tokens: string[] = []
    for (let index = 0; index < count; index += 1) {
      const account = {
        ...{ email: `artist-${index}@studio.example`, name: `Artist ${index}` },
        ...({ role: 'member', passwordHash: 'none' } as const),
      }
      const userId = await db.transaction((transaction) => addUser(transaction, account))
      for (const { id: projectId } of projects)
        await addMember(db, 'command line', { projectId: projectId!, userId, role: 'editor' })
      tokens.push((await issueToken(db, commandLine(userId), { name: 'bench' })).token)
    }
    return tokens
  } finally {
    await db.close()
  }
}

/** So many streams to a node, by a process of its own. */
async function listen(address: string, count: number): Promise<void> {
  const child = fork(join(import.meta.dirname, 'live-streams.ts'), { execArgv: [] })
  cleanup.defer(() => {
    child.kill()
  })
  child.send({ address, tokens: Array.from({ length: count }, (_, index) => tokens[index % tokens.length]) })
  await once(child, 'message')
}
