import type { Body, Endpoint, Headers, Params, Query, Reply } from '@dailies/contract/endpoint.ts'
import type { Permission } from '@dailies/contract/permission.ts'
import type { SessionCaller } from '../accounts/admit-session.ts'
import type { Presented } from '../accounts/auth.ts'
import type { Connection, Database } from '../db/database.ts'
import type { TokenCaller } from '../tokens/authenticate.ts'
import type { EventStream } from './event-stream.ts'
import type { LongList } from './long-list.ts'
import type { MediaFile } from './media-file.ts'
import type { WrittenReply } from './written-reply.ts'

/** Who makes a request. */
export type Caller = TokenCaller | SessionCaller

/** What HTTP says beyond the contract, and takes beyond it. */
export interface Http extends Presented {
  /** Whether it says, by X-Forwarded-For, that a proxy passed it on. */
  isForwarded: boolean
  /** Who is at the other end of the connection, where `address` is who a proxy there says, if it is believed. */
  peer: string | undefined
  /** Values for `Set-Cookie`. */
  setCookies(cookies: string[]): void
  /** The same of a session that begins: who asks is known from now on. */
  setSession(cookies: string[]): void
  /** Has the browser forget what it kept of this service. W3C Clear Site Data, section 3.1. */
  clearCache(): void
}

type TakesToken = { permission: Permission }

/** A checked request, as a rule of the domain wants it. */
export interface Input<E extends Endpoint> {
  caller: E extends { open: true } ? undefined : E extends TakesToken ? Caller : SessionCaller
  params: Params<E>
  query: Query<E>
  headers: Headers<E>
  body: Body<E>
  /**
   * The same database, whose transactions begin by asking again whether the caller may: for whatever decides who may
   * what, where a right that ended a moment ago must count for nothing.
   */
  guarded: E extends { open: true } ? undefined : (db: Database) => Database
  /**
   * From where a list is read that may be a moment old: a replica, where there is one, and else the database itself. Only what
   * was admitted by the database itself is read so, and nothing that decides who may do what.
   */
  older: (db: Database) => Connection
  /** A file as it comes, where the endpoint takes one. */
  upload: E extends { uploads: true } ? AsyncIterable<Uint8Array> : undefined
  /** Sets headers of the answer. */
  tell: (headers: Record<string, string>) => void
  /** Whether the client is gone, and what it asked for is for nobody. */
  hasLeft: () => boolean
  /** Where the answer `waits`: does what uses the database once the user has room there. */
  inRoom: <T>(work: () => Promise<T>) => Promise<T>
  /** Only where no token is let in. */
  http: E extends TakesToken ? undefined : Http
}

/** An endpoint of the contract and what answers it. */
export interface Route {
  endpoint: Endpoint
  answer: (input: Input<Endpoint>) => Promise<unknown>
  /** Of how many requests it counts for, where that is not one. */
  cost?: (input: Input<Endpoint>) => number | Promise<number>
  /** Whether it waits for somebody else, and meanwhile takes no room from the user's other requests. */
  waits?: true
}

export function route<E extends Endpoint>(
  endpoint: E,
  answer: (
    input: Input<E>,
  ) => Promise<Reply<E> | LongList<Reply<E>> | WrittenReply<Reply<E>> | EventStream<Reply<E>> | MediaFile>,
  cost?: (input: Input<E>) => number | Promise<number>,
): Route {
  return {
    endpoint,
    answer: answer as unknown as Route['answer'],
    ...(cost && { cost: cost as Route['cost'] }),
  } as Route
}
