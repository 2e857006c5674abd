import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type MediaStage, openMediaStage } from './media-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

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
        assert.equal(await sticksOut(page), 0)
        await screenshot(page, `storage-backups-${look.size}`)
        await stage.close(page)
      } finally {
        await stage.end()
      }
    })
  }

  /** Of each line of the panel, by its colour. */
  function marks(page: Page): Promise<string[]> {
    const icons = page.getByRole('region', { name: 'Backups' }).locator('li > svg')
    return icons.evaluateAll((all) =>
      all.map(({ classList }) =>
        classList.contains('text-good') ? 'good' : classList.contains('text-danger') ? 'failed' : 'bad',
      ),
    )
  }

  test('of which none is there any more are not told of as if there were one', async () => {
    const target = join(folder, 'away')
    stage = await openMediaStage({ DAILIES_BACKUP: target })
    try {
      const page = await stage.open('/storage', { alone: true })
      await page.getByText(/^The last is of just now/).waitFor()
      assert.deepEqual(await marks(page), ['good', 'good', 'good'])
      // As schedule.test.ts has it where the disk is away; a service looks for that every half minute alone.
      const problem = 'No backup is there any more, where the last one was made: is its disk there?'
      await page.route(/\/api\/storage$/, async (route) => {
        const response = await route.fetch()
        const { data } = await response.json()
        const last = { ...data.backups.last, isGone: true }
        const backups = { ...data.backups, last, failures: 1, failedAt: new Date().toISOString(), problem }
        return route.fulfill({ response, json: { data: { ...data, backups } } })
      })
      await page.reload()
      await page.getByText(/A try failed, .*No backup is there any more/).waitFor()
      assert.equal(await page.getByText('The last is of').count(), 0)
      assert.deepEqual(await marks(page), ['bad', 'failed', 'bad'])
      await screenshot(page, 'storage-backups-gone')
      await stage.close(page)
    } finally {
      await stage.end()
    }
  })

  test('that lack a file whose bytes are others say so beside what is lost', async () => {
    stage = await openMediaStage({ DAILIES_BACKUP: join(folder, 'lacking'), DAILIES_BACKUP_EVERY: '1h' })
    try {
      const page = await stage.open('/storage', { alone: true })
      await page.getByText(/^The last is of just now/).waitFor()
      assert.equal(await page.getByText('Gone or damaged').count(), 0)
      // As schedule.test.ts has it; the next backup, which would find it, is not made within an hour.
      await page.route(/\/api\/storage$/, async (route) => {
        const response = await route.fetch()
        const { data } = await response.json()
        const backups = { ...data.backups, last: { ...data.backups.last, missing: 1 } }
        return route.fulfill({ response, json: { data: { ...data, backups } } })
      })
      await page.reload()
      const told = page.locator('dl > div').filter({ hasText: 'Gone or damaged' })
      await told.getByText('kept files that the last backup could not bring').waitFor()
      await told.getByText('1', { exact: true }).waitFor()
      await page.getByText(/^A file is gone or damaged, and not in it/).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, 'storage-damaged')
      await stage.close(page)
    } finally {
      await stage.end()
    }
  })

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
      const failure = section.getByText(/A try failed, .*DAILIES_BACKUP: The folder .* cannot be used/)
      await failure.waitFor()
      await section.getByText(/^One is to be made every day, into/).waitFor()
      await section.getByText(/^It is tried again in/).waitFor()
      assert.deepEqual(await marks(page), ['bad', 'bad', 'failed', 'bad'])
      assert.deepEqual(await violations(page), [])
      await screenshot(page, 'storage-backups-failing')
      await stage.close(page)
    } finally {
      await stage.end()
    }
  })
})
