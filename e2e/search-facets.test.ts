import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('what a search finds is counted beside it', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
    const { user, film } = stage
    const captures = Array.from({ length: 9 }, (_, index) => ({
      prompt: `A lamp, take ${index}`,
      modelName: index < 6 ? 'Veo 3' : 'Lumen',
      status: index < 7 ? 'DRAFT' : 'GENERATED',
      tags: [
        'every',
        `tag ${index}`,
        ...(index === 0 ? ['a very long tag that has no room beside a number'] : []),
      ],
    }))
    for (const capture of captures) await user.ingest({ ...film.capture, ...capture })
  })
  after(() => stage?.end())

  test('a click writes the filter, the keyboard does as well, and another takes it away', async () => {
    const page = await stage.open('/search?q=lamp')
    const side = page.getByRole('region', { name: 'Filters' })
    const value = (name: RegExp) => side.getByRole('button', { name })
    await becomes(() => values(page, 'Status'), ['Draft 7 takes', 'Generated 2 takes'])
    // All were captured by one, of one film: there is nothing to choose.
    assert.equal(await side.getByRole('group', { name: 'Captured by' }).count(), 0)
    await value(/^Generated/).click()
    await becomes(() => field(page).inputValue(), 'status:generated lamp')
    await becomes(() => page.getByRole('feed').getByRole('article').count(), 2)
    await becomes(() => value(/^Generated/).getAttribute('aria-pressed'), 'true')
    // What the others would find in its place.
    await becomes(() => values(page, 'Status'), ['Draft 7 takes', 'Generated 2 takes'])
    await value(/^Draft/).press('Enter')
    await becomes(() => field(page).inputValue(), 'status:generated status:draft lamp')
    await becomes(() => page.getByRole('feed').getByRole('article').count(), 9)
    await becomes(() => hasFocus(value(/^Draft/)), true)
    await value(/^Draft/).press('Space')
    await value(/^Generated/).click()
    await becomes(() => field(page).inputValue(), 'lamp')
    await value(/^Veo 3/).click()
    await becomes(() => field(page).inputValue(), 'model:"Veo 3" lamp')
    await becomes(() => page.getByRole('feed').getByRole('article').count(), 6)
    await side.getByLabel('Model').fill('')
    await page.keyboard.press('Enter')
    await becomes(() => field(page).inputValue(), 'lamp')
    await side.getByRole('button', { name: '6 more' }).click()
    await becomes(async () => (await values(page, 'Tag')).length, 11)
    await stage.close(page)
  })

  test('where it cannot be counted what was found is there all the same', async () => {
    const page = await stage.open('/search')
    await page.route('**/api/search/facets?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'No' } }),
    )
    await field(page).fill('lamp')
    await becomes(() => page.getByRole('feed').getByRole('article').count(), 9)
    await settled(page)
    assert.equal(await page.getByRole('region', { name: 'Filters' }).getByRole('group').count(), 0)
    assert.equal(await page.getByRole('alert').count(), 0)
    await stage.close(page)
  })

  test('that not all were counted is said', async () => {
    const page = await stage.open('/search')
    await page.route('**/api/search/facets?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const data = body.data.map((facet: object) => ({ ...facet, counted: 4000, isComplete: false }))
      await route.fulfill({ response, json: { ...body, data } })
    })
    await field(page).fill('lamp')
    await page.getByRole('group', { name: 'Status of the newest 4,000' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`nothing is wrong with it on a ${size}, in ${theme}, and nothing sticks out`, async () => {
      const page = await stage.open('/search?q=status:draft lamp', { theme, size })
      await becomes(() => page.getByRole('feed').getByRole('article').count(), 7)
      if (size === 'phone') await page.getByRole('button', { name: 'Filters (1)' }).tap()
      await page.getByRole('group', { name: 'Status' }).waitFor()
      await settled(page)
      await screenshot(page, `search-facets-${size}-${theme}`)
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      await stage.close(page)
    })
  }
})

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search all films' })
}

function values(page: Page, title: string): Promise<string[]> {
  const group = page.getByRole('group', { name: title })
  return group
    .getByRole('listitem')
    .evaluateAll((all) => all.map((one) => (one.textContent ?? '').replace(/(\d+ takes?)$/, ' $1')))
}
