import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { LiveMessage } from '@dailies/contract/live.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { provideEndpoints } from '../../test/provide-endpoints.ts'
import type { KeyName } from '../api/queries.ts'

const table = Object.entries(endpoints).map(([name, { method, path }]) => [name, [method, path]])
provideEndpoints(Object.fromEntries(table))
const { keyOf } = await import('../api/queries.ts')
const { Refresh } = await import('./refresh.ts')

/** Screens that show this, and how often each was asked for since the first time. */
async function showing(...keys: (readonly unknown[])[]) {
  const queryClient = new QueryClient()
  const asked = new Map<string, number>()
  for (const queryKey of keys) {
    const name = JSON.stringify(queryKey)
    asked.set(name, -1)
    const queryFn = async () => {
      asked.set(name, asked.get(name)! + 1)
      return { data: { project: { id: 'film' } } }
    }
    new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
      () => {},
    )
  }
  await setTimeout(10)
  return { queryClient, times: () => [...asked.values()] }
}

const of = (name: KeyName, id: string) => keyOf(name, { params: { id } })
const asset = (sceneDbId: string, assetVersionId?: string): LiveMessage => ({
  kind: 'asset',
  projectId: 'film',
  sceneDbId,
  ...(assetVersionId && { assetVersionId }),
})

describe('what live messages have a page ask for again', () => {
  test('is what they concern, and nothing else', async () => {
    const keys = [of('readScene', 'one'), of('readScene', 'other'), of('browseCharacters', 'film')]
    const { queryClient, times } = await showing(...keys)
    const refresh = new Refresh(queryClient, async () => {})
    refresh.add(asset('one'))
    await setTimeout(200)
    assert.deepEqual(times(), [1, 0, 0])
    refresh.stop()
  })

  test('is of one film where it is of that alone, and of all where one is a member of others now', async () => {
    const keys = [of('browseCharacters', 'film'), of('browseCharacters', 'another'), keyOf('readAccount', {})]
    const one = await showing(...keys)
    const refresh = new Refresh(one.queryClient, async () => {})
    refresh.add({ kind: 'everything', projectId: 'film' })
    await setTimeout(200)
    assert.deepEqual(one.times(), [1, 0, 0])
    refresh.stop()
    const other = await showing(...keys)
    const anew = new Refresh(other.queryClient, async () => {})
    anew.add({ kind: 'memberships' })
    await setTimeout(200)
    assert.deepEqual(other.times(), [1, 1, 0])
    anew.stop()
  })

  test('is what is of all films, too: one’s own shots, and what concerns one there', async () => {
    const keys = [keyOf('listMyShots', {}), keyOf('listNotices', {}), keyOf('countUnreadNotices', {})]
    for (const message of [{ kind: 'memberships' }, { kind: 'everything', projectId: 'film' }] as const) {
      const { queryClient, times } = await showing(...keys)
      const refresh = new Refresh(queryClient, async () => {})
      refresh.add(message)
      await setTimeout(200)
      assert.deepEqual(times(), [1, 1, 1], message.kind)
      refresh.stop()
    }
  })

  test('is asked for once, of whatever comes together, and of a flood once a second', async () => {
    const { queryClient, times } = await showing(of('readScene', 'one'))
    const refresh = new Refresh(queryClient, async () => {})
    for (let count = 0; count < 100; count += 1) {
      for (let index = 0; index < 10; index += 1) refresh.add(asset('one', `${count}-${index}`))
      await setTimeout(15)
    }
    await setTimeout(1200)
    const [asked] = times()
    assert.ok(asked! >= 2 && asked! <= 4, `asked ${asked} times`)
    refresh.stop()
  })

  test('waits until the page is seen, and until what is changed from here is done', async () => {
    const { queryClient, times } = await showing(of('readScene', 'one'))
    const seen = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn: () => changed.promise })
    const changing = mutation.execute(undefined)
    const refresh = new Refresh(queryClient, () => seen.promise)
    refresh.add({ kind: 'reset' })
    await setTimeout(150)
    seen.resolve()
    await setTimeout(50)
    assert.deepEqual(times(), [0])
    changed.resolve()
    await changing
    await setTimeout(50)
    assert.deepEqual(times(), [1])
    refresh.stop()
  })

  test('is never the board itself, which asks what changed of it', async () => {
    const board = [...of('browseAssets', 'one'), 'board']
    const changes = of('listAssetChanges', 'one')
    const { queryClient, times } = await showing(board, changes)
    const refresh = new Refresh(queryClient, async () => {})
    refresh.add({ kind: 'reset' })
    await setTimeout(200)
    assert.deepEqual(times(), [0, 1])
    refresh.stop()
  })
})
