import { z } from 'zod'

/** docs/interface.md, "Character". */
export const character = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.string().nullable(),
    description: z.string().nullable(),
  })
  .meta({ id: 'Character' })

export type Character = z.output<typeof character>
