import type { FastifyReply, FastifyRequest } from 'fastify'
import { alwaysHeaders } from './always-headers.ts'
import { corsHeaders } from './cors.ts'

/** What a stream is written with. */
export interface EventSink {
  /** Nothing more is to be written until `taken` is called. */
  write(text: string): void
  end(): void
}

interface Events {
  /** Called when what was written is on its way. */
  taken(): void
  /** Called once, when the client is gone or the stream has ended. */
  closed(): void
}

/** A reply that is a stream of server-sent events, and begins once its head is written. */
export class EventStream<Reply> {
  /** For the type alone: the data of each event. */
  declare readonly reply: Reply
  readonly begin: (sink: EventSink) => Events

  constructor(begin: (sink: EventSink) => Events) {
    this.begin = begin
  }
}

/**
 * HTML Living Standard, 9.2, "Server-sent events". Not compressed: an event would wait for those after it; and nginx is told
 * not to hold them back either.
 */
const headersOfStream = {
  ...corsHeaders,
  ...alwaysHeaders,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

export function sendEvents(request: FastifyRequest, reply: FastifyReply, stream: EventStream<unknown>): void {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, headersOfStream)
  if (request.method === 'HEAD') return void raw.end()
  // Gone meanwhile: there will be no event to tell so.
  if (raw.destroyed || raw.socket?.destroyed) return
  const events = stream.begin({
    // Not by `drain`: some 64 kB would wait for each client that does not read.
    write: (text) => raw.write(text, (error) => error || events.taken()),
    end: () => raw.end(),
  })
  raw.once('close', () => events.closed())
}
