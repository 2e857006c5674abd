import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { mediaOnce, picture, put } from '../server/test/media.ts'
import { becomes } from './becomes.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the search in all films', () => {
  let stage: Stage
  const ids: Record<string, string> = {}

  before(async () => {
    stage = await openStage()
    const { user, film, service } = stage
    const captures = [
      { title: 'Lamp one', prompt: 'A paper lamp over the harbour, in the rain' },
      { title: 'Lamp two', prompt: 'A brass lamp, close', status: 'GENERATED', modelName: 'lumen-3' },
      { prompt: 'Oars that break the water, and a lamplight far behind them', shotId: film.shotIds[0] },
      {
        title: 'Umbrella',
        prompt: 'A red coat under an umbrella',
        negativePrompt: 'lamp',
        tags: ['night street'],
      },
    ]
    for (const capture of captures) {
      const { body } = await user.ingest({ ...film.capture, ...capture })
      ids[capture.title ?? 'Oars'] = body.asset.id
    }
    await put(service, user, ids['Lamp one']!, await picture())
    await mediaOnce(user, ids['Lamp one']!, 'there are thumbnails', (media) => media?.thumbnails.length > 0)
    await user.send('POST', `/api/assets/${ids.Oars}/selection`, { selected: true })
    await user.send('POST', `/api/assets/${ids.Umbrella}/comments`, { text: 'The lampshade is too bright' })
  })
  after(() => stage?.end())

  test('finds while one writes, with the words marked, and leads to the take and back', async () => {
    const page = await stage.open('/projects')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('lamp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=lamp')
    await becomes(() => titles(page), ['Lamp one', 'Lamp two', 'Oars', 'Umbrella'])
    await becomes(() => hasFocus(field(page)), true)
    await page.keyboard.type(' harb')
    await page.waitForURL('**/search?q=lamp+harb')
    await becomes(() => titles(page), ['Lamp one'])
    const marks = hit(page, 'Lamp one').locator('mark')
    await becomes(() => marks.allTextContents(), ['Lamp', 'lamp', 'harbour'])
    await hit(page, 'Lamp one').getByText('Lamp one').click()
    await page.getByRole('heading', { level: 1, name: 'Lamp one' }).waitFor()
    await page.goBack()
    await becomes(() => field(page).inputValue(), 'lamp harb')
    await becomes(() => hasFocus(hit(page, 'Lamp one')), true)
    // What was written on and on is one step; what was there before is another.
    await page.goBack()
    await becomes(() => field(page).inputValue(), 'lamp')
    await becomes(() => titles(page), ['Lamp one', 'Lamp two', 'Oars', 'Umbrella'])
    await page.goForward()
    await becomes(() => titles(page), ['Lamp one'])
    await page.reload()
    await becomes(() => titles(page), ['Lamp one'])
    await stage.close(page)
  })

  test('has scenes and shots above the takes, each a link', async () => {
    const page = await stage.open('/search?q=lamp')
    const places = page.getByRole('region', { name: 'Scenes and shots' }).getByRole('link')
    await becomes(
      () => places.evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
      [`/scenes/${stage.film.sceneDbId}`],
    )
    await page.getByText('The lamp goes out.').waitFor()
    await field(page).fill('scene 12a')
    await becomes(
      () => places.evaluateAll((all) => all.map((one) => one.textContent).sort()),
      ['Scene 012A', 'Shot 012A-A', 'Shot 012A-B'],
    )
    await stage.close(page)
  })

  test('shows six scenes and shots at first, and the others on demand', async () => {
    const { user, film } = stage
    for (let number = 901; number <= 908; number += 1) {
      const scene = { sceneId: String(number), storyBeat: 'A gannet dives' }
      assert.equal((await user.send('POST', `/api/projects/${film.projectId}/scenes`, scene)).status, 201)
    }
    const page = await stage.open('/search?q=gannet')
    const places = page.getByRole('region', { name: 'Scenes and shots' }).getByRole('link')
    await becomes(() => places.count(), 6)
    await page.getByRole('button', { name: 'Show 2 more' }).click()
    await becomes(() => places.count(), 8)
    await becomes(() => hasFocus(places.nth(6)), true)
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  test('says where each stands, by links to film, scene and shot', async () => {
    const { projectId, sceneDbId, shotIds } = stage.film
    const page = await stage.open('/search?q=oars')
    const links = hit(page, 'Oars').getByRole('link')
    await becomes(
      () => links.evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
      [
        `/assets/${ids.Oars}`,
        `/projects/${projectId}`,
        `/scenes/${sceneDbId}?at=${ids.Oars}`,
        `/scenes/${sceneDbId}?shotId=${shotIds[0]}&at=${ids.Oars}`,
      ],
    )
    await links.nth(2).click()
    await page.waitForURL('**/scenes/**')
    await becomes(() => hasFocus(page.locator(`[data-asset-id="${ids.Oars}"]`)), true)
    await stage.close(page)
  })

  test('what is chosen at the side stands in the text, and what is written there is chosen', async () => {
    const page = await stage.open('/search?q=lam')
    await becomes(() => titles(page), ['Lamp one', 'Lamp two', 'Oars', 'Umbrella'])
    const side = page.getByRole('region', { name: 'Filters' })
    await side.getByLabel('Winners').check()
    await becomes(() => field(page).inputValue(), 'is:winner lam')
    await becomes(() => titles(page), ['Oars'])
    await side.getByLabel('Winners').uncheck()
    await side.getByLabel('Status').selectOption('Generated')
    await becomes(() => field(page).inputValue(), 'status:generated lam')
    await becomes(() => titles(page), ['Lamp two'])
    await side.getByLabel('Model').fill('lumen-3')
    await page.keyboard.press('Enter')
    await becomes(() => field(page).inputValue(), 'status:generated model:lumen-3 lam')
    await field(page).fill('status:draft status:generated before:2026 tag:"night street" -by:me')
    await becomes(() => side.getByLabel('Status').inputValue(), 'draft\ngenerated')
    await becomes(() => side.getByLabel('Before').inputValue(), '2026-01-01')
    await becomes(() => side.getByLabel('Tag').inputValue(), 'night street')
    await becomes(() => side.getByLabel('Captured by me').isChecked(), false)
    await side.getByLabel('Film').selectOption({ index: 1 })
    await side.getByRole('button', { name: 'Clear filters' }).click()
    await becomes(() => field(page).inputValue(), '')
    await page.getByRole('heading', { name: 'What you can look for' }).waitFor()
    await page.goBack()
    await becomes(async () => (await field(page).inputValue()).startsWith('status:draft'), true)
    await stage.close(page)
  })

  test('a filter that is written half is completed by the keyboard', async () => {
    const page = await stage.open('/search?q=lamp')
    await becomes(() => titles(page), ['Lamp one', 'Lamp two', 'Oars', 'Umbrella'])
    await becomes(() => hasFocus(field(page)), true)
    await page.keyboard.type(' sta')
    const list = page.getByRole('listbox', { name: 'Filters that fit' })
    await list.getByRole('option', { name: 'status:' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await becomes(() => field(page).inputValue(), 'lamp status:')
    await becomes(() => list.getByRole('option').count(), 5)
    await page.keyboard.type('gen')
    await becomes(() => list.getByRole('option').count(), 1)
    assert.deepEqual(await violations(page), [])
    // What was found stays as long as the filter is none.
    await page.waitForURL('**status*gen')
    await becomes(() => titles(page), ['Lamp one', 'Lamp two', 'Oars', 'Umbrella'])
    await page.keyboard.press('Tab')
    await becomes(() => field(page).inputValue(), 'lamp status:generated ')
    await becomes(() => titles(page), ['Lamp two'])
    await page.keyboard.type('project:')
    await list.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await becomes(() => field(page).inputValue(), 'lamp status:generated project:')
    // Of models and tags, those of what is found besides.
    await field(page).fill('model:')
    await list.getByRole('option', { name: 'lumen-3', exact: true }).waitFor()
    await field(page).fill('umbrella model:lum')
    await list.waitFor({ state: 'hidden' })
    await field(page).fill('umbrella tag:STREET')
    await list.getByRole('option', { name: 'night street', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await becomes(() => field(page).inputValue(), 'umbrella tag:"night street" ')
    await becomes(() => titles(page), ['Umbrella'])
    await field(page).fill('by:')
    await list.getByRole('option', { name: 'me You', exact: true }).click()
    await becomes(() => field(page).inputValue(), 'by:me ')
    await becomes(async () => (await titles(page)).length, 4)
    await stage.close(page)
  })

  test('the arrows go through what was found, Enter opens, the slash goes back to the field', async () => {
    const page = await stage.open('/search?q=lamp&sort=newest')
    await becomes(() => titles(page), ['Lamp one', 'Lamp two', 'Oars', 'Umbrella'])
    await becomes(() => hasFocus(field(page)), true)
    const place = page.getByRole('region', { name: 'Scenes and shots' }).getByRole('link')
    await place.waitFor()
    await page.keyboard.press('ArrowDown')
    await becomes(() => hasFocus(place), true)
    await page.keyboard.press('ArrowUp')
    await becomes(() => hasFocus(field(page)), true)
    await page.keyboard.press('ArrowDown')
    await becomes(() => hasFocus(place), true)
    await page.keyboard.press('ArrowDown')
    await becomes(() => hasFocus(hit(page, 'Umbrella')), true)
    await page.keyboard.press('ArrowRight')
    await becomes(() => hasFocus(hit(page, 'Oars')), true)
    await page.keyboard.press('Tab')
    await becomes(() => hasFocus(hit(page, 'Oars').getByRole('link').nth(1)), true)
    await page.keyboard.press('End')
    await becomes(() => hasFocus(hit(page, 'Lamp one')), true)
    await page.keyboard.press('/')
    await becomes(() => hasFocus(field(page)), true)
    await page.keyboard.press('ArrowDown')
    await becomes(() => hasFocus(hit(page, 'Lamp one')), true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/assets/${ids['Lamp one']}`)
    await stage.close(page)
  })

  test('an answer that comes late takes the place of no newer one', async () => {
    const page = await stage.open('/search?q=coat')
    await becomes(() => titles(page), ['Umbrella'])
    const letThrough = await holdRequests(page, /search\?.*q=oars/)
    const asked = page.waitForRequest(/q=oars/)
    await field(page).fill('oars')
    await asked
    await becomes(() => titles(page), ['Umbrella'])
    await becomes(() => page.getByRole('feed').getAttribute('aria-busy'), 'true')
    await field(page).fill('brass')
    await becomes(() => titles(page), ['Lamp two'])
    letThrough()
    await settled(page)
    assert.deepEqual(await titles(page), ['Lamp two'])
    await stage.close(page)
  })

  test('a filter that is none is told beside the field, in the words of the service', async () => {
    const page = await stage.open('/search?q=status:nope')
    const told = page.getByRole('alert')
    await told.getByText('"status:nope" is no filter: it must be draft, generated').waitFor()
    await becomes(() => field(page).getAttribute('aria-invalid'), 'true')
    assert.deepEqual(await violations(page), [])
    await field(page).fill('status:draft')
    await told.waitFor({ state: 'detached' })
    await becomes(() => field(page).getAttribute('aria-invalid'), null)
    await stage.close(page)
  })

  test('where the service fails, that is said, and trying again helps', async () => {
    const page = await stage.open('/search')
    const fail = (status: number, error: string) =>
      page.route('**/api/search?*', (route) => route.fulfill({ status, json: { error } }))
    await fail(500, 'Out of order')
    await field(page).fill('lamp')
    await page.getByRole('alert').getByText('Out of order').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.unroute('**/api/search?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await becomes(() => titles(page), ['Lamp one', 'Lamp two', 'Oars', 'Umbrella'])
    // From where the service is away one comes back by oneself.
    await fail(503, 'Busy')
    await field(page).fill('oars')
    await page.getByRole('alert').getByText('Busy').waitFor()
    await page.unroute('**/api/search?*')
    await becomes(() => titles(page), ['Oars'])
    await stage.close(page)
  })

  test('where nothing is found other searches are offered', async () => {
    const page = await stage.open('/search?q=lam%20type:video%20harbour')
    await page.getByRole('heading', { name: 'No take is found' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'Words that begin so' }).click()
    await becomes(() => field(page).inputValue(), 'lam* type:video harbour*')
    await page.getByRole('link', { name: 'Without the filters' }).click()
    await becomes(() => titles(page), ['Lamp one'])
    await field(page).fill('nowhere at all')
    await page.getByRole('link', { name: 'What you can look for' }).click()
    await page.getByRole('link', { name: 'by:me is:winner' }).click()
    await becomes(() => titles(page), ['Oars'])
    await stage.close(page)
  })

  test('that the index has not everything yet is told, until it has', async () => {
    const page = await stage.open('/search')
    let waiting = 1000
    await page.route('**/api/search?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, metadata: { ...body.metadata, waiting } } })
    })
    await field(page).fill('lamp')
    const told = page.getByText('The index is being brought up to date')
    await told.waitFor()
    assert.deepEqual(await violations(page), [])
    waiting = 0
    await told.waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('a long list goes on by scrolling, page after page', async () => {
    const long = Array.from({ length: 70 }, (_, number) => ({
      ...stage.film.capture,
      prompt: `Pier ${number}`,
    }))
    for (const capture of long) await stage.user.ingest(capture)
    const page = await stage.open('/search?q=pier')
    await page.getByText('30 takes so far').waitFor()
    await page.getByRole('button', { name: 'Show more takes' }).scrollIntoViewIfNeeded()
    await becomes(() => page.getByRole('feed').getByRole('article').count(), 60)
    await page.getByRole('button', { name: 'Show more takes' }).scrollIntoViewIfNeeded()
    await page.getByText('70 takes', { exact: true }).waitFor()
    await becomes(() => page.getByRole('article').first().getAttribute('aria-setsize'), '70')
    await stage.close(page)
  })

  test('the slash leads there, and on the board to its own box', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
    const own = page.getByRole('searchbox', { name: 'Search in prompts and titles' })
    await own.waitFor()
    await page.keyboard.press('/')
    await becomes(() => hasFocus(own), true)
    await page.keyboard.type('brass')
    await page.getByRole('link', { name: 'In all films' }).click()
    await becomes(() => field(page).inputValue(), 'brass')
    await becomes(() => titles(page), ['Lamp two'])
    await page.goto(`${stage.service.address}/tokens`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('/')
    await becomes(() => hasFocus(page.getByRole('searchbox', { name: 'Search all films' })), true)
    await page.keyboard.type('oars')
    await page.keyboard.press('Enter')
    await becomes(() => titles(page), ['Oars'])
    await page.getByRole('link', { name: 'Search all films' }).click()
    await becomes(() => hasFocus(field(page)), true)
    await becomes(() => field(page).inputValue(), '')
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`nothing is wrong with it on a ${size}, in ${theme}, and nothing sticks out`, async () => {
      const page = await stage.open('/search', { theme, size })
      await page.getByRole('heading', { name: 'What you can look for' }).waitFor()
      const check = async (name: string) => {
        await settled(page)
        await screenshot(page, `search-${name}-${size}-${theme}`)
        assert.deepEqual(await violations(page), [], name)
        assert.equal(await sticksOut(page), 0, name)
      }
      await check('help')
      await field(page).fill('lamp')
      await becomes(() => titles(page), ['Lamp one', 'Lamp two', 'Oars', 'Umbrella'])
      await check('hits')
      await field(page).fill('lamp rights:')
      await page.getByRole('option').first().waitFor()
      await check('list')
      await field(page).fill('status:nope')
      await page.getByRole('alert').waitFor()
      await check('wrong')
      await field(page).fill('lamp nowhere is:winner')
      await page.getByRole('heading', { name: 'No take is found' }).waitFor()
      await check('nothing')
      if (size === 'phone') {
        await page.getByRole('button', { name: 'Filters (1)' }).tap()
        await page.getByRole('dialog').getByLabel('Winners').waitFor()
        await check('filters')
      }
      await stage.close(page)
    })
  }
})

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search all films' })
}

function hit(page: Page, title: string) {
  return page.getByRole('feed').getByRole('article').filter({ hasText: title })
}

async function titles(page: Page): Promise<string[]> {
  const all = await page.getByRole('feed').locator('[data-open]').allTextContents()
  return all.map((text) => (text.startsWith('Oars') ? 'Oars' : text)).toSorted()
}
