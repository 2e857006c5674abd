import { z } from 'zod'
import { timestamp } from './text.ts'

export const projectStatus = z.enum([
  'DEVELOPMENT',
  'PRE_PRODUCTION',
  'PRODUCTION',
  'POST_PRODUCTION',
  'COMPLETED',
  'ARCHIVED',
])

export type ProjectStatus = z.output<typeof projectStatus>

/** docs/interface.md, "Project". */
export const project = z
  .object({
    id: z.string(),
    name: z.string(),
    status: projectStatus,
    genre: z.string().nullable(),
    updatedAt: timestamp,
    sceneCount: z.int().min(0).meta({ description: 'Scenes in the project' }),
  })
  .meta({ id: 'Project' })
