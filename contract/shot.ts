import { z } from 'zod'

/** docs/interface.md, "Shot". */
export const shot = z
  .object({
    id: z.string(),
    shotCode: z.string().meta({ examples: ['012A-A'] }),
    description: z.string().nullable(),
    sortOrder: z.number().meta({ description: 'Order within the scene' }),
  })
  .meta({ id: 'Shot' })
