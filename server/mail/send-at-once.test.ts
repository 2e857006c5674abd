import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../db/open.ts'
import { engines } from '../test/engines.ts'
import { onPlace } from '../test/process.ts'
import { queueMail } from './queue.ts'
import { sendAtOnce } from './send-at-once.ts'

for (const engine of engines) {
  test(`mail that is queued is sent at once, where that is committed, on ${engine}`, () =>
    onPlace(engine, async ({ settings }) => {
      const db = await openDatabase(settings, () => {})
      try {
        let calls = 0
        const sending = sendAtOnce(db, () => {
          calls += 1
        })
        const queue = (address: string, meanwhile = () => {}) =>
          sending.transaction(async (transaction) => {
            await queueMail(transaction, { kind: 'password', address })
            assert.equal(calls, before, 'not before it is committed')
            meanwhile()
          })
        let before = 0
        await queue('ada@studio.example')
        assert.equal(calls, 1)
        before = 1
        const undone = () => {
          throw new Error('undone')
        }
        await assert.rejects(queue('eve@studio.example', undone), /undone/)
        await sending.transaction(async () => {})
        assert.equal(calls, 1)
      } finally {
        await db.close()
      }
    }))
}
