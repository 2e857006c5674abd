import { z } from 'zod'
import { cursor, type Endpoint, limit, one } from './endpoint.ts'
import { filmsReport, projectReport } from './report.ts'
import { id, moment } from './text.ts'

const captured = {
  from: moment.optional().meta({ description: 'Captured then or later' }),
  to: moment.optional().meta({ description: 'Captured before then' }),
}

export const reportEndpoints = {
  browseReport: {
    method: 'GET',
    path: '/api/report',
    tag: 'Reports',
    permission: 'read',
    summary: 'Tell what all films took that the user may see, film by film',
    description:
      'Of all takes, or of those that were captured in a span of time; ARCHIVED films too. In the order in which the films were made, so that sums by platform and by person of several pages can be added up.',
    query: z.object({ ...captured, cursor, limit }),
    reply: filmsReport,
    errors: [400, 401],
  },
  readReport: {
    method: 'GET',
    path: '/api/projects/{id}/report',
    tag: 'Reports',
    permission: 'read',
    role: 'viewer',
    summary: 'Tell what a project took, and what of it is not safe to ship',
    description: 'Of all takes, or of those that were captured in a span of time, by one person.',
    params: z.object({ id: id.meta({ description: 'Of the project' }) }),
    query: z.object({
      ...captured,
      by: id.optional().meta({ description: 'Id of a user: only what they captured' }),
    }),
    reply: one(projectReport),
    errors: [400, 401, 404],
  },
} as const satisfies Record<string, Endpoint>
