import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { provideEndpoints } from '../../test/provide-endpoints.ts'

const asked: { body: string; at: number }[] = []
/** Where the parts after the first begin. */
const parts: string[] = []
const server = createServer(async (request, response) => {
  asked.push({ body: await text(request), at: performance.now() })
  if (asked.length === 1) return void response.writeHead(503, { 'retry-after': '1' }).end()
  const results = [{ id: 'a', outcome: 'changed' }]
  const next = parts.pop() ?? null
  const data = { id: 'c', changed: 1, unchanged: 0, refused: 0, results, next, undoableUntil: null }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, metadata: {} }))
})
let many: typeof import('./change-many.ts')

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  provideEndpoints({ changeAssets: ['POST', address], undoAssetChanges: ['POST', address] })
  // Hidden, so that nobody asks whether the service is back.
  Object.assign(globalThis, { document: { visibilityState: 'hidden' } })
  many = await import('./change-many.ts')
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const watching = { onProgress: () => {}, signal: new AbortController().signal }

test('a change that the service could not do is sent again just as it was, once it is worth a try; undoing as well', async () => {
  const outcome = await many.changeMany('p', ['a'], { kind: 'delete' }, watching)
  assert.deepEqual([outcome.error, outcome.changed, outcome.changeIds], [undefined, ['a'], ['c']])
  const [first, again] = asked
  assert.equal(again?.body, first?.body)
  assert.match(JSON.parse(first!.body).requestId, /^[0-9a-f]{32}$/)
  assert.ok(again!.at - first!.at >= 990)

  asked.length = 0
  const undone = await many.undoMany(['c'])
  assert.deepEqual([undone.error, undone.changed], [undefined, ['a']])
  assert.ok(asked[1]!.at - asked[0]!.at >= 990)
})

test('all that match are changed part after part until there are no more, or somebody stops it', async () => {
  asked.length = 0
  // The first of them would be answered with 503.
  await many.undoMany(['c'])
  asked.splice(0, 1)
  const of = { sceneDbId: 's', filter: { assetType: 'VIDEO' as const } }
  parts.push('third', 'second')
  const done: number[] = []
  const onProgress = (count: number) => void done.push(count)
  const outcome = await many.changeMatching('p', of, { kind: 'delete' }, { ...watching, onProgress })
  assert.deepEqual(
    [outcome.ids, outcome.changeIds, done],
    [
      ['a', 'a', 'a'],
      ['c', 'c', 'c'],
      [0, 1, 2],
    ],
  )
  const bodies = asked.slice(-3).map(({ body }) => JSON.parse(body))
  assert.deepEqual(
    bodies.map((body) => body.of),
    [of, { ...of, after: 'second' }, { ...of, after: 'third' }],
  )
  assert.equal(new Set(bodies.map(({ requestId }) => requestId)).size, 3)

  parts.push('third', 'second')
  const stop = new AbortController()
  const stopped = await many.changeMatching(
    'p',
    of,
    { kind: 'delete' },
    { onProgress: (count) => count > 0 && stop.abort(), signal: stop.signal },
  )
  assert.equal(stopped.ids.length, 2)
})
