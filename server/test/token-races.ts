import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { issueToken } from '../tokens/issue.ts'
import { commandLine } from '../tokens/token-manager.ts'
import { listening } from './listening.ts'
import { type Running, running, type Serve, startServe } from './process.ts'
import { request } from './service.ts'

const { listProjects, revokeToken, updateToken } = endpoints

const clientsOfNode = 3
/** How many requests each node has answered before the change, and is asked after it. */
const enough = 10

interface Change {
  method: string
  path: string
  body?: string
}

interface Sent {
  node: string
  /** When it began. */
  at: number
  status: number
}

/**
 * Tests that a token that is revoked or narrowed is refused on every node from then on, so many times, and that live
 * streams that were opened with it end: `within` so many milliseconds, if that is to be measured.
 */
export function testTokensThatEnd(rounds: number, within = Number.POSITIVE_INFINITY): void {
  describe('what a token may, changed on one of four nodes that are busy with it', () => {
    let service: Running
    let others: Serve[]
    let nodes: string[]

    before(async () => {
      // Refusals are what is asked for here: many, and soon.
      service = await running('postgres', { DAILIES_SLOW_BAD_TOKENS: 'false' })
      others = await Promise.all(Array.from({ length: 3 }, () => startServe(service.place.environment)))
      nodes = [service.serve, ...others].map(({ address }) => address)
    })
    after(async () => {
      await Promise.all(others.map((other) => other.kill('SIGKILL')))
      await service.stop()
    })

    test('revoked, it lets no request in on any node that begins once the revocation is answered', () =>
      inRounds({ method: 'DELETE', path: revokeToken.path }, { refusedWith: 401 }))

    test('narrowed, it may no more than that on any node, from when the change is answered', () =>
      inRounds(
        { method: 'PATCH', path: updateToken.path, body: JSON.stringify({ permissions: ['capture'] }) },
        { refusedWith: 403 },
      ))

    async function inRounds(change: Change, { refusedWith }: { refusedWith: number }): Promise<void> {
      let latest = 0
      for (let round = 0; round < rounds; round += 1) {
        const node = nodes[round % nodes.length]!
        const { id, token } = await issueToken(service.db, commandLine(service.user.id), { name: 'busy' })
        const headers = { authorization: `Bearer ${token}` }
        const streams = await Promise.all(nodes.map((address) => listening(address, headers)))
        const load = startLoad(token)
        let answeredAt = Number.POSITIVE_INFINITY
        try {
          await load.untilEach(({ status }) => status === 200)
          await make(change, { node, id })
          answeredAt = performance.now()
          const ended = streams.map((stream) => stream.ends().then(() => performance.now() - answeredAt))
          await load.untilEach(({ at }) => at > answeredAt)
          latest = Math.max(latest, ...(await Promise.all(ended)))
        } finally {
          for (const stream of streams) stream.leave()
          await load.stop()
        }
        const later = load.sent.filter(({ at }) => at > answeredAt)
        const wrong = later.filter(({ status }) => status !== refusedWith)
        assert.deepEqual(wrong, [], `round ${round}, changed on ${node}`)
        // A user has at most a hundred live ones.
        await make({ method: 'DELETE', path: revokeToken.path }, { node, id })
      }
      assert.ok(latest <= within, `a stream ended ${latest} ms after the answer`)
      if (Number.isFinite(within))
        console.log(`The last stream ended ${Math.round(latest)} ms after the answer.`)
    }

    async function make({ method, path, body }: Change, { node, id }: { node: string; id: string }) {
      const { status } = await request(node + path.replace('{id}', id), {
        method,
        headers: { authorization: `Bearer ${service.user.token}`, 'content-type': 'application/json' },
        ...(body && { body }),
      })
      assert.equal(status, 200)
    }

    /** Requests with the token to all nodes, one right after the other, until it is stopped. */
    function startLoad(token: string) {
      const sent: Sent[] = []
      let stopped = false
      const clients = nodes.flatMap((node) =>
        Array.from({ length: clientsOfNode }, async () => {
          while (!stopped) {
            const at = performance.now()
            const { status } = await request(node + listProjects.path, {
              headers: { authorization: `Bearer ${token}` },
            })
            sent.push({ node, at, status })
          }
        }),
      )
      const all = Promise.all(clients)
      return {
        sent,
        /** Until each node has answered enough of such requests. */
        async untilEach(counts: (sent: Sent) => boolean): Promise<void> {
          const deadline = performance.now() + 60_000
          const isDone = () =>
            nodes.every((node) => sent.filter((one) => one.node === node && counts(one)).length >= enough)
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
