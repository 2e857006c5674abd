import { z } from 'zod'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { id } from './text.ts'
import {
  newToken,
  revokedToken,
  token,
  tokenAuditEntry,
  tokenRotation,
  tokenUpdate,
  tokenWithSecret,
} from './token.ts'

const params = z.object({ id: id.meta({ description: 'Of the token' }) })

/** Management of tokens. docs/interface.md, "Token management". */
export const tokenEndpoints = {
  listTokens: {
    method: 'GET',
    path: '/api/tokens',
    tag: 'Tokens',
    permission: 'tokens',
    summary: "List the user's tokens",
    description:
      'The newest first, revoked and expired ones too. A token sees those that may do no more than itself; the others are as if missing, here and below.',
    query: z.object({ cursor, limit }),
    reply: page(token),
    errors: [400, 401],
  },
  createToken: {
    method: 'POST',
    path: '/api/tokens',
    tag: 'Tokens',
    permission: 'tokens',
    summary: 'Make a token',
    description:
      'Valid for 90 days. The answer holds the token itself: the only time that it is shown. Nobody grants what they do not have (403). At most 100 live tokens a user.',
    body: newToken,
    status: 201,
    reply: one(tokenWithSecret),
    errors: [400, 401],
  },
  updateToken: {
    method: 'PATCH',
    path: '/api/tokens/{id}',
    tag: 'Tokens',
    permission: 'tokens',
    summary: 'Rename a token or change what it may',
    description: 'Counts from the next request on, on every node.',
    params,
    body: tokenUpdate,
    reply: one(token),
    errors: [400, 401, 404],
  },
  revokeToken: {
    method: 'DELETE',
    path: '/api/tokens/{id}',
    tag: 'Tokens',
    permission: 'tokens',
    summary: 'Revoke a token',
    description:
      'At once, on every node. It stays in the list. With `successors` also what came of it: its successors by rotation, the tokens that were made with it, and theirs in turn, as far as whoever revokes sees them.',
    params,
    query: z.object({
      successors: z
        .enum(['true', 'false'], 'Must be true or false')
        .optional()
        .meta({ description: 'Also what came of it' }),
    }),
    reply: one(revokedToken),
    errors: [400, 401, 404],
  },
  rotateToken: {
    method: 'POST',
    path: '/api/tokens/{id}/rotate',
    tag: 'Tokens',
    permission: 'tokens',
    summary: 'Replace a token by a successor',
    description:
      'The successor has the same name, permissions, projects and limits, and 90 days. The old one stays valid for `overlapSeconds`, at most 24 hours.',
    params,
    body: tokenRotation.prefault({}),
    status: 201,
    reply: one(tokenWithSecret),
    errors: [400, 401, 404],
  },
  listTokenAudit: {
    method: 'GET',
    path: '/api/tokens/audit',
    tag: 'Tokens',
    permission: 'tokens',
    summary: 'List what was done to tokens, when and by what',
    description:
      'The newest first. Kept for 3 years unless the operator chose otherwise, and who made which token for ever.',
    query: z.object({ cursor, limit }),
    reply: page(tokenAuditEntry),
    errors: [400, 401],
  },
} as const satisfies Record<string, Endpoint>
