import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../db/open.ts'
import { startService } from '../main.ts'
import { engines, type Place, preparedPlace } from './engines.ts'
import { type Listener, listening, until } from './listening.ts'
import { type AnyCaller, callerWith, silentLog, testUser } from './service.ts'

/** Of a user whom nobody else adds while the service runs: of what is written beside it nobody knows what it was. */
async function tokenIn({ settings }: Place): Promise<string> {
  const db = await openDatabase(settings, () => {})
  try {
    return (await testUser({ db, address: '' })).token
  } finally {
    await db.close()
  }
}

async function newScene({ send }: AnyCaller) {
  const project = await send('POST', '/api/projects', { name: 'The Long Tide' })
  const projectId: string = project.body.data.id
  const scene = await send('POST', `/api/projects/${projectId}/scenes`, { sceneId: '012A' })
  assert.equal(scene.status, 201)
  return { projectId, sceneId: '012A' }
}

/** Cuts a stream off at random so often, while captures are filed, and comes back to it: nothing is missed. */
export function liveCuts(cuts: number): void {
  for (const engine of engines) {
    describe(`a live stream on ${engine}`, () => {
      test(`that is cut off ${cuts} times misses nothing`, async () => {
        await using tidying = new AsyncDisposableStack()
        const place = await preparedPlace(engine)
        tidying.defer(() => place.remove())
        const token = await tokenIn(place)
        const service = await startService(place.settings, silentLog, { silence: 0 })
        tidying.defer(() => service.close())
        const user = callerWith(service.address, token)
        const capture = { ...(await newScene(user)), platformKey: 'veo', assetType: 'VIDEO', prompt: 'Waves' }
        const streams: Listener[] = []
        tidying.defer(() => streams.at(-1)?.leave())
        const open = async () => {
          const headers = { authorization: `Bearer ${token}` }
          const stream = await listening(service.address, headers, streams.at(-1)?.lastId())
          streams.push(stream)
        }
        await open()

        const filed: string[] = []
        let isFiling = true
        const filing = (async () => {
          while (isFiling) {
            const { status, body } = await user.ingest(capture)
            assert.equal(status, 200)
            filed.push(body.asset.id)
            await sleep(Math.random() * 10)
          }
        })()
        // However the test ends, nothing is filed after it.
        tidying.defer(async () => {
          isFiling = false
          await filing.catch(() => {})
        })
        for (let count = 0; count < cuts; count += 1) {
          await sleep(Math.random() * 100)
          streams.at(-1)!.leave()
          await sleep(Math.random() * 30)
          await open()
          // However slow the machine is: there is something to miss.
          await until('a capture is filed', () => filed.length > count)
        }
        isFiling = false
        await filing

        const heard = () => streams.flatMap(({ messages }) => messages)
        const last = filed.at(-1)
        await until('the last is heard', () => heard().some(({ assetVersionId }) => assetVersionId === last))
        const known = new Set(heard().map(({ assetVersionId }) => assetVersionId))
        // Who is told to fetch again has missed nothing either, and here nobody needed to be.
        assert.ok(!heard().some(({ kind }) => kind === 'reset'))
        assert.deepEqual(
          filed.filter((id) => !known.has(id)),
          [],
        )
      })
    })
  }
}
