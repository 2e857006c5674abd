import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { importWorkspace } from '../production/import-workspace.ts'
import { allOf } from '../production/membership.ts'
import { engines } from '../test/engines.ts'
import { type TestService, type TestUser, testService, testUser } from '../test/service.ts'

const workspace = {
  projects: [
    {
      name: 'The Long Tide',
      scenes: [
        {
          sceneId: '7B',
          shots: [
            { shotCode: 'A', sortOrder: 1 },
            { shotCode: 'B', sortOrder: 2, required: true },
            { shotCode: 'C', sortOrder: 3, required: false },
          ],
        },
        { sceneId: '8', shots: [{ shotCode: 'A', required: false }] },
        { sceneId: '9' },
      ],
    },
  ],
}

for (const engine of engines) {
  describe(`scene.completed on ${engine}`, () => {
    let service: TestService
    let user: TestUser
    let projectId: string
    let since: string
    let shots: { a: string; b: string; optional: string; ofOther: string }

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.close())
    beforeEach(async () => {
      since = '0'
      user = await testUser(service)
      await importWorkspace(service.db, allOf(user.id), workspaceFile.parse(workspace))
      projectId = (await user.get('/api/extension/projects')).body.projects[0].id
      const { scenes } = (await user.get(`/api/extension/scenes?projectId=${projectId}`)).body
      const shotsOf = async (index: number): Promise<string[]> =>
        (await user.get(`/api/extension/shots?sceneDbId=${scenes[index].id}`)).body.shots.map(
          ({ id }: { id: string }) => id,
        )
      const [a, b, optional] = (await shotsOf(0)) as [string, string, string]
      shots = { a, b, optional, ofOther: (await shotsOf(1))[0]! }
    })

    const move = async (id: string, status: string) => {
      const answer = await user.send('POST', `/api/assets/${id}/status`, { status })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }

    /** A version in SELECTED: the next step is APPROVED. */
    async function candidate(shotId?: string, sceneId = '7b'): Promise<string> {
      const capture = { projectId, sceneId, shotId, platformKey: 'runway', assetType: 'VIDEO', prompt: 'x' }
      const { status, body } = await user.ingest({ ...capture, selected: true })
      assert.equal(status, 200, JSON.stringify(body))
      return body.asset.id
    }
    async function approved(shotId?: string, sceneId?: string): Promise<string> {
      const id = await candidate(shotId, sceneId)
      await move(id, 'APPROVED')
      return id
    }

    /** The completions that were told since the last call. */
    async function completions(): Promise<object[]> {
      const { data, metadata } = (await user.get(`/api/events?limit=100&since=${since}`)).body
      assert.equal(metadata.hasMore, false)
      since = metadata.nextCursor
      return data
        .filter(({ event }: { event: string }) => event === 'scene.completed')
        .map(({ data }: { data: object }) => data)
    }
    const completion = () => ({ sceneId: '7B', projectId, completedShotCount: 2, totalShotCount: 2 })

    test('is told once, when the last required shot gets an APPROVED version', async () => {
      await approved(shots.a)
      assert.deepEqual(await completions(), [])
      await approved(shots.b)
      assert.deepEqual(await completions(), [completion()])
    })

    test('comes after the change that completed the scene', async () => {
      await approved(shots.a)
      await approved(shots.b)
      const { data } = (await user.get('/api/events')).body
      assert.deepEqual(
        data.slice(-2).map(({ event }: { event: string }) => event),
        ['asset.status_changed', 'scene.completed'],
      )
    })

    test('is not told again for a second APPROVED version, for FINAL, or for another winner', async () => {
      const first = await approved(shots.a)
      await approved(shots.b)
      await completions()
      const second = await approved(shots.a)
      await move(first, 'FINAL')
      await move(second, 'FINAL')
      await move(second, 'APPROVED')
      // The other one still is.
      await move(first, 'DRAFT')
      await candidate(shots.b)
      assert.deepEqual(await completions(), [])
    })

    test('is told again only after the scene was incomplete in between', async () => {
      await approved(shots.a)
      const last = await approved(shots.b)
      await move(last, 'FINAL')
      assert.equal((await completions()).length, 1)
      await move(last, 'SELECTED')
      assert.deepEqual(await completions(), [])
      await move(last, 'APPROVED')
      assert.deepEqual(await completions(), [completion()])
    })

    test('does not wait for optional shots, and is not told for them', async () => {
      await approved(shots.optional)
      await approved(shots.a)
      assert.deepEqual(await completions(), [])
      await approved(shots.b)
      assert.deepEqual(await completions(), [completion()])
      await approved(shots.optional)
      assert.deepEqual(await completions(), [])
    })

    test('is not told for versions of no shot, nor for scenes without required shots', async () => {
      await approved(shots.a)
      await approved()
      await approved(shots.ofOther, '8')
      await approved(undefined, '9')
      assert.deepEqual(await completions(), [])
    })

    test('is told once when the last two shots are approved at the same moment', async () => {
      const [one, other] = [await candidate(shots.a), await candidate(shots.b)]
      for (let round = 0; round < 20; round += 1) {
        await Promise.all([move(one, 'APPROVED'), move(other, 'APPROVED')])
        assert.deepEqual(await completions(), [completion()])
        await Promise.all([move(one, 'SELECTED'), move(other, 'SELECTED')])
      }
    })

    test('is not told when the approval is refused', async () => {
      await approved(shots.a)
      const draft = { projectId, sceneId: '7B', shotId: shots.b, platformKey: 'runway', assetType: 'VIDEO' }
      const { asset } = (await user.ingest({ ...draft, prompt: 'x' })).body
      const refused = await user.send('POST', `/api/assets/${asset.id}/status`, { status: 'APPROVED' })
      assert.equal(refused.status, 400)
      assert.deepEqual(await completions(), [])
    })
  })
}
