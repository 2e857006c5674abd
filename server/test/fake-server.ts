import assert from 'node:assert/strict'
import { Agent, request as requestPlainly } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readSettings } from '../config.ts'
import { Certificate } from '../http/certificate.ts'
import type { Entrance } from '../http/let-in.ts'
import { Metrics } from '../http/metrics.ts'
import { type Route, route } from '../http/route.ts'
import { buildHttpServer } from '../http/server.ts'
import { openLog } from '../log.ts'

const deadline = 60_000

/** An endpoint that anybody may ask, beside those that every server has. */
export const open = {
  tag: 'Account',
  open: true,
  summary: 'A fake',
  reply: z.unknown(),
  errors: [],
} as const

interface Fake {
  app: FastifyInstance
  port: number
  /** The server's own ends of the connections that are open. */
  sockets: Set<Socket>
}

/** Serves the routes, and nothing else, for as long as the work takes. Nobody is let in where nothing else is said. */
export async function withServer(
  routes: Route[],
  environment: Record<string, string>,
  work: (fake: Fake) => Promise<void>,
  entrance: Partial<Entrance> = {},
): Promise<void> {
  const nobody = () => Promise.reject(new Error('nobody is let in'))
  const settings = readSettings({}, environment)
  const log = openLog('silent')
  const { tlsCertificate: certificate, tlsKey: key } = settings
  const app = await buildHttpServer({
    settings,
    log,
    certificate:
      certificate && key ? new Certificate({ certificate, key }, { ...log, every: 20 }) : undefined,
    metrics: new Metrics(),
    routes,
    entrance: { admit: nobody, admitSession: nobody, confirm: nobody, count: nobody, ...entrance },
    isReady: async () => {},
  })
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    await work({ app, sockets, port: (app.server.address() as { port: number }).port })
  } finally {
    for (const socket of sockets) socket.destroy()
    await app.close()
  }
}

/** Waits for something that is to happen, and fails when it does not. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + deadline
  while (!(await holds())) {
    assert.ok(performance.now() < end, `still not so: ${what}`)
    await sleep(10)
  }
}

const path = '/api/quick'

/** Answers at once. */
export const quick = route({ ...open, method: 'GET', path }, async () => 'done')

/**
 * Stops a service so many times while 64 clients keep asking it, and returns what they met with: `ECONNREFUSED`, and nothing
 * else. By HTTPS, where there is something to trust.
 */
export async function stopsUnderLoad(
  tries: number,
  { environment = {}, ca }: { environment?: Record<string, string>; ca?: string } = {},
): Promise<string[]> {
  const met = new Set<string>()
  for (let round = 0; round < tries; round += 1) {
    await withServer([quick], environment, async ({ app, port }) => {
      const options = { keepAlive: true, maxSockets: 64 }
      const agent = ca === undefined ? new Agent(options) : new SecureAgent({ ...options, ca })
      let answered = 0
      let refused = false
      const clients = Array.from({ length: 64 }, async () => {
        while (!refused) {
          const failure = await ask(agent, port)
          if (failure) met.add(failure)
          else answered += 1
          refused ||= failure === 'ECONNREFUSED'
          // A client that does something between its requests leaves its connection idle.
          if (answered % 3 === 0) await sleep(1)
        }
      })
      await until('all of them are under way', () => answered > 200)
      await app.close()
      await Promise.all(clients)
      agent.destroy()
    })
  }
  return [...met]
}

/** The code of what went wrong, if anything did. */
function ask(agent: Agent, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = agent instanceof SecureAgent ? requestSecurely : requestPlainly
    request({ agent, host: '127.0.0.1', port, path })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .once('response', (response) => {
        response.resume().once('end', () => resolve(response.statusCode === 200 ? undefined : 'status'))
        response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      })
      .end()
  })
}
