import { z } from 'zod'
import { assetStatus, namedAsset } from './asset-version.ts'
import { eventName } from './event.ts'
import { timestamp } from './text.ts'
import { verdictKind } from './verdict.ts'

/** Something that happened in a project, with what it takes to tell it in words. */
export const activity = z
  .object({
    id: z.string(),
    event: eventName,
    createdAt: timestamp,
    user: z.object({ id: z.string(), name: z.string() }).meta({ description: 'Who did it' }),
    scene: z.object({
      id: z.string().nullable().meta({ description: 'null: it was deleted' }),
      sceneId: z.string().meta({ description: 'Its number; of one that was deleted, the number it had' }),
    }),
    asset: namedAsset.nullable().meta({ description: 'null: it is gone for good, or it is about none' }),
    oldStatus: assetStatus.nullable().meta({ description: 'Of a change of status' }),
    newStatus: assetStatus.nullable(),
    previousSelectedId: z.string().nullable().meta({ description: 'The winner before, of a new one' }),
    shot: z
      .object({ shotCode: z.string() })
      .nullable()
      .meta({ description: 'That was assigned, by the code it had' }),
    assignee: z.object({ id: z.string(), name: z.string() }).nullable().meta({ description: 'To whom' }),
    comment: z
      .object({ id: z.string(), text: z.string().meta({ description: 'Its first 200 characters' }) })
      .nullable()
      .meta({ description: 'null: it is about none, or it was deleted' }),
    verdict: verdictKind.nullable(),
    review: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The review session that ended: of no scene, so the number is empty' }),
    requiredShots: z.int().nullable().meta({ description: 'Of a scene that was completed' }),
  })
  .meta({ id: 'Activity' })

export type Activity = z.output<typeof activity>
