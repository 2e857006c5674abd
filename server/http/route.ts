import type { Body, Endpoint, Headers, Params, Query, Reply } from '@dailies/contract/endpoint.ts'
import type { Permission } from '@dailies/contract/permission.ts'
import type { SessionCaller } from '../accounts/admit-session.ts'
import type { Presented } from '../accounts/auth.ts'
import type { TokenCaller } from '../tokens/authenticate.ts'

/** Who makes a request. */
export type Caller = TokenCaller | SessionCaller

/** What HTTP says beyond the contract, and takes beyond it. */
export interface Http extends Presented {
  /** Values for `Set-Cookie`. */
  setCookies(cookies: string[]): void
}

type TakesToken = { permission: Permission }

/** A checked request, as a rule of the domain wants it. */
export interface Input<E extends Endpoint> {
  caller: E extends { open: true } ? undefined : E extends TakesToken ? Caller : SessionCaller
  params: Params<E>
  query: Query<E>
  headers: Headers<E>
  body: Body<E>
  /** Only where no token is let in. */
  http: E extends TakesToken ? undefined : Http
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
