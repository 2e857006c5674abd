import type { Body, Endpoint, Headers, Params, Query, Reply } from '@dailies/contract/endpoint.ts'
import type { Caller } from '../tokens/authenticate.ts'

/** A checked request, as a rule of the domain wants it. */
export interface Input<E extends Endpoint> {
  caller: Caller
  params: Params<E>
  query: Query<E>
  headers: Headers<E>
  body: Body<E>
}

/** An endpoint of the contract and what answers it. */
export interface Route {
  endpoint: Endpoint
  answer: (input: Input<Endpoint>) => Promise<unknown>
  /** Of how many requests it counts for, where that is not one. */
  cost?: (body: unknown) => number
}

export function route<E extends Endpoint>(
  endpoint: E,
  answer: (input: Input<E>) => Promise<Reply<E>>,
  cost?: (body: Body<E>) => number,
): Route {
  return {
    endpoint,
    answer: answer as unknown as Route['answer'],
    ...(cost && { cost: cost as Route['cost'] }),
  } as Route
}
