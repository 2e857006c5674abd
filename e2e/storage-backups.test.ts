import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type MediaStage, openMediaStage } from './media-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'

describe('backups that the service makes by itself', () => {
  let folder: string
  let stage: MediaStage

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dailies-backups-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const look of looks) {
    test(`are told of on the page of what is stored, in ${look.theme} on a ${look.size}`, async () => {
      stage = await openMediaStage({ DAILIES_BACKUP: join(folder, look.size), DAILIES_BACKUP_EVERY: '12h' })
      try {
        const page = await stage.open('/storage', look)
        const section = page.getByRole('region', { name: 'Backups' })
        await section.getByText(`One is made every 12 hours, into ${join(folder, look.size)}.`).waitFor()
        await section.getByText(/^The last is of just now: .* kB, with 0 files\.$/).waitFor()
        await section.getByText(/^The next one is made in 12 ?h/).waitFor()
        await settled(page)
        assert.deepEqual(await violations(page), [])
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
        await screenshot(page, `storage-backups-${look.size}`)
        await stage.close(page)
      } finally {
        await stage.end()
      }
    })
  }

  test('that fail are in the inbox of an administrator, and why is where that leads', async () => {
    const target = join(folder, 'no-folder')
    await writeFile(target, '')
    stage = await openMediaStage({ DAILIES_BACKUP: target })
    try {
      const page = await stage.open('/inbox')
      await page
        .getByText(/The backup failed on .*, and there is none yet: DAILIES_BACKUP: The folder/)
        .click()
      const section = page.getByRole('region', { name: 'Backups' })
      await section.getByText('None is made yet.').waitFor()
      await section.getByText(/A try failed, .*DAILIES_BACKUP: The folder .* cannot be used/).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, 'storage-backups-failing')
      await stage.close(page)
    } finally {
      await stage.end()
    }
  })
})
