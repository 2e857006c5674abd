import { z } from 'zod'
import { type Endpoint, one } from './endpoint.ts'
import { projectReport } from './report.ts'
import { id } from './text.ts'

export const reportEndpoints = {
  readReport: {
    method: 'GET',
    path: '/api/projects/{id}/report',
    tag: 'Reports',
    permission: 'read',
    role: 'viewer',
    summary: 'Tell what a project took, and what of it is not safe to ship',
    params: z.object({ id: id.meta({ description: 'Of the project' }) }),
    reply: one(projectReport),
    errors: [400, 401, 404],
  },
} as const satisfies Record<string, Endpoint>
