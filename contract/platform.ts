import { z } from 'zod'
import { assetType } from './asset-version.ts'

/** Specification: "Platform". */
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
