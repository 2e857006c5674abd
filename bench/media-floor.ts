/**
 * The least that could take and give files by hand: `node bench/media-floor.ts FOLDER PORT`. What is sent by PUT is hashed,
 * written and on the disk for good before it is answered; GET sends a file of the folder, or a range of it.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder = '', port] = process.argv.slice(2)
/** Of both streams: larger ones are no quicker. */
const highWaterMark = 262_144

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
})
server.listen(Number(port), '127.0.0.1')

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = join(folder, request.url!.split('?', 1)[0]!.replace(/[^a-z0-9-]/gi, ''))
  if (request.method === 'PUT') await take(request, response, name)
  else if (request.url === '/healthz') response.end('ok')
  else await give(request, response, name)
}

async function take(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const hash = createHash('sha256')
  const file = createWriteStream(path, { flush: true, highWaterMark })
  request.on('data', (piece) => hash.update(piece))
  await pipeline(request, file)
  await using parent = await open(folder)
  await parent.sync()
  response.end(hash.digest('hex'))
}

async function give({ headers }: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const { size } = await stat(path)
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const start = Number(first ?? 0)
  const end = last ? Number(last) : size - 1
  response.writeHead(first ? 206 : 200, {
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(first && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  await pipeline(createReadStream(path, { start, end, highWaterMark }), response)
}
