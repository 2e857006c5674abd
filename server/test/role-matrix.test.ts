import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { type ProjectRole, projectRole } from '@dailies/contract/member.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { isoNow } from '../clock.ts'
import { deleteMember, insertMember, setMemberRole } from '../production/member-queries.ts'
import { engines } from './engines.ts'
import { ask, comparable, idRows, type Row, timeless } from './id-rows.ts'
import {
  deletedProject,
  everythingOf,
  hook,
  newComment,
  type Property,
  propertyOf,
  sendsNothing,
  toEnd,
} from './property.ts'
import {
  type Answer,
  callerWith,
  type TestCaller,
  type TestService,
  type TestUser,
  testService,
  testUser,
} from './service.ts'

type Name = keyof typeof endpoints
type Comparable = ReturnType<typeof comparable>

/** What whoever asks is in the project; undefined: no member. */
interface Somebody {
  name: string
  role: ProjectRole | undefined
  caller: TestCaller
}

const roleOf = (name: Name) => (endpoints[name] as Endpoint).role
const names = (Object.keys(endpoints) as Name[]).filter(roleOf)
/** Of the rows of an endpoint the first is about the thing that decides who may. */
const rowOf = (name: Name) => idRows.find(({ endpoint }) => endpoint === name)

/** Only one's own can be taken back, changed or deleted. */
const ofOneself: Name[] = ['takeBack', 'deleteComment', 'showInReview', 'endReview']

/** A batch names no project but in its captures, each of which is answered by itself. */
const batch: Name = 'ingestBatch'

test('every endpoint that needs a role is asked', () => {
  assert.deepEqual(
    names.filter((name) => !rowOf(name)),
    [batch],
  )
})

for (const engine of engines) {
  describe(`what a role may, on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let own: Property
    let projectIds: string[]
    let former: TestUser
    const everybody: Somebody[] = []

    before(async () => {
      service = await testService(engine, sendsNothing)
      owner = await testUser(service)
      own = await propertyOf(service, owner, { name: 'Ours', sceneId: '77' })
      projectIds = [own.projectId, own.emptyProjectId, ...own.spareProjectIds]
      everybody.push(...(await withLimited('owner', 'owner', owner)))
      for (const role of projectRole.options.slice(0, -1)) everybody.push(...(await member(role)))
      former = await testUser(service)
      await join(former, 'owner')
      const left = await withLimited('former member', undefined, former)
      await leave(former)
      everybody.push(...left)
      everybody.push({ name: 'stranger', role: undefined, caller: await testUser(service) })
      // Whose members everybody was.
      own.deletedProjectId = await deletedProject(owner, own.spareProjectIds.pop()!)
      const administrator = await testUser(service, { role: 'administrator' })
      everybody.push({ name: 'administrator', role: undefined, caller: administrator })
    })
    after(() => service.close())

    async function member(role: ProjectRole): Promise<Somebody[]> {
      const user = await testUser(service)
      await join(user, role)
      return withLimited(role, role, user)
    }

    /** With a token that is limited to the projects as well. */
    async function withLimited(
      name: string,
      role: ProjectRole | undefined,
      caller: TestCaller,
    ): Promise<Somebody[]> {
      const token = { name: 'limited', projectIds }
      const { body } = await caller.send('POST', endpoints.createToken.path, token)
      const limited = callerWith(service.address, body.data.token)
      return [
        { name, role, caller },
        { name: `${name} with a limited token`, role, caller: limited },
      ]
    }

    async function join({ id: userId }: TestUser, role: ProjectRole): Promise<void> {
      for (const projectId of projectIds) {
        const row = { projectId, userId, role, now: isoNow() }
        await service.db.transaction((transaction) => transaction.run(insertMember, row))
      }
    }

    async function leave({ id: userId }: TestUser): Promise<void> {
      for (const projectId of projectIds) {
        await service.db.transaction((transaction) => transaction.run(deleteMember, { projectId, userId }))
      }
    }

    function everything() {
      return everythingOf(service.db, ...projectIds)
    }

    const asked = (row: Row) => own[row.refersTo] as string

    for (const name of names) {
      const row = rowOf(name)
      if (!row) continue
      const need = roleOf(name)!
      const { method, status: success }: Endpoint = endpoints[name]

      test(`${name} needs ${need}: with less it is 403, for who is no member as if it were missing`, async () => {
        const before = await everything()
        const absent = row.refersTo === 'sceneId' ? '98' : randomUUID()
        for (const { name, role, caller } of everybody) {
          if (role && mayAs(role, need)) continue
          const id = asked(row)
          const answer: Comparable = comparable(await ask(caller, row, { id, own }), id)
          if (role) {
            assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }], name)
            continue
          }
          assert.deepEqual([answer.status, answer.body.error], row.missing, name)
          assert.deepEqual(answer, comparable(await ask(caller, row, { id: absent, own }), absent), name)
        }
        assert.deepEqual(await everything(), before, 'nothing of it is changed')
      })

      test(`${name} is open to ${need} and more`, async () => {
        for (const { name: who, role, caller } of everybody) {
          if (!role || !mayAs(role, need)) continue
          const ended = await toEnd(ofOneself.includes(name) ? caller : owner, own, name)
          const id =
            name === 'updateComment' ? await newComment(caller, own.versionId) : (ended ?? asked(row))
          const answer = await ask(caller, row, { id, own })
          assert.equal(answer.status, success ?? 200, `${who}: ${JSON.stringify(answer.body)}`)
          if (method !== 'GET') continue
          const { body } = await ask(owner, row, { id, own })
          assert.deepEqual(withoutRole(answer.body), withoutRole(body), `${who} sees what the owner sees`)
        }
      })
    }

    test(`${batch} needs ${roleOf(batch)} for each capture`, async () => {
      for (const { name, role, caller } of everybody) {
        const path = endpoints[batch].path
        const { status, body } = await caller.send('POST', path, { captures: [own.capture] })
        assert.equal(status, 200, name)
        const [{ asset: _, ...result }] = body.results
        assert.deepEqual(result, resultFor(role), name)
      }
    })

    test('lists have what somebody may see, or capture into, and nothing else', async () => {
      const seen: [Name, ProjectRole, (caller: TestCaller) => Promise<Answer>][] = [
        ['browseProjects', 'viewer', (caller) => caller.get('/api/projects?limit=100')],
        ['browseReport', 'viewer', (caller) => caller.get('/api/report?limit=100')],
        ['listEvents', 'viewer', (caller) => caller.get('/api/events?limit=100')],
        ['listProjects', 'editor', (caller) => caller.get(endpoints.listProjects.path)],
        [
          'findCaptured',
          'viewer',
          (caller) =>
            caller.send('POST', endpoints.findCaptured.path, { externalAssetIds: [own.externalAssetId] }),
        ],
      ]
      for (const [list, need, read] of seen) {
        for (const { name, role, caller } of everybody) {
          const { status, body } = await read(caller)
          assert.equal(status, 200)
          const isThere = JSON.stringify(body).includes(own.projectId)
          assert.equal(isThere, role !== undefined && mayAs(role, need), `${list} of ${name}`)
        }
      }
    })

    test('a list of projects says what somebody is in each', async () => {
      for (const { name, role, caller } of everybody) {
        if (!role) continue
        const { data } = (await caller.get('/api/projects?limit=100')).body
        assert.deepEqual([...new Set(data.map((project: { role: string }) => project.role))], [role], name)
        assert.equal((await caller.get(`/api/projects/${own.projectId}`)).body.data.role, role, name)
      }
    })

    test('webhooks and tokens may be about projects that their user is in, whatever the role', async () => {
      for (const { name, role, caller } of everybody) {
        const allowed = role ? 201 : 400
        const projects = { projectIds: [own.projectId] }
        const webhook = await caller.send('POST', endpoints.createWebhook.path, { ...hook, ...projects })
        assert.equal(webhook.status, allowed, name)
        const token = await caller.send('POST', endpoints.createToken.path, { name: 'narrow', ...projects })
        // One that is limited to projects of which its user has left says so itself.
        assert.equal(token.status, allowed, name)
      }
    })

    test('an import changes projects of whoever may, and makes one of that name for who is no member', async () => {
      const workspace = { projects: [{ name: 'Ours', genre: 'Noir' }] }
      for (const { name, role, caller } of everybody) {
        const { status, body } = await caller.send('POST', endpoints.importWorkspace.path, {
          workspace,
          preview: true,
        })
        if (role && !mayAs(role, 'editor')) assert.equal(status, 403, name)
        else if (role) assert.deepEqual([status, body.data.added], [200, 0], name)
        else if (name.endsWith('limited token')) assert.equal(status, 403, name)
        else assert.deepEqual([status, body.data.added], [200, 1], name)
      }
    })

    test('a capture that is sent again is refused once its sender may not capture, and answered as before when that is over', async () => {
      const [{ id: userId, ...caller }] = [await testUser(service)]
      const row = { projectId: own.projectId, userId }
      const run = (
        work: (transaction: Parameters<Parameters<typeof service.db.transaction>[0]>[0]) => Promise<number>,
      ) => service.db.transaction(work)
      const capture = { ...own.capture, provenance: { captureId: randomUUID() } }
      const key = { 'idempotency-key': randomUUID() }
      const again = async (expected: [number, unknown]) => {
        const { status, body } = await caller.ingest(capture, key)
        assert.deepEqual([status, body], expected)
        const sent = { captures: [capture] }
        const [result] = (await caller.send('POST', endpoints.ingestBatch.path, sent)).body.results
        if (status === 200) assert.deepEqual(result, body)
        else assert.deepEqual(result, { ok: false, status, ...body })
      }
      await run((transaction) => transaction.run(insertMember, { ...row, role: 'editor', now: isoNow() }))
      const first = await caller.ingest(capture, key)
      await again([200, first.body])
      const before = await everything()
      for (const role of ['viewer', 'reviewer'] as const) {
        await run((transaction) => transaction.run(setMemberRole, { ...row, role }))
        await again([403, { error: 'Insufficient permissions' }])
      }
      await run((transaction) => transaction.run(deleteMember, row))
      await again([404, { error: 'Project not found' }])
      await run((transaction) => transaction.run(insertMember, { ...row, role: 'owner', now: isoNow() }))
      await again([200, first.body])
      assert.deepEqual((await everything()).asset_versions, before.asset_versions)
    })
  })
}

function resultFor(role: ProjectRole | undefined): object {
  if (!role) return { ok: false, status: 404, error: 'Project not found' }
  return mayAs(role, 'editor') ? { ok: true } : { ok: false, status: 403, error: 'Insufficient permissions' }
}

/** What is the same for everybody who sees it. */
function withoutRole(body: unknown): unknown {
  return JSON.parse(JSON.stringify(timeless(body), (name, value) => (name === 'role' ? undefined : value)))
}
