import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { currentNotices, removeNotice } from '@dailies/ui/notices.ts'
import { provideEndpoints } from '../../test/provide-endpoints.ts'

provideEndpoints({
  deleteAsset: ['DELETE', '/api/assets/{id}'],
  restoreAsset: ['POST', '/api/assets/{id}/restore'],
})
const asked: string[] = []
/** What is answered of a take; else that it is done. */
const statuses = new Map<string, number>()
const answer = async (address: string | URL, { method }: RequestInit) => {
  asked.push(`${method} ${address}`)
  const status = [...statuses].find(([id]) => String(address).includes(id))?.[1] ?? 200
  return Response.json(status === 200 ? { data: {} } : { error: 'No' }, { status })
}
Object.assign(globalThis, {
  fetch: answer,
  window: new EventTarget(),
  location: { origin: 'https://dailies.example', href: 'https://dailies.example/' },
  document: { visibilityState: 'hidden', querySelector: () => null },
})
const { addUploads } = await import('./uploads.ts')
const { undoTakes } = await import('./undo-takes.ts')
const { countUnwanted } = await import('./unwanted.ts')

function added(...ids: string[]): void {
  addUploads(
    ids.map((id) => ({
      ...{ id, fileName: id, to: 'scene 1', bytes: 1, sent: 1, stage: 'done', assetVersionId: id },
      drop: { id: 'drop', to: 'scene 1' } as never,
      take: { sha256: '', sceneDbId: '' },
    })),
  )
}

/** What was asked for is answered without any timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
}

describe('takes that are taken back', () => {
  beforeEach(() => {
    asked.length = 0
    statuses.clear()
    for (const { id } of currentNotices()) removeNotice(id)
    mock.timers.enable({ apis: ['setTimeout'] })
  })
  afterEach(() => mock.timers.reset())

  for (const status of [429, 500]) {
    test(`go a little later, where the service answers with ${status}`, async () => {
      added('one')
      statuses.set('one', status)
      await undoTakes({ id: 'drop', to: 'scene 1' } as never)
      assert.deepEqual(
        currentNotices().map(({ text }) => text),
        ['1 take taken back from scene 1, once the service can do it'],
      )
      assert.equal(countUnwanted(), 1)
      statuses.clear()
      mock.timers.tick(10_000)
      await settled()
      assert.deepEqual(asked, ['DELETE /api/assets/one', 'DELETE /api/assets/one'])
      assert.equal(countUnwanted(), 0)
    })
  }

  test('can be brought back, all but those that stayed', async () => {
    added('one', 'two', 'three')
    statuses.set('two', 403)
    await undoTakes({ id: 'drop', to: 'scene 1' } as never)
    const [notice] = currentNotices()
    assert.equal(notice?.text, '1 take could not be taken back: it stays in scene 1')
    assert.equal(notice.action?.label, 'Bring 2 back')
    asked.length = 0
    notice.action.onClick()
    await settled()
    assert.deepEqual(asked.sort(), ['POST /api/assets/one/restore', 'POST /api/assets/three/restore'])
  })
})
