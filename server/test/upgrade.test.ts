import assert from 'node:assert/strict'
import { createHmac, hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../accounts/password.ts'
import type { Engine } from '../db/database.ts'
import { up as production } from '../db/migrations/0001-production.ts'
import { up as webhooks } from '../db/migrations/0002-webhooks.ts'
import { up as access } from '../db/migrations/0003-access.ts'
import { up as accounts } from '../db/migrations/0004-accounts.ts'
import { up as console } from '../db/migrations/0005-console.ts'
import { startService } from '../main.ts'
import { openSecretBox } from '../secret-box.ts'
import { newRawToken } from '../tokens/format.ts'
import { emptyPlace, engines, type Place } from './engines.ts'
import { runSql } from './process.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { callerWith, signIn, silentLog, type TestCaller, testPassword } from './service.ts'

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [userId, projectId, sceneDbId, shotId, webhookId] = [1, 2, 3, 4, 5].map(id) as [
  string,
  string,
  string,
  string,
  string,
]
const [firstVersion, secondVersion] = [id(11), id(12)]
const [sent, waiting, batched] = [id(21), id(22), id(23)]
const then = '2026-11-20T08:00:00.000Z'
/** By the clock of the node that took the second version. */
const ahead = '2126-11-20T08:00:00.000Z'
const email = 'ada@studio.example'
const secret = 'a secret of old times'

/** A capture as a client queued it, and what its fingerprint was: with the defaults of that time in it. */
const repeated = {
  projectId,
  sceneId: '012a',
  platformKey: 'Midjourney',
  assetType: 'IMAGE',
  prompt: 'a lighthouse at dusk',
  provenance: { captureId: 'before-the-upgrade' },
}
const fingerprint = 'e8e14ffa6745b4218765012eadf144483c78fa052fc46beeaa76d00f719f4043'
const answer = {
  id: secondVersion,
  versionNumber: 2,
  platformKey: 'midjourney',
  platformLabel: 'Midjourney',
  assetType: 'IMAGE',
  status: 'DRAFT',
  rightsState: 'UNKNOWN',
  shotId: null,
  createdAt: then,
}

for (const engine of engines) {
  describe(`a database of the schema 5 that is brought up to date on ${engine}`, () => {
    let place: Place
    let service: Awaited<ReturnType<typeof startService>>
    let receiver: Receiver
    let user: TestCaller

    before(async () => {
      receiver = await startReceiver()
      place = await emptyPlace(engine, {
        DAILIES_DEVELOPMENT: 'true',
        DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
      })
      const token = newRawToken()
      for (const sql of [...schema(engine), ...(await rows({ token, place, receiver }))])
        await runSql(place, sql)
      service = await startService(place.settings, silentLog, { silence: 0 })
      user = callerWith(service.address, token)
    })
    after(async () => {
      await service?.close()
      await receiver.close()
      await place.remove()
    })

    const capture = { ...repeated, provenance: {} }
    const versions = async () => {
      const query = new URLSearchParams({ projectId, sceneId: '012A' })
      const { assets } = (await user.get(`/api/extension/scene-assets?${query}`)).body
      return assets.map(({ versionNumber }: { versionNumber: number }) => versionNumber)
    }

    test('the inbox is empty, and whoever was there is told by default', async () => {
      const { body } = await user.get('/api/inbox')
      assert.deepEqual(body, { data: [], metadata: { nextCursor: null } })
      const { data } = (await user.get('/api/inbox/settings')).body
      assert.ok(data.length > 5 && data.every(({ inConsole }: { inConsole: boolean }) => inConsole))
    })

    test('what was queued for a webhook is sent, signed, and in its order', async () => {
      const isSent = async () => {
        const { data } = (await user.get(`/api/webhooks/${webhookId}/deliveries`)).body
        return data.every(({ status }: { status: string }) => status === 'Success')
      }
      const deadline = performance.now() + 60_000
      while (!(await isSent())) assert.ok(performance.now() < deadline, 'not sent')
      const bodies = receiver.received.flatMap(({ body }) => {
        const sentAs = JSON.parse(body)
        return sentAs.event === 'batch' ? sentAs.data.events : [sentAs]
      })
      assert.deepEqual(
        bodies.map(({ data }) => data.assetVersionId),
        [firstVersion, secondVersion],
      )
      for (const { headers, body } of receiver.received) {
        const signed = `${headers['x-service-timestamp']}.${body}`
        const signature = createHmac('sha256', secret).update(signed).digest('hex')
        assert.equal(headers['x-service-signature'], `sha256=${signature}`)
      }
      const { data } = (await user.get(`/api/webhooks/${webhookId}/deliveries`)).body
      assert.deepEqual(
        data.map((one: Record<string, unknown>) => [one.id, one.status, one.retryCount]),
        [
          [batched, 'Success', 1],
          [waiting, 'Success', 0],
          [sent, 'Success', 0],
        ],
      )
    })

    test('the feed goes on behind the cursor that a reader kept', async () => {
      const { data, metadata } = (await user.get('/api/events')).body
      assert.deepEqual(
        data.slice(0, 3).map((one: { id: string }) => one.id),
        [sent, waiting, batched],
      )
      const rest = (await user.get('/api/events?since=1')).body.data
      assert.deepEqual(
        rest.slice(0, 2).map((one: { id: string }) => one.id),
        [waiting, batched],
      )
      assert.equal(metadata.hasMore, false)
    })

    test('users sign in as before, and nobody is disabled', async () => {
      const session = await signIn(service, { email }, testPassword)
      const { data } = (await session.get('/api/users')).body
      assert.deepEqual(
        data.map((one: Record<string, unknown>) => [one.email, one.role, one.disabledAt]),
        [[email, 'administrator', null]],
      )
    })

    test('a capture that was sent before is answered as it was, and one with another body is refused', async () => {
      assert.deepEqual((await user.ingest(repeated)).body, { ok: true, asset: answer })
      const spelled = { ...repeated, status: 'DRAFT', selected: false, rightsState: 'UNKNOWN' }
      assert.deepEqual((await user.ingest(spelled)).body, { ok: true, asset: answer })
      const { status, body } = await user.ingest({ ...repeated, prompt: 'another' })
      assert.equal(status, 400)
      assert.match(body.details.fieldErrors.provenance[0], /Already used for another capture/)
      assert.deepEqual(await versions(), [2, 1])
    })

    test('versions are counted on, and the newest comes first; each has what it had', async () => {
      const { asset } = (await user.ingest(capture)).body
      assert.equal(asset.versionNumber, 3)
      assert.deepEqual(await versions(), [3, 2, 1])
      const { data } = (await user.get(`/api/assets/${firstVersion}`)).body
      assert.deepEqual(
        [data.status, data.selected, data.rightsState, data.tags, data.metadata, data.shot.shotCode],
        ['APPROVED', true, 'COMMERCIAL_ALLOWED', ['night'], { seed: 7 }, '012A-A'],
      )
      const { captured } = (
        await user.send('POST', '/api/extension/captured', {
          externalAssetIds: ['job-1'],
          outputUrls: ['https://cdn.example/2.png'],
        })
      ).body
      assert.deepEqual(captured.map((one: { assetVersionId: string }) => one.assetVersionId).sort(), [
        firstVersion,
        secondVersion,
      ])
    })

    test('what came since works on what was there: rights of a platform, and deleting the project', async () => {
      const { body } = await user.send('PUT', `/api/projects/${projectId}/rights-defaults`, {
        platformKey: 'midjourney',
        rightsState: 'RESTRICTED',
        unknownToo: true,
      })
      assert.equal(body.data.changed, 2)
      assert.equal((await user.ingest(capture)).body.asset.rightsState, 'RESTRICTED')
      const [project] = (await user.get('/api/projects')).body.data
      assert.deepEqual([project.name, project.requiredShots, project.approvedShots], ['The Long Tide', 1, 1])
      assert.equal(
        (await user.send('DELETE', `/api/projects/${projectId}?name=The Long Tide`, {})).status,
        200,
      )
      assert.deepEqual((await user.get('/api/projects')).body.data, [])
      await user.send('POST', '/api/trash/purge', {})
      const deadline = performance.now() + 60_000
      const left = async () => (await runSql(place, 'select id from asset_versions')).length
      while ((await left()) > 0) {
        assert.ok(performance.now() < deadline, 'not removed')
        await sleep(20)
      }
    })
  })
}

/** All that made a database of that version; migrations never change once landed. */
function schema(engine: Engine): string[] {
  const all = { production, webhooks, access, accounts, console }
  return [
    'create table migrations (version integer primary key, name text not null, applied_at text not null)',
    ...Object.entries(all).flatMap(([name, up], index) => [
      ...up(engine),
      `insert into migrations values (${index + 1}, '${name}', '${then}')`,
    ]),
  ]
}

async function rows({ token, place, receiver }: { token: string; place: Place; receiver: Receiver }) {
  const created = { created_at: then, updated_at: then }
  const event = (eventId: string, assetVersionId: string, position: number | null) => ({
    id: eventId,
    user_id: userId,
    event: 'asset.created',
    project_id: projectId,
    scene_db_id: sceneDbId,
    created_at: then,
    data: JSON.stringify({ assetVersionId, projectId, sceneId: '012A', prompt: 'x' }),
    position,
  })
  const delivery = { webhook_id: webhookId, attempt_count: 0, retry_count: 0 }
  const version = {
    project_id: projectId,
    scene_id: sceneDbId,
    asset_type: 'IMAGE',
    platform_key: 'midjourney',
    platform_label: 'Midjourney',
    prompt: 'a lighthouse at dusk',
    created_by: userId,
    ...created,
  }
  const given: [table: string, row: Record<string, string | number | null>][] = [
    [
      'users',
      {
        id: userId,
        email,
        name: 'Ada',
        ...created,
        feed_position: 1,
        feed_floor: sent,
        email_verified: 0,
        role: 'administrator',
      },
    ],
    [
      'accounts',
      {
        id: id(6),
        user_id: userId,
        account_id: userId,
        provider_id: 'credential',
        password: await hashPassword(testPassword),
        ...created,
      },
    ],
    [
      'tokens',
      {
        id: id(7),
        user_id: userId,
        name: 'laptop',
        hash: hash('sha256', token),
        created_at: then,
        expires_at: '9999-01-01T00:00:00.000Z',
      },
    ],
    [
      'projects',
      { id: projectId, owner_id: userId, name: 'The Long Tide', status: 'PRODUCTION', ...created },
    ],
    ['scenes', { id: sceneDbId, project_id: projectId, scene_number: '012A', number_order: '0000012A' }],
    ['shots', { id: shotId, scene_id: sceneDbId, shot_code: '012A-A', sort_order: 1, required: 1 }],
    [
      'asset_versions',
      {
        ...version,
        id: firstVersion,
        shot_id: shotId,
        version_number: 1,
        status: 'APPROVED',
        selected: 1,
        rights_state: 'COMMERCIAL_ALLOWED',
        external_asset_id: 'job-1',
        tags: '["night"]',
        metadata: '{"seed":7}',
      },
    ],
    [
      'asset_versions',
      {
        ...version,
        id: secondVersion,
        version_number: 2,
        created_at: ahead,
        updated_at: ahead,
        status: 'DRAFT',
        selected: 0,
        rights_state: 'UNKNOWN',
        output_url: 'https://cdn.example/2.png',
      },
    ],
    [
      'version_counters',
      { scene_id: sceneDbId, asset_type: 'IMAGE', platform_key: 'midjourney', last_number: 2 },
    ],
    [
      'capture_keys',
      {
        user_id: userId,
        kind: 'captureId',
        key: repeated.provenance.captureId,
        fingerprint,
        answer: JSON.stringify(answer),
        asset_version_id: secondVersion,
        created_at: then,
      },
    ],
    [
      'webhooks',
      {
        id: webhookId,
        user_id: userId,
        url: receiver.url,
        events: '["asset.created"]',
        batch_events: 1,
        batch_seconds: 0,
        active: 1,
        secret: openSecretBox(place.settings).seal(secret, webhookId),
        failed_attempts: 1,
        recent_attempts: '[]',
        resume_at: 0,
        // Held by a worker that ended before the upgrade.
        leased_by: 'of old',
        leased_until: 1,
        ...created,
      },
    ],
    ['events', event(sent, firstVersion, 1)],
    ['events', event(waiting, firstVersion, null)],
    ['events', event(batched, secondVersion, null)],
    ['deliveries', { ...delivery, event_id: sent, status: 'Success', attempt_count: 1, response_code: 204 }],
    ['deliveries', { ...delivery, event_id: waiting, status: 'Pending', due_at: 1 }],
    [
      'deliveries',
      { ...delivery, event_id: batched, status: 'Retrying', due_at: 2, batch_id: id(31), attempt_count: 1 },
    ],
  ]
  return given.map(([table, row]) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
    )
    return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`
  })
}
