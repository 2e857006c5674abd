import { projectStatus } from '@dailies/contract/project.ts'
import { text } from '@dailies/contract/text.ts'
import { z } from 'zod'

const required = (limit: number) => text(limit).trim().min(1, 'Required')
const optional = (limit: number) => text(limit).nullable().optional()

const shot = z.strictObject({
  shotCode: required(100),
  description: optional(20_000),
  sortOrder: z.number().optional(),
  required: z.boolean().optional(),
})

const scene = z.strictObject({
  sceneId: required(50).transform((value) => value.toUpperCase()),
  storyBeat: optional(20_000),
  act: z.number().nullable().optional(),
  macroScene: optional(500),
  shots: z
    .array(shot)
    .max(10_000)
    .default([])
    .superRefine(noneTwice((one) => one.shotCode, 'shotCode')),
})

const character = z.strictObject({ name: required(200), role: optional(500), description: optional(20_000) })

const promptPackage = z.strictObject({ name: required(500), prompt: required(100_000) })

const project = z.strictObject({
  name: required(200),
  status: projectStatus.optional(),
  genre: optional(200),
  characters: z
    .array(character)
    .max(10_000)
    .default([])
    .superRefine(noneTwice((one) => one.name, 'name')),
  promptPackages: z
    .array(promptPackage)
    .max(10_000)
    .default([])
    .superRefine(noneTwice((one) => one.name, 'name')),
  scenes: z
    .array(scene)
    .max(10_000)
    .default([])
    .superRefine(noneTwice((one) => one.sceneId, 'sceneId')),
})

/** A workspace as JSON, for `dailies import`: what a field leaves open stays as it is. Form: docs/workspace-file.md. */
export const workspaceFile = z.strictObject({
  projects: z
    .array(project)
    .max(1000)
    .superRefine(noneTwice((one) => one.name, 'name')),
})

export type Workspace = z.output<typeof workspaceFile>
export type WorkspaceProject = Workspace['projects'][number]
export type WorkspaceScene = WorkspaceProject['scenes'][number]

function noneTwice<T>(keyOf: (one: T) => string, field: string) {
  return (all: T[], context: z.RefinementCtx<T[]>) => {
    const seen = new Set<string>()
    all.forEach((one, index) => {
      const key = keyOf(one)
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: [index, field], message: `${key} stands here twice` })
      seen.add(key)
    })
  }
}
