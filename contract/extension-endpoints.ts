import { z } from 'zod'
import { assetUpdate } from './asset-update.ts'
import { assetType, capturedAssetVersion, listedAssetVersion, updatedAssetVersion } from './asset-version.ts'
import { capture } from './capture.ts'
import { captureBatch, capturedMatch, capturedQuestion, captureResult } from './capture-batch.ts'
import { character } from './character.ts'
import { type Endpoint, limit } from './endpoint.ts'
import { withDoubles } from './json-object.ts'
import { ofText } from './length.ts'
import { platform } from './platform.ts'
import { preferences, preferencesUpdate } from './preferences.ts'
import { project } from './project.ts'
import { scene } from './scene.ts'
import { shot } from './shot.ts'
import { takeBackMinutes } from './take-back.ts'
import { id, requiredText, text } from './text.ts'

/** Every endpoint of the extension interface. docs/interface.md, "Endpoints". */
export const extensionEndpoints = {
  listProjects: {
    method: 'GET',
    path: '/api/extension/projects',
    tag: 'Extension',
    permission: 'read',
    summary: "List the user's projects",
    description: 'Those that the user may capture into, as `editor` or `owner`. The last updated first.',
    reply: z.object({ projects: z.array(project) }),
    errors: [401],
  },
  listScenes: {
    method: 'GET',
    path: '/api/extension/scenes',
    tag: 'Extension',
    permission: 'read',
    role: 'viewer',
    summary: 'List the scenes of a project',
    description: 'By scene number in natural order (2 before 10 before 10A).',
    query: z.object({ projectId: id }),
    reply: z.object({ scenes: z.array(scene) }),
    errors: [400, 401, 404],
  },
  listSceneAssets: {
    method: 'GET',
    path: '/api/extension/scene-assets',
    tag: 'Extension',
    permission: 'read',
    role: 'viewer',
    summary: 'List asset versions of a scene',
    description: 'The newest first.',
    query: z.object({
      projectId: id,
      sceneId: requiredText(50)
        .transform((value) => value.toUpperCase())
        .meta({ description: 'Scene number; converted to upper case' }),
      assetType: assetType.optional(),
      limit,
    }),
    reply: z.object({
      scene: scene.pick({ id: true, sceneId: true, storyBeat: true }),
      assets: z.array(listedAssetVersion),
    }),
    errors: [400, 401, 404],
  },
  listPlatforms: {
    method: 'GET',
    path: '/api/extension/platforms',
    tag: 'Extension',
    permission: 'read',
    summary: 'List all AI platforms',
    description: 'By name.',
    reply: z.object({ platforms: z.array(platform) }),
    errors: [401],
  },
  ingest: {
    method: 'POST',
    path: '/api/extension/ingest',
    tag: 'Extension',
    permission: 'capture',
    role: 'editor',
    summary: 'Create an asset version from a capture',
    description:
      'A capture repeated with the same `provenance.captureId` or the same `Idempotency-Key` header makes no second version and is answered as the first time; the same key with another body is refused with 400.',
    headers: z.object({ 'idempotency-key': text(200).min(1, ofText('Must not be empty')).optional() }),
    body: capture,
    reply: z.object({ ok: z.boolean(), asset: capturedAssetVersion }),
    errors: [400, 401, 404],
  },
  ingestBatch: {
    method: 'POST',
    path: '/api/extension/ingest/batch',
    tag: 'Extension',
    permission: 'capture',
    role: 'editor',
    summary: 'Create asset versions from up to 100 captures',
    description:
      'For the queue of an extension that was offline. They are filed one after the other, each in a transaction of its own, and each is answered by itself: a bad one, or one for a project where the role is too little, does not stop the others. A capture with a `provenance.captureId` can be sent again safely.',
    body: captureBatch,
    bodyFactor: 8,
    bodyMembers: true,
    reply: z.object({ results: z.array(captureResult) }),
    errors: [400, 401],
  },
  findCaptured: {
    method: 'POST',
    path: '/api/extension/captured',
    tag: 'Extension',
    permission: 'read',
    summary: 'Tell which of these were captured already, and where',
    description:
      'Of the ids of the platform (`externalAssetId`), media addresses (`outputUrl`) and keys of captures (`provenance.captureId`) in the request, up to 200 together. For each the newest ten versions at most, the newest first. A key whose version was deleted tells none.',
    body: capturedQuestion,
    reply: z.object({ captured: z.array(capturedMatch) }),
    errors: [400, 401],
  },
  takeBack: {
    method: 'DELETE',
    path: '/api/extension/captured/{id}',
    tag: 'Extension',
    permission: 'capture',
    role: 'editor',
    summary: 'Take a capture back',
    description: `For who captured it, within ${takeBackMinutes} minutes: then it is 409, as it is once the version was selected or approved, or another was made from it. It is deleted as any version is, and can be restored.`,
    params: z.object({
      id: id.meta({ description: 'Of the asset version, or the `provenance.captureId` of its capture' }),
    }),
    reply: z.object({ ok: z.boolean(), asset: updatedAssetVersion }),
    errors: [400, 401, 404, 409],
  },
  readProfile: {
    method: 'GET',
    path: '/api/extension/profile',
    tag: 'Extension',
    permission: 'read',
    summary: "Read the user's preferences",
    reply: z.object({ preferences }),
    errors: [401],
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/extension/profile',
    tag: 'Extension',
    permission: 'preferences',
    summary: "Update some of the user's preferences",
    description: 'A missing preference stays as it is, null puts one back to its default.',
    // Zod would take a raw JSON number for an object without members.
    body: z.object({ preferences: withDoubles(preferencesUpdate) }),
    reply: z.object({ preferences }),
    errors: [400, 401, 404],
  },
  listShots: {
    method: 'GET',
    path: '/api/extension/shots',
    tag: 'Extension',
    permission: 'read',
    role: 'viewer',
    summary: 'List the shots of a scene',
    query: z.object({ sceneDbId: id.meta({ description: "The scene's `id`, not its `sceneId`" }) }),
    reply: z.object({ shots: z.array(shot) }),
    errors: [400, 401, 404],
  },
  listCharacters: {
    method: 'GET',
    path: '/api/extension/characters',
    tag: 'Extension',
    permission: 'read',
    role: 'viewer',
    summary: 'List the characters of a project',
    description: 'By name.',
    query: z.object({ projectId: id }),
    reply: z.object({ characters: z.array(character) }),
    errors: [400, 401, 404],
  },
  updateAsset: {
    method: 'PATCH',
    path: '/api/extension/asset-update',
    tag: 'Extension',
    permission: 'selection',
    role: 'editor',
    summary: "Change an asset version's selection or compare group",
    description:
      '`selected: true` makes it the winner of its scene, shot and type: it becomes SELECTED and the former winner GENERATED. `selected: false` makes a SELECTED one GENERATED. APPROVED and FINAL versions keep their status.',
    body: assetUpdate,
    reply: z.object({ ok: z.boolean(), asset: updatedAssetVersion }),
    undoable: true,
    errors: [400, 401, 404],
  },
} as const satisfies Record<string, Endpoint>
