import { z } from 'zod'
import { assetCard } from './board.ts'
import { project } from './project.ts'
import { timestamp } from './text.ts'

/** As many as one request purges: a trash of more is emptied by several. */
export const purgedAtOnce = 1000

const deletion = {
  deletedAt: timestamp,
  deletedBy: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'null: it was deleted before that was written down' }),
  goesAt: timestamp.meta({ description: 'From then on it may go for good, with its media' }),
}

/** An asset version in the trash of a project. */
export const deletedAsset = assetCard
  .pick({
    id: true,
    assetType: true,
    platformKey: true,
    platformLabel: true,
    versionNumber: true,
    title: true,
    prompt: true,
    outputUrl: true,
    thumbnailUrl: true,
    status: true,
    selected: true,
    createdAt: true,
    createdByName: true,
    media: true,
  })
  .extend({
    kind: z.literal('asset'),
    scene: z.object({ id: z.string(), sceneId: z.string() }),
    shot: z
      .object({ id: z.string(), shotCode: z.string() })
      .nullable()
      .meta({ description: 'null: it had none, or that is gone' }),
    ...deletion,
  })
  .meta({ id: 'DeletedAsset' })

/** A scene in it, with all that was in that. */
export const deletedScene = z
  .object({
    kind: z.literal('scene'),
    id: z.string(),
    sceneId: z.string().meta({ description: 'Its number, which another one may have by now' }),
    storyBeat: z.string().nullable().meta({ description: 'Its first 500 characters' }),
    shotCount: z.int().min(0),
    versionCount: z.int().min(0),
    ...deletion,
  })
  .meta({ id: 'DeletedScene' })

/** A project in the trash of its owners, with everything that was in it. */
export const deletedProject = project
  .pick({ id: true, name: true, status: true, genre: true, sceneCount: true })
  .extend(deletion)
  .meta({ id: 'DeletedProject' })

export const deletedThing = z.discriminatedUnion('kind', [deletedAsset, deletedScene])

export type DeletedThing = z.output<typeof deletedThing>
export type DeletedProject = z.output<typeof deletedProject>
export type DeletedScene = z.output<typeof deletedScene>
export type DeletedAsset = z.output<typeof deletedAsset>
