import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Hands the request on and its answer back; `silently`, the answer is lost. */
export type Forward = (target: string, silently?: boolean) => Promise<void>

/** A server that answers each request as it is told: by what it makes up, by what another says, or never. */
export async function forwarding(
  answer: (method: string, path: string, forward: Forward, response: ServerResponse, body: Buffer) => unknown,
): Promise<{ address: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const forward: Forward = async (target, silently) => {
      const {
        host: _,
        connection: __,
        'content-length': ___,
        'transfer-encoding': ____,
        expect: _____,
        ...headers
      } = request.headers
      const reply = await fetch(target + request.url, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        body: body.length > 0 ? body : null,
      })
      const text = await reply.text()
      if (silently) return
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' }).end(text)
    }
    await answer(request.method ?? '', request.url ?? '', forward, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() }
}
