import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines } from './engines.ts'
import { type Listener, listening, until } from './listening.ts'
import { testFilm, testService, testUser } from './service.ts'

/** Cuts a stream off at random so often, while captures are filed, and comes back to it: nothing is missed. */
export function liveCuts(cuts: number): void {
  for (const engine of engines) {
    describe(`a live stream on ${engine}`, () => {
      test(`that is cut off ${cuts} times misses nothing`, async () => {
        await using tidying = new AsyncDisposableStack()
        const service = await testService(engine)
        tidying.defer(() => service.close())
        const user = await testUser(service)
        const { capture } = await testFilm(service.db, user)
        const streams: Listener[] = []
        tidying.defer(() => streams.at(-1)?.leave())
        const open = async () => {
          const headers = { authorization: `Bearer ${user.token}` }
          const stream = await listening(service.address, headers, streams.at(-1)?.lastId())
          streams.push(stream)
        }
        await open()
        // What the test wrote itself, beside the service: on SQLite nobody knows what it was.
        if (engine === 'sqlite') await streams[0]!.hears({ kind: 'reset' })
        const begun = streams[0]!.messages.length

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
        }
        isFiling = false
        await filing

        const heard = () => streams.flatMap(({ messages }) => messages).slice(begun)
        const last = filed.at(-1)
        await until('the last is heard', () => heard().some(({ assetVersionId }) => assetVersionId === last))
        const known = new Set(heard().map(({ assetVersionId }) => assetVersionId))
        // Who is told to fetch again has missed nothing either, and here nobody needed to be.
        assert.ok(!heard().some(({ kind }) => kind === 'reset'))
        assert.deepEqual(
          filed.filter((id) => !known.has(id)),
          [],
        )
        assert.ok(filed.length > cuts)
      })
    })
  }
}
