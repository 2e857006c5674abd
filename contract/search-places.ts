import { z } from 'zod'
import { foundText, searchHit } from './search.ts'

/** A piece of a text of a scene or shot in which something was found. */
const foundPlaceText = foundText
  .extend({
    field: z
      .enum(['sceneId', 'macroScene', 'storyBeat', 'shotCode', 'description', 'note'])
      .meta({ description: '`sceneId` of a shot is the number of its scene' }),
  })
  .meta({ id: 'FoundPlaceText' })

/** A scene or a shot that was found, where it is, and what was found. */
export const foundPlace = z
  .object({
    kind: z.enum(['scene', 'shot']),
    ...searchHit.pick({ project: true, scene: true }).shape,
    shot: searchHit.shape.shot.meta({ description: 'Null where it is a scene' }),
    found: z
      .array(foundPlaceText)
      .meta({ description: 'The texts that say most about it come first; of filters alone none' }),
  })
  .meta({ id: 'FoundPlace' })

export type FoundPlace = z.output<typeof foundPlace>
