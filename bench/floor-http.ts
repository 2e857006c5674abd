import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

const always = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,POST,PUT,OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
const bodyLimit = 1024 ** 2

/** `node:http` with the limits of the service and nothing between it and `handle`. */
export function listen(
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const limits = { keepAliveTimeout: 72_000, headersTimeout: 10_000, requestTimeout: 30_000 }
  return createServer(limits, handle).listen(port, '127.0.0.1')
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    ...always,
    'content-type': 'application/json; charset=utf-8',
    ...(text.length > 1024 && { vary: 'accept-encoding' }),
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** Reads the body and hands it to `use`; what cannot be one is answered here. */
export function readJson<T extends object>(
  request: IncomingMessage,
  response: ServerResponse,
  use: (body: T) => void,
) {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return sendJson(response, 415, { error: 'Unsupported media type, send application/json' })
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
    if (text.length > bodyLimit) {
      sendJson(response, 413, { error: 'Payload too large' })
      request.destroy()
    }
  })
  request.on('end', () => {
    const body = parse(text)
    if (typeof body !== 'object' || body === null) sendJson(response, 400, { error: 'Invalid payload' })
    else use(body as T)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
