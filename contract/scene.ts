import { z } from 'zod'

/** docs/interface.md, "Scene". `id` is the row's own; `sceneId` is the scene number. */
export const scene = z
  .object({
    id: z.string(),
    sceneId: z.string().meta({ description: 'Scene number, upper case', examples: ['012A'] }),
    storyBeat: z.string().nullable(),
    act: z.number().nullable(),
    macroScene: z.string().nullable(),
  })
  .meta({ id: 'Scene' })
