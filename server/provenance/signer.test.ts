import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Sidecar } from '@dailies/contract/provenance.ts'
import type { Store } from '../media/store.ts'
import { box, ftyp, times } from '../media/work/hostile-parts.ts'
import { inWorkshop } from '../media/work/in-workshop.ts'
import { testAuthority } from '../test/authority.ts'
import { Signer } from './signer.ts'

test('a file that takes too long to be signed is tried once in a project, whatever is said of it', async () => {
  const { anchor: _, ...by } = await testAuthority()
  await inWorkshop({ limits: { milliseconds: 3000 } }, async ({ folder, workshop }) => {
    const path = join(folder, 'long.mp4')
    await writeFile(path, Buffer.concat([ftyp, times(300_000, box('free'))]))
    let works = 0
    const counted = {
      stop: () => workshop.stop(),
      work: (...args: Parameters<typeof workshop.work>) => {
        works += 1
        return workshop.work(...args)
      },
    }
    const signer = new Signer(by, assert.ifError, counted)
    const store = { incoming: folder, localCopy: async () => ({ path, release: async () => {} }) }
    const sign = async (projectId: string, id: string) => {
      const sidecar = { id, project: { id: projectId, name: '' }, platform: { label: '' } } as Sidecar
      const { path } = await signer.copyOf(store as unknown as Store, { hash: 'a', sidecar })
      assert.equal(path, null)
    }
    await Promise.all([sign('one', 'a'), sign('one', 'b'), sign('one', 'c')])
    assert.equal(works, 1)
    await sign('other', 'd')
    assert.equal(works, 2, 'in another it is not known who tried it')
  })
})
