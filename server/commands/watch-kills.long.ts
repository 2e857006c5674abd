import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { killedAgainAndAgain } from '../test/kill-watch.ts'

test('dailies watch files each file once through 20 kills of itself and of the service', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dailies-watch-'))
  try {
    await killedAgainAndAgain({ kills: 20, files: 60, root })
  } finally {
    await rm(root, { recursive: true })
  }
})
