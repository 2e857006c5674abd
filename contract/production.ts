import { z } from 'zod'
import { assetType } from './asset-version.ts'
import { budget, budgetRead, budgetUsd } from './budget.ts'
import { character } from './character.ts'
import { withDoubles } from './json-object.ts'
import { ofArray } from './length.ts'
import { cardMedia } from './media.ts'
import { myRole } from './member.ts'
import { project, projectStatus } from './project.ts'
import { scene } from './scene.ts'
import { shot } from './shot.ts'
import { day, id, text, timestamp, trimmedText } from './text.ts'
import { was } from './was.ts'

const name = trimmedText(200)
const optionalText = (limit: number) => text(limit).nullable()

/** What stands for a scene, shot or project in a list: its winner. */
export const preview = z
  .object({
    assetType,
    outputUrl: z.string(),
    thumbnailUrl: z.string().nullable(),
    media: cardMedia
      .nullable()
      .meta({ description: 'Its addresses open with a session or a token, and are never signed' }),
  })
  .meta({ id: 'Preview' })

const latestWinner = preview
  .nullable()
  .meta({ description: 'The latest winner that is seen; where there is none, the latest that is heard' })

const openNotes = z.int().min(0).meta({ description: 'Threads of comments that nobody ticked off' })

/** How far the shots are: `approvedShots` of `requiredShots` have an APPROVED or FINAL version. */
const progress = { requiredShots: z.int().min(0), approvedShots: z.int().min(0) }

export const projectOverview = project
  .extend({
    createdAt: timestamp,
    role: myRole,
    ...progress,
    doneScenes: z.int().min(0).meta({ description: 'How many of its scenes are done' }),
    openNotes,
    ...budget,
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
  .object({ name, status: projectStatus, genre: optionalText(200), budgetUsd })
  .partial()
  .extend({
    was: was(project.pick({ name: true, status: true, genre: true }).extend({ budgetUsd: budgetRead })),
  })
  .meta({ id: 'ProjectUpdate' })

export const sceneOverview = scene
  .extend({
    shotCount: z.int().min(0),
    ...progress,
    done: z.boolean().meta({
      description: 'Each of its required shots is approved or, where it has none, a winner of it is FINAL',
    }),
    versionCount: z.int().min(0),
    openNotes,
    preview: latestWinner,
  })
  .meta({ id: 'SceneOverview' })

export const sceneInProject = sceneOverview
  .extend({ project: z.object({ id: z.string(), name: z.string(), status: projectStatus, role: myRole }) })
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
  .extend({
    was: was(
      scene.pick({ sceneId: true, storyBeat: true, macroScene: true }).extend({ act: sceneFields.act }),
    ),
  })
  .meta({ id: 'SceneUpdate' })

const personNamed = z.object({ id: z.string(), name: z.string() })

export const shotOverview = shot
  .extend({
    required: z.boolean().meta({ description: 'Whether the scene is complete only with it' }),
    approved: z.boolean().meta({ description: 'Whether it is done: it has an APPROVED or FINAL version' }),
    assignees: z.array(personNamed).meta({ description: 'Who works on it, by name' }),
    dueOn: day.nullable(),
    note: z.string().nullable(),
    versionCount: z.int().min(0),
    openNotes,
    preview: preview.nullable().meta({ description: 'Its winner' }),
  })
  .meta({ id: 'ShotOverview' })

/** Each once. */
function idsUpTo(most: number) {
  return z
    .array(id)
    .max(most, ofArray(`Must be at most ${most} ids`))
    .refine((ids) => new Set(ids).size === ids.length, 'The same id twice')
    .meta({ uniqueItems: true })
}

/** People who may be assigned to one shot. */
export const mostAssignees = 20
const idsOfMembers = idsUpTo(mostAssignees)

/** What somebody else does to the list meanwhile stays. */
const assignmentChanges = {
  assignIds: idsOfMembers.meta({ description: 'Members of the project who work on it, too' }),
  unassignIds: idsOfMembers.meta({ description: 'Who works on it no more, but those in `assignIds`' }),
}

const shotCode = trimmedText(100)
const shotFields = {
  description: optionalText(20_000),
  required: z.boolean(),
  assigneeIds: idsOfMembers.meta({
    description:
      'Members of the project, and nobody else from then on; not beside `assignIds` and `unassignIds`',
  }),
  dueOn: day.nullable(),
  note: optionalText(2000),
}

export const newShot = z
  .object({ shotCode, ...z.object(shotFields).partial().shape })
  .meta({ id: 'NewShot', description: 'It comes after the others of the scene' })

export const shotUpdate = z
  .object({ shotCode, ...shotFields, ...assignmentChanges })
  .partial()
  .extend({
    was: was(
      shotOverview.pick({ shotCode: true, description: true, required: true, dueOn: true, note: true }),
    ),
  })
  .meta({ id: 'ShotUpdate' })

/** What several shots of a scene get at once. */
export const shotsUpdate = z
  .object({
    shotIds: idsUpTo(100).meta({ description: 'Shots of the scene' }),
    assignIds: assignmentChanges.assignIds.default([]),
    unassignIds: assignmentChanges.unassignIds.default([]),
    dueOn: day.nullable().optional(),
  })
  .meta({ id: 'ShotsUpdate' })

/** A shot as whoever works on it finds it among those of other films. */
export const myShot = shotOverview
  .extend({
    scene: z.object({ id: z.string(), sceneId: z.string().meta({ description: 'Scene number' }) }),
    project: z.object({ id: z.string(), name: z.string() }),
  })
  .meta({ id: 'MyShot' })

const countOfShots = { shots: z.int().min(0), doneShots: z.int().min(0) }

/** How far a project is, by person and by week. */
export const projectProgress = z
  .object({
    people: z
      .array(personNamed.extend(countOfShots))
      .meta({ description: 'Everybody who has a shot, by name. A shot of several counts for each' }),
    unassigned: z.object(countOfShots).meta({ description: 'Shots of nobody' }),
    weeks: z
      .array(
        z.object({
          startsOn: day.meta({ description: 'Monday, in UTC' }),
          captured: z
            .int()
            .min(0)
            .meta({ description: 'Asset versions that were captured, and are still there' }),
          approved: z.int().min(0).meta({ description: 'How often one became APPROVED or FINAL' }),
        }),
      )
      .meta({ description: 'All that were asked for, up to this one, the oldest first' }),
  })
  .meta({ id: 'ProjectProgress' })

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
  .extend({ was: was(character.pick({ name: true, role: true, description: true })) })
  .meta({ id: 'CharacterUpdate' })

/** All ids of the list, each once, in the order that they are to have. */
export const newOrder = z.object({ ids: idsUpTo(10_000) }).meta({ id: 'NewOrder' })

export const orderUpdate = newOrder.extend({ was: was(newOrder) }).meta({ id: 'OrderUpdate' })

export type ProjectOverview = z.output<typeof projectOverview>
export type SceneOverview = z.output<typeof sceneOverview>
export type SceneInProject = z.output<typeof sceneInProject>
export type ShotOverview = z.output<typeof shotOverview>
export type Preview = z.output<typeof preview>
export type ShotsUpdate = z.output<typeof shotsUpdate>
export type MyShot = z.output<typeof myShot>
export type ProjectProgress = z.output<typeof projectProgress>
