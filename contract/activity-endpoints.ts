import { z } from 'zod'
import { activity } from './activity.ts'
import { cursor, type Endpoint, limit, page } from './endpoint.ts'
import { eventName } from './event.ts'
import { id } from './text.ts'

export const activityEndpoints = {
  listActivity: {
    method: 'GET',
    path: '/api/projects/{id}/activity',
    tag: 'Production',
    permission: 'read',
    role: 'viewer',
    summary: 'List what happened in a project, with the names that it takes to tell it',
    description:
      'The newest first, as far back as events are kept (30 days unless the operator chose otherwise). Filtered, a page may have fewer than `limit`, or none, and others behind it: go by `metadata.nextCursor`.',
    params: z.object({ id: id.meta({ description: 'Of the project' }) }),
    query: z.object({
      by: id.optional().meta({ description: 'Id of a user: only what they did' }),
      event: eventName.optional().meta({ description: 'Only events of this kind' }),
      cursor,
      limit,
    }),
    reply: page(activity),
    errors: [400, 401, 404],
  },
} as const satisfies Record<string, Endpoint>
