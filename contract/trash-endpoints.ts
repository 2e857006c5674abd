import { z } from 'zod'
import { type Endpoint, limit, page } from './endpoint.ts'
import { id } from './text.ts'
import { deletedProject, deletedThing, purgedAtOnce } from './trash.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const cursor = z
  .string()
  .regex(/^[\d:.TZ-]{24}_[\da-f-]{36}$/, 'Must be the nextCursor of another page of this list')
  .optional()
  .meta({ description: '`metadata.nextCursor` of the page before' })
const ids = z.array(id).min(1).max(purgedAtOnce).optional()
const purged = z.object({
  data: z.object({ purged: z.int().min(0).meta({ description: 'How many are gone' }) }),
  metadata: z.object({ hasMore: z.boolean().meta({ description: 'There is more to be purged' }) }),
})
const tag = 'Assets'
const errors = [400, 401, 404] as const

export const trashEndpoints = {
  listTrash: {
    method: 'GET',
    path: '/api/projects/{id}/trash',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the asset versions and scenes of a project that were deleted and can be restored',
    description:
      'What was deleted last first. POST /api/assets/{id}/restore and POST /api/scenes/{id}/restore bring it back. What is in a deleted scene goes with it, and is not listed.',
    params: ofProject,
    query: z.object({ cursor, limit }),
    reply: page(deletedThing),
    errors,
  },
  purgeTrash: {
    method: 'POST',
    path: '/api/projects/{id}/trash/purge',
    tag,
    permission: 'production',
    role: 'owner',
    summary: 'Delete for good what is in the trash of a project',
    description: `Nothing brings it back. Without \`ids\` all that is there, ${purgedAtOnce} a request: ask again while \`metadata.hasMore\`. A scene counts as one. Its history and comments go a moment later, and nobody gets its media any more, whose files go a day later; media that another version has stay.`,
    params: ofProject,
    body: z.object({ ids: ids.meta({ description: 'Of what is in this trash; others are left alone' }) }),
    reply: purged,
    errors,
  },
  listDeletedProjects: {
    method: 'GET',
    path: '/api/trash',
    tag: 'Production',
    permission: 'read',
    summary: 'List the projects that were deleted and can be restored, of which the user is an owner',
    description: 'The one that was deleted last first. POST /api/projects/{id}/restore brings one back.',
    query: z.object({ cursor, limit }),
    reply: page(deletedProject),
    errors: [400, 401],
  },
  purgeDeletedProjects: {
    method: 'POST',
    path: '/api/trash/purge',
    tag: 'Production',
    permission: 'production',
    summary: 'Delete for good projects that were deleted, of which the user is an owner',
    description: `Nothing brings them back. Without \`ids\` all that are there, ${purgedAtOnce} a request: ask again while \`metadata.hasMore\`. What is in them goes a moment later, and their files a day later; media that another project has stay.`,
    body: z.object({
      ids: ids.meta({ description: 'Of deleted projects of one’s own; others are left alone' }),
    }),
    reply: purged,
    errors: [400, 401],
  },
} as const satisfies Record<string, Endpoint>
