import { z } from 'zod'
import { assetCard } from './board.ts'
import { text } from './text.ts'

/** Characters of a search. */
export const longestSearch = 500

/** In which text of an asset version something was found. */
export const searchedField = z.enum([
  'title',
  'tags',
  'prompt',
  'model',
  'platform',
  'notes',
  'comment',
  'file',
  'negativePrompt',
])

/** A piece of a text in which something was found. */
export const foundText = z
  .object({
    field: searchedField,
    text: z.string().meta({ description: 'The piece of the text around what was found first' }),
    marks: z
      .array(z.tuple([z.int().min(0), z.int().min(0)]))
      .meta({ description: 'What was found in it: from and to, in UTF-16 code units' }),
  })
  .meta({ id: 'FoundText' })

/** An asset version that was found, where it stands, and what was found. */
export const searchHit = assetCard
  .extend({
    project: z.object({ id: z.string(), name: z.string() }),
    scene: z.object({ id: z.string(), sceneId: z.string().meta({ description: 'Its number' }) }),
    shot: z.object({ id: z.string(), shotCode: z.string() }).nullable(),
    found: z
      .array(foundText)
      .meta({ description: 'The texts that fit best come first; of filters alone none' }),
  })
  .meta({ id: 'SearchHit' })

/** 64 bits in hex. */
export const look = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'Must be 16 hexadecimal digits')
  .meta({
    description: 'How a picture looks: 64 bits in hex; pictures that look alike differ in few of them',
  })

/** Of 64 bits: what differs in more looks otherwise. */
export const mostApart = 10

/** Of a picture that is looked for, in bytes. */
export const mostPictureBytes = 32 * 1024 ** 2

/** An asset version that looks like another, or like a picture. */
export const alikeHit = searchHit
  .omit({ found: true })
  .extend({
    distance: z
      .int()
      .min(0)
      .max(mostApart)
      .meta({ description: 'How many of 64 bits differ: 0 looks the same' }),
  })
  .meta({ id: 'AlikeHit' })

export const searchOrder = z.enum(['best', 'newest']).meta({
  description:
    'best: what fits best of the newest 200 comes first, then of the 200 before them. newest: by time alone',
})

export const searchText = text(longestSearch)
  .default('')
  .meta({
    description:
      'Words, `lam*`, "phrases", -exclusions, and filters: project, scene, shot, type, platform, model, status, rights, tag, by, before, after, on, cost, length, size, is, has',
    examples: ['lamp rain -neon model:veo rights:unknown before:2026-10'],
  })

/** By which filters of a search what it finds is counted. */
export const facetField = z.enum([
  'project',
  'type',
  'platform',
  'model',
  'status',
  'rights',
  'tag',
  'by',
  'is',
])

/** How many values of each. */
export const mostFacetValues = 20

export const searchFacet = z
  .object({
    field: facetField,
    values: z
      .array(
        z.object({
          value: z.string().meta({
            description:
              'As elsewhere in the interface: an id of a project or user, a slug, `IMAGE`; `WINNER` of `is`',
          }),
          name: z.string().meta({ description: 'For people' }),
          count: z.int().min(1).meta({
            description: 'How many the search finds with this filter in place of others of that name',
          }),
          filter: z.string().meta({ description: 'To be added to `q`', examples: ['status:draft'] }),
        }),
      )
      .meta({ description: `The most frequent first, then by name, ${mostFacetValues} at most` }),
    counted: z.int().min(0).meta({ description: 'How many asset versions were counted' }),
    isComplete: z.boolean().meta({
      description: 'Whether these are all; if not, they are those among the newest that were looked at',
    }),
  })
  .meta({ id: 'SearchFacet' })

export type SearchFacet = z.output<typeof searchFacet>
export type FacetField = z.output<typeof facetField>

/** Of the text that is looked for. */
export const isPartial = z
  .enum(['true', 'false'], 'Must be true or false')
  .optional()
  .meta({ description: 'Whether the last word is still being written, and may go on' })

export type AlikeHit = z.output<typeof alikeHit>
export type SearchHit = z.output<typeof searchHit>
export type FoundText = z.output<typeof foundText>
export type SearchOrder = z.output<typeof searchOrder>
