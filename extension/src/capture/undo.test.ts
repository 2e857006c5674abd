import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, answering } from '../../../sdk/test/answers.ts'
import 'fake-indexeddb/auto'

Object.assign(globalThis, { chrome: { i18n: { getMessage: (key: string) => key } } })
const { readSetting, writeSetting } = await import('../store/database.ts')
const { addCaptures, readCapture } = await import('../queue/captures.ts')
const { sendWaiting } = await import('../queue/send.ts')
const { takeBackUnanswered } = await import('../queue/take-back-undone.ts')
const { undo } = await import('./undo.ts')

const answers: Answer[] = []
let service: Awaited<ReturnType<typeof answering>>

before(async () => {
  service = await answering(answers)
  await writeSetting('connection', { address: service.baseUrl, token: 'x', state: 'connected' } as never)
})
after(() => service.close())

/** Whatever is asked from now on. */
const answerWith = (answer: Answer) => answers.splice(0, Infinity, ...Array<Answer>(1_000).fill(answer))

const waiting = (id: string) =>
  addCaptures([{ id, state: 'pending', body: {}, readings: [], createdAt: '2026-11-24T12:00:00Z' }])

test('what is undone while the service is away is taken back when it is there again', async () => {
  answerWith([503, {}, '{"error":"Busy"}'])
  await waiting('1')
  assert.deepEqual(await undo('1'), {})
  assert.equal(await readCapture('1'), undefined)
  assert.equal((await sendWaiting(() => {})).state, 'waiting')
  service.asked.length = 0
  answerWith([200])
  assert.equal((await sendWaiting(() => {})).state, 'idle')
  assert.equal((await sendWaiting(() => {})).state, 'idle')
  assert.deepEqual(
    service.asked.map(({ method, url }) => `${method} ${url}`),
    ['DELETE /api/extension/captured/1'],
  )
})

test('what is there all the same, and is not taken back, is said', async () => {
  await waiting('2')
  answerWith([409, {}, '{"error":"It was selected"}'])
  assert.deepEqual(await undo('2'), { problem: 'It was selected' })
  service.asked.length = 0
  assert.equal((await sendWaiting(() => {})).state, 'idle')
  assert.deepEqual(service.asked, [])
})

test('of a service that never comes back the newest thousand wait', async () => {
  for (let number = 0; number < 1_002; number += 1)
    await takeBackUnanswered(String(number), 'https://gone.example', 1)
  const ids = (await readSetting('undone'))?.map(({ id }) => id)
  assert.deepEqual([ids?.length, ids?.[0], ids?.at(-1)], [1_000, '2', '1001'])
})
