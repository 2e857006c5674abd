import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assetUpdate } from '@dailies/contract/asset-update.ts'
import { capture, promptPackageDraft } from '@dailies/contract/capture.ts'
import { type Endpoint, endpoints } from '@dailies/contract/endpoints.ts'
import { errorBody } from '@dailies/contract/error.ts'
import { preferencesUpdate } from '@dailies/contract/preferences.ts'
import fc from 'fast-check'
import type { z } from 'zod'
import { statement } from '../db/statement.ts'
import { type AnyRequest, type Known, requestsTo, validRequests } from './arbitrary.ts'
import { engines } from './engines.ts'
import {
  type Answer,
  type Film,
  request,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from './service.ts'

const runs = { numRuns: 400 }
const bodyLimit = 1024 ** 2
const { ingest, updateAsset, updateProfile } = endpoints
const withBody = Object.values<Endpoint>(endpoints).filter((endpoint) => endpoint.body)

for (const engine of engines) {
  describe(`any request at all on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let film: Film
    let platforms: { id: string; slug: string; name: string }[]
    let sceneDbIds: Map<string, string>
    let known: Known

    before(async () => {
      service = await testService(engine)
      user = await testUser(service)
      film = await testFilm(service.db, user)
      platforms = (await user.get(endpoints.listPlatforms.path)).body.platforms
      const { scenes } = (await user.get(`${endpoints.listScenes.path}?projectId=${film.projectId}`)).body
      sceneDbIds = new Map(scenes.map(({ id, sceneId }: Record<string, string>) => [sceneId, id]))
      const versions = [await user.ingest(film.capture), await user.ingest(film.capture)]
      const packages = await service.db.all(listPackageIds, {})
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
      }
    })
    after(() => service.close())

    function send({ method, path }: Endpoint, { search, headers, body }: AnyRequest): Promise<Answer> {
      return request(`${service.address}${path}${search && `?${search}`}`, {
        method,
        headers: {
          authorization: `Bearer ${user.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      })
    }

    function sendBytes({ method, path }: Endpoint, bytes: Uint8Array, type = 'application/json') {
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': type }
      return request(service.address + path, { method, headers, body: bytes as Uint8Array<ArrayBuffer> })
    }

    /** What a later reader finds must be what the answer to a write said, and what was sent. */
    async function mustBeKept(endpoint: Endpoint, sent: string, { body }: Answer): Promise<void> {
      if (endpoint === ingest) return captureMustBeStored(JSON.parse(sent), sent, body.asset)
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

    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      test(`${endpoint.method} ${endpoint.path} answers as the contract says, whatever it is asked`, async () => {
        await fc.assert(
          fc.asyncProperty(requestsTo(endpoint, known), async (sent) => {
            const answer = await send(endpoint, sent)
            keepsToContract(endpoint, answer)
            const tooLarge = Buffer.byteLength(sent.body ?? '') > bodyLimit
            assert.equal(answer.status === 413, tooLarge)
            if (sent.valid && !tooLarge) assert.equal(answer.status, 200, JSON.stringify(answer.body))
            if (sent.body && answer.status === 200) await mustBeKept(endpoint, sent.body, answer)
          }),
          runs,
        )
        assert.equal(({} as { polluted?: boolean }).polluted, undefined)
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
        { numRuns: 50 },
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
        { numRuns: 100 },
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
        const garbage = fc.oneof(
          fc.oneof(written, truncated).map((text) => Buffer.from(text)),
          fc.uint8Array({ maxLength: 100 }),
        )
        await fc.assert(
          fc.asyncProperty(garbage, async (bytes) => {
            const answer = await sendBytes(endpoint, bytes)
            assert.equal(answer.status, 400)
            keepsToContract(endpoint, answer)
          }),
          { numRuns: 100 },
        )
      }
    })

    test('no text takes U+0000, which PostgreSQL cannot store, and the field is named', async () => {
      const assetId = (await user.ingest(film.capture)).body.asset.id
      const bodies: [Endpoint, Record<string, z.ZodType>, (field: object) => object][] = [
        [ingest, capture.shape, (field) => ({ ...film.capture, ...field })],
        [
          ingest,
          promptPackageDraft.shape,
          (promptPackage) => ({ ...film.capture, createPromptPackage: true, promptPackage }),
        ],
        [updateProfile, preferencesUpdate.shape, (preferences) => ({ preferences })],
        [updateAsset, assetUpdate.shape, (field) => ({ assetId, ...field })],
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
      const at = Buffer.from(body.padEnd(bodyLimit))
      for (const endpoint of withBody) {
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
        const over = await sendBytes(endpoint, Buffer.concat([at, Buffer.from(' ')]))
        assert.equal(over.status, 413)
        keepsToContract(endpoint, over)
      }
      assert.equal((await sendBytes(ingest, at)).status, 200)
    })
  })
}

/** One of the statuses that the contract names, its body, whole and nothing else, and the headers of CORS. */
function keepsToContract(endpoint: Endpoint, { status, headers, body }: Answer): void {
  const errors = endpoint.errors.filter((error) => error !== 401)
  const statuses: number[] = [200, ...errors, ...(endpoint.body ? [413, 415] : [])]
  assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  // Parsing drops what the schema does not know.
  assert.deepEqual((status === 200 ? endpoint.reply : errorBody).parse(body), body)
  if (status === 400) assert.ok(body.error === 'Invalid payload' && body.details, JSON.stringify(body))
  if (status === 404) assert.match(body.error, /^(Project|Scene|Shot|Asset) not found$/)
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
