import { z } from 'zod'
import { assetType } from './asset-version.ts'
import { ofArray } from './length.ts'
import { requiredText, text, trimmedText } from './text.ts'

/** docs/interface.md, "Platform". */
export const platform = z
  .object({
    id: z.string(),
    slug: z.string().meta({ description: 'What ingest takes as platformKey', examples: ['midjourney'] }),
    name: z.string(),
    provider: z.string().meta({ description: 'The company or project behind the platform' }),
    specialties: z.array(z.string()),
    supportedOutput: z.array(assetType),
    homepageUrl: z.string().nullable(),
    docsUrl: z.string().nullable(),
  })
  .meta({ id: 'Platform' })

/** A platform in the catalogue, as the console shows it. */
export const cataloguePlatform = platform
  .extend({
    own: z.boolean().meta({ description: 'Added here, not part of the catalogue that comes along' }),
  })
  .meta({ id: 'CataloguePlatform' })

const address = text(2000)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), 'Invalid URL')
  .meta({ format: 'uri' })
  .nullable()
  .default(null)

export const newPlatform = z
  .object({
    slug: requiredText(100).regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'Must be lower-case words and digits joined by hyphens',
    ),
    name: trimmedText(200),
    provider: text(200).default(''),
    specialties: z.array(text(100)).max(50, ofArray('Must be at most 50 specialties')).default([]),
    supportedOutput: z.array(assetType).max(8, ofArray('Must be at most 8 types')).default([]),
    homepageUrl: address,
    docsUrl: address,
  })
  .meta({ id: 'NewPlatform' })

export type CataloguePlatform = z.output<typeof cataloguePlatform>
export type NewPlatform = z.output<typeof newPlatform>
