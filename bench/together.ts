/**
 * A review session of 50 people: how long after the leader's moment each of them is told of it, while the leader scrubs.
 *
 *   node bench/together.ts [--engine sqlite] [--people 50] [--seconds 20] [--nodes 1]
 *
 * The leader sends 20 states a second, each before the last is answered if need be, and draws in every fourth. The time runs from
 * before it is sent until all of it is read from a follower's stream: from leader to service, and back. With two nodes the
 * leader is at one, and all others are at the other. Ends with 1 when it is later than 100 ms for one in twenty, or a
 * follower does not come to the last state.
 */
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Engine } from '../server/db/database.ts'
import { startService } from './contender.ts'
import { emptyPlace } from './places.ts'
import { reviewStudio } from './review-studio.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const perSecond = 20
const latest = 100
const rate = { numerator: 24, denominator: 1 }

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    people: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    nodes: { type: 'string', default: '1' },
  },
})
const [people, seconds, nodeCount] = [flags.people, flags.seconds, flags.nodes].map(Number) as [
  number,
  number,
  number,
]
const engine = flags.engine as Engine

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const place = await emptyPlace(engine, cleanup)
const { leader: owner, others, projectId } = await reviewStudio(place, { others: people, role: 'viewer' })
const leader = owner.token
const followers = others.map(({ token }) => token)
const one = await startService(place, cleanup)
const other = nodeCount > 1 ? await startService(place, cleanup) : one

const capture = { projectId, sceneId: '1', platformKey: 'midjourney', assetType: 'VIDEO', prompt: 'the lamp' }
const { asset } = await ask(one.address, leader, 'POST', '/api/extension/ingest', capture)
const started = { name: 'Dailies', plays: { kind: 'film' }, page: 'leader' }
const { data: review } = await ask(one.address, leader, 'POST', `/api/projects/${projectId}/reviews`, started)

/** By frame, when it was sent. */
const sentAt = new Map<number, number>()
/** By follower, when each frame was heard. */
const heardAt: Map<number, number>[] = []
for (const token of followers) {
  const heard = new Map<number, number>()
  heardAt.push(heard)
  await listen(other.address, token, heard)
  await ask(other.address, token, 'PUT', `/api/reviews/${review.id}/presence`, { page: 'one' })
}

const points = Array.from({ length: 150 }, (_, index) => [index / 150, 0.25, 0.5])
const drawn = [{ kind: 'pen', colour: '#ff3355', width: 0.01, points }]
const frames = seconds * perSecond
const answers: Promise<number>[] = []
const began = performance.now()
for (let frame = 1; frame <= frames; frame += 1) {
  await sleep(Math.max(0, began + (frame * 1000) / perSecond - performance.now()))
  const state = { page: 'leader', term: 1, sequence: frame, assetVersionId: asset.id, frame, rate }
  const body = { ...state, playing: false, ...(frame % 4 === 0 && { shapes: drawn }) }
  const sent = performance.now()
  sentAt.set(frame, sent)
  const answered = ask(one.address, leader, 'PUT', `/api/reviews/${review.id}/state`, body)
  answers.push(answered.then(() => performance.now() - sent))
}
const answeredAfter = (await Promise.all(answers)).sort(ascending)
await sleep(2000)

const late = heardAt.flatMap((heard) => [...heard].map(([frame, at]) => at - (sentAt.get(frame) ?? at)))
late.sort(ascending)
const arrived = heardAt.filter((heard) => heard.has(frames)).length
const of = (numbers: number[], share: number) =>
  (numbers[Math.floor(numbers.length * share)] ?? Number.POSITIVE_INFINITY).toFixed(1)
const shown = (numbers: number[]) =>
  `p50 ${of(numbers, 0.5)}, p95 ${of(numbers, 0.95)}, p99 ${of(numbers, 0.99)}`
const share = ((100 * late.length) / (frames * people)).toFixed(1)
console.log(`${people} people on ${engine}, ${nodeCount} nodes; ${frames} states, ${perSecond} a second`)
console.log(`ms from the leader to everybody: ${shown(late)}, at most ${late.at(-1)?.toFixed(1)}`)
console.log(
  `states that were heard: ${share} %, the others were overtaken; ${arrived} of ${people} came to the last`,
)
console.log(`ms until the leader was answered: ${shown(answeredAfter)}`)
if (Number(of(late, 0.95)) > latest || arrived < people) process.exitCode = 1

function ascending(one: number, other: number): number {
  return one - other
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function ask(address: string, token: string, method: string, path: string, body: object): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(address + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Resolves once the stream is open. */
function listen(address: string, token: string, heard: Map<number, number>): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const request = get(`${address}/api/live`, { headers, agent: false }, (response) => {
      let rest = ''
      response.setEncoding('latin1')
      response.on('data', (text: string) => {
        resolve()
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        const now = performance.now()
        for (const block of blocks) {
          const frame = /"frame":(\d+)/.exec(block)?.[1]
          if (frame !== undefined) heard.set(Number(frame), now)
        }
      })
      response.on('error', () => {})
    }).on('error', reject)
    cleanup.defer(() => void request.destroy())
  })
}
