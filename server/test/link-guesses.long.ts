import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { engines } from './engines.ts'
import { madeLink } from './guests.ts'
import { testFilm, testService, testUser } from './service.ts'

const guesses = 100_000
const atOnce = 1000
/** Of addresses that each have a network of their own. */
const addresses = 100

for (const engine of engines) {
  describe(`${guesses} guesses at review links on ${engine}`, () => {
    test('find nothing, and each address is slowed', async () => {
      const environment = { DAILIES_SLOW_BAD_TOKENS: 'true', DAILIES_TRUST_PROXY: '127.0.0.1' }
      const service = await testService(engine, environment)
      try {
        const owner = await testUser(service)
        const { projectId } = await testFilm(service.db, owner)
        for (let count = 0; count < 200; count += 1) await madeLink(owner, projectId)
        const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
        const statuses: Record<number, number> = {}
        let guessed = 0
        let slow = 0
        const begin = performance.now()
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            while (guessed < guesses) {
              guessed += 1
              const start = performance.now()
              const status = await guess(agent, service.address, `198.51.100.${guessed % addresses}`)
              statuses[status] = (statuses[status] ?? 0) + 1
              if (performance.now() - start >= 1000) slow += 1
            }
          }),
        )
        agent.destroy()
        const seconds = (performance.now() - begin) / 1000
        console.log(`${guesses} guesses in ${seconds.toFixed(0)} s, ${slow} answered a second later or more`)
        assert.deepEqual(statuses, { 404: guesses })
        // Twenty a minute of each address at full speed.
        const quick = guesses - slow
        assert.ok(quick <= 20 * addresses * Math.ceil(seconds / 60 + 1), `${quick} at full speed`)
      } finally {
        await service.close()
      }
    })
  })
}

function guess(agent: Agent, service: string, from: string): Promise<number> {
  const body = JSON.stringify({ secret: randomBytes(32).toString('base64url') })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': from,
  }
  return new Promise((resolve, reject) => {
    const url = service + endpoints.checkLink.path
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode!))
    })
    sent.once('error', reject).end(body)
  })
}
