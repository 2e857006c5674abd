import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'

describe('tags of a film', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  /** A film whose takes have these tags, the first one beside others. */
  async function filmWith(...tags: string[][]) {
    films += 1
    const film = await testFilm(stage.service.db, stage.user, `Tags ${films}`)
    const ids: string[] = []
    for (const [place, some] of tags.entries()) {
      const title = `Take ${place}`
      ids.push((await stage.user.ingest({ ...film.capture, title, tags: some })).body.asset.id)
    }
    const { projectId } = film
    return { ids, projectId, project: `/projects/${projectId}`, api: `/api/projects/${projectId}` }
  }
  const rows = (page: Page) =>
    page.getByRole('list', { name: 'Tags' }).getByRole('listitem').locator('bdi').allTextContents()
  const row = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Tags' }).getByRole('listitem').filter({ hasText: name })
  /** The colours that are seen there, from first to last. */
  const dots = (part: Locator) =>
    part.locator('[data-color]').evaluateAll((all) => all.map((dot) => dot.getAttribute('data-color')))
  const tagsOf = async (id: string) => (await stage.user.get(`/api/assets/${id}`)).body.data.tags
  const paint = (api: string, name: string, color: string) =>
    stage.user.send('PUT', `${api}/tag-colors`, { name, color })

  test('one is renamed by the keyboard alone, and the notice takes it back', async () => {
    const { ids, project } = await filmWith(['dusk', 'sea'], ['dusk'])
    const page = await stage.open(`${project}/tags`)
    await becomes(() => rows(page), ['dusk', 'sea'])
    await tabTo(page.getByRole('button', { name: 'More for dusk' }))
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    await becomes(() => hasFocus(page.getByRole('menuitem', { name: 'Rename' })), true)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Rename the tag' })
    await becomes(() => hasFocus(dialog.getByLabel('Name')), true)
    await dialog.getByText('In 2 takes.').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    // What is there is asked for once somebody stops: each time all takes are counted.
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/tags') && searchParams.get('q')) asked.push(searchParams.get('q')!)
    })
    await page.keyboard.type('evening')
    await dialog.getByText('2 takes change').waitFor()
    await becomes(async () => asked.includes('evening'), true)
    assert.ok(asked.length < 'evening'.length, asked.join())
    await page.keyboard.press('Enter')
    await page.getByText('“dusk” is “evening” now, in 2 takes').waitFor()
    await becomes(() => rows(page), ['evening', 'sea'])
    await becomes(() => hasFocus(page.getByRole('button', { name: 'More for evening' })), true)
    assert.deepEqual(await tagsOf(ids[0]!), ['sea', 'evening'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => rows(page), ['dusk', 'sea'])
    assert.deepEqual(await tagsOf(ids[0]!), ['dusk', 'sea'])
    await stage.close(page)
  })

  test('renaming to one that is there says so before, and is a merge, undone with its colours', async () => {
    const { ids, project, api } = await filmWith(['dusk'], ['evening', 'dusk'])
    await paint(api, 'dusk', 'purple')
    const page = await stage.open(`${project}/tags`)
    await page.getByRole('button', { name: 'More for dusk' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('evening')
    await dialog.getByText('“evening” is there already, in 1 take: they become one. 2 takes change').waitFor()
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await becomes(() => rows(page), ['evening, purple'])
    assert.deepEqual(await tagsOf(ids[1]!), ['evening'])
    // Where the service cannot be reached it can be asked again.
    const undo = /\/asset-changes\/[^/]+\/undo/
    await page.route(undo, (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }))
    await page.getByRole('button', { name: 'Undo' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute(undo)
    await again.click()
    await becomes(() => rows(page), ['dusk, purple', 'evening'])
    assert.deepEqual(await tagsOf(ids[1]!), ['evening', 'dusk'])
    await stage.close(page)
  })

  test('several that are chosen become one, or go', async () => {
    const { ids, project } = await filmWith(['sea', 'ocean', 'rain'], ['wave'])
    const page = await stage.open(`${project}/tags`)
    for (const name of ['sea', 'ocean', 'wave']) await page.getByLabel(`Choose ${name}`).check()
    await page.getByText('3 chosen').waitFor()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('dialog').getByLabel('Into').fill('water')
    await page.getByRole('dialog').getByText('Up to 3 takes change').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await becomes(() => rows(page), ['rain', 'water'])
    // What was pressed is gone with those that were chosen.
    await becomes(() => hasFocus(page.getByLabel('Search tags')), true)
    assert.deepEqual(await tagsOf(ids[0]!), ['rain', 'water'])
    await page.getByRole('button', { name: 'More for rain' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove this tag?' })
    await dialog.getByText('rain goes from 1 take.').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await becomes(() => rows(page), ['water'])
    await becomes(() => hasFocus(page.getByRole('button', { name: 'More for water' })), true)
    assert.deepEqual(await tagsOf(ids[0]!), ['water'])
    // By the palette; after the last of them the keyboard is where others are looked for.
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('remove water')
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog', { name: 'Remove this tag?' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByText('No tags yet').waitFor()
    await becomes(() => hasFocus(page.getByLabel('Search tags')), true)
    await stage.close(page)
  })

  test('a colour shows at the take, whose form offers what the film has, most used first', async () => {
    const { ids, project } = await filmWith(['sea'], ['dusk', 'sea'])
    const page = await stage.open(`${project}/tags?sort=count`)
    await becomes(() => rows(page), ['sea', 'dusk'])
    await page.getByRole('button', { name: 'Colour of sea' }).click()
    await becomes(() => dots(page.getByRole('menuitemcheckbox', { name: 'Teal' })), ['teal'])
    await page.getByRole('menuitemcheckbox', { name: 'Teal' }).click()
    await page.getByText('“sea” is teal now').waitFor()
    await becomes(() => rows(page), ['sea, teal', 'dusk'])
    await page.goto(`${stage.service.address}/assets/${ids[0]}`)
    const field = page.getByLabel('Tags', { exact: true })
    await becomes(() => dots(page.getByRole('region', { name: 'Details' })), ['teal'])
    await field.focus()
    // What covers what is below is not there before somebody asks for it.
    assert.equal(await field.getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('ArrowDown')
    await becomes(() => page.getByRole('listbox').getByRole('option').allTextContents(), ['dusk'])
    await stage.close(page)
  })

  test('what is offered has its colour, and is taken by the keyboard or the mouse', async () => {
    const { ids, project, api } = await filmWith(['sea'], ['dusk', 'dawn', 'day'])
    await paint(api, 'dusk', 'purple')
    const page = await stage.open(`/assets/${ids[0]}`)
    const field = page.getByLabel('Tags', { exact: true })
    await field.fill('d')
    const offered = page.getByRole('listbox', { name: 'Tags of the film' })
    await becomes(() => offered.getByRole('option').allTextContents(), ['dawn', 'day', 'dusk'])
    assert.deepEqual(await dots(offered), ['purple'])
    assert.deepEqual(await violations(page), [])
    // Enter adds what is typed, as long as none is marked.
    await field.fill('du')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove tag dusk' }).waitFor()
    await becomes(() => field.inputValue(), '')
    assert.equal(await offered.isVisible(), false)
    await field.fill('da')
    await offered.getByRole('option', { name: 'dawn' }).click()
    await page.getByRole('button', { name: 'Remove tag dawn' }).waitFor()
    await becomes(() => hasFocus(field), true)
    await field.fill('d')
    await offered.waitFor()
    await page.keyboard.press('Escape')
    await offered.waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove tag d', exact: true }).waitFor()
    // In a window Escape closes the list, and only then the window.
    await page.goto(`${stage.service.address}${project}/tags`)
    await page.getByRole('button', { name: 'More for sea' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename the tag' })
    await dialog.getByLabel('Name').fill('du')
    await becomes(() => dots(dialog), ['purple'])
    await page.keyboard.press('Escape')
    await offered.waitFor({ state: 'hidden' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByText('“dusk” is there already').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await stage.close(page)
  })

  test('what is marked of what is offered stays so while others come to its place', async () => {
    const { ids } = await filmWith(['sea'], ['seaweed', 'dawn'], ['dawn'])
    const page = await stage.open(`/assets/${ids[0]}`)
    const field = page.getByLabel('Tags', { exact: true })
    const offered = page.getByRole('listbox').getByRole('option')
    const answered = page.waitForResponse(/\/tags\?.*q=seaw/)
    await field.fill('seaw')
    await answered
    await becomes(() => offered.allTextContents(), ['seaweed'])
    const letThrough = await holdRequests(page, /\/tags\?/)
    await field.fill('w')
    await page.keyboard.press('ArrowDown')
    await becomes(() => offered.first().getAttribute('aria-selected'), 'true')
    letThrough()
    await becomes(() => offered.allTextContents(), ['dawn', 'seaweed'])
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove tag seaweed' }).waitFor()
    await page.unroute(/\/tags\?/)
    await stage.close(page)
  })

  test('a colour shows where takes are found and compared, each film’s own', async () => {
    const one = await filmWith(['high sea', 'dusk'], ...Array.from({ length: 11 }, () => ['high sea']))
    const teal = Array.from({ length: 12 }, () => 'teal')
    const other = await filmWith(['high sea'])
    await paint(one.api, 'high sea', 'teal')
    await paint(other.api, 'high sea', 'red')
    const page = await stage.open('/search')
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/tag-colors') && asked.push(request.url()))
    const box = page.getByRole('combobox', { name: 'Search all films' })
    const hits = page.getByRole('feed')
    const facet = page.getByRole('group', { name: 'Tag' })
    await box.fill('"high sea"')
    await becomes(async () => (await dots(hits)).toSorted(), ['red', ...teal])
    assert.deepEqual(await dots(facet), [])
    // By film, not by take; what may have changed while nobody listened is asked for again.
    assert.equal(new Set(asked).size, 2)
    assert.ok(asked.length < teal.length, asked.join())
    await box.fill(`"high sea" project:${one.projectId}`)
    await becomes(() => dots(hits), teal)
    await becomes(() => dots(facet), ['teal'])
    // It is the film's: who changes it there sees it here.
    await paint(one.api, 'high sea', 'pink')
    await becomes(() => dots(facet), ['pink'])
    await becomes(async () => new Set(await dots(hits)), new Set(['pink']))
    await page.goto(`${stage.service.address}/compare?ids=${one.ids.slice(0, 2)}`)
    const row = page.getByRole('row', { name: 'Tags' })
    await becomes(() => dots(row), ['pink', 'pink'])
    await stage.close(page)
  })

  test('one is found by a part of its name, and its count leads to its takes', async () => {
    const { project } = await filmWith(['night exterior', 'sea'], ['night exterior'])
    const page = await stage.open(`${project}/tags`)
    await page.getByLabel('Search tags').fill('NIGHT')
    await becomes(() => rows(page), ['night exterior'])
    await page.getByRole('link', { name: 'Find 2 takes with night exterior' }).click()
    await page.getByText('Take 1').first().waitFor()
    await stage.close(page)
  })

  test('a viewer sees them, and nothing to press', async () => {
    const { project, api } = await filmWith(['sea'])
    const somebody = await stage.person('Ben Nevis')
    await stage.user.send('POST', `${api}/members`, { userId: somebody.id, role: 'viewer' })
    const page = await stage.open(`${project}/tags`, { cookie: somebody.cookie })
    await becomes(() => rows(page), ['sea'])
    assert.equal(await row(page, 'sea').getByRole('button').count(), 0)
    assert.equal(await row(page, 'sea').getByRole('checkbox').count(), 0)
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`they are looked at in ${theme} on a ${size}`, async () => {
      const long = 'a very long tag '.repeat(12).trim()
      const colors = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink']
      const { ids, projectId, project, api } = await filmWith([...colors, 'none', long], ['red'])
      for (const color of colors) await paint(api, color, color)
      const page = await stage.open(`${project}/tags`, { theme, size })
      await page.getByLabel('Choose red').check()
      await page.getByLabel('Choose blue').check()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      await screenshot(page, `tags-${size}`)
      await page.getByRole('button', { name: 'Merge' }).click()
      await page.getByRole('dialog').getByLabel('Into').fill('none')
      await page.getByText('is there already').waitFor()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `tags-merge-${size}`)
      await page.goto(`${stage.service.address}/assets/${ids[0]}`)
      await page.getByLabel('Tags', { exact: true }).scrollIntoViewIfNeeded()
      await settled(page)
      await screenshot(page, `tags-of-take-${size}`)
      await page.getByRole('button', { name: 'Remove tag teal' }).click()
      await page.getByLabel('Tags', { exact: true }).fill('e')
      await page.getByRole('option', { name: 'teal' }).waitFor()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `tags-offered-${size}`)
      await page.goto(`${stage.service.address}/search?q=project:${projectId} red`)
      await page.getByRole('feed').locator('[data-color]').first().waitFor()
      if (size === 'phone') await page.getByRole('button', { name: /^Filters/ }).tap()
      await page.getByRole('group', { name: 'Tag' }).locator('[data-color]').first().waitFor()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `tags-found-${size}`)
      await stage.close(page)
    })
  }
})
