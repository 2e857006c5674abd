import { z } from 'zod'
import { assetStatus, namedAsset, rightsState } from './asset-version.ts'
import { boardFilter } from './board.ts'
import { tagChanges } from './capture.ts'
import { ofArray } from './length.ts'
import { id, moment, text, timestamp } from './text.ts'

/** How many asset versions one change is of at most. */
export const mostChangedAtOnce = 1000

/** For how long a change can be undone. */
export const undoableDays = 30

const statusKind = z.object({ kind: z.literal('status'), status: assetStatus })
const selectKind = z.object({ kind: z.literal('select'), selected: z.boolean() })
const tagsKind = z.object({
  kind: z.literal('tags'),
  addTags: tagChanges.addTags.optional(),
  removeTags: tagChanges.removeTags.optional(),
})
const rightsKind = z.object({ kind: z.literal('rights'), rightsState })
const shotKind = z.object({
  kind: z.literal('shot'),
  shotId: id.nullable().meta({
    description: 'A shot of the scene of each, or null for none; one of another scene is refused by itself',
  }),
})
const sceneKind = z.object({
  kind: z.literal('scene'),
  sceneDbId: id.meta({ description: 'Of a scene of the project' }),
  shotId: id.nullable().optional().meta({
    description:
      'A shot of that scene, or null for none; left out, none, and those that are in the scene already stay in their shots',
  }),
})
const groupKind = z.object({
  kind: z.literal('group'),
  compareGroup: text(200).nullable().meta({ description: 'Null takes them out of theirs' }),
})
const deleteKind = z.object({ kind: z.literal('delete') })

/** It makes nothing of them that could be taken back. */
const keepMediaKind = z.object({ kind: z.literal('keep-media') })

const kinds = [
  statusKind,
  selectKind,
  tagsKind,
  rightsKind,
  shotKind,
  sceneKind,
  groupKind,
  deleteKind,
] as const

/** What becomes of asset versions: to each what the change of one alone would do. */
export const assetChange = z.discriminatedUnion('kind', [...kinds, keepMediaKind]).meta({ id: 'AssetChange' })

/** The body of a change of many. */
export const assetChangeRequest = z
  .object({
    requestId: id.optional().meta({
      description:
        'Of your own choice, for this request alone: sent again, it is answered as the first time and nothing is done twice. With other `of` or `change` it is 400. For 30 days; of a request that changed nothing it is not kept.',
    }),
    of: z
      .object({
        ids: z
          .array(id)
          .min(1, 'Must be at least 1')
          .max(mostChangedAtOnce, ofArray(`Must be at most ${mostChangedAtOnce}`))
          .refine((ids) => new Set(ids).size === ids.length, 'Must be each another')
          .optional()
          .meta({ description: 'Of asset versions of the project, in any of its scenes' }),
        sceneDbId: id.optional().meta({
          description: `In place of \`ids\`: of those of this scene that answer to \`filter\`, in the order in which they were captured, the next ${mostChangedAtOnce}`,
        }),
        filter: boardFilter.optional().meta({ description: 'As GET /api/scenes/{id}/assets has it' }),
        until: moment.optional().meta({ description: 'None that were captured later' }),
        after: text(200).optional().meta({ description: '`next` of the answer before' }),
      })
      .refine(
        ({ ids, ...others }) =>
          ids === undefined
            ? others.sceneDbId !== undefined
            : Object.values(others).every((other) => other === undefined),
        'Must have either ids, or sceneDbId with the others',
      )
      .meta({ description: 'Either `ids`, or `sceneDbId` with the others' }),
    change: assetChange,
  })
  .meta({ id: 'AssetChangeRequest' })

const assetChangeResult = z.object({
  id: z.string().meta({ description: 'Of the asset version' }),
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  reason: z.string().optional().meta({ description: 'A sentence: why it was refused' }),
})

/** What came of a change of many, or of its undoing. */
export const assetChangeAnswer = z
  .object({
    id: z.string().nullable().meta({
      description:
        'Of the change, to undo it by; null where nothing changed, and of `keep-media`, which is not undone',
    }),
    changed: z.int().min(0),
    unchanged: z.int().min(0),
    refused: z.int().min(0),
    results: z
      .array(assetChangeResult)
      .meta({ description: 'Of each, in the order in which they were named or captured' }),
    next: z.string().nullable().meta({
      description:
        'Where there are more that answer to the filter: asked for as `after` with the same filter, it goes on with them',
    }),
    undoableUntil: timestamp.nullable().meta({ description: 'Null where `id` is' }),
  })
  .meta({ id: 'AssetChangeAnswer' })

/** What was changed, as it was asked for. Changes of one alone are told so, too: of its details the fields. */
const assetChangeSaid = z.discriminatedUnion('kind', [
  ...kinds,
  z.object({ kind: z.literal('details'), fields: z.array(z.string()) }),
  z.object({ kind: z.literal('restore') }),
])

const by = z.object({ id: z.string(), name: z.string() })

/** A change of asset versions that can be undone, or was. */
export const assetChangeSet = z
  .object({
    id: z.string(),
    kind: z.enum([...kinds.map(({ shape }) => shape.kind.value), 'details', 'restore']),
    said: assetChangeSaid,
    by,
    at: timestamp,
    count: z.int().min(0).meta({
      description: 'How many asset versions it changed, beside former winners that made room or are back',
    }),
    asset: namedAsset
      .extend({
        scene: z.object({ id: z.string(), sceneId: z.string().meta({ description: 'Its number' }) }),
      })
      .nullable()
      .meta({
        description:
          'Where it changed one alone: which; null otherwise, and where that one, or its scene, is gone or deleted',
      }),
    undone: z
      .object({ id: z.string().meta({ description: 'Of the change that did so' }), by, at: timestamp })
      .nullable(),
    undoOf: z.string().nullable().meta({ description: 'Of the change that this one took back' }),
  })
  .meta({ id: 'AssetChangeSet' })

export type AssetChange = z.output<typeof assetChange>
/** One that can be undone. */
export type UndoableChange = Exclude<AssetChange, { kind: 'keep-media' }>
export type AssetChangeRequest = z.output<typeof assetChangeRequest>
export type AssetChangeResult = z.output<typeof assetChangeResult>
export type AssetChangeAnswer = z.output<typeof assetChangeAnswer>
export type AssetChangeSaid = z.output<typeof assetChangeSaid>
export type AssetChangeSet = z.output<typeof assetChangeSet>
