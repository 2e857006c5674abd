import { lookup } from 'node:dns/promises'
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { SecureContextOptions, Server as SecureServer, TlsOptions } from 'node:tls'
import { plainAnswer } from './broken-requests.ts'

// An import by name would load all that it has names for, the client of `fetch` among it: 50 ms of the start.
const { createServer } = process.getBuiltinModule('node:http')

/** Browsers send one request at a time, and who sends several ahead means a few. */
const mostUnanswered = 10

const sweepEvery = 100

interface Connection {
  answering: ServerResponse | undefined
  /** The last request, which may still be coming also when it is answered. */
  coming: IncomingMessage | undefined
  /** Sweeps left for the rest of it; undefined where it may take as long as it likes. */
  sweepsLeft: number | undefined
  /** Sent ahead: each waits for the answer to the one before. */
  waiting: [IncomingMessage, ServerResponse][]
  /** For how many sweeps there has been nothing to answer. */
  idleSweeps: number
  /** At which sweep there began to be bytes of an answer that the client has not taken yet. */
  unreadSince: number | undefined
}

interface Limits {
  /** Milliseconds in which a request must come. */
  requestTimeout: number
  /** Milliseconds in which a client must take something of an answer that waits for it. */
  writeTimeout: number
  /** Bytes of answers that may wait for clients, on all connections together. */
  unreadLimit: number
  /** Milliseconds for which a connection must have been silent before a service that stops closes it. */
  silence: number
}

/**
 * The connections of a server, and what each may hold of it. The requests of one are answered one after the other
 * (RFC 9112, section 9.3.2), so that a client cannot have many answers made and read none of them.
 */
export class Connections {
  readonly #limits: Limits
  readonly #servers: Server[] = []
  readonly #open = new Map<Socket, Connection>()
  /** Those that are to speak HTTPS and have not agreed on how yet, by whose they are; with the sweep at which they came. */
  readonly #greeting = new Map<string, [Socket, number]>()
  readonly #sweeper: NodeJS.Timeout
  #sweeps = 0
  #taken = 0
  #listener: RequestListener = () => {}
  #options: ServerOptions = {}
  #secure: TlsOptions | undefined

  constructor(limits: Limits) {
    this.#limits = limits
    this.#sweeper = setInterval(() => this.#sweep(), sweepEvery).unref()
  }

  /** A server whose connections these are; with `secure` one that speaks HTTPS. */
  serve(listener: RequestListener, options: ServerOptions, secure?: TlsOptions): Server {
    this.#listener = listener
    this.#options = options
    this.#secure = secure
    return this.#newServer()
  }

  /** For connections from now on; those that are open stay as they are. */
  renew(secure: SecureContextOptions): void {
    this.#secure = { ...this.#secure, ...secure }
    for (const server of this.#servers) asSecure(server).setSecureContext(secure)
  }

  /** `localhost` is two addresses, and the first server listens at one of them. */
  async listenBeside(host: string): Promise<void> {
    const [first] = this.#servers
    if (!first) return
    const taken = first.address()
    if (!taken || typeof taken === 'string') return
    const all = await lookup(host, { all: true })
    for (const { address } of all.filter((one) => one.address !== taken.address)) {
      const server = this.#newServer()
      for (const event of ['clientError', 'checkExpectation'])
        for (const listener of first.listeners(event)) server.on(event, listener as () => void)
      await new Promise<void>((resolve) => {
        // A machine without IPv6 may know the address all the same.
        server.once('error', () => resolve())
        server.listen({ host: address, port: taken.port }, resolve)
      })
    }
  }

  /** Of a request whose body may take as long as it likes to come. Whoever reads it sees to it that something comes. */
  letTakeLong({ socket }: IncomingMessage): void {
    const connection = this.#open.get(socket)
    if (connection) connection.sweepsLeft = undefined
  }

  /** Closes connections until no more than the limit waits for clients: first those that have waited longest. */
  boundUnread(): void {
    const slow: [Socket, Connection][] = []
    let unread = 0
    for (const one of this.#open) {
      const [socket, connection] = one
      if (socket.writableLength === 0 || socket.destroyed) {
        connection.unreadSince = undefined
        continue
      }
      connection.unreadSince ??= this.#sweeps
      unread += socket.writableLength
      slow.push(one)
    }
    if (unread <= this.#limits.unreadLimit) return
    for (const [socket] of slow.sort(([, one], [, other]) => one.unreadSince! - other.unreadSince!)) {
      unread -= socket.writableLength
      socket.destroy()
      if (unread <= this.#limits.unreadLimit) return
    }
  }

  /**
   * To be called before the service stops, while its answers do not yet say that they are the last: takes the connections
   * that wait with the system, which would reset them with what they have sent. While new ones keep coming, not for longer
   * than a connection may be silent.
   */
  async takeWaiting(): Promise<void> {
    const end = performance.now() + this.#limits.silence
    for (let taken = -1; taken < this.#taken && performance.now() < end; ) {
      taken = this.#taken
      await sleep(10)
      // On a busy machine the time may be over before the system was asked at all.
      await turn()
    }
  }

  /**
   * Takes no more connections, and resolves when there are none. Each answer says that it is the last on its connection
   * (Fastify says so from here on, and this of those under way); a connection that has nothing to answer is left open
   * until it has been silent for a while: a client that is just sending its next request would have it reset.
   */
  async stop(): Promise<void> {
    // Not the method of HTTP servers: that closes what is idle at once.
    for (const server of this.#servers) NetServer.prototype.close.call(server)
    for (const { answering } of this.#open.values()) if (answering) sayLast(answering)
    const sweeps = this.#limits.silence / sweepEvery
    while (this.#open.size > 0 || this.#greeting.size > 0) {
      for (const [socket, { answering, idleSweeps }] of this.#open) {
        if (!answering && idleSweeps >= sweeps) socket.destroy()
      }
      for (const [socket, since] of this.#greeting.values()) {
        if (this.#sweeps - since >= sweeps) socket.destroy()
      }
      await sleep(sweepEvery / 4)
    }
    clearInterval(this.#sweeper)
  }

  #newServer(): Server {
    const server = this.#secure ? this.#newSecureServer(this.#secure) : this.#newPlainServer()
    server.setTimeout(this.#limits.writeTimeout, (socket) => this.#timedOut(socket))
    this.#servers.push(server)
    return server
  }

  #newPlainServer(): Server {
    const server = createServer(this.#options, (request, response) => this.#take(request, response))
    server.on('connection', (socket) => {
      this.#taken += 1
      this.#begin(socket)
    })
    return server
  }

  #newSecureServer(secure: TlsOptions): Server {
    const { createServer } = process.getBuiltinModule('node:https')
    const server = createServer({ ...this.#options, ...secure }, (request, response) =>
      this.#take(request, response),
    )
    server.on('connection', (socket) => {
      this.#taken += 1
      const whose = peerOf(socket)
      this.#greeting.set(whose, [socket, this.#sweeps])
      socket.once('close', () => {
        if (this.#greeting.get(whose)?.[0] === socket) this.#greeting.delete(whose)
      })
    })
    server.on('secureConnection', (socket) => {
      this.#greeting.delete(peerOf(socket))
      this.#begin(socket)
    })
    // Node's own would hand it to those who answer broken requests, in words that nobody could read.
    server.removeAllListeners('tlsClientError')
    server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
      const [raw] = this.#greeting.get(peerOf(socket)) ?? []
      if (spokePlainly.has(error.code ?? '') && raw?.writable) raw.write(plainAnswer)
      socket.destroy()
    })
    return server as unknown as Server
  }

  #begin(socket: Socket): void {
    this.#open.set(socket, {
      answering: undefined,
      coming: undefined,
      sweepsLeft: undefined,
      waiting: [],
      idleSweeps: 0,
      unreadSince: undefined,
    })
    socket.once('close', () => this.#open.delete(socket))
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const connection = this.#open.get(socket)
    // What came in the same packet as the request for which it was closed.
    if (!connection || socket.destroyed) return
    if (!connection.answering) this.#answer(connection, request, response)
    else if (connection.waiting.push([request, response]) >= mostUnanswered) socket.destroy()
  }

  #answer(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.answering = response
    connection.coming = request
    connection.sweepsLeft = this.#sweepsForRest
    connection.idleSweeps = 0
    response.once('close', () => {
      connection.answering = undefined
      // Nobody reads what is left of it.
      connection.sweepsLeft ??= this.#sweepsForRest
      connection.idleSweeps = 0
      const next = connection.waiting.shift()
      if (next && !request.socket.destroyed) this.#answer(connection, ...next)
    })
    this.#listener(request, response)
  }

  /** Nothing came or went for the time: Node tells so of a connection that waits for its client, or for us. */
  #timedOut(socket: Socket): void {
    const atWork = this.#open.get(socket)?.answering && socket.writableLength === 0
    if (!atWork) socket.destroy()
  }

  get #sweepsForRest(): number {
    return this.#limits.requestTimeout / sweepEvery
  }

  #sweep(): void {
    this.#sweeps += 1
    for (const [socket, connection] of this.#open) {
      if (!connection.answering) connection.idleSweeps += 1
      this.#waitForRest(socket, connection)
    }
    this.boundUnread()
  }

  /** As Node does it with a time-out for all. RFC 9110, section 15.5.9. */
  #waitForRest(socket: Socket, connection: Connection): void {
    const { coming, sweepsLeft } = connection
    if (sweepsLeft === undefined || coming === undefined || coming.complete) return
    connection.sweepsLeft = sweepsLeft - 1
    if (sweepsLeft > 1) return
    connection.coming = undefined
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    this.#servers[0]?.emit('clientError', error, socket)
  }
}

/** What OpenSSL calls an HTTP request without TLS: it knows some methods, and finds a strange version in others. */
const spokePlainly = new Set([
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_HTTPS_PROXY_REQUEST',
  'ERR_SSL_WRONG_VERSION_NUMBER',
])

/** A connection by TLS and the one below it have the same. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function asSecure(server: Server): SecureServer {
  return server as unknown as SecureServer
}

/** Not while its request still comes: the client would be reset while it sends, and never read the answer. */
function sayLast(response: ServerResponse): void {
  if (response.req.complete && !response.headersSent) response.shouldKeepAlive = false
}
