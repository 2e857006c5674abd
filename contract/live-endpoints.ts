import { z } from 'zod'
import { all, type Endpoint, one } from './endpoint.ts'
import { liveMessage, presence, present } from './live.ts'
import { id } from './text.ts'

const ofScene = z.object({ id: id.meta({ description: 'Of the scene: its own id, not its number' }) })

export const liveEndpoints = {
  live: {
    method: 'GET',
    path: '/api/live',
    tag: 'Events',
    permission: 'read',
    summary: 'Hear what changes, while it changes',
    description:
      'A stream of server-sent events that does not end by itself: each has an `id`, and a message as its `data`. Whoever comes back with `Last-Event-ID` hears what was missed, or a message `reset` first. A comment comes every 15 seconds. Sends no more than a hint: what changed is fetched as ever. With 503 there are too many streams. docs/live.md of the checkout.',
    headers: z.object({
      'last-event-id': z
        .string()
        .optional()
        .meta({ description: 'The `id` of the last message that was heard' }),
    }),
    reply: liveMessage,
    streams: true,
    errors: [401],
  },
  listPresent: {
    method: 'GET',
    path: '/api/scenes/{id}/presence',
    tag: 'Events',
    permission: 'read',
    role: 'viewer',
    summary: 'List who has a scene open',
    description:
      'Whoever asks is among them. The live message `presence` tells when it is worth another look.',
    params: ofScene,
    reply: all(present),
    errors: [400, 401, 404],
  },
  bePresent: {
    method: 'PUT',
    path: '/api/scenes/{id}/presence',
    tag: 'Events',
    permission: 'read',
    role: 'viewer',
    summary: 'Say that one has a scene open',
    description:
      'For 25 seconds: to be said again every 10. A page is in one place at a time. It is kept in memory alone, of 20 pages of a user.',
    params: ofScene,
    body: presence,
    reply: one(z.object({ lasts: z.int().meta({ description: 'Seconds' }) })),
    errors: [400, 401, 404],
  },
} as const satisfies Record<string, Endpoint>
