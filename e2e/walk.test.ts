import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from './becomes.ts'
import { screensOf } from './screens.ts'
import { openStage, type Stage } from './stage.ts'

/** All other tests of screens are on SQLite. */
describe('a walk through every screen on PostgreSQL', () => {
  let stage: Stage
  const ids: string[] = []

  before(async () => {
    stage = await openStage({ engine: 'postgres' })
    for (const title of ['First take', 'Second take']) {
      ids.push((await stage.user.ingest({ ...stage.film.capture, title })).body.asset.id)
    }
  })
  after(() => stage?.end())

  test('each shows what there is, and says of nothing that it failed', async () => {
    const pages = {
      in: await stage.open('/projects'),
      out: await stage.open('/sign-in', { signedOut: true }),
    }
    const failed: string[] = []
    pages.in.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (response.status() >= 400 && pathname !== '/no/such/place') failed.push(pathname)
    })
    for (const { path, as } of Object.values(await screensOf(stage, ids)).flat()) {
      const page = as === undefined ? pages.in : pages.out
      await page.goto(stage.service.address + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await becomes(() => page.locator('[aria-busy="true"]').count(), 0)
    }
    assert.deepEqual(failed, [])
    for (const page of Object.values(pages)) await stage.close(page)
  })

  test('a take is captured, seen and chosen', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
    await page.getByRole('article').getByText('First take').waitFor()
    await page.goto(`${stage.service.address}/assets/${ids[1]}`)
    const decide = page.getByRole('region', { name: 'Decide' })
    await decide.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('button', { name: 'Select anyway' }).click()
    await decide.getByRole('button', { name: 'Winner' }).waitFor()
    // The page shows it at once, and tells the service meanwhile.
    await becomes(async () => (await stage.user.get(`/api/assets/${ids[1]}`)).body.data.selected, true)
    await stage.close(page)
  })
})
