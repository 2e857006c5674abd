import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Notice, NoticeKind, NoticeSetting } from '@dailies/contract/inbox.ts'
import { isoNow } from '../clock.ts'
import { statement } from '../db/statement.ts'
import { changeMember } from '../production/change-member.ts'
import { building } from '../test/building.ts'
import { engines } from '../test/engines.ts'
import { listening } from '../test/listening.ts'
import { sendsNothing } from '../test/property.ts'
import {
  callerWith,
  type Film,
  type TestCaller,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { tellExpiringTokens } from '../tokens/tell-expiring.ts'
import { notify } from './notify.ts'

const { path: inbox } = endpoints.listNotices
const day = 24 * 60 * 60 * 1000

for (const engine of engines) {
  describe(`the inbox on ${engine}`, () => {
    let service: TestService
    let owner: TestUser
    let artist: TestUser
    let film: Film

    before(async () => {
      service = await testService(engine, sendsNothing)
    })
    after(() => service.close())
    beforeEach(async () => {
      owner = await testUser(service)
      artist = await testUser(service)
      film = await testFilm(service.db, owner)
    })

    const members = () => `/api/projects/${film.projectId}/members`
    const add = (role: string, { id: userId } = artist) => owner.send('POST', members(), { userId, role })
    const give = (role: string) => owner.send('PATCH', `${members()}/${artist.id}`, { role })
    const remove = () => owner.send('DELETE', `${members()}/${artist.id}`, undefined)
    const list = async (of: TestCaller, query = ''): Promise<Notice[]> =>
      (await of.get(`${inbox}${query}`)).body.data
    const unread = async (of: TestCaller): Promise<number> =>
      (await of.get(`${inbox}/unread`)).body.data.unread
    const kindsOf = async (of: TestCaller) => (await list(of)).map(({ kind }) => kind)
    const settle = (of: TestCaller, setting: Partial<NoticeSetting>) =>
      of.send('PATCH', `${inbox}/settings`, setting)
    const select = (id: string, by: TestCaller = owner) =>
      by.send('PATCH', endpoints.updateAsset.path, { assetId: id, selected: true })
    const setStatus = (id: string, status: string, by: TestCaller = owner) =>
      by.send('POST', `/api/assets/${id}/status`, { status })
    const tell = (kind: NoticeKind, more: object = {}) =>
      service.db.transaction((transaction) =>
        notify(transaction, { kind, to: [artist.id], by: owner.id, projectId: film.projectId, ...more }),
      )

    test('says who added one to a project, gave one another role, and removed one', async () => {
      await add('viewer')
      await give('editor')
      const [changed, added] = await list(artist)
      assert.deepEqual([added!.kind, added!.details], ['member.added', { role: 'viewer' }])
      assert.deepEqual([changed!.kind, changed!.details], ['member.role_changed', { role: 'editor' }])
      for (const { actor, project, readAt } of [changed!, added!]) {
        assert.deepEqual(
          [actor?.id, project, readAt],
          [owner.id, { id: film.projectId, name: 'The Long Tide' }, null],
        )
      }
      await remove()
      const [removed, ...rest] = await list(artist)
      assert.deepEqual(rest, [], 'what was said of the project before is not seen any more')
      assert.deepEqual(
        [removed!.kind, removed!.project, removed!.details],
        ['member.removed', null, { projectName: 'The Long Tide' }],
      )
    })

    test('says who assigned a shot to one, and by when', async () => {
      await add('editor')
      const [shotId] = film.shotIds
      const assign = (dueOn: string | null, by: TestCaller, ...assigneeIds: string[]) =>
        by.send('PATCH', `/api/shots/${shotId}`, { assigneeIds, dueOn })
      await assign('2026-12-01', owner, artist.id, owner.id)
      const [assigned, ...rest] = await list(artist)
      assert.deepEqual(
        [assigned!.kind, assigned!.actor?.id, assigned!.shot, assigned!.scene?.sceneId, assigned!.details],
        ['shot.assigned', owner.id, { id: shotId, shotCode: '012A-A' }, '012A', { dueOn: '2026-12-01' }],
      )
      assert.equal(rest.length, 1)
      await assign(null, owner, artist.id)
      assert.equal((await list(artist)).length, 2, 'who has it already is not told again')
      await assign(null, artist)
      await assign(null, artist, artist.id)
      assert.equal((await list(artist)).length, 2, 'nor is who takes it')
      assert.deepEqual(await kindsOf(owner), [])
    })

    test('says who selected and approved a take of one’s own, and where it is', async () => {
      await add('editor')
      const [shotId] = film.shotIds
      const { id } = (await artist.ingest({ ...film.capture, shotId, title: 'Dusk' })).body.asset
      await select(id)
      await setStatus(id, 'APPROVED')
      await setStatus(id, 'FINAL')
      const all = await list(artist)
      const [final, approved, selected, ...rest] = all.filter(({ kind }) => kind !== 'scene.completed')
      assert.deepEqual(
        rest.map(({ kind }) => kind),
        ['member.added'],
      )
      assert.deepEqual(
        [selected, approved, final].map((one) => [one!.kind, one!.details]),
        [
          ['asset.selected', {}],
          ['asset.approved', { status: 'APPROVED' }],
          ['asset.approved', { status: 'FINAL' }],
        ],
      )
      const { asset, scene, shot, actor } = selected!
      assert.equal(actor?.id, owner.id)
      assert.deepEqual(scene, { id: film.sceneDbId, sceneId: '012A' })
      assert.deepEqual([shot?.id, shot?.shotCode], [shotId, '012A-A'])
      const { platformLabel, ...named } = asset!
      assert.equal(platformLabel, 'Midjourney')
      assert.deepEqual(named, { id, assetType: 'IMAGE', versionNumber: 1, title: 'Dusk', thumbnailUrl: null })

      await artist.send('DELETE', `/api/assets/${id}`, undefined)
      assert.equal((await list(artist))[0]!.asset, null, 'a take that is gone is not shown')
    })

    test('a selection that changes nothing is not told, nor a compare group, nor that a take was put back', async () => {
      await add('editor')
      const { id } = (await artist.ingest(film.capture)).body.asset
      await select(id)
      const before = await list(artist)
      await select(id)
      await owner.send('PATCH', endpoints.updateAsset.path, { assetId: id, compareGroup: 'A' })
      await owner.send('DELETE', `/api/assets/${id}`, undefined)
      await owner.send('POST', `/api/assets/${id}/restore`, undefined)
      assert.equal((await list(artist)).length, before.length)
    })

    test('what one did oneself is not in it', async () => {
      const { id } = (await owner.ingest({ ...film.capture, selected: true })).body.asset
      await setStatus(id, 'APPROVED')
      await owner.send('POST', '/api/projects', { name: 'Another' })
      await complete(owner)
      assert.deepEqual(await kindsOf(owner), [])
    })

    test('who leaves a project by themself is not told', async () => {
      await add('viewer')
      await artist.send('DELETE', `${members()}/${artist.id}`, undefined)
      assert.deepEqual(await kindsOf(artist), [])
    })

    /** Approves a take of each required shot of the scene. */
    async function complete(by: TestCaller) {
      for (const shotId of film.shotIds.slice(0, 1)) {
        const { id } = (await by.ingest({ ...film.capture, shotId, selected: true })).body.asset
        await setStatus(id, 'APPROVED', by)
      }
    }

    test('says to all members of the project but who did it that a scene is complete', async () => {
      await add('viewer')
      const second = await testUser(service)
      await add('editor', second)
      await complete(owner)
      for (const member of [artist, second]) {
        const [{ kind, scene, actor }] = (await list(member)) as [Notice]
        assert.deepEqual([kind, scene?.sceneId, actor?.id], ['scene.completed', '012A', owner.id])
      }
      assert.deepEqual(await kindsOf(owner), [])
    })

    test('of what many are told their pages hear, and nobody is to fetch everything', async () => {
      const stranger = await testUser(service)
      // From the start: who comes when much was told to nobody is to fetch everything.
      const [theirs, others] = await Promise.all(
        [artist, stranger].map(({ token }) =>
          listening(service.address, { authorization: `Bearer ${token}` }),
        ),
      )
      for (let count = 0; count < 31; count += 1) await add('viewer', await testUser(service))
      await add('viewer')
      // What the test itself wrote beside the service.
      if (engine === 'sqlite') await others!.hears({ kind: 'reset' })
      await stranger.send('POST', '/api/projects', { name: 'Ready' })
      await others!.hears({ kind: 'memberships' })
      const before = [theirs!.messages.length, others!.messages.length]
      await complete(owner)
      await theirs!.hears({ kind: 'inbox' })
      await stranger.send('POST', '/api/projects', { name: 'Mark' })
      await others!.hears({ kind: 'memberships' })
      const heard = [theirs!, others!].map(({ messages }, at) =>
        messages.slice(before[at]).map(({ kind }) => kind),
      )
      assert.ok(!heard.flat().includes('reset'), JSON.stringify(heard))
      assert.ok(!heard[1]!.includes('inbox'))
      for (const { leave } of [theirs!, others!]) leave()
    })

    test('of a token that ends within 7 days it tells once, and not of one that ended, has a successor or was made for less', async () => {
      const { data: tokens } = (await owner.get('/api/tokens')).body
      const make = async (name: string) =>
        (await owner.send('POST', '/api/tokens', { name })).body.data.id as string
      const ends = (id: string, inDays: number, madeDaysAgo = 80) =>
        service.db.transaction((transaction) =>
          transaction.run(setLife, {
            id,
            createdAt: new Date(Date.now() - madeDaysAgo * day).toISOString(),
            expiresAt: new Date(Date.now() + inDays * day).toISOString(),
          }),
        )
      await ends(tokens[0].id, 30)
      const soon = await make('soon')
      await ends(soon, 6.9)
      await ends(await make('later'), 7.1)
      await ends(await make('over'), -0.1)
      await ends(await make('short'), 5, 1)
      const revoked = await make('revoked')
      await ends(revoked, 5)
      await owner.send('DELETE', `/api/tokens/${revoked}`, undefined)
      const rotated = await make('rotated')
      await owner.send('POST', `/api/tokens/${rotated}/rotate`, { overlapSeconds: 3600 })
      await ends(rotated, 1)
      await Promise.all([1, 2, 3].map(() => tellExpiringTokens(service.db)))
      await tellExpiringTokens(service.db)
      const told = await list(owner)
      assert.deepEqual(
        told.map(({ kind, token }) => [kind, token]),
        [['token.expiring', { id: soon, name: 'soon' }]],
      )
      assert.ok(Date.parse(told[0]!.details.expiresAt!) > Date.now() + 6 * day)
    })

    test('notices are read, unread, and all read up to the one that was shown', async () => {
      await add('viewer')
      await tell('asset.selected')
      const [newest, oldest] = (await list(artist)) as [Notice, Notice]
      assert.equal(await unread(artist), 2)
      const mark = (id: string, read: boolean) => artist.send('PATCH', `${inbox}/${id}`, { read })
      const { status, body } = await mark(newest.id, true)
      assert.equal(status, 200)
      assert.ok(body.data.readAt)
      assert.deepEqual({ ...body.data, readAt: null }, newest)
      assert.equal((await mark(newest.id, true)).body.data.readAt, body.data.readAt)
      assert.equal(await unread(artist), 1)
      assert.equal((await mark(newest.id, false)).body.data.readAt, null)
      assert.equal(await unread(artist), 2)

      await tell('asset.approved')
      const { data } = (await artist.send('POST', `${inbox}/read`, { through: newest.id })).body
      assert.deepEqual(data, { unread: 1 })
      const [latest, ...before] = await list(artist)
      assert.equal(latest!.readAt, null)
      assert.ok(before.every(({ readAt }) => readAt !== null) && before.length === 2)
      assert.deepEqual((await artist.send('POST', `${inbox}/read`, {})).body.data, { unread: 0 })
      assert.equal((await list(artist)).at(-1)!.id, oldest.id)
    })

    test('somebody else’s notice is as if it were missing', async () => {
      await add('viewer')
      const [{ id }] = (await list(artist)) as [Notice]
      const { status, body } = await owner.send('PATCH', `${inbox}/${id}`, { read: true })
      assert.deepEqual([status, body], [404, { error: 'Notice not found' }])
      await owner.send('POST', `${inbox}/read`, {})
      assert.equal(await unread(artist), 1)
    })

    test('whoever may not see a project sees, counts and marks nothing of it, by no way; and sees it again once back', async () => {
      await add('editor')
      await artist.ingest(film.capture)
      await tell('asset.selected', { sceneDbId: film.sceneDbId })
      const [{ id }] = (await list(artist)) as [Notice]
      await service.db.transaction((transaction) =>
        changeMember(transaction, {
          projectId: film.projectId,
          userId: artist.id,
          oldRole: 'editor',
          newRole: null,
          manager: { userId: artist.id, projectIds: [] },
        }),
      )
      assert.deepEqual(await list(artist), [])
      assert.equal(await unread(artist), 0)
      assert.equal((await artist.send('PATCH', `${inbox}/${id}`, { read: true })).status, 404)
      await add('viewer')
      assert.equal((await list(artist)).length, 3)
    })

    test('nothing is shown of a project that was deleted, nor of a scene', async () => {
      await add('editor')
      await tell('scene.completed', { sceneDbId: film.otherSceneDbId })
      const build = building(owner)
      await build.remove(`/api/scenes/${film.otherSceneDbId}?sceneId=2`)
      const [{ scene, project }] = (await list(artist)) as [Notice]
      assert.deepEqual([scene, project?.id], [null, film.projectId])
      await build.remove(`/api/projects/${film.projectId}?name=The%20Long%20Tide`)
      assert.deepEqual([await list(artist), await unread(artist)], [[], 0])
    })

    test('a token that is limited to projects sees, counts and marks the notices of these alone', async () => {
      await add('viewer')
      const other = await testFilm(service.db, owner, 'The Short Tide')
      const path = `/api/projects/${other.projectId}/members`
      await owner.send('POST', path, { userId: artist.id, role: 'viewer' })
      await tell('webhook.paused', { projectId: undefined, by: null, webhookId: 'gone' })
      const access = { name: 'limited', projectIds: [other.projectId] }
      const { body } = await artist.send('POST', '/api/tokens', access)
      const limited = callerWith(service.address, body.data.token)
      const seen = await list(limited)
      assert.deepEqual(
        seen.map(({ project }) => project?.id),
        [other.projectId],
      )
      assert.equal(await unread(limited), 1)
      await limited.send('POST', `${inbox}/read`, {})
      assert.equal(await unread(artist), 2)
      for (const { id } of await list(artist)) {
        const { status } = await limited.send('PATCH', `${inbox}/${id}`, { read: false })
        assert.equal(status, id === seen[0]!.id ? 200 : 404)
      }
    })

    test('comes in pages, and of what is about nothing that is there any more the rest is shown', async () => {
      await add('viewer')
      for (let count = 0; count < 5; count += 1) await tell('asset.selected', { assetVersionId: 'gone' })
      const found: Notice[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { data: Notice[]; metadata: { nextCursor: string | null } } = (
          await artist.get(`${inbox}?limit=2${cursor && `&cursor=${cursor}`}`)
        ).body
        assert.ok(page.data.length <= 2)
        found.push(...page.data)
        cursor = page.metadata.nextCursor
      }
      assert.deepEqual(found, await list(artist))
      assert.equal(found.length, 6)
      assert.equal(found[0]!.asset, null)
    })

    test('of a kind that one does not want to hear of nothing is written, and what is for mail alone is not shown', async () => {
      const { data } = (await artist.get(`${inbox}/settings`)).body
      assert.deepEqual(
        data.find(({ kind }: NoticeSetting) => kind === 'asset.selected'),
        {
          kind: 'asset.selected',
          inConsole: true,
          mail: 'daily',
        },
      )
      await add('viewer')
      const off = await settle(artist, { kind: 'asset.selected', inConsole: false, mail: 'off' })
      assert.deepEqual(off.body.data, { kind: 'asset.selected', inConsole: false, mail: 'off' })
      await tell('asset.selected')
      const mailed = await settle(artist, { kind: 'asset.selected', mail: 'daily' })
      assert.deepEqual(mailed.body.data, { kind: 'asset.selected', inConsole: false, mail: 'daily' })
      await tell('asset.selected')
      assert.deepEqual(await kindsOf(artist), ['member.added'])
      assert.equal(await unread(artist), 1)
      const rows = await service.db.all(rowsOf, { userId: artist.id })
      assert.deepEqual(
        rows.map(({ kind, in_console, mail_due_at }) => [kind, in_console, mail_due_at !== null]),
        [
          ['member.added', 1, true],
          ['asset.selected', 0, true],
        ],
      )
      await artist.send('POST', `${inbox}/read`, {})
      assert.equal((await artist.send('PATCH', `${inbox}/${rows[1]!.id}`, { read: true })).status, 404)
      assert.deepEqual((await settle(artist, { kind: 'nothing' as NoticeKind })).status, 400)
      const settings = (await artist.get(`${inbox}/settings`)).body.data
      assert.deepEqual(settings.length, data.length)
    })

    test('an open page of the user is told at once, and nobody else’s', async () => {
      await add('viewer')
      const mine = await listening(service.address, { authorization: `Bearer ${artist.token}` })
      const theirs = await listening(service.address, { authorization: `Bearer ${owner.token}` })
      await give('editor')
      await mine.hears({ kind: 'inbox' })
      await owner.send('PATCH', `/api/projects/${film.projectId}`, { genre: 'Noir' })
      await theirs.hears({ kind: 'project' })
      assert.ok(!theirs.messages.some(({ kind }) => kind === 'inbox'))
      for (const { leave } of [mine, theirs]) leave()
    })

    test('what is rolled back told nobody', async () => {
      await add('viewer')
      const before = await list(artist)
      await assert.rejects(
        service.db.transaction(async (transaction) => {
          await notify(transaction, { kind: 'asset.selected', to: [artist.id], by: null })
          throw new Error('no')
        }),
      )
      assert.deepEqual(await list(artist), before)
    })

    test('of many who select at once each selection is told once', async () => {
      await add('editor')
      const ids: string[] = []
      for (let count = 0; count < 10; count += 1) ids.push((await artist.ingest(film.capture)).body.asset.id)
      await Promise.all(ids.map((id) => select(id)))
      const told = (await list(artist, '?limit=100')).filter(({ kind }) => kind === 'asset.selected')
      assert.deepEqual(told.map(({ asset }) => asset!.id).sort(), ids.sort())
      assert.equal(new Set(told.map(({ id }) => id)).size, 10)
    })

    test('a user who was removed is told nothing', async () => {
      await service.db.transaction((transaction) =>
        transaction.run(setRemoved, { id: artist.id, now: isoNow() }),
      )
      await tell('asset.selected')
      assert.deepEqual(await service.db.all(rowsOf, { userId: artist.id }), [])
    })
  })
}

const rowsOf = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('notices').selectAll().where('user_id', '=', userId).orderBy('id'),
)

const setRemoved = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('users').set({ removed_at: now }).where('id', '=', id),
)

const setLife = statement(
  (db, { id, createdAt, expiresAt }: { id: string; createdAt: string; expiresAt: string }) =>
    db.updateTable('tokens').set({ created_at: createdAt, expires_at: expiresAt }).where('id', '=', id),
)
