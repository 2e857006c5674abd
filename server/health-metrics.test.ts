import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import type { Database } from './db/database.ts'

test('a drive that does not answer is left out of what a scrape shows, and asked by one at a time', async (context) => {
  const asked: string[] = []
  const statfs = context.mock.method(fs, 'statfs', (path: string) => {
    asked.push(path)
    return path === '/away' ? new Promise(() => {}) : Promise.resolve({ bavail: 3, blocks: 7, bsize: 1000 })
  })
  syncBuiltinESMExports()
  try {
    const { showHealth } = await import('./health-metrics.ts')
    const registry = new Registry()
    const database = { engine: 'sqlite' } as Database
    showHealth(registry, { database, folders: { data: '/here', media: '/away' } })
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const text = await registry.metrics()
      assert.deepEqual(text.match(/^dailies_disk_.*/gm), [
        'dailies_disk_free_bytes{folder="data"} 3000',
        'dailies_disk_size_bytes{folder="data"} 7000',
      ])
    }
    assert.equal(asked.filter((path) => path === '/away').length, 1)
  } finally {
    statfs.mock.restore()
    syncBuiltinESMExports()
  }
})
