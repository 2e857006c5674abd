/**
 * Sends and reads files as cheaply as it can be done, over connections that stay: a process of its own that `media-loader.ts` starts, and
 * that does one job at a time.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'

export interface Transfer {
  method: 'GET' | 'PUT'
  path: string
  headers: Record<string, string>
  /** Bytes to send, or that are to come; of a file that is sent they are its own. */
  bytes: number
  /** What is sent, with an end that makes it another file each time: of pictures nobody looks at it. */
  file?: string
}

export interface TransferJob {
  address: string
  transfers: Transfer[]
  /** Connections, each of which takes the next transfer once it is done with one. */
  atOnce: number
}

export interface TransferResult {
  seconds: number
  bytes: number
  /** Seconds of each transfer, as they ended. */
  each: number[]
  /** What went wrong; nothing is measured then. */
  failure?: string
}

/** What all files but for their beginning consist of. */
const piece = randomBytes(1024 ** 2)
const headEnd = Buffer.from('\r\n\r\n')

process.on('message', async (job: TransferJob) => {
  process.send?.(
    await work(job).catch((error) => ({ seconds: 0, bytes: 0, each: [], failure: String(error) })),
  )
})

async function work({ address, transfers, atOnce }: TransferJob): Promise<TransferResult> {
  const waiting = [...transfers]
  const each: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const connection = await open(address)
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const start = performance.now()
        await transfer(connection, next)
        each.push((performance.now() - start) / 1000)
      }
      connection.socket.destroy()
    }),
  )
  const seconds = (performance.now() - began) / 1000
  return { seconds, bytes: transfers.reduce((sum, { bytes }) => sum + bytes, 0), each }
}

interface Connection {
  socket: Socket
  host: string
  /** Takes what comes; `bytes` belongs to the connection. */
  take: (bytes: Buffer) => void
  fail: (error: Error) => void
}

async function open(address: string): Promise<Connection> {
  const { hostname, port, host } = new URL(address)
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: Buffer.allocUnsafe(262_144),
      callback: (length, buffer) => {
        connection.take(Buffer.from(buffer.buffer, buffer.byteOffset, length))
        return true
      },
    },
  })
  const connection: Connection = { socket, host, take: () => {}, fail: () => {} }
  socket.on('error', (error) => connection.fail(error))
  socket.on('close', () => connection.fail(new Error('The connection was closed')))
  await once(socket, 'connect')
  return connection
}

async function transfer(connection: Connection, asked: Transfer): Promise<void> {
  const { method, path, headers } = asked
  const file = asked.file && Buffer.concat([await readFile(asked.file), randomBytes(16)])
  const bytes = file ? file.length : asked.bytes
  const length = method === 'PUT' ? { 'content-length': String(bytes) } : {}
  const lines = Object.entries({ host: connection.host, ...headers, ...length })
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const answered = answer(connection)
  connection.socket.write(head)
  if (file) connection.socket.write(file)
  else if (method === 'PUT') await Promise.race([send(connection.socket, bytes), answered])
  const { status, length: came, text } = await answered
  const isRight = method === 'PUT' ? status === 200 : status === 200 || status === 206
  if (!isRight) throw new Error(`${method} ${path}: ${status} ${text}`)
  if (method === 'GET' && came !== bytes) throw new Error(`GET ${path}: ${came} of ${bytes} bytes came`)
}

/** No two files are the same. */
async function send(socket: Socket, bytes: number): Promise<void> {
  const start = randomBytes(Math.min(64, bytes))
  socket.write(start)
  for (let left = bytes - start.length; left > 0; ) {
    const part = left < piece.length ? piece.subarray(0, left) : piece
    left -= part.length
    if (!socket.write(part)) await once(socket, 'drain')
  }
}

interface Answer {
  status: number
  length: number
  /** The beginning of the body, where it is short. */
  text: string
}

function answer(connection: Connection): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let head: Buffer | undefined = Buffer.alloc(0)
    let status = 0
    let length = 0
    let left = 0
    let text = ''
    connection.fail = reject
    connection.take = (bytes) => {
      if (head) {
        head = Buffer.concat([head, bytes])
        const end = head.indexOf(headEnd)
        if (end < 0) return
        const lines = head.toString('latin1', 0, end)
        status = Number(/^HTTP\/1\.1 (\d+)/.exec(lines)?.[1])
        const said = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1]
        if (said === undefined) return reject(new Error(`No length: ${lines}`))
        length = Number(said)
        left = length
        bytes = head.subarray(end + headEnd.length)
        head = undefined
      }
      left -= bytes.length
      if (text.length < 500 && length < 10_000) text += bytes.toString()
      if (left === 0) resolve({ status, length, text })
    }
  })
}
