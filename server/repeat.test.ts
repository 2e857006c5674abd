import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { repeat } from './repeat.ts'

const day = 86_400_000
const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Whatever was to be done within that time is done. */
const pass = async (milliseconds: number) => {
  mock.timers.tick(milliseconds)
  await turn()
}

test('what is asked for soon while it is under way is done once more, and nothing is left of it', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const rounds: PromiseWithResolvers<void>[] = []
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const repeated = repeat(
    () => {
      const round = Promise.withResolvers<void>()
      started[rounds.push(round) - 1]?.resolve()
      return round.promise
    },
    { every: day, onError: (error) => assert.ifError(error) },
  )

  repeated.soon()
  await started[0]!.promise
  for (let times = 0; times < 3; times += 1) {
    repeated.soon()
    await pass(1)
  }
  rounds[0]!.resolve()
  await started[1]!.promise
  rounds[1]!.resolve()
  await repeated.stop()

  assert.equal(rounds.length, 2)
  await pass(2 * day)
  repeated.soon()
  await pass(2 * day)
  assert.equal(rounds.length, 2)
  mock.timers.reset()
})

test('a round that lasts longer than the pause is alone, and is waited for', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const rounds: PromiseWithResolvers<void>[] = []
  const repeated = repeat(
    () => {
      const round = Promise.withResolvers<void>()
      rounds.push(round)
      return round.promise
    },
    { every: 10, onError: (error) => assert.match(String(error), /Not this time/) },
  )
  mock.timers.tick(10)
  mock.timers.tick(10)
  assert.equal(rounds.length, 1)
  repeated.soon()
  assert.equal(rounds.length, 1)

  rounds[0]!.resolve()
  await turn()
  assert.equal(rounds.length, 2, 'it was asked for meanwhile')
  rounds[1]!.reject(new Error('Not this time'))
  await turn()
  mock.timers.tick(10)
  assert.equal(rounds.length, 3)

  let hasStopped = false
  const stopped = repeated.stop().then(() => {
    hasStopped = true
  })
  mock.timers.tick(10)
  await turn()
  assert.deepEqual([rounds.length, hasStopped], [3, false])
  rounds[2]!.resolve()
  await stopped
  mock.timers.reset()
})
