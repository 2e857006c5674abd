import { z } from 'zod'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import {
  daysOfExports,
  listedExport,
  mostExportedPlaces,
  mostExports,
  newExport,
  productionExport,
} from './export.ts'
import { id } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const ofExport = z.object({ id: id.meta({ description: 'Of the export' }) })

const tag = 'Production'
const errors = [400, 401, 404] as const
const read = { tag, permission: 'read', role: 'viewer', errors } as const
const write = { tag, permission: 'review', role: 'editor', errors } as const

/** What is handed over to the edit. docs/hand-over.md */
export const exportEndpoints = {
  createExport: {
    ...write,
    method: 'POST',
    path: '/api/projects/{id}/exports',
    summary: 'Prepare media, cut and where they come from, to be handed over',
    description: `It is of the film as it is read soon after it was asked for, and can be had for ${daysOfExports} days. A project has at most ${mostExports}; a film of more than ${mostExportedPlaces.toLocaleString('en')} places is exported by act or scene.`,
    params: ofProject,
    body: newExport,
    status: 201,
    reply: one(productionExport),
    errors: [...errors, 409],
  },
  listExports: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/exports',
    summary: 'List the exports of a project',
    description: 'The newest first. What each was asked for by, `GET /api/exports/{id}` tells.',
    params: ofProject,
    query: z.object({ cursor, limit }),
    reply: page(listedExport),
  },
  readExport: {
    ...read,
    method: 'GET',
    path: '/api/exports/{id}',
    summary: 'Tell how far an export is, and what was asked for',
    params: ofExport,
    reply: one(productionExport),
  },
  downloadExport: {
    ...read,
    method: 'GET',
    path: '/api/exports/{id}/zip',
    summary: 'Get an export as a ZIP',
    description:
      'By ranges, with an `ETag`: a download that broke off goes on at any byte. 409 until it is ready. It is made as it is read, and no copy of its media is.',
    params: ofExport,
    reply: z.string().meta({ description: 'The ZIP' }),
    serves: true,
    errors: [400, 401, 404, 409, 416],
  },
  deleteExport: {
    ...write,
    method: 'DELETE',
    path: '/api/exports/{id}',
    summary: 'Delete an export',
    description: 'The media stay where they are. Returns the export as it was listed.',
    params: ofExport,
    reply: one(listedExport),
  },
} as const satisfies Record<string, Endpoint>
