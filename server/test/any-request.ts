import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assetUpdate } from '@dailies/contract/asset-update.ts'
import { assetDetails, assetSelection } from '@dailies/contract/board.ts'
import { capture, promptPackageDraft } from '@dailies/contract/capture.ts'
import { type Endpoint, takesSession, takesToken } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { errorBody } from '@dailies/contract/error.ts'
import { newPlatform as platformFields } from '@dailies/contract/platform.ts'
import { preferencesUpdate } from '@dailies/contract/preferences.ts'
import { newCharacter, newProject, newScene, newShot } from '@dailies/contract/production.ts'
import { newWebhook, webhookUpdate } from '@dailies/contract/webhook.ts'
import fc from 'fast-check'
import { z } from 'zod'
import type { Engine } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { notify } from '../inbox/notify.ts'
import { type AnyRequest, type Known, requestsTo, validRequests } from './arbitrary.ts'
import { building } from './building.ts'
import './cheap-hashing.ts'
import { isServed, knownMedia } from './known-media.ts'
import { knownProduction } from './known-production.ts'
import { knownReview } from './known-review.ts'
import { projectsMustMove } from './moved-projects.ts'
import { seedOf } from './seed.ts'
import {
  type Answer,
  cookieOf,
  type Film,
  openCaller,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testPassword,
  testService,
  testUser,
} from './service.ts'

const bodyLimitOf = ({ bodyFactor = 1, bodyLimit = bodyFactor * 1024 ** 2 }: Endpoint) => bodyLimit
const { ingest, createAsset, updateAsset, updateProfile, changeStatus, updateAssetDetails, selectAsset } =
  endpoints
const { createPromptPackage, updatePromptPackage, updatePreferences, addPlatform } = endpoints
const { createWebhook, readWebhook, updateWebhook, rotateWebhookSecret, deleteWebhook } = endpoints
const ofConsole = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => !takesToken(endpoint))
/** What may be refused although it keeps to the contract: it depends on secrets and passwords, and on what is there. */
const maybeRefused = new Set<Endpoint>([
  ...[endpoints.setUp, endpoints.checkInvitation, endpoints.acceptInvitation, endpoints.revokeInvitation],
  ...[endpoints.forgotPassword, endpoints.checkPasswordLink, endpoints.setForgottenPassword],
  ...[endpoints.beginProviderSignIn, endpoints.finishProviderSignIn],
  ...[endpoints.changePassword, endpoints.endSession, endpoints.finishSignIn],
  ...[endpoints.beginSecondFactor, endpoints.setUpSecondFactor, endpoints.renewRecoveryCodes],
  ...[endpoints.turnOffSecondFactor, endpoints.beginPasskeySignIn, endpoints.finishPasskeySignIn],
  ...[endpoints.beginPasskey, endpoints.createPasskey, endpoints.updatePasskey, endpoints.deletePasskey],
  ...[endpoints.checkLink, endpoints.enterLink, endpoints.readOpenLink],
  ...[endpoints.listGuestTakes, endpoints.readGuestCut],
  ...[endpoints.serveGuestMedia, endpoints.serveGuestAttachment],
  ...[endpoints.listGuestComments, endpoints.createGuestComment, endpoints.giveGuestVerdict],
])
const withBody = Object.values<Endpoint>(endpoints).filter((endpoint) => endpoint.body)
const withFile = Object.values<Endpoint>(endpoints).filter((endpoint) => endpoint.uploads)

/** Stands in a path for the id of a webhook that is made for the request. */
const newcomer = 'a-new-webhook'
const newToken = 'a-new-token'
const newPackage = 'a-new-package'
const newPlatform = 'a-new-platform'
const newVersion = 'a-new-version'
const deletedVersion = 'a-deleted-version'
const newUser = 'a-new-user'
/** No tag becomes itself. */
const renaming = { from: fc.constant(['lamp']), to: fc.constantFrom('lantern', null) }

/**
 * Asks every endpoint for everything, right and wrong: it answers as the contract says, keeps what it was sent, and breaks
 * at nothing. `runs`: how many requests are made to each.
 */
export function anyRequest(engine: Engine, { runs }: { runs: number }): void {
  // Where no token is let in, and of what has tests of its own.
  const fewRuns = Math.ceil(runs / 4)

  describe(`any request at all on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    /** Of a session of the user's, who is the administrator. */
    let cookie: string
    let film: Film
    /** Of users who join the film, and leave it: before a request about it they are out, and in. */
    let joining: string
    let leaving: string
    let platforms: { id: string; slug: string; name: string }[]
    let sceneDbIds: Map<string, string>
    let known: Known
    /** Where the same name stands for something else, or what is asked for must be the endpoint's own. */
    let knownOf: Partial<Record<keyof typeof endpoints, Known>>
    let production: Awaited<ReturnType<typeof knownProduction>>
    let media: Awaited<ReturnType<typeof knownMedia>>
    let review: Awaited<ReturnType<typeof knownReview>>

    before(async () => {
      service = await testService(engine, { DAILIES_TRUST_PROXY: '127.0.0.1' })
      user = await testUser(service)
      const member = await testUser(service)
      cookie = await signedIn()
      film = await testFilm(service.db, user)
      joining = (await testUser(service)).id
      leaving = (await testUser(service)).id
      platforms = (await user.get(endpoints.listPlatforms.path)).body.platforms
      const { scenes } = (await user.get(`${endpoints.listScenes.path}?projectId=${film.projectId}`)).body
      sceneDbIds = new Map(scenes.map(({ id, sceneId }: Record<string, string>) => [sceneId, id]))
      const versions = [await user.ingest(film.capture), await user.ingest(film.capture)]
      const packages = await service.db.all(listPackageIds, {})
      const webhookId = await registered()
      known = {
        projectId: fc.constant(film.projectId),
        sceneDbId: fc.constantFrom(...sceneDbIds.values()),
        sceneId: fc.constantFrom('012A', '012a'),
        shotId: fc.option(fc.constantFrom(...film.shotIds), { nil: undefined }),
        assetId: fc.constantFrom(...versions.map(({ body }) => body.asset.id)),
        parentVersionId: fc.option(fc.constant(versions[0]?.body.asset.id), { nil: undefined }),
        promptPackageId: fc.option(fc.constant(packages[0]?.id), { nil: undefined }),
        platformKey: fc.oneof(
          fc.constantFrom('midjourney', 'MidJourney', 'homemade-tool', 'İstanbul', '場🎬'),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
        ),
        platformId: fc.constant(undefined),
        'idempotency-key': fc.option(fc.noShrink(fc.uuid()), { nil: undefined }),
        id: fc.constant(webhookId),
        deliveryId: fc.constant(await tested(webhookId)),
        url: receivers,
        projectIds: fc.option(fc.subarray([film.projectId]), { nil: undefined }),
        sceneDbIds: fc.option(fc.subarray([...sceneDbIds.values()]), { nil: undefined }),
        body: fc.constantFrom('{}', '{"text":"{{event}}"}', '[{{#events}}"{{id}}",{{/events}}"{{event}}"]'),
      }
      const changing = fc.constant(await registered())
      const news = {
        kind: 'scene.completed',
        to: [user.id],
        by: member.id,
        projectId: film.projectId,
      } as const
      await service.db.transaction((transaction) => notify(transaction, news))
      production = await knownProduction(user)
      media = await knownMedia(service, user, { film, newVersion })
      const reviewed = (await user.ingest(film.capture)).body.asset.id
      review = await knownReview(user, reviewed, film.projectId)
      const ofRights = await building(user).project('Of rights')
      const changed = (await user.ingest(film.capture)).body.asset.id
      const asked = { of: { ids: [changed] }, change: { kind: 'rights', rightsState: 'RESTRICTED' } }
      const change = (await user.send('POST', pathOf(endpoints.changeAssets, film.projectId), asked)).body
        .data.id
      knownOf = {
        ...production.knownOf,
        ...media.knownOf,
        ...review.knownOf,
        ...knownAssets(film.sceneDbId, versions[1]?.body.asset.id),
        listPromptPackages: { id: fc.constant(film.projectId) },
        createPromptPackage: { id: fc.constant(film.projectId) },
        readPromptPackage: { id: fc.constant(packages[0]?.id) },
        updatePromptPackage: { id: fc.constant(packages[0]?.id) },
        deletePromptPackage: { id: fc.constant(newPackage) },
        readReport: { id: fc.constant(film.projectId) },
        listPresent: { id: fc.constant(film.sceneDbId) },
        bePresent: { id: fc.constant(film.sceneDbId) },
        listTags: { id: fc.constant(film.projectId), cursor: fc.constantFrom('2 lamp', undefined) },
        listTagColors: { id: fc.constant(film.projectId) },
        setTagColor: { id: fc.constant(film.projectId) },
        changeTags: { id: fc.constant(film.projectId), ...renaming },
        changeAssets: {
          id: fc.constant(film.projectId),
          // To a shot takes go by its id or null: left out it is none.
          shotId: fc.constantFrom(...film.shotIds, null),
          of: fc.constantFrom(
            { ids: [changed] },
            { sceneDbId: film.sceneDbId, filter: { q: 'nowhere' } },
            { sceneDbId: film.otherSceneDbId, filter: { status: 'FINAL' } },
          ),
        },
        listAssetChangeSets: { id: fc.constant(film.projectId) },
        undoAssetChanges: { id: fc.constant(change) },
        listRightsDefaults: { id: fc.constant(ofRights.id) },
        // Captures that say nothing of their rights go elsewhere.
        setRightsDefault: { id: fc.constant(ofRights.id) },
        // And so do files.
        setMediaQuota: { id: fc.constant(ofRights.id) },
        updateNotice: { id: fc.constant((await user.get(endpoints.listNotices.path)).body.data[0].id) },
        addPlatform: { slug: fc.noShrink(fc.uuid()) },
        removePlatform: { id: fc.constant(newPlatform) },
        updateWebhook: { id: changing, url: fc.option(receivers, { nil: undefined }) },
        rotateWebhookSecret: { id: changing },
        deleteWebhook: { id: fc.constant(newcomer) },
        updateToken: { id: fc.constant(newToken) },
        rotateToken: { id: fc.constant(newToken) },
        revokeToken: { id: fc.constant(newToken) },
        signIn: { email: fc.constant(user.email), password: fc.constant(testPassword) },
        updateUser: { id: fc.constant(member.id) },
        signOutUser: { id: fc.constant(member.id) },
        resetSecondFactor: { id: fc.constant(member.id) },
        removeUser: {
          id: fc.constant(newUser),
          handTo: fc.option(fc.constant(user.id), { nil: undefined }),
        },
        createInvitation: {
          projects: fc.subarray([
            { projectId: film.projectId, role: 'editor' },
            { projectId: ofRights.id, role: 'owner' },
          ]),
        },
        listMembers: { id: fc.constant(film.projectId) },
        listMemberChanges: {
          id: fc.constant(film.projectId),
          cursor: fc.option(fc.uuid(), { nil: undefined }),
        },
        listActivity: {
          id: fc.constant(film.projectId),
          cursor: fc.option(fc.uuid(), { nil: undefined }),
        },
        listTrash: {
          id: fc.constant(film.projectId),
          cursor: fc.option(
            fc.uuid().map((id) => `2026-01-01T00:00:00.000Z_${id}`),
            { nil: undefined },
          ),
        },
        purgeTrash: { id: fc.constant(film.projectId) },
        listDeletedProjects: { cursor: fc.constant(undefined) },
        // Else it would purge what another request restores.
        purgeDeletedProjects: { ids: fc.constant([film.projectId]) },
        addMember: { id: fc.constant(film.projectId), userId: fc.constant(joining) },
        updateMember: { id: fc.constant(film.projectId), userId: fc.constant(leaving) },
        removeMember: { id: fc.constant(film.projectId), userId: fc.constant(leaving) },
        changeStatus: {
          id: fc.constant((await user.ingest(film.capture)).body.asset.id),
          // Further on is one step at a time: it depends on the request before.
          status: fc.constantFrom('DRAFT', 'GENERATED'),
        },
      }
    })
    after(() => service.close())

    /** Each from an address of its own: too many wrong passwords would end it for all. */
    let addresses = 0
    function browser(): Record<string, string> {
      addresses += 1
      return {
        'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
        'sec-fetch-site': 'same-origin',
      }
    }

    async function signedIn(): Promise<string> {
      const credentials = { email: user.email, password: testPassword }
      const { path } = endpoints.signIn
      return cookieOf(await openCaller(service.address).send('POST', path, credentials, browser()))
    }

    /** A webhook of the user's that hears of nothing: nothing here completes a scene. */
    async function registered(): Promise<string> {
      const settings = { url: 'https://receiver.invalid/', events: ['scene.completed'] }
      return (await user.send('POST', createWebhook.path, settings)).body.data?.id
    }

    /** A delivery to that webhook. */
    async function tested(id: string): Promise<string> {
      return (await user.send('POST', pathOf(endpoints.testWebhook, id), {})).body.data?.id
    }

    /** A token of the user's that nobody uses; there is room for a hundred, so the ones before it end. */
    async function issued(): Promise<string> {
      const { data } = (await user.get(endpoints.listTokens.path)).body
      for (const { id, name } of data) if (name !== 'test') await revoke(id)
      return (await user.send('POST', endpoints.createToken.path, { name: 'spare' })).body.data.id
    }

    /** That whoever is to join is no member, and whoever is to leave is one. */
    async function asNeeded({ path, body = '' }: AnyRequest): Promise<void> {
      const members = `/api/projects/${film.projectId}/members`
      if (body.includes(joining)) await user.send('DELETE', `${members}/${joining}`, undefined)
      if (path.includes(leaving)) await user.send('POST', members, { userId: leaving, role: 'viewer' })
    }

    /** A prompt package of the film that nobody else uses. */
    async function packaged(): Promise<{ id: string }> {
      const fields = { name: 'New', prompt: 'new' }
      return (await user.send('POST', pathOf(createPromptPackage, film.projectId), fields)).body.data
    }

    async function platformAdded(): Promise<{ id: string }> {
      return (await user.send('POST', addPlatform.path, { slug: randomUUID(), name: 'New' })).body.data
    }

    /** With a link to what was captured, so that it may have media of every kind. */
    async function captured(): Promise<string> {
      const capture = { ...film.capture, outputUrl: 'https://cdn.example/new.mp4' }
      return (await user.ingest(capture)).body.asset.id
    }

    async function deleted(): Promise<string> {
      const id = await captured()
      await user.send('DELETE', pathOf(endpoints.deleteAsset, id), undefined)
      return id
    }

    function revoke(id: string): Promise<Answer> {
      return user.send('DELETE', pathOf(endpoints.revokeToken, id), undefined)
    }

    const byToken = () => ({ authorization: `Bearer ${user.token}` })

    async function send(
      { method }: Endpoint,
      sent: AnyRequest,
      by: Record<string, string> = byToken(),
    ): Promise<Answer> {
      const { search, headers, body, file } = sent
      const path = await filled(sent)
      return request(`${service.address}${path}${search && `?${search}`}`, {
        method,
        headers: {
          ...by,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        ...(file && { body: file }),
      })
    }

    /** The path of the request with what stands for new things replaced by the ids of such. */
    async function filled(sent: AnyRequest): Promise<string> {
      let path = await review.filled(await production.filled(sent.path))
      await asNeeded(sent)
      if (path.includes(newUser)) path = path.replace(newUser, (await testUser(service)).id)
      if (path.includes(newcomer)) path = path.replace(newcomer, await registered())
      if (path.includes(newPackage)) path = path.replace(newPackage, (await packaged()).id)
      if (path.includes(newPlatform)) path = path.replace(newPlatform, (await platformAdded()).id)
      if (path.includes(newToken)) path = path.replace(newToken, await issued())
      if (path.includes(newVersion)) path = path.replace(newVersion, await captured())
      if (path.includes(deletedVersion)) path = path.replace(deletedVersion, await deleted())
      return path
    }

    function sendBytes(endpoint: Endpoint, bytes: Uint8Array, type = 'application/json') {
      const { method, path } = endpoint
      const by = takesToken(endpoint) ? byToken() : { cookie, ...browser() }
      const headers = { ...by, 'content-type': type }
      // Bodies are looked at before anyone looks for what has the id.
      const url = service.address + path.replace(/\{\w+\}/g, 'any')
      return request(url, { method, headers, body: bytes as Uint8Array<ArrayBuffer> })
    }

    /** What a later reader finds must be what the answer to a write said, and what was sent. */
    async function mustBeKept(endpoint: Endpoint, sent: string, { body }: Answer): Promise<void> {
      if (endpoint.tag === 'Production' && endpoint.body) await production.mustBeKept(endpoint, body.data)
      if (endpoint === ingest) return captureMustBeStored(JSON.parse(sent), sent, body.asset)
      if (endpoint === createAsset) return captureMustBeStored(JSON.parse(sent), sent, body.data)
      if (endpoint === updateAsset) {
        const row = await service.db.first(findVersion, { id: body.asset.id })
        const { selected, compareGroup, status } = body.asset
        assert.deepEqual(
          [selected, compareGroup, status],
          [row?.selected === 1, row?.compare_group, row?.status],
        )
        const asked = { selected, compareGroup, ...JSON.parse(sent) }
        assert.deepEqual([selected, compareGroup], [asked.selected, wellFormed(asked.compareGroup)])
      }
      if (endpoint === updateProfile) {
        assert.deepEqual((await user.get(updateProfile.path)).body, body)
        for (const [name, value] of Object.entries(body.preferences)) {
          const asked = JSON.parse(sent).preferences[name] ?? value
          assert.deepEqual(value, wellFormed(asked), name)
        }
      }
      if (endpoint === updatePreferences) {
        assert.deepEqual((await user.get(updatePreferences.path)).body, body)
        for (const [name, value] of Object.entries(body.data)) {
          assert.deepEqual(value, wellFormed(JSON.parse(sent)[name] ?? value), name)
        }
      }
      if (endpoint === createPromptPackage || endpoint === updatePromptPackage) {
        await promptPackageMustBeKept(sent, body.data)
      }
      if (endpoint === selectAsset) {
        const { data } = (await user.get(pathOf(endpoints.readAsset, body.data.id))).body
        const asked = { ...body.data, ...JSON.parse(sent) }
        const kept = [data.selected, data.compareGroup]
        assert.deepEqual(kept, [body.data.selected, body.data.compareGroup])
        assert.deepEqual(kept, [asked.selected, wellFormed(asked.compareGroup)])
      }
      if (endpoint === updateAssetDetails) await detailsMustBeKept(JSON.parse(sent), body.data)
      if (endpoint === changeStatus) {
        const row = await service.db.first(findVersion, { id: body.data.id })
        assert.deepEqual([row?.status, body.data.status], [JSON.parse(sent).status, row?.status])
      }
      if (endpoint === createWebhook || endpoint === updateWebhook || endpoint === rotateWebhookSecret) {
        await webhookMustBeKept(sent, body.data)
      }
      if (endpoint === createWebhook) await mustBeDeletable(body.data.id)
      if (endpoint === deleteWebhook) await mustBeGone(body.data.id)
      if (endpoint === endpoints.createToken) assert.equal((await revoke(body.data.id)).status, 200)
    }

    async function quotaMustBeKept({ path, body = '' }: AnyRequest, answer: Answer): Promise<void> {
      assert.deepEqual(answer.body.data, { bytes: wellFormed(JSON.parse(body).bytes) })
      const { data } = (await request(service.address + endpoints.readStorage.path, { headers: { cookie } }))
        .body
      const project = data.projects.find(({ id }: { id: string }) => path.endsWith(id))
      assert.equal(project.quotaBytes, answer.body.data.bytes)
    }

    // biome-ignore lint/suspicious/noExplicitAny: a body of any shape
    async function detailsMustBeKept(sent: any, version: any): Promise<void> {
      assert.deepEqual((await user.get(pathOf(endpoints.readAsset, version.id))).body.data, version)
      for (const name of ['title', 'notes', 'rightsState', 'shotId']) {
        if (sent[name] !== undefined) assert.equal(version[name], wellFormed(sent[name] || null), name)
      }
      tagsMustBeKept(sent, version.tags, textsOf)
    }

    const textsOf = (tags: string[]) => [
      ...new Set(tags.map((tag) => tag.toWellFormed().trim()).filter(Boolean)),
    ]

    /** `whole` tells what becomes of tags that are sent as a whole. */
    function tagsMustBeKept(
      sent: { tags?: string[]; addTags?: string[]; removeTags?: string[] },
      kept: string[],
      whole: (tags: string[]) => string[],
    ): void {
      const added = textsOf(sent.addTags ?? [])
      for (const tag of added) assert.ok(kept.includes(tag), `${tag} was added`)
      for (const tag of sent.removeTags ?? []) {
        assert.ok(added.includes(tag) || !kept.includes(tag), `${tag} was removed`)
      }
      if (sent.tags && !sent.addTags && !sent.removeTags) assert.deepEqual(kept, whole(sent.tags))
    }

    async function promptPackageMustBeKept(sent: string, answer: { id: string }): Promise<void> {
      const row = await service.db.first(findPackage, { id: answer.id })
      const { constraints, style_profile, metadata, tags, ...rest } = jsonOf(row, [
        ...['constraints', 'style_profile', 'metadata', 'tags'],
      ])
      const exact = exactJson(sent) as Record<string, unknown>
      const { constraints: _, styleProfile: __, metadata: ___, ...plain } = JSON.parse(sent)
      const json = { constraints, styleProfile: style_profile, metadata }
      for (const [name, value] of Object.entries(json)) {
        if (exact[name] !== undefined) assert.deepEqual(value, exact[name], name)
      }
      const columns: Record<string, unknown> = {
        name: rest.name,
        prompt: rest.prompt,
        negativePrompt: rest.negative_prompt,
        targetAspectRatio: rest.target_aspect_ratio,
        targetDurationSec: rest.target_duration_sec,
      }
      tagsMustBeKept(plain, (tags ?? []) as string[], (all) => wellFormed(all) as string[])
      for (const [name, value] of Object.entries(columns)) {
        const asked = name === 'name' ? plain.name?.trim() : plain[name]
        if (asked !== undefined) assert.deepEqual(value, wellFormed(asked), name)
      }
    }

    async function webhookMustBeKept(sent: string, answer: Record<string, unknown>): Promise<void> {
      const { secret, ...webhook } = answer
      assert.deepEqual((await user.get(pathOf(readWebhook, webhook.id as string))).body.data, webhook)
      const asked = JSON.parse(sent)
      for (const [name, value] of Object.entries(webhookUpdate.parse(asked))) {
        assert.deepEqual(webhook[name], value, name)
      }
      if (asked.secret) assert.equal(secret, asked.secret)
    }

    async function mustBeDeletable(id: string): Promise<void> {
      assert.equal((await user.send('DELETE', pathOf(deleteWebhook, id), undefined)).status, 200)
      await mustBeGone(id)
    }

    async function mustBeGone(id: string): Promise<void> {
      assert.equal((await user.get(pathOf(readWebhook, id))).status, 404)
      assert.equal((await user.send('DELETE', pathOf(deleteWebhook, id), undefined)).status, 404)
    }

    async function captureMustBeStored(
      // biome-ignore lint/suspicious/noExplicitAny: a body of any shape
      sent: any,
      text: string,
      answer: { id: string; createdAt: string; versionNumber: number; platformLabel: string },
    ): Promise<void> {
      const row = await service.db.first(findVersion, { id: answer.id })
      const exact = exactJson(text) as Record<string, unknown>
      const key = sent.platformKey?.toLowerCase()
      const platform = platforms.find(({ id, slug }) =>
        sent.platformId ? id === sent.platformId : slug === key,
      )
      const selected = sent.selected === true || sent.status === 'SELECTED'
      const expected = {
        id: answer.id,
        project_id: film.projectId,
        scene_id: sceneDbIds.get(sent.sceneId.toUpperCase()),
        shot_id: sent.shotId,
        asset_type: sent.assetType,
        platform_key: platform?.slug ?? key,
        platform_id: platform?.id,
        platform_label: sent.platformLabel || (platform?.name ?? key),
        version_number: answer.versionNumber,
        status: selected ? 'SELECTED' : (sent.status ?? 'DRAFT'),
        selected: selected ? 1 : 0,
        compare_group: sent.compareGroup,
        rights_state: sent.rightsState ?? 'UNKNOWN',
        prompt: sent.prompt,
        negative_prompt: sent.negativePrompt,
        title: sent.title,
        output_url: sent.outputUrl,
        source_url: sent.sourceUrl,
        thumbnail_url: sent.thumbnailUrl,
        model_name: sent.modelName,
        external_asset_id: sent.externalAssetId,
        prompt_package_id: sent.promptPackageId ?? (sent.createPromptPackage ? row?.prompt_package_id : null),
        parent_version_id: sent.parentVersionId,
        metadata: exact.metadata,
        tags: wellFormed(sent.tags),
        notes: sent.notes,
        provenance: exact.provenance,
        cost_estimate_usd: sent.costEstimateUsd,
        generation_seconds: sent.generationSeconds,
        queue_wait_seconds: sent.queueWaitSeconds,
        created_by: user.id,
        created_at: answer.createdAt,
        updated_at: answer.createdAt,
      }
      assert.deepEqual(jsonOf(row, ['metadata', 'tags', 'provenance']), columns(expected))
      assert.equal(answer.platformLabel, row?.platform_label, 'the answer says what is stored')
      if (sent.createPromptPackage && !sent.promptPackageId) {
        await packageMustBeStored(sent, exact, row?.prompt_package_id ?? '')
      }
    }

    // biome-ignore lint/suspicious/noExplicitAny: a body of any shape
    async function packageMustBeStored(sent: any, exact: any, id: string): Promise<void> {
      const row = await service.db.first(findPackage, { id })
      const draft = { ...sent.promptPackage }
      const exactDraft = { ...exact.promptPackage }
      const { name, target_aspect_ratio, target_duration_sec, created_at, updated_at, ...rest } = jsonOf(
        row,
        ['constraints', 'style_profile', 'tags', 'metadata'],
      )
      assert.deepEqual(
        rest,
        columns({
          id,
          project_id: film.projectId,
          prompt: draft.prompt || sent.prompt,
          negative_prompt: draft.negativePrompt ?? sent.negativePrompt,
          constraints: exactDraft.constraints,
          style_profile: exactDraft.styleProfile,
          tags: wellFormed(draft.tags ?? sent.tags),
          metadata: exactDraft.metadata ?? exact.metadata,
        }),
      )
      if (draft.targetAspectRatio !== undefined)
        assert.equal(target_aspect_ratio, wellFormed(draft.targetAspectRatio))
      if (draft.targetDurationSec !== undefined)
        assert.equal(target_duration_sec, wellFormed(draft.targetDurationSec))
      assert.ok(target_duration_sec === null || Number.isFinite(target_duration_sec), 'a length is a number')
      const given = draft.name || sent.title
      if (given) assert.equal(name, wellFormed(given))
      else {
        const line = wellFormed(sent.prompt.replace(/\s+/g, ' ').trim()) as string
        assert.ok(line.startsWith((name as string).replace(/…$/, '')), `${name} is how the prompt begins`)
      }
      assert.equal(created_at, updated_at)
    }

    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      // A stream does not end.
      if (!takesToken(endpoint) || endpoint.streams) continue

      test(`${endpoint.method} ${endpoint.path} answers as the contract says, whatever it is asked`, async () => {
        const { status: success = 200 } = endpoint
        const requests = requestsTo(endpoint, { ...known, ...knownOf[name as keyof typeof endpoints] })
        await fc.assert(
          fc.asyncProperty(requests, async (generated) => {
            const sent = { ...generated, path: await filled(generated) }
            const answer = await send(endpoint, sent)
            if (!isDecodable(sent.path)) {
              assert.deepEqual(
                [answer.status, answer.body],
                [400, { error: 'The address is not a valid one' }],
              )
              return
            }
            if (isServed(endpoint, answer)) return media.mustBeServed(sent, answer)
            keepsToContract(endpoint, answer)
            const tooLarge = Buffer.byteLength(sent.body ?? '') > bodyLimitOf(endpoint)
            // Of files it is told, and may be told wrongly.
            if (!sent.file) assert.equal(answer.status === 413, tooLarge)
            const tooOften = answer.status === 429
            // What it says that it was read as it was not.
            const clashes = answer.status === 409 && 'was' in JSON.parse(sent.body ?? '{}')
            if (sent.valid && !tooLarge && !tooOften && !clashes) {
              assert.equal(answer.status, success, JSON.stringify(answer.body))
            }
            if (answer.status === success) await mustBeKept(endpoint, sent.body ?? '', answer)
            // Of a picture that is looked for nothing is kept.
            const isKept = answer.status === success && sent.file && endpoint !== endpoints.readLook
            if (isKept) await media.mustBeKept(sent, answer)
          }),
          about(`${name} by token`, runs),
        )
        assert.equal(({} as { polluted?: boolean }).polluted, undefined)
      })
    }

    for (const [name, endpoint] of ofConsole) {
      const requests = () => requestsTo(endpoint, { ...knownOf[name as keyof typeof endpoints] })

      test(`${endpoint.method} ${endpoint.path} answers a browser as the contract says, whatever it asks`, async () => {
        const { status: success = 200 } = endpoint
        await fc.assert(
          fc.asyncProperty(requests(), async (sent) => {
            if (!isDecodable(sent.path)) return
            const by = takesSession(endpoint) ? { cookie, ...browser() } : browser()
            const answer = await send(endpoint, sent, by)
            if (isServed(endpoint, answer)) return media.mustBeServed(sent, answer)
            keepsToContract(endpoint, answer)
            if (sent.valid && !maybeRefused.has(endpoint)) {
              assert.equal(answer.status, success, JSON.stringify(answer.body))
            }
            if (endpoint === endpoints.signOut && answer.status === success) cookie = await signedIn()
            if (endpoint === endpoints.setMediaQuota && answer.status === success) {
              await quotaMustBeKept(sent, answer)
            }
          }),
          about(`${name} by a browser`, fewRuns),
        )
      })

      if (endpoint.open) continue
      test(`${endpoint.method} ${endpoint.path} lets no token in, whatever it asks`, async () => {
        await fc.assert(
          fc.asyncProperty(requests(), async (sent) => {
            if (!isDecodable(sent.path)) return
            const { status, body } = await send(endpoint, sent)
            assert.deepEqual([status, body], [401, { error: 'Unauthorized' }])
          }),
          about(`${name} closed to tokens`, fewRuns),
        )
      })
    }

    test('a platform is stored by its key whichever way it is named', async () => {
      const named = platforms.map(({ id, slug }) => [
        { platformId: id },
        { platformId: id, platformKey: slug.toUpperCase() },
        { platformKey: slug },
      ])
      await fc.assert(
        fc.asyncProperty(
          validRequests(ingest, known),
          fc.constantFrom(...named.flat()),
          async (sent, platform) => {
            const { platformKey: _, ...rest } = JSON.parse(sent.body ?? '')
            const body = JSON.stringify({ ...rest, ...platform })
            const answer = await send(ingest, { ...sent, body })
            assert.equal(answer.status, 200, JSON.stringify(answer.body))
            await mustBeKept(ingest, body, answer)
          },
        ),
        about('names of platforms', fewRuns),
      )
    })

    test('a prompt package made of a capture begins and measures as the capture does', async () => {
      const gaps = { promptPackageId: undefined, title: undefined, platformKey: 'midjourney' }
      await fc.assert(
        fc.asyncProperty(validRequests(ingest, known), fc.boolean(), async (sent, withDraft) => {
          const { promptPackage, ...rest } = JSON.parse(sent.body ?? '')
          const body = JSON.stringify({
            ...rest,
            ...gaps,
            createPromptPackage: true,
            ...(withDraft && { promptPackage }),
          })
          const answer = await send(ingest, { ...sent, body })
          assert.equal(answer.status, 200, JSON.stringify(answer.body))
          await mustBeKept(ingest, body, answer)
        }),
        about('prompt packages of captures', fewRuns),
      )
    })

    test('a body that is not a JSON object gives 400 Invalid payload', async () => {
      const written = fc.constantFrom(
        ...[
          '',
          ' ',
          '[]',
          '[{}]',
          'null',
          'true',
          '5',
          '1e999',
          '"text"',
          '{',
          '{]',
          "{'a':1}",
          '{"a":1,}',
          'NaN',
        ],
        ...[
          '{"a":01}',
          '{"a":undefined}',
          '{}{}',
          '{"a":"\n"}',
          '/**/{}',
          '"\\ud800"',
          '\ufeff',
          '[['.repeat(50_000),
        ],
        '{"a":'.repeat(100_000) + '1'.padEnd(100_001, '}'),
      )
      for (const endpoint of withBody) {
        const truncated = fc
          .tuple(validRequests(endpoint, known), fc.double({ min: 0, max: 0.999, noNaN: true }))
          .map(([{ body = '' }, part]) => body.slice(0, Math.floor(body.length * part)))
        const garbage = fc
          .oneof(
            fc.oneof(written, truncated).map((text) => Buffer.from(text)),
            fc.uint8Array({ maxLength: 100 }),
          )
          .filter((bytes) => bytes.length <= bodyLimitOf(endpoint))
        await fc.assert(
          fc.asyncProperty(garbage, async (bytes) => {
            const answer = await sendBytes(endpoint, bytes)
            assert.equal(answer.status, 400)
            keepsToContract(endpoint, answer)
          }),
          about('broken bodies', fewRuns),
        )
      }
    })

    test('no text takes U+0000, which PostgreSQL cannot store, and the field is named', async () => {
      const assetId = (await user.ingest(film.capture)).body.asset.id
      const webhook = { url: 'https://receiver.invalid/', events: ['asset.created'] }
      const bodies: [Endpoint, Record<string, z.ZodType>, (field: object) => object][] = [
        [ingest, capture.shape, (field) => ({ ...film.capture, ...field })],
        [createAsset, capture.shape, (field) => ({ ...film.capture, ...field })],
        [
          ingest,
          promptPackageDraft.shape,
          (promptPackage) => ({ ...film.capture, createPromptPackage: true, promptPackage }),
        ],
        [endpoints.createProject, newProject.shape, (field) => ({ name: 'x', ...field })],
        [endpoints.createScene, newScene.shape, (field) => ({ sceneId: 'x', ...field })],
        [endpoints.createShot, newShot.shape, (field) => ({ shotCode: 'x', ...field })],
        [endpoints.createCharacter, newCharacter.shape, (field) => ({ name: 'x', ...field })],
        [updateProfile, preferencesUpdate.shape, (preferences) => ({ preferences })],
        [updateAsset, assetUpdate.shape, (field) => ({ assetId, ...field })],
        [selectAsset, assetSelection.shape, (field) => field],
        [updateAssetDetails, assetDetails.shape, (field) => field],
        [addPlatform, platformFields.shape, (field) => ({ slug: randomUUID(), name: 'New', ...field })],
        [updatePreferences, preferencesUpdate.shape, (field) => field],
        [createWebhook, newWebhook.shape, (field) => ({ ...webhook, ...field })],
        [
          createWebhook,
          { body: z.string() },
          (field) => ({ ...webhook, template: { type: 'custom', ...field } }),
        ],
      ]
      for (const [endpoint, fields, bodyWith] of bodies) {
        for (const [name, schema] of Object.entries(fields)) {
          const takesAnything = schema.safeParse(5).success && schema.safeParse('a').success
          const values = ['http://a/\0', ['a\0']].filter(
            (value) => schema.safeParse(JSON.parse(JSON.stringify(value).replaceAll('\\u0000', 'b'))).success,
          )
          for (const value of takesAnything ? [] : values) {
            const answer = await user.send(endpoint.method, endpoint.path, bodyWith({ [name]: value }))
            assert.equal(answer.status, 400, name)
            assert.match(JSON.stringify(answer.body.details.fieldErrors), new RegExp(`${name}.*U\\+0000`))
          }
        }
      }
    })

    test('a capture that differs anywhere in its JSON is another one, and cannot take the key', async () => {
      const alike = [{}, [], [[]], { a: 1 }, [['a', 1]], null, 'null', 0, false, '', 1e300, [1e300]]
      for (const [index, one] of alike.entries()) {
        for (const other of alike.slice(index + 1)) {
          const headers = { 'idempotency-key': randomUUID() }
          assert.equal((await user.ingest({ ...film.capture, metadata: { x: one } }, headers)).status, 200)
          const answer = await user.ingest({ ...film.capture, metadata: { x: other } }, headers)
          assert.equal(answer.status, 400, JSON.stringify([one, other]))
        }
      }
    })

    test('text that is not UTF-8 is refused, not mended', async () => {
      const broken = [
        [0xff],
        [0xc3],
        [0xc0, 0x80],
        [0xed, 0xa0, 0x80],
        [0xf0, 0x9f, 0x8e],
        [0xf4, 0x90, 0x80, 0x80],
      ]
      for (const bytes of broken) {
        const [head, tail] = JSON.stringify({ ...film.capture, prompt: 'AB' }).split('AB') as [string, string]
        const answer = await sendBytes(
          ingest,
          Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]),
        )
        assert.equal(answer.status, 400, Buffer.from(bytes).toString('hex'))
        keepsToContract(ingest, answer)
      }
    })

    test('a body of another type gives 415, one over the limit 413, one at the limit is read', async () => {
      const { body = '' } = { body: JSON.stringify(film.capture) }
      for (const endpoint of withBody) {
        const over = Buffer.from(body.padEnd(bodyLimitOf(endpoint) + 1))
        for (const type of [
          'text/plain',
          'application/xml',
          'multipart/form-data',
          'application/jsonp',
          'json',
        ]) {
          const answer = await sendBytes(endpoint, Buffer.from(body), type)
          assert.equal(answer.status, 415, type)
          keepsToContract(endpoint, answer)
        }
        const tooLarge = await sendBytes(endpoint, over)
        assert.equal(tooLarge.status, 413)
        keepsToContract(endpoint, tooLarge)
      }
      const at = Buffer.from(body.padEnd(bodyLimitOf(ingest)))
      assert.equal((await sendBytes(ingest, at)).status, 200)
    })

    test('a file is taken in whatever type it is said to be, also over the limit of other bodies', async () => {
      assert.notEqual(withFile.length, 0)
      for (const { method, path, query, status = 200 } of withFile) {
        const search = query?.shape.name ? '?name=sketch.png' : ''
        for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'json', 'a/b; c="']) {
          const url = service.address + pathOf({ path }, await captured()) + search
          const headers = { ...byToken(), 'content-type': type }
          const answer = await request(url, { method, headers, body: Buffer.alloc(1024 ** 2 + 1, type) })
          assert.equal(answer.status, status, JSON.stringify([type, answer.body]))
        }
      }
    })

    test('each project that came of it is exported, and imported as it is', () =>
      projectsMustMove(service.place, user.id))
  })
}

/** So many runs, each test with a seed of its own. */
function about(test: string, numRuns: number) {
  return { numRuns, seed: seedOf(test) }
}

/** Names that no server answers to (RFC 6761, section 6.4): nothing is sent anywhere. */
const receivers = fc
  .tuple(fc.webPath(), fc.webQueryParameters())
  .map(([path, query]) => `https://receiver.invalid${path}?${query}`)

function knownAssets(sceneDbId: string, versionId: string): Partial<Record<keyof typeof endpoints, Known>> {
  const ofScene = { id: fc.constant(sceneDbId) }
  const ofVersion = { id: fc.constant(versionId) }
  return {
    browseAssets: ofScene,
    listAssetFacets: ofScene,
    countMarks: ofScene,
    listAssetChanges: ofScene,
    readAsset: ofVersion,
    readLineage: ofVersion,
    readProvenance: ofVersion,
    listStatusChanges: ofVersion,
    updateAssetDetails: ofVersion,
    selectAsset: ofVersion,
    deleteAsset: { id: fc.constant(newVersion) },
    takeBack: { id: fc.constant(newVersion) },
    restoreAsset: { id: fc.constant(deletedVersion) },
  }
}

function pathOf({ path }: Pick<Endpoint, 'path'>, id: string): string {
  return path.replace('{id}', id)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** One of the statuses that the contract names, its body, whole and nothing else, and the headers of CORS. */
function keepsToContract(endpoint: Endpoint, { status, headers, body }: Answer): void {
  const { status: success = 200 } = endpoint
  const errors = endpoint.errors.filter((error) => error !== 401 || endpoint.signsIn)
  const ofPath = endpoint.params ? [400] : []
  const statuses: number[] = [success, ...errors, ...ofPath, ...(endpoint.body ? [413, 415] : [])]
  assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  // Parsing drops what the schema does not know.
  assert.deepEqual((status === success ? endpoint.reply : errorBody).parse(body), body)
  if (status === 400) assert.ok(body.error === 'Invalid payload' && body.details, JSON.stringify(body))
  if (status === 404)
    assert.match(
      body.error,
      /^(Set-up address|Invitation|User|Session|Platform|Member|Prompt package|Project|Scene|Shot|Character|Asset|Comment|Playlist|Saved search|Review|Webhook|Delivery|Notice|Token|Mail server|Sign-in provider|Address for passkeys|Passkey|Link|Media|Attachment|Export|Change) not found$/,
    )
  assert.equal(/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''), status === 429)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.equal(headers.get('access-control-allow-methods'), 'GET,POST,PUT,OPTIONS')
  assert.equal(headers.get('access-control-allow-headers'), 'Authorization, Content-Type')
}

/** Half a surrogate pair is no character: a database that stores UTF-8 has U+FFFD for it. And -0 is 0. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'number') return value + 0
  if (Array.isArray(value)) return value.map(wellFormed)
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** A row as it must be: null for what was not sent. Objects are there already as they must be. */
function columns(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, wellFormed(value) ?? null]))
}

function jsonOf(row: Record<string, unknown> | undefined, names: string[]): Record<string, unknown> {
  const parsed = names.map((name) => [name, row?.[name] == null ? null : exactJson(row[name] as string)])
  return { ...row, ...Object.fromEntries(parsed) }
}

/** Parses JSON without losing what a double cannot hold. */
function exactJson(text: string): unknown {
  const exact = (_key: string, value: unknown, { source = '' } = {}) => {
    if (typeof value !== 'number') return value
    const lost = !Number.isFinite(value) || (/^-?\d+$/.test(source) && !Number.isSafeInteger(value))
    return lost ? `the number ${source}` : value + 0
  }
  return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1])
}

const findVersion = statement((db, { id }: { id: string }) =>
  db.selectFrom('asset_versions').selectAll().where('id', '=', id),
)
const findPackage = statement((db, { id }: { id: string }) =>
  db.selectFrom('prompt_packages').selectAll().where('id', '=', id),
)
const listPackageIds = statement((db) => db.selectFrom('prompt_packages').select('id'))
