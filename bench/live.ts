/**
 * Live streams on two nodes of one PostgreSQL: what a stream costs in memory, how late a capture at the one is heard at the
 * other, and what streams take from the captures' rate.
 *
 *   node bench/live.ts [--streams 1000] [--projects 1] [--seconds 10]
 *
 * With one project everybody hears of every capture. Ends with 1 when it is later than 300 ms for one in twenty, a stream
 * takes more than 30 kB, or captures come at less than 0.9 of their rate without streams.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { addUser } from '../server/accounts/create-user.ts'
import { readSettings } from '../server/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { syncBuiltInCatalogue } from '../server/platforms/catalogue.ts'
import { addMember } from '../server/production/add-member.ts'
import { importWorkspace } from '../server/production/import-workspace.ts'
import { allOf } from '../server/production/membership.ts'
import { listProjectsOfEditor } from '../server/production/queries.ts'
import { issueToken } from '../server/tokens/issue.ts'
import { commandLine } from '../server/tokens/token-manager.ts'
import type { LoadRequest } from './cells.ts'
import { startService } from './contender.ts'
import { startLoader } from './loader.ts'
import { median } from './median.ts'
import { emptyPlace, type Place } from './places.ts'
import { processorTime } from './processor-time.ts'
import { undoAtSignal } from './undo-at-signal.ts'
import { residentMegabytes } from './worst/memory.ts'

const streamsOfUser = 20
const connections = 16
const rounds = 3
const perSecond = 5
const [latest, mostKilobytes, leastRatio] = [300, 30, 0.9]

const { values: flags } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    projects: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '10' },
  },
})
const [streams, projectCount, seconds] = [flags.streams, flags.projects, flags.seconds].map(Number) as [
  number,
  number,
  number,
]

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const place = await emptyPlace('postgres', cleanup)
const { requests, tokens } = await studio(place)
const nodes = [await startService(place, cleanup), await startService(place, cleanup)] as const
const [one] = nodes
const load = startLoader(cleanup)
/** Captures a second, and the milliseconds of processor that the node takes for one. */
const rate = async () => {
  const processor = () => (processorTime(one.processId) ?? Number.NaN) * 1000
  const before = processor()
  const { requestsPerSecond, responses } = await load({
    address: one.address,
    requests,
    connections,
    seconds,
  })
  return { rate: requestsPerSecond, cost: (processor() - before) / responses }
}

for (let round = 0; round < rounds; round += 1) await rate()
type Rate = Awaited<ReturnType<typeof rate>>
const without: Rate[] = []
const withStreams: Rate[] = []
for (let round = 0; round < rounds; round += 1) without.push(await rate())
await sleep(2000)
const before = nodes.map(({ processId }) => residentMegabytes(processId))
const listeners: Listener[] = []
for (const { address } of nodes) listeners.push(await listen(address))
await sleep(3000)
const kilobytes = nodes.map(
  ({ processId }, index) => ((residentMegabytes(processId) - before[index]!) * 1024) / streams,
)
const lateness = await measureLateness()
for (let round = 0; round < rounds; round += 1) withStreams.push(await rate())
const rates = (of: Rate[]) => of.map(({ rate }) => rate)
const costs = (of: Rate[]) => of.map(({ cost }) => cost.toFixed(2)).join(', ')
const ratio = median(rates(withStreams)) / median(rates(without))
const held = nodes.map(
  ({ processId }, index) => ((residentMegabytes(processId) - before[index]!) * 1024) / streams,
)

const rounded = (numbers: number[]) => numbers.map((number) => Math.round(number)).join(', ')
console.log(`${streams} streams on each of two nodes, ${projectCount} projects, ${tokens.length} users`)
console.log(
  `kB a stream: ${rounded(kilobytes)}, and after the load, its own memory included: ${rounded(held)}`,
)
console.log(
  `ms from the answer at one node to the message at the other: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} of ${lateness.length}`,
)
console.log(
  `captures a second: ${rounded(rates(without))} without streams, ${rounded(rates(withStreams))} with: ${ratio.toFixed(2)}`,
)
console.log(`ms of processor a capture: ${costs(without)} without streams, ${costs(withStreams)} with`)
if (at(0.95) > latest || Math.max(...kilobytes) > mostKilobytes || ratio < leastRatio) process.exitCode = 1

function at(share: number): number {
  return lateness[Math.floor(lateness.length * share)] ?? Number.POSITIVE_INFINITY
}

/** Captures that come one after the other, and how late each stream of the other node heard of each. */
async function measureLateness(): Promise<number[]> {
  await take(listeners[1]!)
  const answered = new Map<string, number>()
  for (let count = 0; count < seconds * perSecond; count += 1) {
    const { path, ...request } = requests[count % requests.length]!
    const response = await fetch(one.address + path, request)
    const { asset } = (await response.json()) as { asset: { id: string } }
    answered.set(asset.id, Date.now())
    await sleep(1000 / perSecond)
  }
  await sleep(2000)
  const heard = await take(listeners[1]!)
  const expected = (answered.size * streams) / projectCount
  const late = heard.flatMap(([id, times]) => times.map((time) => time - (answered.get(id) ?? time)))
  if (late.length < expected) throw new Error(`Only ${late.length} of ${expected} messages were heard`)
  return late.sort((one, other) => one - other)
}

type Listener = ReturnType<typeof fork>

async function listen(address: string): Promise<Listener> {
  const child = fork(join(import.meta.dirname, 'live-streams.ts'), { execArgv: [] })
  cleanup.defer(() => {
    child.kill()
  })
  child.send({
    address,
    tokens: Array.from({ length: streams }, (_, index) => tokens[index % tokens.length]),
  })
  await once(child, 'message')
  return child
}

async function take(child: Listener): Promise<[string, number[]][]> {
  child.send('take')
  return (await once(child, 'message'))[0]
}

/** Users, each a member of one project, with a token each; and captures into all of the projects. */
async function studio(place: Place): Promise<{ requests: LoadRequest[]; tokens: string[] }> {
  const db = await openDatabase(
    readSettings({ dataFolder: place.folder, databaseUrl: place.databaseUrl }, {}),
    () => {},
  )
  try {
    await syncBuiltInCatalogue(db)
    const user = async (name: string) => {
      const account = { email: `${name}@studio.example`, name, role: 'member', passwordHash: 'none' } as const
      const id = await db.transaction((transaction) => addUser(transaction, account))
      return { id, token: (await issueToken(db, commandLine(id), { name: 'bench' })).token }
    }
    const owner = await user('owner')
    const names = Array.from({ length: projectCount }, (_, index) => `Film ${index}`)
    const scenes = Array.from({ length: 20 }, (_, index) => ({ sceneId: `${index + 1}` }))
    const workspace = workspaceFile.parse({ projects: names.map((name) => ({ name, scenes })) })
    await importWorkspace(db, allOf(owner.id), workspace)
    const projects = await db.all(listProjectsOfEditor, { userId: owner.id })
    const tokens: string[] = []
    for (let count = 0; count < Math.ceil(streams / streamsOfUser); count += 1) {
      const { id: userId, token } = await user(`user-${count}`)
      const projectId = projects[count % projectCount]!.id
      await addMember(db, 'command line', { projectId, userId, role: 'viewer' })
      tokens.push(token)
    }
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    const requests = projects.flatMap(({ id: projectId }) =>
      scenes.map(({ sceneId }): LoadRequest => {
        const capture = {
          projectId,
          sceneId,
          platformKey: 'midjourney',
          assetType: 'IMAGE',
          prompt: 'the lamp',
        }
        return { method: 'POST', path: '/api/extension/ingest', headers, body: JSON.stringify(capture) }
      }),
    )
    return { requests, tokens }
  } finally {
    await db.close()
  }
}
