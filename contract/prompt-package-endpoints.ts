import { z } from 'zod'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { newPromptPackage, promptPackage, promptPackageUpdate } from './prompt-package.ts'
import { id, text } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const ofPackage = z.object({ id: id.meta({ description: 'Of the prompt package' }) })

const tag = 'Prompt packages'
const errors = [400, 401, 404] as const

export const promptPackageEndpoints = {
  listPromptPackages: {
    method: 'GET',
    path: '/api/projects/{id}/prompt-packages',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the prompt packages of a project',
    description: 'The newest first.',
    params: ofProject,
    query: z.object({
      q: text(200).optional().meta({ description: 'Part of the name or the prompt, in any case' }),
      cursor,
      limit,
    }),
    reply: page(promptPackage),
    errors,
  },
  createPromptPackage: {
    method: 'POST',
    path: '/api/projects/{id}/prompt-packages',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Make a prompt package',
    params: ofProject,
    body: newPromptPackage,
    status: 201,
    reply: one(promptPackage),
    errors,
  },
  readPromptPackage: {
    method: 'GET',
    path: '/api/prompt-packages/{id}',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'Read a prompt package',
    params: ofPackage,
    reply: one(promptPackage),
    errors,
  },
  updatePromptPackage: {
    method: 'PATCH',
    path: '/api/prompt-packages/{id}',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Change a prompt package',
    params: ofPackage,
    body: promptPackageUpdate,
    reply: one(promptPackage),
    errors: [...errors, 409],
  },
  deletePromptPackage: {
    method: 'DELETE',
    path: '/api/prompt-packages/{id}',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Delete a prompt package',
    description: 'Asset versions that were made from it stay.',
    params: ofPackage,
    reply: one(promptPackage),
    errors,
  },
} as const satisfies Record<string, Endpoint>
