import { z } from 'zod'
import { type Endpoint, one } from './endpoint.ts'
import { rightsSheet, sidecar } from './provenance.ts'
import { day, id } from './text.ts'

const read = { method: 'GET', permission: 'read', role: 'viewer', errors: [400, 401, 404] } as const

/** Where takes come from, and what may be done with them. docs/provenance.md */
export const provenanceEndpoints = {
  readProvenance: {
    ...read,
    path: '/api/assets/{id}/provenance',
    tag: 'Assets',
    summary: 'Read where an asset version comes from, as it is handed over with its file',
    description:
      'Prompt, model, seed, settings, platform, cost, rights, who and when, what it was made from up to the first, and hashes. As long as nothing of it changes, the same bytes.',
    params: z.object({ id: id.meta({ description: 'Of the asset version' }) }),
    reply: one(sidecar),
  },
  readRightsSheet: {
    ...read,
    path: '/api/projects/{id}/rights-sheet',
    tag: 'Production',
    summary:
      'Read the rights sheet of a film: for every shot of the cut tools, models, rights, costs and people',
    description:
      'What is not safe to ship is told with each take. The same film has the same bytes: no clock is in it.',
    params: z.object({ id: id.meta({ description: 'Of the project' }) }),
    query: z.object({ date: day.optional().meta({ description: 'Stands on the sheet as it is' }) }),
    reply: rightsSheet,
  },
} as const satisfies Record<string, Endpoint>
