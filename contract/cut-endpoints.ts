import { z } from 'zod'
import { cutChange, cutSettings, cutSettingsUpdate, filmCut, newTrim, shotTrim } from './cut.ts'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { id, moment } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const ofShot = z.object({ id: id.meta({ description: 'Of the shot' }) })

const act = z
  .string()
  .regex(/^-?[0-9]{1,40}(\.[0-9]{1,40})?(e[+-]?[0-9]{1,3})?$/i, 'Must be a number')
  .transform(Number)
  .refine(Number.isFinite, 'Must be a number')
  .optional()
  .meta({ type: 'number', description: 'Only the scenes of this act' })

const tag = 'Production'
const errors = [400, 401, 404] as const
const read = { tag, permission: 'read', role: 'viewer', errors } as const
const edit = { tag, permission: 'production', role: 'editor', errors: [...errors, 409] } as const

/** The film: its cut, and what changed in it. docs/cut.md */
export const cutEndpoints = {
  readCut: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/cut',
    summary: 'Read the cut: what plays, from frame to frame',
    description:
      'Winners in the order of scenes and shots. `start` counts from the first of what was asked for. Of a project without scenes it is empty.',
    params: ofProject,
    query: z.object({
      act,
      sceneDbId: id.optional().meta({ description: 'Only this scene: its own id, not its number' }),
    }),
    reply: filmCut,
  },
  updateCutSettings: {
    ...edit,
    method: 'PATCH',
    path: '/api/projects/{id}/cut/settings',
    summary: 'Say at which rate the film plays, and for how long stills and slates are shown',
    params: ofProject,
    body: cutSettingsUpdate,
    reply: one(cutSettings),
  },
  listCutChanges: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/cut/changes',
    summary: 'Tell what changed in the film between two moments',
    description:
      'A place whose winner is another at `until` than it was at `since`, whatever it was in between; what changed last comes first. What was deleted with its scene is not told.',
    params: ofProject,
    query: z.object({
      since: moment,
      until: moment.optional().meta({ description: 'Now, unless it is given' }),
      cursor,
      limit,
    }),
    reply: page(cutChange),
  },
  setTrim: {
    ...edit,
    method: 'PUT',
    path: '/api/shots/{id}/trim',
    summary: 'Set in and out of a version in a shot',
    description:
      'They are kept with the shot and the version. Of a still, whose rate is that of the film, they say how long it is shown.',
    params: ofShot,
    body: newTrim,
    reply: one(shotTrim),
  },
  deleteTrim: {
    ...edit,
    method: 'DELETE',
    path: '/api/shots/{id}/trim',
    summary: 'Show all of a version in a shot again',
    params: ofShot,
    query: z.object({ assetVersionId: id }),
    reply: one(shotTrim),
  },
} as const satisfies Record<string, Endpoint>
