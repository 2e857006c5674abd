import { z } from 'zod'
import { type Endpoint, limit, one } from './endpoint.ts'
import {
  alikeHit,
  isPartial,
  look,
  mostApart,
  mostPictureBytes,
  searchFacet,
  searchHit,
  searchOrder,
  searchText,
} from './search.ts'
import { foundPlace } from './search-places.ts'
import { id } from './text.ts'

const waiting = z.int().min(0).meta({
  description:
    'Asset versions whose latest change is not in the index yet, 1000 at most; 0 unless very many were changed a moment ago, or the index is being built',
})

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
      partial: isPartial,
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
        waiting,
      }),
    }),
    errors: [400, 401],
  },
  listSearchFacets: {
    method: 'GET',
    path: '/api/search/facets',
    tag: 'Assets',
    permission: 'read',
    summary:
      'Count what a search finds, by project, type, platform, model, status, rights, tag, who captured it, and winner',
    description:
      'Of a filter that the search has already, its other values are counted as if it were not there. Counts are exact where `isComplete`; else they are of the newest: one answer looks at 10,000 asset versions of the index, at 4,000 where it has to read their texts. docs/search.md says more.',
    query: z.object({ q: searchText, partial: isPartial }),
    reply: z.object({ data: z.array(searchFacet), metadata: z.object({ waiting }) }),
    errors: [400, 401],
  },
  searchAlike: {
    method: 'GET',
    path: '/api/search/alike',
    tag: 'Assets',
    permission: 'read',
    role: 'viewer',
    summary: 'Find asset versions that look like one, or like a picture, in all projects that one may see',
    description: `By \`assetVersionId\`, or by \`look\`, as \`readLook\` tells it; one of them. The most alike first, then the newest, of those that differ in ${mostApart} of 64 bits at most. Films by their poster. There are no further pages: \`q\` narrows what is found. docs/search.md says more.`,
    query: z.object({
      assetVersionId: id.optional().meta({ description: 'Which is not among what is found' }),
      look: look.optional().meta({ description: 'Of a picture, as `readLook` tells it' }),
      q: searchText,
      limit,
    }),
    reply: z.object({
      data: z.array(alikeHit),
      metadata: z.object({
        look: look.nullable().meta({
          description:
            'What was looked for; null where of the asset version no picture is known yet, or one that has nothing to be told apart by',
        }),
      }),
    }),
    errors: [400, 401, 404],
  },
  readLook: {
    method: 'POST',
    path: '/api/search/look',
    tag: 'Assets',
    permission: 'read',
    summary: 'Tell how a picture looks, to find what looks like it',
    description: `The body is the picture as it is, of ${mostPictureBytes / 1024 ** 2} MiB at most. Nothing of it is kept.`,
    uploads: true,
    reply: one(
      z.object({
        look: look.nullable(),
        problem: z.string().nullable().meta({ description: 'Why it has none' }),
      }),
    ),
    errors: [400, 401, 413],
  },
  searchPlaces: {
    method: 'GET',
    path: '/api/search/places',
    tag: 'Production',
    permission: 'read',
    summary: 'Find scenes and shots by what is said of them, in all projects that one may see',
    description:
      'Looks at number, macro scene and story beat of a scene, and at code, description and note of a shot, with the number of its scene: at the first 2,000 characters of each. Words mean what they mean in a search of asset versions. Of its filters, scenes and shots have `project`, `scene` and `shot`; with another one there are none. What fits best comes first, scenes before shots, then in the order of their film, the newest film first. There are no pages: narrow the search. docs/search.md says more.',
    query: z.object({ q: searchText, partial: isPartial, limit }),
    reply: z.object({
      data: z.array(foundPlace),
      metadata: z.object({
        waiting: z.int().min(0).meta({
          description: 'Scenes and shots whose latest change is not in the index yet, 1000 at most',
        }),
      }),
    }),
    errors: [400, 401],
  },
} as const satisfies Record<string, Endpoint>
