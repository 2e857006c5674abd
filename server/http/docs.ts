import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/** The page is not to load or send anything beyond the service, whatever a later version of it may want to. */
const nothingFromOutside =
  "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; frame-ancestors 'none'; base-uri 'self'"

/**
 * Mounts the page of the interface at `/docs`. It is loaded by the first one who looks at it: few do, and it would
 * take a fifth of the start and 20 MB of every node.
 */
export function mountDocs(app: FastifyInstance): void {
  let page: Promise<FastifyInstance> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // The page finds its script beside itself.
    if (/^\/docs($|\?)/.test(request.url)) return reply.redirect('/docs/', 301)
    page ??= buildPage()
    const { statusCode, headers, rawPayload } = await (await page).inject({ method: 'GET', url: request.url })
    return reply
      .code(statusCode)
      .type(headers['content-type'] ?? 'text/plain')
      .header('content-security-policy', nothingFromOutside)
      .send(rawPayload)
  }
  app.get('/docs', answer)
  app.get('/docs/*', answer)
}

async function buildPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  page.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'Not found' }))
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      pageTitle: 'Dailies: the REST interface',
    },
  })
  return page
}
