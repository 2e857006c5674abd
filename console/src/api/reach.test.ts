import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { doubt, heard, isAway, notHeard, onReach } from './reach.ts'

let asked = 0
let status = 503

beforeEach(() => {
  asked = 0
  status = 503
  mock.timers.enable({ apis: ['setTimeout'] })
  Object.assign(globalThis, { document: { visibilityState: 'visible' } })
  mock.method(globalThis, 'fetch', async () => {
    asked += 1
    return new Response('', { status })
  })
})
afterEach(() => mock.reset())

async function seconds(count: number): Promise<void> {
  for (let tenth = 0; tenth < 10 * count; tenth += 1) {
    mock.timers.tick(100)
    await turn()
  }
}

test('a service that comes and goes is asked no more often than one that stays away', async () => {
  for (let times = 0; times < 20; times += 1) {
    notHeard()
    heard()
  }
  notHeard()
  await seconds(60)
  assert.ok(isAway())
  assert.ok(asked >= 6 && asked <= 10, `asked ${asked} times in a minute`)

  status = 401
  await seconds(10)
  assert.ok(!isAway())
  const until = asked
  await seconds(60)
  assert.equal(asked, until, 'and no more once it is back')

  status = 503
  notHeard()
  await seconds(3)
  assert.equal(asked, until + 1, 'and again when it is away again')
  status = 401
  await seconds(10)
})

test('where one request alone is refused, the service is not away; where it answers nobody, it is', async () => {
  heard()
  status = 200
  let told = 0
  const leave = onReach(() => {
    told += 1
  })
  for (let times = 0; times < 10; times += 1) {
    void doubt()
    void doubt()
    await seconds(1)
  }
  assert.equal(told, 0)
  assert.equal(asked, 10, 'once for what is refused together')

  status = 503
  void doubt()
  // Another one is answered meanwhile.
  heard()
  await seconds(1)
  assert.ok(!isAway())

  void doubt()
  await seconds(1)
  assert.ok(isAway())
  status = 200
  await seconds(10)
  assert.ok(!isAway())
  leave()
})

test('one that says when it is there again is asked then, and is away where it is not', async () => {
  heard()
  asked = 0
  void doubt(2000)
  await seconds(1)
  // Another one is answered meanwhile.
  heard()
  await seconds(2)
  assert.deepEqual([asked, isAway()], [0, false])

  void doubt(2000)
  await seconds(1)
  assert.deepEqual([asked, isAway()], [0, false])
  await seconds(2)
  assert.deepEqual([asked, isAway()], [1, true])
  status = 200
  await seconds(10)
  assert.ok(!isAway())
})
