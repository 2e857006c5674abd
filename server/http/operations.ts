import { openApiDocument } from '@dailies/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import type { Metrics } from './metrics.ts'

/** What an operator and an integrator ask of the service itself; none of it needs a token. */
export function mountOperations(
  app: FastifyInstance,
  { metrics, isReady }: { metrics: Metrics; isReady: () => Promise<void> },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    await isReady()
    return { status: 'ready' }
  })

  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))

  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(version))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
