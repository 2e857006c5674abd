import { z } from 'zod'
import { all, type Endpoint, one } from './endpoint.ts'
import { cataloguePlatform, newPlatform } from './platform.ts'
import { preferences, preferencesUpdate } from './preferences.ts'
import { id } from './text.ts'

const tag = 'Preferences'

/** The same preferences as those of the extension, and the catalogue that they choose from. */
export const preferenceEndpoints = {
  readPreferences: {
    method: 'GET',
    path: '/api/preferences',
    tag,
    permission: 'read',
    summary: "Read the user's preferences",
    reply: one(preferences),
    errors: [401],
  },
  updatePreferences: {
    method: 'PATCH',
    path: '/api/preferences',
    tag,
    permission: 'preferences',
    summary: "Change the user's preferences",
    description: 'As PUT /api/extension/profile.',
    body: preferencesUpdate,
    reply: one(preferences),
    errors: [400, 401],
  },
  browsePlatforms: {
    method: 'GET',
    path: '/api/platforms',
    tag,
    permission: 'read',
    summary: 'List the catalogue of platforms',
    description: 'By name.',
    reply: all(cataloguePlatform),
    errors: [401],
  },
  addPlatform: {
    method: 'POST',
    path: '/api/platforms',
    tag,
    permission: 'preferences',
    summary: 'Add a platform to the catalogue',
    description:
      'Every user of the installation sees it. A slug that is taken is refused (400), as is one platform more than 1,000.',
    body: newPlatform,
    status: 201,
    reply: one(cataloguePlatform),
    errors: [400, 401],
  },
  removePlatform: {
    method: 'DELETE',
    path: '/api/platforms/{id}',
    tag,
    administrators: true,
    summary: 'Remove a platform that was added here',
    description:
      'Captures of it keep its key and its label. If it took the place of one of the catalogue that comes along, that one is back. One of that catalogue itself is refused (400).',
    params: z.object({ id: id.meta({ description: 'Of the platform' }) }),
    reply: one(cataloguePlatform),
    errors: [400, 401, 403, 404],
  },
} as const satisfies Record<string, Endpoint>
