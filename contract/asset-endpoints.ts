import { z } from 'zod'
import { assetStatus, updatedAssetVersion } from './asset-version.ts'
import { type Endpoint, one } from './endpoint.ts'
import { id } from './text.ts'

/** What the console does with asset versions. */
export const assetEndpoints = {
  changeStatus: {
    method: 'POST',
    path: '/api/assets/{id}/status',
    tag: 'Assets',
    permission: 'selection',
    summary: 'Change the status of an asset version',
    description:
      'One step on (DRAFT, GENERATED, SELECTED, APPROVED, FINAL), or back to any earlier one. SELECTED makes it the winner of its scene, shot and type, and the former SELECTED one GENERATED.',
    params: z.object({ id: id.meta({ description: 'Of the asset version' }) }),
    body: z.object({ status: assetStatus }),
    reply: one(updatedAssetVersion),
    errors: [400, 401, 404],
  },
} as const satisfies Record<string, Endpoint>
