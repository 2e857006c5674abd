import { z } from 'zod'
import { assetStatus, capturedAssetVersion, updatedAssetVersion } from './asset-version.ts'
import {
  assetCard,
  assetDetails,
  assetSelection,
  assetVersion,
  boardCard,
  boardFacets,
  boardFilter,
  boardOrder,
  lineageNode,
  stacked,
  statusChange,
} from './board.ts'
import { capture } from './capture.ts'
import { all, cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { rightsDefault, rightsDefaultChange, rightsDefaultUpdate } from './rights.ts'
import { id, moment, timestamp } from './text.ts'

const ofAsset = z.object({ id: id.meta({ description: 'Of the asset version' }) })
const ofScene = z.object({ id: id.meta({ description: 'Of the scene: its own id, not its number' }) })

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })

const tag = 'Assets'
const errors = [400, 401, 404] as const

/** What the console does with asset versions. */
export const assetEndpoints = {
  browseAssets: {
    method: 'GET',
    path: '/api/scenes/{id}/assets',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the asset versions of a scene, filtered and sorted',
    params: ofScene,
    query: boardFilter.extend({ sort: boardOrder.default('newest'), stacked, cursor, limit }),
    reply: z.object({
      data: z.array(boardCard),
      metadata: z.object({
        nextCursor: z
          .string()
          .nullable()
          .meta({ description: 'Asks for the next page, as `cursor`; null on the last' }),
        total: z
          .int()
          .nullable()
          .meta({ description: 'How many there are in all: on the first page, null on others' }),
        takes: z.int().nullable().optional().meta({
          description: 'With `stacked`: how many answer, of which `total` are listed; null on other pages',
        }),
        until: timestamp.meta({ description: 'For `since` of the changes that come after' }),
      }),
    }),
    errors,
  },
  createAsset: {
    method: 'POST',
    path: '/api/assets',
    tag,
    permission: 'capture',
    role: 'editor',
    summary: 'File a take as a new asset version',
    description:
      'As POST /api/extension/ingest: for the console, whose session the interface of the extension does not take. The same capture again, by `provenance.captureId`, is answered as the first time.',
    body: capture,
    reply: one(capturedAssetVersion),
    errors,
  },
  listAssetFacets: {
    method: 'GET',
    path: '/api/scenes/{id}/assets/facets',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'Tell which values the asset versions of a scene have, and how often',
    params: ofScene,
    reply: one(boardFacets),
    errors,
  },
  listAssetChanges: {
    method: 'GET',
    path: '/api/scenes/{id}/assets/changes',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List what was captured, changed, deleted or moved away in a scene since a time',
    description:
      'The newest first. What happened at the same time on another node is not missed; so one that was in an answer may come again in the next.',
    params: ofScene,
    query: z.object({
      since: moment.meta({ description: '`metadata.until` of the answer before' }),
      limit,
    }),
    reply: z.object({
      data: z.array(assetCard).meta({ description: 'As they are now' }),
      metadata: z.object({
        deleted: z
          .array(z.string())
          .meta({ description: 'Ids of those that were deleted, or went to another scene' }),
        until: timestamp.meta({ description: 'For `since` of the next question' }),
        hasMore: z.boolean().meta({
          description:
            'There were more than `limit`, or `since` is more than an hour ago: read the list again',
        }),
      }),
    }),
    errors,
  },
  readAsset: {
    method: 'GET',
    path: '/api/assets/{id}',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'Read all of an asset version',
    params: ofAsset,
    reply: one(assetVersion),
    errors,
  },
  readLineage: {
    method: 'GET',
    path: '/api/assets/{id}/lineage',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the family of an asset version: what it was made from, and what was made from that',
    description:
      'The oldest first, 200 at most. Of a larger family the next of kin to the version are among them: up to 100 before it, and those that were made from it.',
    params: ofAsset,
    reply: all(lineageNode),
    errors,
  },
  listStatusChanges: {
    method: 'GET',
    path: '/api/assets/{id}/history',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the changes of status of an asset version',
    description: 'The newest first. Those from before version 0.2 were not kept.',
    params: ofAsset,
    query: z.object({ cursor, limit }),
    reply: page(statusChange),
    errors,
  },
  updateAssetDetails: {
    method: 'PATCH',
    path: '/api/assets/{id}',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Change title, notes, tags, rights or shot of an asset version',
    params: ofAsset,
    body: assetDetails,
    reply: one(assetVersion),
    undoable: true,
    errors: [...errors, 409],
  },
  selectAsset: {
    method: 'POST',
    path: '/api/assets/{id}/selection',
    tag,
    permission: 'selection',
    role: 'editor',
    summary: 'Pick or drop the winner, or set the compare group',
    description: 'As PATCH /api/extension/asset-update.',
    params: ofAsset,
    body: assetSelection,
    reply: one(updatedAssetVersion),
    undoable: true,
    errors,
  },
  changeStatus: {
    method: 'POST',
    path: '/api/assets/{id}/status',
    tag,
    permission: 'selection',
    role: 'editor',
    summary: 'Change the status of an asset version',
    description:
      'One step on (DRAFT, GENERATED, SELECTED, APPROVED, FINAL), or back to any earlier one. SELECTED makes it the winner of its scene, shot and type, and the former SELECTED one GENERATED.',
    params: ofAsset,
    body: z.object({ status: assetStatus }),
    reply: one(updatedAssetVersion),
    undoable: true,
    errors,
  },
  deleteAsset: {
    method: 'DELETE',
    path: '/api/assets/{id}',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Delete an asset version',
    description:
      'It can be restored from the trash. While its scene is there as well, that one comes first. Its number is not given again. What was made from it stays.',
    params: ofAsset,
    reply: one(updatedAssetVersion),
    undoable: true,
    errors,
  },
  restoreAsset: {
    method: 'POST',
    path: '/api/assets/{id}/restore',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Bring a deleted asset version back',
    description:
      'As it was. If it was the winner and there is another one by now, or its shot is gone, it comes back as GENERATED, or keeps APPROVED or FINAL without being the winner.',
    params: ofAsset,
    reply: one(updatedAssetVersion),
    undoable: true,
    errors,
  },
  listRightsDefaults: {
    method: 'GET',
    path: '/api/projects/{id}/rights-defaults',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List which rights the output of platforms has in a project',
    description: 'By platform key; of the others nothing was said.',
    params: ofProject,
    reply: all(rightsDefault),
    errors,
  },
  setRightsDefault: {
    method: 'PUT',
    path: '/api/projects/{id}/rights-defaults',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Say which rights the output of a platform has in a project',
    description:
      'A capture that says nothing of its rights, or UNKNOWN, gets them. With `unknownToo` what was captured before gets them as well, scene by scene.',
    params: ofProject,
    body: rightsDefaultUpdate,
    reply: one(rightsDefaultChange),
    errors: [...errors, 409],
  },
} as const satisfies Record<string, Endpoint>
