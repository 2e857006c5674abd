import { z } from 'zod'
import { rightsState } from './asset-version.ts'
import { withDoubles } from './json-object.ts'
import { longListOf } from './long-list.ts'
import { projectStatus } from './project.ts'
import { platformKey } from './rights.ts'
import { day, text, trimmedText } from './text.ts'

const optional = (limit: number) => text(limit).nullable().optional()
const number = withDoubles(z.number())

const shot = z.strictObject({
  shotCode: trimmedText(100),
  description: optional(20_000),
  sortOrder: number.optional(),
  required: z.boolean().optional(),
  dueOn: day.nullable().optional(),
  note: optional(2000),
})

const scene = z.strictObject({
  sceneId: trimmedText(50).transform((value) => value.toUpperCase()),
  storyBeat: optional(20_000),
  act: number.nullable().optional(),
  macroScene: optional(500),
  shots: longListOf(shot, { keyOf: (one) => one.shotCode, field: 'shotCode' }).default([]),
})

const character = z.strictObject({
  name: trimmedText(200),
  role: optional(500),
  description: optional(20_000),
})

const promptPackage = z.strictObject({ name: trimmedText(500), prompt: trimmedText(100_000) })

const rightsDefault = z.strictObject({
  platformKey,
  rightsState: rightsState.exclude(['UNKNOWN']).meta({
    description: 'An import takes nothing away: that these rights are unknown again is said elsewhere',
  }),
})

const project = z.strictObject({
  name: trimmedText(200),
  status: projectStatus.optional(),
  genre: optional(200),
  characters: longListOf(character, { keyOf: (one) => one.name, field: 'name' }).default([]),
  promptPackages: longListOf(promptPackage, { keyOf: (one) => one.name, field: 'name' }).default([]),
  rightsDefaults: longListOf(rightsDefault, {
    most: 1000,
    keyOf: (one) => one.platformKey,
    field: 'platformKey',
  })
    .default([])
    .meta({ description: 'Which rights the output of platforms has, of captures to come' }),
  scenes: longListOf(scene, { keyOf: (one) => one.sceneId, field: 'sceneId' }).default([]),
  orderScenes: z
    .boolean()
    .optional()
    .meta({ description: 'The scenes get the order in which they stand here, as in a screenplay' }),
})

/** A workspace as JSON, for `dailies import`: what a field leaves open stays as it is. Form: docs/workspace-file.md. */
export const workspaceFile = z.strictObject({
  projects: longListOf(project, { most: 1000, keyOf: (one) => one.name, field: 'name' }),
})

/** What an import did, or would do. */
export const importReport = z
  .object({
    added: z.int().min(0),
    updated: z.int().min(0),
    unchanged: z.int().min(0),
    reordered: z
      .array(z.string())
      .meta({ description: 'Names of the projects whose scenes get another order than they had' }),
    changes: z
      .array(
        z.object({
          kind: z.enum(['project', 'scene', 'shot', 'character', 'promptPackage', 'rightsDefault']),
          project: z.string().meta({ description: 'Name of the project' }),
          scene: z.string().nullable().meta({ description: 'Number of the scene, of a scene or shot' }),
          name: z.string().meta({ description: 'Name, number, code, or key of the platform' }),
          change: z.enum(['added', 'updated']),
        }),
      )
      .meta({ description: 'In the order of the file, the first 1000' }),
  })
  .meta({ id: 'ImportReport' })

export type ImportReport = z.output<typeof importReport>
export type Workspace = z.output<typeof workspaceFile>
export type WorkspaceProject = Workspace['projects'][number]
export type WorkspaceScene = WorkspaceProject['scenes'][number]
