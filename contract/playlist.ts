import { z } from 'zod'
import { assetCard, boardFilter, boardOrder } from './board.ts'
import { frameRate } from './frame.ts'
import { withDoubles } from './json-object.ts'
import { ofArray } from './length.ts'
import { myRole } from './member.ts'
import { mostPlaylistItems } from './playlist-limits.ts'
import { preview } from './production.ts'
import { projectStatus } from './project.ts'
import { id, moment, text, timestamp, trimmedText } from './text.ts'
import { was } from './was.ts'

const name = trimmedText(200)
const note = text(2000).nullable()

/** Asset versions in an order: exactly those that were put there. docs/playlists.md */
export const playlist = z
  .object({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    note: z.string().nullable(),
    itemCount: z.int().min(0).meta({ description: 'Without those whose version was deleted' }),
    createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    createdAt: timestamp,
    updatedAt: timestamp.meta({ description: 'When it, or what is in it, was last changed' }),
    preview: preview.nullable().meta({ description: 'The first of its versions' }),
  })
  .meta({ id: 'Playlist' })

export const wholePlaylist = playlist
  .extend({ project: z.object({ id: z.string(), name: z.string(), status: projectStatus, role: myRole }) })
  .meta({ id: 'WholePlaylist' })

export const playlistItem = z
  .object({
    id: z.string(),
    position: z.int().min(1).meta({ description: 'Greater than that of the item before' }),
    asset: assetCard,
    scene: z.object({ id: z.string(), sceneId: z.string().meta({ description: 'Scene number' }) }),
    shot: z.object({ id: z.string(), shotCode: z.string() }).nullable(),
    frameRate: frameRate
      .nullable()
      .meta({ description: 'Frames a second of a film; null where nobody knows it' }),
    winnerId: z
      .string()
      .nullable()
      .meta({ description: 'The winner of its scene, shot and type as it is now; null where there is none' }),
  })
  .meta({ id: 'PlaylistItem' })

/** A playlist that has an asset version. */
export const playlistOfVersion = z
  .object({ id: z.string(), name: z.string(), itemId: z.string().meta({ description: 'Its item there' }) })
  .meta({ id: 'PlaylistOfVersion' })

/** No two of them the same. */
export function ids(least: number, description: string) {
  return z
    .array(id)
    .min(least, ofArray('Required'))
    .max(mostPlaylistItems, ofArray(`Must be at most ${mostPlaylistItems} ids`))
    .refine((ids) => new Set(ids).size === ids.length, 'The same id twice')
    .meta({ uniqueItems: true, description })
}

export const playlistSource = z.enum(['versions', 'board', 'winners', 'new']).meta({
  description:
    'What it is made from. versions: those of `versionIds`; board: those of the scene `sceneDbId` that answer to the filters, as GET /api/scenes/{id}/assets has them; winners: of the project, of an `act` of it, or of a scene, in the order of scenes and shots; new: what was captured from `since` on, in the project or a scene, the oldest first',
})

/** The body of POST playlists. */
export const newPlaylist = boardFilter
  .extend({
    name,
    note: note.default(null),
    from: playlistSource.default('versions'),
    versionIds: ids(0, 'Asset versions of the project, in this order').default([]),
    sceneDbId: id.optional().meta({ description: 'Of the scene: its own id. Required with `board`' }),
    act: withDoubles(z.number()).optional(),
    since: moment.optional().meta({ description: 'Required with `new`' }),
    sort: boardOrder.default('oldest').meta({ description: 'Of `board`' }),
  })
  .superRefine(({ from, sceneDbId, since }, context) => {
    const needs = (field: string) => context.addIssue({ code: 'custom', path: [field], message: 'Required' })
    if (from === 'board' && sceneDbId === undefined) needs('sceneDbId')
    if (from === 'new' && since === undefined) needs('since')
  })
  .meta({ id: 'NewPlaylist' })

/** A missing field stays as it is; null clears it. */
export const playlistUpdate = z
  .object({ name, note })
  .partial()
  .extend({ was: was(playlist.pick({ name: true, note: true })) })
  .meta({ id: 'PlaylistUpdate' })

const beforeId = id
  .nullish()
  .meta({ description: 'The item that comes behind them; without it, they are the last' })

/** The body of POST items. */
export const newPlaylistItems = z
  .object({ versionIds: ids(1, 'Asset versions of the project, in this order'), beforeId })
  .meta({ id: 'NewPlaylistItems' })

const placed = z.array(z.object({ id: z.string(), assetVersionId: z.string() }))

export const addedPlaylistItems = z
  .object({
    added: placed,
    present: placed.meta({ description: 'Those that it had already: they stay where they are' }),
  })
  .meta({ id: 'AddedPlaylistItems' })

/** The body of PUT order. */
export const playlistMove = z
  .object({
    itemIds: ids(1, 'In the order that they are to have; those that are gone do not matter'),
    beforeId,
  })
  .meta({ id: 'PlaylistMove' })

/** The body of POST removals. */
export const playlistRemoval = z
  .object({ itemIds: ids(1, 'Those that are gone already do not matter') })
  .meta({ id: 'PlaylistRemoval' })

export const playlistOrder = z
  .object({ ids: z.array(z.string()).meta({ description: 'Of all items, in their order' }) })
  .meta({ id: 'PlaylistOrder' })

export const removedPlaylistItems = z
  .object({ ids: z.array(z.string()).meta({ description: 'Of the items that were removed' }) })
  .meta({ id: 'RemovedPlaylistItems' })

export type Playlist = z.output<typeof playlist>
export type WholePlaylist = z.output<typeof wholePlaylist>
export type PlaylistItem = z.output<typeof playlistItem>
export type PlaylistOfVersion = z.output<typeof playlistOfVersion>
export type NewPlaylist = z.output<typeof newPlaylist>
export type AddedPlaylistItems = z.output<typeof addedPlaylistItems>
