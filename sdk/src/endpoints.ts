import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'

type Endpoints = typeof endpoints

/**
 * Every endpoint that a token opens and that takes and answers with JSON, once, by the name that it has in the contract and in OpenAPI
 * (`operationId`).
 */
export type EndpointName = {
  [N in keyof Endpoints]: Endpoints[N] extends { streams: true } | { uploads: true } | { serves: true }
    ? never
    : Endpoints[N] extends { permission: string }
      ? N
      : never
}[keyof Endpoints]

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { [key in K]: infer S extends z.ZodType }
  ? NonNullable<z.input<S>>
  : unknown

type Parts<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>

/** What an endpoint takes, in one object: what stands in the path, and the query or the body. */
export type Input<N extends EndpointName> =
  unknown extends Parts<Endpoints[N]>
    ? Record<string, never>
    : { [K in keyof Parts<Endpoints[N]>]: Parts<Endpoints[N]>[K] }

/** What it answers. */
export type Reply<N extends EndpointName> = Endpoints[N] extends Endpoint
  ? z.output<Endpoints[N]['reply']>
  : never

/** Endpoints that answer with a page of a list. */
export type PagedName = {
  [N in EndpointName]: Reply<N> extends { data: unknown[]; metadata: { nextCursor: string | null } }
    ? N
    : never
}[EndpointName]

/** What such a list has. */
export type Item<N extends PagedName> = Reply<N> extends { data: (infer T)[] } ? T : never

/** What is needed to call an endpoint. */
export interface Call {
  method: Endpoint['method']
  path: string
  /** The parameter that says where the next page begins. */
  next?: string
}

/**
 * Each by its name. The build puts the finished table in the place of this file (`vite-plugin.ts`), so that no schema
 * is loaded for it.
 */
export const table = Object.fromEntries(
  Object.entries<Endpoint>(endpoints)
    .filter(
      ([, { permission, streams, uploads, serves }]) =>
        permission !== undefined && !streams && !uploads && !serves,
    )
    .map(([name, endpoint]) => [name, callOf(endpoint)]),
) as Record<EndpointName, Call>

function callOf({ method, path, query, reply }: Endpoint): Call {
  const metadata = reply instanceof z.ZodObject && reply.shape.metadata
  const isPaged = metadata instanceof z.ZodObject && 'nextCursor' in metadata.shape
  const next = isPaged && ['cursor', 'since'].find((parameter) => query?.shape[parameter])
  return { method, path, ...(next && { next }) }
}
