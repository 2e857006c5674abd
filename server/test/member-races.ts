import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Transaction } from '../db/database.ts'
import { deleteMember, insertMember, setMemberRole } from '../production/member-queries.ts'
import { listening, until } from './listening.ts'
import { type Running, running, type Serve, startServe } from './process.ts'
import { type Answer, callerWith, type TestCaller, type TestUser, testUser } from './service.ts'

/** How many requests of each kind a node has answered before the change, and is asked after it. */
const enough = 4

interface Sent {
  node: string
  kind: keyof typeof requests
  /** When it began. */
  at: number
  status: number
}

/** What clients of every node ask all the time. */
const requests = {
  read: (caller: TestCaller, { projectId }: Place) => caller.get(`/api/projects/${projectId}/scenes`),
  readForExtension: (caller: TestCaller, { projectId }: Place) =>
    caller.get(`${endpoints.listScenes.path}?projectId=${projectId}`),
  capture: (caller: TestCaller, { capture }: Place) => caller.ingest(capture),
  build: (caller: TestCaller, { sceneDbId }: Place) =>
    caller.send('PATCH', `/api/scenes/${sceneDbId}`, { act: 2 }),
} satisfies Record<string, (caller: TestCaller, place: Place) => Promise<Answer>>

type Place = Running['film']
type Statuses = Record<keyof typeof requests, number>

const kinds = Object.keys(requests) as (keyof typeof requests)[]
const asEditor: Statuses = { read: 200, readForExtension: 200, capture: 200, build: 200 }
const asViewer: Statuses = { ...asEditor, capture: 403, build: 403 }
const asStranger: Statuses = { read: 404, readForExtension: 404, capture: 404, build: 404 }

/**
 * Tests that who is removed or gets a lesser role is refused on every node from then on, so many times, and that live streams
 * carry nothing more to who is removed.
 */
export function testMembersWhoLeave(rounds: number, listeningRounds = rounds): void {
  describe('a member of a project, changed while four nodes are busy with their requests', () => {
    let service: Running
    let others: Serve[]
    let nodes: string[]
    let member: TestUser

    before(async () => {
      service = await running('postgres', { DAILIES_SLOW_BAD_TOKENS: 'false' })
      others = await Promise.all([1, 2, 3].map(() => startServe(service.place.environment)))
      nodes = [service.serve, ...others].map(({ address }) => address)
      member = await testUser({ db: service.db, address: service.serve.address })
    })
    after(async () => {
      await Promise.all(others.map((other) => other.kill('SIGKILL')))
      await service.stop()
    })

    test(`removed, they get nothing from any node that they ask after it, ${rounds} times`, () =>
      inRounds((transaction) => transaction.run(deleteMember, row()), asStranger))

    test(`removed on one node, they hear nothing more on a stream of any other, a second later, ${listeningRounds} times`, async () => {
      for (let round = 0; round < listeningRounds; round += 1) await hearUntilRemoved(round)
    })

    test(`made a viewer, they may look and no more on any node that they ask after it, ${rounds} times`, () =>
      inRounds((transaction) => transaction.run(setMemberRole, { ...row(), role: 'viewer' }), asViewer))

    const row = () => ({ projectId: service.film.projectId, userId: member.id })

    async function hearUntilRemoved(round: number): Promise<void> {
      const owner = service.user
      const members = `/api/projects/${service.film.projectId}/members`
      const added = await owner.send('POST', members, { userId: member.id, role: 'editor' })
      assert.equal(added.status, 201)
      const open = ({ token }: TestUser) =>
        Promise.all(nodes.map((node) => listening(node, { authorization: `Bearer ${token}` })))
      const [theirs, ours] = await Promise.all([open(member), open(owner)])
      try {
        const capture = async () => {
          const { body } = await owner.ingest(service.film.capture)
          return body.asset.id as string
        }
        // Again where it is told together with very many of a moment before, and not by itself.
        await until('each hears of a capture', async () => {
          const before = await capture()
          await sleep(500)
          return [...theirs, ...ours].every(({ messages }) =>
            messages.some(({ assetVersionId }) => assetVersionId === before),
          )
        })
        const node = callerWith(nodes[round % nodes.length]!, owner.token)
        assert.equal((await node.send('DELETE', `${members}/${member.id}`, undefined)).status, 200)
        await sleep(1000)
        const heard = theirs.map(({ messages }) => messages.length)
        const after = await capture()
        for (const stream of ours) await stream.hears({ assetVersionId: after })
        for (const [index, { messages }] of theirs.entries()) {
          const { projectId } = service.film
          assert.ok(
            messages.some(({ kind }) => kind === 'memberships'),
            `round ${round}, node ${index}`,
          )
          const leaked = messages.slice(heard[index]).filter((message) => message.projectId === projectId)
          assert.deepEqual(leaked, [], `round ${round}, node ${index}`)
        }
      } finally {
        for (const stream of [...theirs, ...ours]) stream.leave()
      }
    }

    const addAsEditor = () =>
      service.db.transaction(async (transaction) => {
        await transaction.run(deleteMember, row())
        await transaction.run(insertMember, { ...row(), role: 'editor', now: new Date().toISOString() })
      })

    async function inRounds(change: (transaction: Transaction) => Promise<number>, expected: Statuses) {
      for (let round = 0; round < rounds; round += 1) {
        await addAsEditor()
        const load = startLoad()
        let changedAt = Number.POSITIVE_INFINITY
        try {
          await load.untilEach(() => true)
          assert.deepEqual(differing(load.sent, asEditor), [], `round ${round}, before`)
          await service.db.transaction(change)
          changedAt = performance.now()
          await load.untilEach(({ at }) => at > changedAt)
        } finally {
          await load.stop()
        }
        const later = load.sent.filter(({ at }) => at > changedAt)
        assert.deepEqual(differing(later, expected), [], `round ${round}`)
      }
    }

    /** All kinds of requests to all nodes, one right after the other, until it is stopped. */
    function startLoad() {
      const sent: Sent[] = []
      let stopped = false
      const clients = nodes.flatMap((node) => {
        const caller = callerWith(node, member.token)
        return kinds.map(async (kind) => {
          while (!stopped) {
            const at = performance.now()
            const { status } = await requests[kind](caller, service.film)
            sent.push({ node, kind, at, status })
          }
        })
      })
      const all = Promise.all(clients)
      return {
        sent,
        /** Until each node has answered enough of such requests, of each kind. */
        async untilEach(counts: (sent: Sent) => boolean): Promise<void> {
          const deadline = performance.now() + 60_000
          const isDone = () =>
            nodes.every((node) =>
              kinds.every(
                (kind) =>
                  sent.filter((one) => one.node === node && one.kind === kind && counts(one)).length >=
                  enough,
              ),
            )
          while (!isDone()) {
            assert.ok(performance.now() < deadline, 'not every node answers')
            await sleep(1)
          }
        },
        async stop(): Promise<void> {
          stopped = true
          await all
        },
      }
    }
  })
}

function differing(sent: Sent[], expected: Statuses): Sent[] {
  return sent.filter(({ kind, status }) => status !== expected[kind])
}
