import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { capture as captureSchema } from '@dailies/contract/capture.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { statement } from '../db/statement.ts'
import { deleteMember, insertMember } from '../production/member-queries.ts'
import { allOf } from '../production/membership.ts'
import { runSql } from '../test/process.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { type Ingest, ingest } from './ingest.ts'
import { ingestTogether, type Outcome } from './ingest-together.ts'

/** So that webhooks may go there. */
const toReceivers = { DAILIES_DEVELOPMENT: 'true', DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8' }

describe('captures in one transaction on PostgreSQL', () => {
  let service: TestService
  let user: TestUser
  let film: Film

  before(async () => {
    service = await testService('postgres', toReceivers)
    user = await testUser(service)
  })
  beforeEach(async () => {
    film = await testFilm(service.db, user, randomUUID())
  })
  after(() => service.close())

  const captureOf = (fields: object = {}, who = user): Ingest => ({
    actor: allOf(who.id),
    capture: captureSchema.parse({ ...film.capture, ...fields }),
  })
  const together = (many: Ingest[]) =>
    service.db.transaction((transaction) => ingestTogether(transaction, many))
  const versions = () => service.db.all(listVersions, { projectId: film.projectId })

  test('are filed each as by itself: row, number, rights and event', async () => {
    const { id: parentVersionId } = await ingest(service.db, captureOf())
    await user.send('PUT', `/api/projects/${film.projectId}/rights-defaults`, {
      platformKey: 'kling',
      rightsState: 'RESTRICTED',
    })
    const everything = {
      outputUrl: 'https://cdn.example/take.png?x=1',
      title: 'Tower "wide" \\ 𝄞',
      sourceUrl: 'https://midjourney.example/jobs/1',
      thumbnailUrl: 'https://cdn.example/take-small.png',
      modelName: 'v7',
      negativePrompt: 'people',
      notes: 'the one\nwith the gull',
      externalAssetId: 'job-1',
      compareGroup: 'tower',
      platformLabel: 'MJ',
      costEstimateUsd: 0.1 + 0.2,
      generationSeconds: 31.5,
      queueWaitSeconds: 0,
      metadata: { seed: 12, nested: [null, 'a "b"'] },
      tags: ['storm', 'wide'],
      provenance: { capturedBy: 'extension' },
      shotId: film.shotIds[0],
      status: 'GENERATED',
      rightsState: 'COMMERCIAL_ALLOWED',
      parentVersionId,
    }
    const kinds = [everything, { platformKey: 'kling' }, { platformKey: 'of nobody' }, { sceneId: '2' }]
    for (const fields of kinds) await ingest(service.db, captureOf(fields))
    const outcomes = await together(kinds.map((fields) => captureOf(fields)))
    const [, ...stored] = await versions()
    const told = await service.db.all(listEvents, { projectId: film.projectId })
    for (const [index] of kinds.entries()) {
      const [one, other] = [stored[index]!, stored[index + kinds.length]!]
      assert.equal(other.version_number, one.version_number + 1)
      assert.deepEqual(likeAnother(other), likeAnother(one))
      assert.deepEqual(answerOf(outcomes[index]!), {
        id: other.id,
        versionNumber: other.version_number,
        platformKey: other.platform_key,
        platformLabel: other.platform_label,
        assetType: other.asset_type,
        status: other.status,
        rightsState: other.rights_state,
        shotId: other.shot_id,
        createdAt: other.created_at,
      })
      const [ofOne, ofOther] = [one, other].map(({ id, created_at }) => {
        const { data, ...event } = told.find(({ data }) => JSON.parse(data).assetVersionId === id)!
        assert.equal(event.created_at, created_at)
        return { ...event, created_at: '', data: { ...JSON.parse(data), assetVersionId: '' } }
      })
      assert.deepEqual(ofOther, ofOne)
    }
  })

  test('of one that is refused are filed without it, with numbers that have no gap', async () => {
    const refused = [
      { sceneId: '404' },
      { shotId: randomUUID() },
      { parentVersionId: randomUUID() },
      { promptPackageId: randomUUID() },
      { platformId: randomUUID() },
      { projectId: randomUUID() },
    ]
    const many = Array.from({ length: 32 }, (_, index) => captureOf(refused[index / 5]))
    const outcomes = await together(many)
    const alone = await Promise.all(
      refused.map((fields) => ingest(service.db, captureOf(fields)).catch((error) => error)),
    )
    const refusals = outcomes.flatMap((one) => (one !== 'alone' && 'refusal' in one ? [one.refusal] : []))
    assert.deepEqual(refusals, alone)
    const numbers = (await versions()).map(({ version_number }) => version_number)
    assert.deepEqual(numbers, upTo(32 - refused.length))
  })

  test('of whoever is removed, or no editor, are refused, and those of others are filed', async () => {
    const [removed, viewer, editor] = await Promise.all([1, 2, 3].map(() => testUser(service)))
    const { projectId } = film
    for (const [{ id: userId }, role] of [
      [removed!, 'editor'],
      [viewer!, 'viewer'],
      [editor!, 'editor'],
    ] as const) {
      await service.db.transaction((transaction) =>
        transaction.run(insertMember, { projectId, userId, role, now: '' }),
      )
    }
    const gone = { projectId, userId: removed!.id }
    await service.db.transaction((transaction) => transaction.run(deleteMember, gone))
    const limited = { ...captureOf(), actor: { userId: user.id, projectIds: [randomUUID()] } }
    const outcomes = await together([
      captureOf(),
      captureOf({}, removed),
      captureOf({}, viewer),
      limited,
      captureOf({}, editor),
    ])
    assert.deepEqual(outcomes.map(codeOf), ['filed', 'not_found', 'forbidden', 'not_found', 'filed'])
    const creators = (await versions()).map(({ created_by }) => created_by)
    assert.deepEqual(creators, [user.id, editor!.id])
  })

  test('into one counter are listed, and told of, in the order of their numbers', async () => {
    for (let round = 0; round < 5; round += 1) {
      await together(Array.from({ length: 20 }, () => captureOf({ sceneId: '2' })))
      await ingest(service.db, captureOf({ sceneId: '2' }))
    }
    const query = new URLSearchParams({ ...film.capture, sceneId: '2', limit: '100' })
    const { assets } = (await user.get(`${endpoints.listSceneAssets.path}?${query}`)).body
    const numbers = assets.map(({ versionNumber }: { versionNumber: number }) => versionNumber)
    assert.deepEqual(numbers, upTo(105).reverse().slice(0, 100))
    const rows = await versions()
    const told = (await service.db.all(listEvents, { projectId: film.projectId })).map(
      ({ data }) => rows.find(({ id }) => id === JSON.parse(data).assetVersionId)!.version_number,
    )
    assert.deepEqual(told, upTo(105))
  })

  test('keep their answers by their keys, and leave a repeat alone', async () => {
    const captureId = randomUUID()
    const keyed = { ...captureOf({ provenance: { captureId } }), idempotencyKey: randomUUID() }
    const [first, second] = await together([keyed, captureOf()])
    assert.deepEqual(await ingest(service.db, keyed), answerOf(first!))
    assert.deepEqual(
      await together([captureOf({ provenance: { captureId } }), captureOf()]).then(([it]) => it),
      'alone',
    )
    const another = { ...captureOf({ prompt: 'another' }), idempotencyKey: keyed.idempotencyKey }
    await assert.rejects(ingest(service.db, another), { code: 'invalid' })
    assert.equal(codeOf(second!), 'filed')
  })

  test('of which two have one key are not filed, neither they nor the others', async () => {
    const keyed = captureOf({ provenance: { captureId: randomUUID() } })
    await assert.rejects(together([captureOf(), keyed, captureOf(), keyed]), { code: '23505' })
    assert.deepEqual(await versions(), [])
    assert.equal((await ingest(service.db, captureOf())).versionNumber, 1)
  })

  test('are told to every webhook that asks for them', async () => {
    const made = await user.send('POST', endpoints.createWebhook.path, {
      url: 'http://127.0.0.1:9/',
      events: ['asset.created'],
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await together([captureOf(), captureOf({ sceneId: '2' }), captureOf()])
    const due = await runSql(
      service.place,
      `select event_id from deliveries inner join events on events.id = event_id
        where project_id = '${film.projectId}'`,
    )
    assert.equal(due.length, 3)
  })
})

/** What two captures that say the same have in common. */
function likeAnother({ id, version_number, created_at, updated_at, ...row }: Record<string, unknown>) {
  assert.equal(updated_at, created_at)
  return row
}

function answerOf(outcome: Outcome) {
  assert.ok(outcome !== 'alone' && 'answer' in outcome, JSON.stringify(outcome))
  return outcome.answer
}

function codeOf(outcome: Outcome): string {
  if (outcome === 'alone') return outcome
  return 'answer' in outcome ? 'filed' : (outcome.refusal as { code: string }).code
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

const listVersions = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('asset_versions').selectAll().where('project_id', '=', projectId).orderBy('id'),
)

const listEvents = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('events')
    .select(['event', 'user_id', 'scene_db_id', 'created_at', 'data'])
    .where('project_id', '=', projectId)
    .where('event', '=', 'asset.created')
    .orderBy('id'),
)
