import { openApiDocument } from '@dailies/contract/openapi.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { version } from '../version.ts'
import type { Metrics } from './metrics.ts'
import { pathOf } from './unrouted.ts'

/** What is for those who run the service. None of it asks for a token: a proxy in front keeps others away. */
const forOperators = new Set(['/healthz', '/readyz', '/metrics'])

export function isForOperators(url: string): boolean {
  return forOperators.has(pathOf(url))
}

const aboutToStop = 'This node is about to stop, ask another one'

/** What an operator and an integrator ask of the service itself; none of it needs a token. */
export function mountOperations(
  app: FastifyInstance,
  {
    metrics,
    isReady,
    detail = async () => ({}),
    drained,
  }: {
    metrics: Metrics
    isReady: () => Promise<void>
    detail?: (() => Promise<object>) | undefined
    /** Aborted when nothing more is to be sent here. */
    drained?: AbortSignal | undefined
  },
): void {
  app.get('/healthz', { onRequest: toTheLetter }, async () => ({ status: 'ok' }))

  app.get('/readyz', { onRequest: toTheLetter }, async (_request, reply) => {
    if (drained?.aborted) return reply.code(503).header('retry-after', '1').send({ error: aboutToStop })
    await isReady()
    return { status: 'ready', ...(await detail()) }
  })

  app.get('/metrics', { onRequest: toTheLetter }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )

  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(version))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document)
  })
}

/** Elsewhere a trailing slash or `%6D` leads to the same place; here it would lead past the rules of a proxy. */
async function toTheLetter({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!forOperators.has((raw.url ?? '').replace(/\?.*$/s, '')))
    await reply.code(404).send({ error: 'Not found' })
}
