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

export const searchOrder = z.enum(['best', 'newest']).meta({
  description:
    'best: what fits best of the newest 200 comes first, then of the 200 before them. newest: by time alone',
})

export const searchText = text(longestSearch)
  .default('')
  .meta({
    description:
      'Words, `lam*`, "phrases", -exclusions, and filters: project, scene, shot, type, platform, model, status, rights, tag, by, before, after, on, cost, is, has',
    examples: ['lamp rain -neon model:veo rights:unknown before:2026-10'],
  })

export type SearchHit = z.output<typeof searchHit>
export type FoundText = z.output<typeof foundText>
export type SearchOrder = z.output<typeof searchOrder>
