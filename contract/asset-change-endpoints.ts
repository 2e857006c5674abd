import { z } from 'zod'
import { assetChangeAnswer, assetChangeRequest, assetChangeSet } from './asset-change.ts'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { id } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })

const tag = 'Assets'
const errors = [400, 401, 404] as const

/** Changes of many asset versions at once, and what takes them back. */
export const assetChangeEndpoints = {
  changeAssets: {
    method: 'POST',
    path: '/api/projects/{id}/asset-changes',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Change many asset versions of a project at once',
    description:
      'All in one transaction; each gets what a change of it alone would bring. One that may not be changed so is refused by itself, with the reason, and the others change. `status`, `select` and `group` need the permission `selection` as well. The change can be undone for 30 days. docs/many-at-once.md says more.',
    params: ofProject,
    body: assetChangeRequest,
    reply: one(assetChangeAnswer),
    errors,
  },
  listAssetChangeSets: {
    method: 'GET',
    path: '/api/projects/{id}/asset-changes',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the changes of asset versions that can be undone, or were',
    description: 'The newest first, of the last 30 days: changes of many, and those of one alone.',
    params: ofProject,
    query: z.object({ cursor, limit }),
    reply: page(assetChangeSet),
    errors,
  },
  undoAssetChanges: {
    method: 'POST',
    path: '/api/asset-changes/{id}/undo',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Take a change of asset versions back',
    description:
      'Every asset version goes back to what it was, in one transaction. One that was changed since in the same respect is refused by itself, with the reason. It is a change itself: undoing it does again what was undone. Undone once, it is answered as the first time, but what is in the trash with its scene, or left a scene that is there now, waits for that: asked again, undo is of what waits. What needs the permission `selection` to be done needs it to be undone.',
    params: z.object({ id: id.meta({ description: 'Of the change' }) }),
    reply: one(assetChangeAnswer),
    errors,
  },
} as const satisfies Record<string, Endpoint>
