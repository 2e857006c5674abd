import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type Endpoint, takesSession, takesToken } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { everyPermission, type Permission } from '@dailies/contract/permission.ts'
import { engines } from './engines.ts'
import { ask, comparable, idRows, type Row, timeless, unsigned } from './id-rows.ts'
import {
  everythingOf,
  newToken,
  newWebhook,
  type Property,
  propertyOf,
  sendsNothing,
  toEnd,
} from './property.ts'
import { searched, searchFacets, searchPlaces } from './searching.ts'
import {
  type Answer,
  type AnyCaller,
  callerWith,
  request,
  type SessionTestCaller,
  signIn,
  type TestCaller,
  type TestService,
  type TestUser,
  testService,
  testUser,
} from './service.ts'

type Name = keyof typeof endpoints

const everyName = Object.keys(endpoints) as Name[]
/** A stream does not end, and has tests of its own: live.test.ts. */
const names = everyName.filter((name) => takesToken(endpoints[name]) && name !== 'live')

/** Good requests to the endpoints that name no thing by its id. */
const bodies: Partial<Record<Name, (own: Property) => object | undefined>> = {
  listProjects: () => undefined,
  browseProjects: () => undefined,
  browseReport: () => undefined,
  createProject: () => ({ name: randomUUID() }),
  importWorkspace: () => ({ workspace: { projects: [] } }),
  listPlatforms: () => undefined,
  readProfile: () => undefined,
  readPreferences: () => undefined,
  browsePlatforms: () => undefined,
  search: () => undefined,
  listSearchFacets: () => undefined,
  readLook: () => undefined,
  searchPlaces: () => undefined,
  listSavedSearches: () => undefined,
  countNewInSavedSearches: () => undefined,
  listNotices: () => undefined,
  countUnreadNotices: () => undefined,
  readNotices: () => ({}),
  listNoticeSettings: () => undefined,
  updateNoticeSetting: () => ({ kind: 'asset.selected', mail: 'off' }),
  addPlatform: () => ({ slug: randomUUID(), name: 'Our rig' }),
  listDeletedProjects: () => undefined,
  purgeDeletedProjects: () => ({ ids: ['of nobody'] }),
  listWebhooks: () => undefined,
  listEvents: () => undefined,
  listTokens: () => undefined,
  listTokenAudit: () => undefined,
  ingestBatch: ({ capture }) => ({ captures: [capture] }),
}

test('every endpoint of the contract is asked', () => {
  const asked = [...idRows.map(({ endpoint }) => endpoint), ...(Object.keys(bodies) as Name[])]
  assert.deepEqual(new Set(asked), new Set(names))
})

for (const engine of engines) {
  describe(`what a token may, on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    /** Within the reach of limited tokens. */
    let own: Property
    /** The same user's, and out of their reach. */
    let elsewhere: Property
    let other: TestUser
    let theirs: Property
    let limited: TestCaller
    let session: SessionTestCaller
    const only = {} as Record<Permission, TestCaller>
    const allBut = {} as Record<Permission, TestCaller>

    before(async () => {
      service = await testService(engine, sendsNothing)
      user = await testUser(service)
      own = await propertyOf(service, user, { name: 'Own', sceneId: '77' })
      elsewhere = await propertyOf(service, user, { name: 'Elsewhere', sceneId: '55' })
      other = await testUser(service)
      theirs = await propertyOf(service, other, { name: 'Theirs', sceneId: '99' })
      // A token is limited to what is there.
      await user.send('POST', `/api/projects/${own.deletedProjectId}/restore`, undefined)
      const ids = [own.projectId, own.emptyProjectId, own.deletedProjectId, ...own.spareProjectIds]
      limited = await tokenWith({ projectIds: ids })
      session = await signIn(service, user)
      for (const one of everyPermission) {
        only[one] = await tokenWith({ permissions: [one] })
        allBut[one] = await tokenWith({ permissions: everyPermission.filter((each) => each !== one) })
      }
    })
    after(() => service.close())

    async function tokenWith(access: object): Promise<TestCaller> {
      const { body } = await user.send('POST', endpoints.createToken.path, { name: 'scope', ...access })
      return callerWith(service.address, body.data.token)
    }

    /** A good request about one's own. */
    async function askGood(
      caller: AnyCaller,
      name: Name,
      idOf: (row: Row) => string | Promise<string> = ownId,
    ): Promise<Answer> {
      const { method, path }: Endpoint = endpoints[name]
      const body = bodies[name]
      if (body)
        return method === 'GET' ? caller.get(`${path}${whole(name)}`) : caller.send(method, path, body(own))
      const row = idRows.find(({ endpoint }) => endpoint === name)!
      return ask(caller, row, { id: await idOf(row), own })
    }

    /** Of one who may do all and of another caller; where they only read, once nothing moves in between. */
    async function askBeside(
      caller: AnyCaller,
      name: Name,
      tries = 5,
    ): Promise<{ full: Answer; other: Answer }> {
      const full = await askGood(user, name)
      const other = await askGood(caller, name)
      if (endpoints[name].method !== 'GET' || tries === 0) return { full, other }
      // A project counts as worked on, and stands higher in lists, a moment after a capture.
      const again = await askGood(user, name)
      const hasMoved = !isDeepStrictEqual(timeless(again.body), timeless(full.body))
      return hasMoved ? askBeside(caller, name, tries - 1) : { full, other }
    }

    /** What a request ends is made for it. */
    async function ownId({ endpoint, refersTo }: Row): Promise<string> {
      return (await toEnd(user, own, endpoint)) ?? own[refersTo]
    }

    /** Nothing about it is as the contract wants it. */
    function askBroken({ token }: TestCaller, name: Name): Promise<Answer> {
      const { method, path } = endpoints[name]
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = method === 'GET' ? {} : { body: '{"broken' }
      return request(`${service.address}${path.replaceAll(/\{\w+\}/g, '%00')}?limit=x`, {
        method,
        headers,
        ...body,
      })
    }

    for (const name of names) {
      const { permission } = endpoints[name] as Endpoint & { permission: Permission }

      test(`${name} without ${permission} is 403 before anything else is looked at`, async () => {
        const lacking = everyPermission.filter((one) => one !== permission).map((one) => only[one])
        const before = await everythingOf(service.db, user.id)
        for (const caller of [...lacking, allBut[permission]]) {
          const good = await askGood(caller, name, ({ refersTo }) => own[refersTo])
          for (const answer of [good, await askBroken(caller, name)]) {
            assert.deepEqual([answer.status, answer.body], [403, { error: 'Insufficient permissions' }])
          }
        }
        assert.deepEqual(await everythingOf(service.db, user.id), before)
      })

      test(`${name} with ${permission} alone is answered as with all`, async () => {
        const { status: expected }: Endpoint = endpoints[name]
        const { full, other: single } = await askBeside(only[permission], name)
        assert.deepEqual([single.status, full.status], [expected ?? 200, expected ?? 200])
        if (name === 'listTokens' || name === 'listTokenAudit') assertPartOf(single, full)
        // Nothing of where and what they are to who may not read.
        else if (name === 'uploadMedia' || name === 'keepMedia') assertKept(single, full)
        else if (endpoints[name].method === 'GET')
          assert.deepEqual(timeless(single.body), timeless(full.body))
        else assert.deepEqual(formOf(single.body), formOf(full.body))
      })

      if (!takesSession(endpoints[name])) continue

      test(`${name} with a session is answered as with a token that may do all`, async () => {
        const { full: byToken, other: bySession } = await askBeside(session, name)
        assert.equal(bySession.status, byToken.status)
        assert.doesNotMatch(JSON.stringify(byToken.body), /\/api\/media\/[^"]*\?v=/, 'what opens by itself')
        assert.doesNotMatch(JSON.stringify(bySession.body), /\/media-links\//, 'what opens by the session')
        if (endpoints[name].method !== 'GET') {
          assert.deepEqual(formOf(bySession.body), formOf(byToken.body))
        } else if (!name.startsWith('listToken')) {
          assert.deepEqual(timeless(bySession.body), timeless(byToken.body))
        }
      })
    }

    for (const row of idRows) {
      const name = `${row.endpoint} with ${row.parameter}`

      test(`a limited token: ${name} within its projects is a success`, async () => {
        const { status }: Endpoint = endpoints[row.endpoint]
        const answer = await ask(limited, row, { id: await ownId(row), own })
        assert.equal(answer.status, status ?? 200, JSON.stringify(answer.body))
      })

      test(`a limited token: ${name} of another project, or user, is as if it were not there`, async () => {
        for (const behind of [elsewhere, theirs]) {
          const things = [behind.projectId, behind.webhookId, behind.tokenId, other.id]
          const before = await everythingOf(service.db, ...things)
          for (const table of ['tokens', 'asset_versions', 'events', 'deliveries']) {
            assert.ok(before[table]?.length, table)
          }
          const id = behind[row.refersTo]
          const absent = row.refersTo === 'sceneId' ? '98' : randomUUID()
          const missing = comparable(await ask(limited, row, { id: absent, own, behind }), absent)
          assert.equal(missing.status >= 400, row.missing[0] >= 400)
          assert.deepEqual(comparable(await ask(limited, row, { id, own, behind }), id), missing)
          assert.deepEqual(await everythingOf(service.db, ...things), before, 'nothing of it is changed')
        }
      })
    }

    test('a limited token: in a batch, captures of another project, or user, are as if it were not there', async () => {
      const results = async (projectId: string) => {
        const body = { captures: [own.capture, { ...own.capture, projectId }] }
        const answer = await limited.send('POST', endpoints.ingestBatch.path, body)
        assert.equal(answer.status, 200)
        assert.equal(answer.body.results[0].ok, true)
        return answer.body.results[1]
      }
      const missing = await results(randomUUID())
      assert.deepEqual(missing, { ok: false, status: 404, error: 'Project not found' })
      const before = await everythingOf(service.db, elsewhere.projectId, other.id)
      for (const { projectId } of [elsewhere, theirs]) assert.deepEqual(await results(projectId), missing)
      assert.deepEqual(await everythingOf(service.db, elsewhere.projectId, other.id), before)
    })

    test('a limited token: what has no limits itself is as if it were not there', async () => {
      const wide: Partial<Property> = {
        webhookId: await newWebhook(user, []),
        tokenId: await newToken(user, []),
      }
      const both = [own.projectId, elsewhere.projectId]
      const wider = { webhookId: await newWebhook(user, both), tokenId: await newToken(user, both) }
      for (const row of idRows) {
        for (const { [row.refersTo]: id } of [wide, wider] as Partial<Property>[]) {
          if (typeof id !== 'string') continue
          const absent = randomUUID()
          const missing = comparable(await ask(limited, row, { id: absent, own }), absent)
          assert.equal(missing.status, 404)
          assert.deepEqual(comparable(await ask(limited, row, { id, own }), id), missing)
        }
      }
      const lists = [endpoints.listWebhooks, endpoints.listTokens, endpoints.listTokenAudit]
      for (const { path } of lists) {
        const text = JSON.stringify((await limited.get(`${path}?limit=100`)).body.data)
        for (const { webhookId, tokenId } of [wide, wider]) {
          assert.ok(!text.includes(webhookId!) && !text.includes(tokenId!), path)
        }
      }
    })

    test('a limited token: its lists have all of its projects, and nothing of others', async () => {
      // Not the profile: it keeps the ids that it is given as they come.
      const lists: [Name, keyof Property][] = [
        ['listProjects', 'projectId'],
        ['listWebhooks', 'webhookId'],
        ['listEvents', 'versionId'],
        ['listNotices', 'noticeId'],
        ['listTokens', 'tokenId'],
        ['listTokenAudit', 'tokenId'],
      ]
      for (const [name, kind] of lists) {
        const { body } = await limited.get(`${endpoints[name].path}?limit=100`)
        const text = JSON.stringify(body)
        const seen = JSON.stringify((await user.get(`${endpoints[name].path}?limit=100`)).body)
        assert.ok(seen.includes(elsewhere[kind] as string), `${name} of a full token`)
        assert.ok(text.includes(own[kind] as string), name)
        for (const { projectId, sceneDbId, versionId, webhookId, deliveryId, tokenId } of [
          elsewhere,
          theirs,
        ]) {
          for (const id of [projectId, sceneDbId, versionId, webhookId, deliveryId, tokenId]) {
            assert.ok(!text.includes(id), `${name} has ${id}`)
          }
        }
      }
    })

    test('a limited token: its searches find what is in its projects, and nothing of others', async () => {
      const found = (token: string, q: string) => searched({ address: service.address, token }, q)
      assert.ok((await found(user.token, 'project:elsewhere')).includes(elsewhere.versionId))
      assert.deepEqual(await found(user.token, 'project:theirs'), [])
      assert.deepEqual(await found(limited.token, 'project:elsewhere'), [])
      assert.notDeepEqual(await found(limited.token, 'project:own'), [])
    })

    test('a limited token: its searches are counted by what is in its projects', async () => {
      const projectsOf = async (caller: AnyCaller) =>
        (await searchFacets(caller, '')).project.values.map(({ value }) => value)
      assert.deepEqual((await projectsOf(user)).toSorted(), [own.projectId, elsewhere.projectId].toSorted())
      assert.deepEqual(await projectsOf(limited), [own.projectId])
    })

    test('a limited token: it finds scenes and shots of its projects alone', async () => {
      const projectsOf = async (caller: AnyCaller) =>
        new Set((await searchPlaces(caller, 'scene:10a')).map(({ project }) => project.id))
      assert.ok((await projectsOf(user)).has(elsewhere.projectId))
      assert.deepEqual(await projectsOf(limited), new Set([own.projectId]))
    })

    test('a limited token: the log of a webhook that heard of other projects once tells nothing of them', async () => {
      const id = await newWebhook(user, [])
      await user.ingest(own.capture)
      await user.ingest(elsewhere.capture)
      const projectIds = [own.projectId]
      await user.send('PATCH', `/api/webhooks/${id}`, { projectIds })
      const log = `/api/webhooks/${id}/deliveries`
      const [hidden, shown] = (await user.get(log)).body.data
      for (const filter of ['', '?status=Pending']) {
        const { body } = await limited.get(log + filter)
        assert.deepEqual([body.data, body.metadata], [[shown], { nextCursor: null }])
      }
      assert.equal((await limited.get(`${log}/${shown.id}`)).status, 200)
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/replay'],
      ] as const) {
        const tell = async (delivery: string) =>
          comparable(
            await (method === 'GET'
              ? limited.get(`${log}/${delivery}${path}`)
              : limited.send(method, `${log}/${delivery}${path}`, {})),
            delivery,
          )
        const missing = await tell(randomUUID())
        assert.equal(missing.status, 404)
        assert.deepEqual(await tell(hidden.id), missing)
      }
    })
  })
}

/** Lists that grow with the test are asked for at once. */
function whole(name: Name): string {
  return name.startsWith('listToken') ? '?limit=100' : ''
}

/** Of a list: nothing that the other has not. */
function assertPartOf(part: Answer, whole: Answer): void {
  const strings = (answer: Answer) =>
    answer.body.data.map(({ lastUsedAt: _, ...one }: object & { lastUsedAt?: string }) => JSON.stringify(one))
  assert.notEqual(part.body.data.length, 0)
  const all = new Set(strings(whole))
  for (const one of strings(part)) assert.ok(all.has(one), one)
}

/** What stays the same when it is done again: neither ids, times, secrets nor numbers. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, formOf(member)]))
  }
  if (typeof value === 'number') return 0
  if (typeof value !== 'string') return value
  return unsigned(value).replaceAll(
    /[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z|(svc_|whsec_)\S+|^[\w-]{43}$/gi,
    '…',
  )
}

function assertKept({ body: single }: Answer, { body: full }: Answer): void {
  const stateOf = ({ data }: typeof full) => (data.media ?? data).state
  assert.deepEqual([stateOf(single), stateOf(full)], ['kept', 'kept'])
  assert.doesNotMatch(JSON.stringify(single), /\/media-links\/|https?:/)
  assert.match(JSON.stringify(full), /\/media-links\//)
}
