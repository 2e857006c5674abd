import { z } from 'zod'
import { character } from './character.ts'
import { all, cursor, type Endpoint, first, limit, numberOf, one, page } from './endpoint.ts'
import { listedStoryBeat } from './listed-text.ts'
import {
  characterUpdate,
  myShot,
  newCharacter,
  newOrder,
  newProject,
  newScene,
  newShot,
  orderUpdate,
  projectOverview,
  projectProgress,
  projectUpdate,
  sceneInProject,
  sceneOverview,
  sceneUpdate,
  shotOverview,
  shotsUpdate,
  shotUpdate,
} from './production.ts'
import { projectStatus } from './project.ts'
import { id, text } from './text.ts'
import { importReport, workspaceFile } from './workspace.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const ofScene = z.object({ id: id.meta({ description: 'Of the scene: its own id, not its number' }) })
const ofShot = z.object({ id: id.meta({ description: 'Of the shot' }) })
const ofCharacter = z.object({ id: id.meta({ description: 'Of the character' }) })

const weeks = z
  .preprocess(
    (value: number) => numberOf(value),
    z.number('Must be a whole number').min(1, 'Must be 1 or more'),
  )
  .transform((value) => Math.min(value, 52))
  .prefault(12)
  .meta({ type: 'integer', description: 'How many, this one included; over 52 counts as 52' })

const tag = 'Production'
const errors = [400, 401, 404] as const
const read = { tag, permission: 'read', role: 'viewer', errors } as const
const write = { tag, permission: 'production', role: 'editor', errors } as const
const edit = { ...write, errors: [...errors, 409] } as const

/** Building the production: projects, scenes, shots, characters. */
export const productionEndpoints = {
  browseProjects: {
    tag,
    permission: 'read',
    method: 'GET',
    path: '/api/projects',
    summary: "List the user's projects, with how far they are",
    description: 'The last updated first. ARCHIVED ones only when asked for by `status`.',
    query: z.object({
      status: projectStatus.optional(),
      q: text(200).optional().meta({ description: 'Part of the name, in any case' }),
      cursor,
      limit,
    }),
    reply: page(projectOverview),
    errors: [400, 401],
  },
  createProject: {
    tag,
    permission: 'production',
    method: 'POST',
    path: '/api/projects',
    summary: 'Make a project',
    description: 'A token that is limited to projects may make none (403).',
    body: newProject,
    status: 201,
    reply: one(projectOverview),
    errors: [400, 401],
  },
  readProject: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}',
    summary: 'Read a project',
    params: ofProject,
    reply: one(projectOverview),
  },
  updateProject: {
    ...edit,
    method: 'PATCH',
    path: '/api/projects/{id}',
    summary: 'Rename a project, or change its status, genre or budget',
    description:
      'ARCHIVED takes it out of the list and loses nothing. What it may cost only owners say; null takes that away.',
    params: ofProject,
    body: projectUpdate,
    reply: one(projectOverview),
  },
  deleteProject: {
    ...write,
    role: 'owner',
    method: 'DELETE',
    path: '/api/projects/{id}',
    summary: 'Put a project into the trash, with everything in it',
    description:
      'Nobody finds any of it from then on. POST /api/projects/{id}/restore brings it back as it was, until it is purged.',
    params: ofProject,
    query: z.object({ name: text(200).meta({ description: 'Its name, so that it is no other by mistake' }) }),
    reply: one(projectOverview),
  },
  restoreProject: {
    ...write,
    role: 'owner',
    method: 'POST',
    path: '/api/projects/{id}/restore',
    summary: 'Bring a project back from the trash, with everything in it',
    description: 'With its members. 400 where the user has another project of its name by now.',
    params: ofProject,
    reply: one(projectOverview),
  },
  browseScenes: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/scenes',
    summary: 'List the scenes of a project, with how far they are',
    description: `In the order that was set, else by scene number. Of each story beat the first ${listedStoryBeat} characters: GET the scene for all of it.`,
    params: ofProject,
    query: z.object({ cursor, limit }),
    reply: page(sceneOverview),
  },
  createScene: {
    ...write,
    method: 'POST',
    path: '/api/projects/{id}/scenes',
    summary: 'Add a scene',
    description: 'It takes its place by its number.',
    params: ofProject,
    body: newScene,
    status: 201,
    reply: one(sceneOverview),
  },
  orderScenes: {
    ...edit,
    method: 'PUT',
    path: '/api/projects/{id}/scenes/order',
    summary: 'Set the order of the scenes',
    description: 'For the console; the interface of the extension lists scenes by number.',
    params: ofProject,
    body: orderUpdate,
    reply: one(newOrder),
  },
  readScene: {
    ...read,
    method: 'GET',
    path: '/api/scenes/{id}',
    summary: 'Read a scene',
    params: ofScene,
    reply: one(sceneInProject),
  },
  updateScene: {
    ...edit,
    method: 'PATCH',
    path: '/api/scenes/{id}',
    summary: 'Change a scene',
    params: ofScene,
    body: sceneUpdate,
    reply: one(sceneOverview),
  },
  deleteScene: {
    ...write,
    method: 'DELETE',
    path: '/api/scenes/{id}',
    summary: 'Put a scene into the trash, with its shots and all its asset versions',
    description:
      'Nobody finds any of it from then on, and its number is free. POST /api/scenes/{id}/restore brings it back as it was, until it is purged.',
    params: ofScene,
    query: z.object({
      sceneId: text(50).meta({ description: 'Its number, so that it is no other by mistake' }),
    }),
    reply: one(sceneOverview),
  },
  restoreScene: {
    ...write,
    method: 'POST',
    path: '/api/scenes/{id}/restore',
    summary: 'Bring a scene back from the trash, with all that was in it',
    description:
      'With its winners, notes and places in playlists. Asset versions that were deleted before it stay in the trash. 400 where another scene has its number by now.',
    params: ofScene,
    reply: one(sceneOverview),
  },
  browseShots: {
    ...read,
    method: 'GET',
    path: '/api/scenes/{id}/shots',
    summary: 'List the shots of a scene, with how far they are',
    params: ofScene,
    query: z.object({ first }),
    reply: all(shotOverview),
  },
  updateShots: {
    ...write,
    method: 'PATCH',
    path: '/api/scenes/{id}/shots',
    summary: 'Assign several shots of a scene, or say when they are due',
    description: 'All of them or none: who is assigned already stays so.',
    params: ofScene,
    body: shotsUpdate,
    reply: one(shotsUpdate.pick({ shotIds: true })),
  },
  listMyShots: {
    tag,
    permission: 'read',
    method: 'GET',
    path: '/api/shots/mine',
    summary: 'List the shots that the user is assigned to, in all projects',
    description: `By due day, those without one last. Of ARCHIVED projects only when asked for by \`projectId\`. Of each description the first ${listedStoryBeat} characters.`,
    query: z.object({
      projectId: id.optional().meta({ description: 'Only those of this project' }),
      state: z
        .enum(['open', 'done'])
        .optional()
        .meta({ description: 'done: with an APPROVED or FINAL version; open: without' }),
      cursor,
      limit,
    }),
    reply: page(myShot),
    errors: [400, 401, 404],
  },
  readProgress: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/progress',
    summary: 'Tell how far a project is, by person and by week',
    params: ofProject,
    query: z.object({ weeks }),
    reply: one(projectProgress),
  },
  createShot: {
    ...write,
    method: 'POST',
    path: '/api/scenes/{id}/shots',
    summary: 'Add a shot',
    params: ofScene,
    body: newShot,
    status: 201,
    reply: one(shotOverview),
  },
  orderShots: {
    ...edit,
    method: 'PUT',
    path: '/api/scenes/{id}/shots/order',
    summary: 'Set the order of the shots',
    params: ofScene,
    body: orderUpdate,
    reply: one(newOrder),
  },
  updateShot: {
    ...edit,
    method: 'PATCH',
    path: '/api/shots/{id}',
    summary: 'Change a shot',
    params: ofShot,
    body: shotUpdate,
    reply: one(shotOverview),
  },
  deleteShot: {
    ...write,
    method: 'DELETE',
    path: '/api/shots/{id}',
    summary: 'Delete a shot',
    description:
      'Its asset versions stay in the scene, without a shot. Its winners are winners no longer; SELECTED becomes GENERATED.',
    params: ofShot,
    reply: one(shotOverview),
  },
  browseCharacters: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/characters',
    summary: 'List the characters of a project',
    description: 'In the order that was set, else by name.',
    params: ofProject,
    reply: all(character),
  },
  createCharacter: {
    ...write,
    method: 'POST',
    path: '/api/projects/{id}/characters',
    summary: 'Add a character',
    params: ofProject,
    body: newCharacter,
    status: 201,
    reply: one(character),
  },
  orderCharacters: {
    ...edit,
    method: 'PUT',
    path: '/api/projects/{id}/characters/order',
    summary: 'Set the order of the characters',
    description: 'For the console; the interface of the extension lists characters by name.',
    params: ofProject,
    body: orderUpdate,
    reply: one(newOrder),
  },
  updateCharacter: {
    ...edit,
    method: 'PATCH',
    path: '/api/characters/{id}',
    summary: 'Change a character',
    params: ofCharacter,
    body: characterUpdate,
    reply: one(character),
  },
  deleteCharacter: {
    ...write,
    method: 'DELETE',
    path: '/api/characters/{id}',
    summary: 'Delete a character',
    params: ofCharacter,
    reply: one(character),
  },
  importWorkspace: {
    tag,
    permission: 'production',
    method: 'POST',
    path: '/api/import',
    summary: 'Bring a production in from a workspace file',
    description:
      'What is missing is added, what differs is updated, what the file does not mention stays. Projects that the user is in are known by their name, and need the role `editor`; others are made. With `preview` nothing is written, and the answer says what would be.',
    body: z.object({ workspace: workspaceFile, preview: z.boolean().default(false) }),
    bodyFactor: 8,
    reply: one(importReport),
    errors: [400, 401],
  },
} as const satisfies Record<string, Endpoint>
