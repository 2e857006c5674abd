import { z } from 'zod'
import { type Endpoint, limit } from './endpoint.ts'
import { searchHit, searchOrder, searchText } from './search.ts'

export const searchEndpoints = {
  search: {
    method: 'GET',
    path: '/api/search',
    tag: 'Assets',
    permission: 'read',
    summary: 'Find asset versions by what is said in and of them, in all projects that one may see',
    description:
      'Looks at prompts, negative prompts, titles, notes, tags, comments, models, platforms and file names. Case and accents do not matter; words are found whole, runs of Chinese, Japanese, Korean, Thai and Arabic in any part. docs/search.md says more. A page may have fewer than `limit`, or none, and others behind it: go by `metadata.nextCursor`.',
    query: z.object({
      q: searchText,
      partial: z
        .enum(['true', 'false'], 'Must be true or false')
        .optional()
        .meta({ description: 'Whether the last word is still being written, and may go on' }),
      sort: searchOrder.default('best'),
      cursor: z
        .string()
        .regex(
          /^\d{1,16}(-\d{1,16}-\d{1,7}-\d{1,16})?$/,
          'Must be the nextCursor of another page of this list',
        )
        .optional()
        .meta({ description: '`metadata.nextCursor` of the page before' }),
      limit,
    }),
    reply: z.object({
      data: z.array(searchHit),
      metadata: z.object({
        nextCursor: z
          .string()
          .nullable()
          .meta({ description: 'Asks for the next page, as `cursor`; null on the last' }),
        waiting: z.int().min(0).meta({
          description:
            'Asset versions whose latest change is not in the index yet, 1000 at most; 0 unless very many were changed a moment ago, or the index is being built',
        }),
      }),
    }),
    errors: [400, 401],
  },
} as const satisfies Record<string, Endpoint>
