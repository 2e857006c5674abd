import { z } from 'zod'
import { rightsState } from './asset-version.ts'
import { requiredText } from './text.ts'
import { was } from './was.ts'

/** Which rights the output of a platform has in a project. */
export const rightsDefault = z.object({ platformKey: z.string(), rightsState }).meta({ id: 'RightsDefault' })

export const platformKey = requiredText(100).transform((key) => key.toLowerCase())

export const rightsDefaultUpdate = z
  .object({
    platformKey,
    rightsState: rightsState.meta({ description: 'UNKNOWN takes the default away' }),
    unknownToo: z.boolean().default(false).meta({
      description: 'Also for what was captured before, where its rights are UNKNOWN',
    }),
    was: was(z.object({ rightsState })),
  })
  .meta({ id: 'RightsDefaultUpdate' })

export const rightsDefaultChange = rightsDefault
  .extend({ changed: z.int().min(0).meta({ description: 'How many versions got these rights' }) })
  .meta({ id: 'RightsDefaultChange' })

export type RightsDefault = z.output<typeof rightsDefault>
export type RightsDefaultUpdate = z.output<typeof rightsDefaultUpdate>
export type RightsDefaultChange = z.output<typeof rightsDefaultChange>
