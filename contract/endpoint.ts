import { z } from 'zod'
import type { Deprecation } from './deprecation.ts'
import type { ProjectRole } from './member.ts'
import type { Permission } from './permission.ts'

/** A place in the interface. Everything that mounts, documents or calls it comes from this description. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters of the path stand in braces, as in OpenAPI: `/api/webhooks/{id}`. */
  path: string
  tag:
    | 'Extension'
    | 'Production'
    | 'Members'
    | 'Assets'
    | 'Media'
    | 'Review'
    | 'Review sessions'
    | 'Prompt packages'
    | 'Inbox'
    | 'Preferences'
    | 'Reports'
    | 'Events'
    | 'Webhooks'
    | 'Tokens'
    | 'Account'
    | 'Users'
    | 'Doctor'
    | 'Links'
    | 'Guests'
  /** What a token must be allowed. Where there is none, no token is let in, only who is signed in to the console. */
  permission?: Permission
  /**
   * The least that who asks must be in the project that it is about: for less it is 403, for who is no member as if it were
   * missing. Where there is none, it is about what is the user's own, or it lists what the user may see.
   */
  role?: ProjectRole
  /** True where anybody is let in, signed in or not. */
  open?: true
  /** True where, of what is open, somebody signs in: 401 says that what they gave is wrong, and not that nobody is signed in. */
  signsIn?: true
  /** True where a guest of a review link is let in by the cookie of their visit. Of others it knows nothing. */
  guests?: true
  /** True where a session is let in, too, that lacks the second factor which the installation requires: by these it gets one, or ends. */
  withoutSecondFactor?: true
  /** True where, of those who are signed in, only administrators are let in. */
  administrators?: true
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  body?: z.ZodType
  /**
   * Of a body that holds many, which are checked one by one: it may be so many times as large as another, and nest up
   * to 1,000 levels, so that one that is too deep alone does not spoil the others.
   */
  bodyFactor?: number
  /**
   * Of such a body, whose members of lists are also read one by one: each may be as large and as deep as another body, and
   * one that is not is refused by itself.
   */
  bodyMembers?: true
  /** Bytes at most, where that is less than of other bodies. */
  bodyLimit?: number
  reply: z.ZodType
  /** True where the body is a file, of whatever type and as large as it is; there is no other `body` then. */
  uploads?: true
  /** True where the answer is a file, which may be asked for by ranges. */
  serves?: true
  /** True where the answer is a stream of server-sent events, each of which has a `reply` as its data. */
  streams?: true
  /** True where the header `Dailies-Change` of an answer says by which id what was changed can be undone. */
  undoable?: true
  /** The status of success, 200 unless it says otherwise. */
  status?: 201
  /** The error statuses of its own; those that every endpoint may give are in `openapi.ts`. */
  errors: readonly (400 | 401 | 403 | 404 | 409 | 413 | 416 | 429 | 507)[]
  deprecated?: Deprecation
}

/** Whether a token opens it. */
export function takesToken({ permission }: Endpoint): boolean {
  return permission !== undefined
}

/** Whether the cookie of the console opens it. It means nothing to the interface of the extension. */
export function takesSession({ path, open }: Endpoint): boolean {
  return !open && !path.startsWith('/api/extension/')
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

export type Params<E extends Endpoint> = Output<E['params']>
export type Query<E extends Endpoint> = Output<E['query']>
export type Headers<E extends Endpoint> = Output<E['headers']>
export type Body<E extends Endpoint> = Output<E['body']>
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** How many rows of a list at most: 1 to 100, more counts as 100. docs/interface.md, "Limits". */
export const limit = z
  .preprocess(
    (value: number) => numberOf(value),
    z.number('Must be a whole number').min(1, 'Must be 1 or more'),
  )
  .transform((value) => Math.min(value, 100))
  .prefault(30)
  .meta({ type: 'integer', description: 'How many at most; over 100 counts as 100' })

/** How many of a list that has no pages: the first of them; all unless it is said. */
export const first = z
  .preprocess(
    (value: number) => numberOf(value),
    z.number('Must be a whole number').min(1, 'Must be 1 or more'),
  )
  .optional()
  .meta({ type: 'integer', description: 'Only so many, from the beginning; all unless it is given' })

/** A number, which comes as text in the address of a request. */
export function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^[0-9]+$/.test(value) ? Math.min(Number(value), 1e9) : value
}

/** Where the next page begins: `metadata.nextCursor` of the page before. */
export const cursor = z
  .uuid('Must be the nextCursor of another page of this list')
  .optional()
  .meta({ description: '`metadata.nextCursor` of the page before' })

/** The general envelope around one thing. docs/interface.md, "Answers". */
export function one<T extends z.ZodType>(data: T) {
  return z.object({ data, metadata: z.object({}) })
}

/** The general envelope around a list that is always whole, for it cannot be long. */
export function all<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), metadata: z.object({}) })
}

/** The general envelope around a page of a list. */
export function page<T extends z.ZodType>(item: T) {
  const nextCursor = z
    .string()
    .nullable()
    .meta({ description: 'Asks for the next page, as `cursor`; null on the last' })
  return z.object({ data: z.array(item), metadata: z.object({ nextCursor }) })
}
