import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4, isIPv6 } from 'node:net'

/** Addresses of either family, behind the name that CNAME records lead to; or what the server does instead. */
export type Records = string[] | 'unknown' | 'broken' | 'silent'

export interface NameServer {
  /** For `setServers` of a resolver. */
  address: string
  /** The questions, in order: 'A hooks.test'. */
  questions: string[]
  close(): Promise<void>
}

const codes = { broken: 2, unknown: 3 }

/** A real name server on loopback, by UDP. `count` is how often the question was asked before. RFC 1035. */
export async function nameServer(
  recordsOf: (name: string, count: number, type: 'A' | 'AAAA') => Records,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    const question = `${type} ${name}`
    const count = questions.filter((asked) => asked === question).length
    questions.push(question)
    const records = recordsOf(name, count, type)
    if (records === 'silent') return
    const answers = typeof records === 'string' ? [] : encodeRecords(records, type)
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180 | (typeof records === 'string' ? codes[records] : 0), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(query: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A'
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

/** A record that is no address is the name which the ones after it belong to. */
function encodeRecords(records: string[], type: 'A' | 'AAAA'): Buffer[] {
  let owner: Buffer = Buffer.from([0xc0, 12])
  const encoded: Buffer[] = []
  for (const record of records) {
    if (isIPv4(record)) {
      if (type === 'A') encoded.push(encodeRecord(owner, 1, Buffer.from(record.split('.').map(Number))))
    } else if (isIPv6(record)) {
      if (type === 'AAAA') encoded.push(encodeRecord(owner, 28, ipv6Bytes(record)))
    } else {
      encoded.push(encodeRecord(owner, 5, encodeName(record)))
      owner = encodeName(record)
    }
  }
  return encoded
}

function encodeRecord(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, fixed, data])
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.of(0)])
}

function ipv6Bytes(address: string): Buffer {
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = left.split(':').filter(Boolean)
  const after = right?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}
