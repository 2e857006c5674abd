import { z } from 'zod'

/** What a token may be allowed. Each endpoint names the one that it needs. */
export const permission = z
  .enum(['read', 'capture', 'selection', 'review', 'production', 'preferences', 'webhooks', 'tokens'])
  .meta({
    id: 'Permission',
    description:
      'read: list and look; capture: file captures; selection: pick winners, change statuses, mark takes for the film; review: comment, give verdicts, mark takes for oneself, write playlists, links and saved searches; production: build the production, and edit or delete what was captured; preferences: change them; webhooks: manage webhooks and see what was sent; tokens: manage tokens',
  })

export type Permission = z.output<typeof permission>

/** What a token may that was made without a choice. */
export const everyPermission: readonly Permission[] = permission.options
