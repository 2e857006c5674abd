import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Connection } from './connection.ts'
import { mcpServer } from './mcp-server.ts'

/** Messages of a body that has several. */
const mostMessages = 20

/** Milliseconds until all questions of a body must be answered. */
const longest = 60_000

interface Asked {
  /** Parsed JSON, within the limits of bodies. */
  body: unknown
  /** The header `MCP-Protocol-Version`. */
  protocolVersion: string | undefined
  connection: Connection
  /** Aborted when the client is gone. */
  signal: AbortSignal
  /** Waits until work may begin that takes a few milliseconds; nothing where it may at once. */
  turn: () => Promise<void> | undefined
  failed: (error: unknown) => void
}

interface HttpAnswer {
  status: number
  /** JSON; undefined where there is nothing to say. */
  json: string | undefined
}

/**
 * Answers a POST of Streamable HTTP with JSON: each by itself and by a server of its own, so that any node may answer
 * the next. (modelcontextprotocol.io/specification/2025-11-25/basic/transports)
 */
export async function answerMcp({
  body,
  protocolVersion,
  connection,
  signal,
  turn,
  failed,
}: Asked): Promise<HttpAnswer> {
  if (Array.isArray(body) && body.length > mostMessages) {
    return refusal(400, -32600, `At most ${mostMessages} messages at once`)
  }
  const server = mcpServer({ connection, turn, failed })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const end = Promise.withResolvers<HttpAnswer>()
  const leave = () => end.resolve(refusal(400, -32000, 'The client is gone'))
  const timer = setTimeout(
    () =>
      end.resolve(
        refusal(503, -32000, `It took longer than ${longest / 1000} seconds. Ask for less at once`),
      ),
    longest,
  )
  signal.addEventListener('abort', leave)
  try {
    signal.throwIfAborted()
    const answer = transport.handleRequest(requestOf(protocolVersion), {
      parsedBody: withoutCancelling(body),
    })
    return await Promise.race([answer.then(toHttpAnswer), end.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    // Ends what is still under way.
    await server.close()
  }
}

/** What the transport looks at. That our answers are JSON goes for all: nobody need ask for it. */
function requestOf(protocolVersion: string | undefined): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(protocolVersion !== undefined && { 'mcp-protocol-version': protocolVersion }),
    },
  })
}

/** A question cancelled beside itself would never be answered, nor would the body. Who is gone has cancelled. */
function withoutCancelling(body: unknown): unknown {
  if (!Array.isArray(body)) return body
  return body.filter(
    (message) => (message as { method?: unknown } | null)?.method !== 'notifications/cancelled',
  )
}

async function toHttpAnswer(response: Response): Promise<HttpAnswer> {
  return { status: response.status, json: (await response.text()) || undefined }
}

function refusal(status: number, code: number, message: string): HttpAnswer {
  return { status, json: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }) }
}
