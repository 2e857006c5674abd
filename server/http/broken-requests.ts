import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { alwaysHeaders } from './always-headers.ts'
import { corsHeaders } from './cors.ts'

const broken: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
}

/** Answers what never became a request: it was not HTTP, too slow, or had too large a head. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = broken[error.code ?? ''] ?? ['400 Bad Request', 'Not a valid HTTP request']
  socket.end(textOf(status, message))
}

/** For who sends HTTP to where HTTPS is spoken. */
export const plainAnswer = textOf('400 Bad Request', 'HTTPS is spoken here: the address begins with https://')

function textOf(status: string, message: string): string {
  const { headers, body } = lastAnswer(message)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`
}

/** Node hands an `Expect` other than 100-continue to nobody else. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = lastAnswer('The expectation cannot be met')
  response.writeHead(417, headers).end(body)
}

/** An error in our own shape, after which the connection closes. */
function lastAnswer(error: string) {
  const body = JSON.stringify({ error })
  const headers = {
    ...corsHeaders,
    ...alwaysHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return { headers, body }
}
