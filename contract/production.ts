import { z } from 'zod'
import { assetType } from './asset-version.ts'
import { withDoubles } from './json-object.ts'
import { ofArray } from './length.ts'
import { project, projectStatus } from './project.ts'
import { scene } from './scene.ts'
import { shot } from './shot.ts'
import { id, text, timestamp, trimmedText } from './text.ts'

const name = trimmedText(200)
const optionalText = (limit: number) => text(limit).nullable()

/** What stands for a scene, shot or project in a list: its winner. */
const preview = z
  .object({ assetType, outputUrl: z.string(), thumbnailUrl: z.string().nullable() })
  .meta({ id: 'Preview' })

const latestWinner = preview
  .nullable()
  .meta({ description: 'The latest winner that is seen; where there is none, the latest that is heard' })

/** How far the shots are: `approvedShots` of `requiredShots` have an APPROVED or FINAL version. */
const progress = { requiredShots: z.int().min(0), approvedShots: z.int().min(0) }

export const projectOverview = project
  .extend({
    createdAt: timestamp,
    ...progress,
    doneScenes: z.int().min(0).meta({ description: 'How many of its scenes are done' }),
    preview: latestWinner,
  })
  .meta({ id: 'ProjectOverview' })

export const newProject = z
  .object({
    name,
    status: projectStatus.default('DEVELOPMENT'),
    genre: optionalText(200).default(null),
  })
  .meta({ id: 'NewProject' })

export const projectUpdate = z
  .object({ name, status: projectStatus, genre: optionalText(200) })
  .partial()
  .meta({ id: 'ProjectUpdate' })

export const sceneOverview = scene
  .extend({
    shotCount: z.int().min(0),
    ...progress,
    done: z.boolean().meta({
      description: 'Each of its required shots is approved or, where it has none, a winner of it is FINAL',
    }),
    versionCount: z.int().min(0),
    preview: latestWinner,
  })
  .meta({ id: 'SceneOverview' })

export const sceneInProject = sceneOverview
  .extend({ project: z.object({ id: z.string(), name: z.string(), status: projectStatus }) })
  .meta({ id: 'SceneInProject' })

const sceneId = trimmedText(50)
  .transform((value) => value.toUpperCase())
  .meta({ description: 'Scene number; converted to upper case', examples: ['012A'] })

const sceneFields = {
  storyBeat: optionalText(20_000),
  act: withDoubles(z.number()).nullable(),
  macroScene: optionalText(500),
}

export const newScene = z
  .object({ sceneId, ...z.object(sceneFields).partial().shape })
  .meta({ id: 'NewScene' })

export const sceneUpdate = z
  .object({ sceneId, ...sceneFields })
  .partial()
  .meta({ id: 'SceneUpdate' })

export const shotOverview = shot
  .extend({
    required: z.boolean().meta({ description: 'Whether the scene is complete only with it' }),
    approved: z.boolean().meta({ description: 'Whether it has an APPROVED or FINAL version' }),
    versionCount: z.int().min(0),
    preview: preview.nullable().meta({ description: 'Its winner' }),
  })
  .meta({ id: 'ShotOverview' })

const shotCode = trimmedText(100)
const shotFields = { description: optionalText(20_000), required: z.boolean() }

export const newShot = z
  .object({ shotCode, ...z.object(shotFields).partial().shape })
  .meta({ id: 'NewShot', description: 'It comes after the others of the scene' })

export const shotUpdate = z
  .object({ shotCode, ...shotFields })
  .partial()
  .meta({ id: 'ShotUpdate' })

export const newCharacter = z
  .object({
    name,
    role: optionalText(500).default(null),
    description: optionalText(20_000).default(null),
  })
  .meta({ id: 'NewCharacter' })

export const characterUpdate = z
  .object({ name, role: optionalText(500), description: optionalText(20_000) })
  .partial()
  .meta({ id: 'CharacterUpdate' })

/** All ids of the list, each once, in the order that they are to have. */
export const newOrder = z
  .object({
    ids: z
      .array(id)
      .max(10_000, ofArray('Must be at most 10000 ids'))
      .refine((ids) => new Set(ids).size === ids.length, 'The same id twice')
      .meta({ uniqueItems: true }),
  })
  .meta({ id: 'NewOrder' })

export type ProjectOverview = z.output<typeof projectOverview>
export type SceneOverview = z.output<typeof sceneOverview>
export type SceneInProject = z.output<typeof sceneInProject>
export type ShotOverview = z.output<typeof shotOverview>
export type Preview = z.output<typeof preview>
