import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { makeFilm } from './film.ts'
import { serveMedia } from './media-server.ts'
import { openStage, type Stage } from './stage.ts'

describe('what one types and finds', () => {
  let stage: Stage
  let project: string

  before(async () => {
    stage = await openStage()
    project = `/projects/${stage.film.projectId}`
  })
  after(() => stage?.end())

  test('clearing the only field of JSON leaves its section open, and the keyboard in it', async () => {
    const page = await stage.open(`${project}/prompt-packages`)
    await page.getByRole('button', { name: 'New prompt package' }).first().click()
    await page.getByText('Constraints, style profile and metadata').click()
    const box = page.getByRole('textbox', { name: 'Constraints' })
    await box.fill('{"a": 1}')
    await box.fill('')
    await page.keyboard.type('[2]')
    await becomes(() => box.inputValue(), '[2]')
    assert.equal(await box.isVisible(), true)
    await stage.close(page)
  })

  test('a word that is being composed is no tag yet, whichever way the browser tells', async () => {
    const page = await stage.open(`${project}/prompt-packages`)
    await page.getByRole('button', { name: 'New prompt package' }).first().click()
    const dialog = page.getByRole('dialog')
    const tags = dialog.getByRole('textbox', { name: 'Tags' })
    const added = dialog.getByRole('button', { name: /^Remove tag/ })
    await tags.focus()
    const client = await page.context().newCDPSession(page)
    const compose = (text: string) =>
      client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await compose('あらし')
    await page.keyboard.press('Enter')
    await compose('a,b')
    await becomes(() => tags.inputValue(), 'a,b')
    assert.equal(await added.count(), 0)
    await client.send('Input.insertText', { text: '嵐' })
    // Safari's: the word is composed when it comes.
    await tags.evaluate((box) =>
      box.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
      ),
    )
    await becomes(() => tags.inputValue(), '嵐')
    assert.equal(await added.count(), 0)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove tag 嵐' }).waitFor()
    await stage.close(page)
  })

  test('more tags than there may be are told where they are typed', async () => {
    const page = await stage.open(`${project}/prompt-packages`)
    await page.getByRole('button', { name: 'New prompt package' }).first().click()
    const tags = page.getByRole('dialog').getByRole('textbox', { name: 'Tags' })
    await tags.fill(`${Array.from({ length: 200 }, (_, number) => `tag ${number}`).join(',')},`)
    await page.getByText('At most 100 tags: these are 200, 100 too many').waitFor()
    await becomes(() => tags.getAttribute('aria-invalid'), 'true')
    await page.getByRole('button', { name: 'Remove tag tag 199' }).click()
    await page.getByText('99 too many').waitFor()
    await stage.close(page)
  })

  test('whoever leaves while a search is on its way is not pulled back', async () => {
    for (const [path, box] of [
      ['/projects', 'Search by name'],
      [`${project}/prompt-packages`, 'Search prompt packages'],
      [`/scenes/${stage.film.sceneDbId}`, 'Search in prompts and titles'],
    ] as const) {
      const page = await stage.open(path)
      await page.getByRole('searchbox', { name: box }).fill('lamp')
      await page.getByRole('link', { name: 'Tokens' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor()
      await searched(page)
      assert.equal(new URL(page.url()).pathname, '/tokens', box)
      await stage.close(page)
    }
  })

  test('a search box says what the address says, whatever leads there', async () => {
    for (const [path, box] of [
      ['/projects', 'Search by name'],
      [`${project}/prompt-packages`, 'Search prompt packages'],
    ] as const) {
      const page = await stage.open(path)
      const search = page.getByRole('searchbox', { name: box })
      await search.fill('lamp')
      await page.waitForURL('**q=lamp')
      // As a link within the page does.
      await page.evaluate(() => history.pushState(history.state, '', `${location.pathname}?q=oars`))
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
      await becomes(() => search.inputValue(), 'oars')
      await page.goBack()
      await becomes(() => search.inputValue(), 'lamp')
      await stage.close(page)
    }
  })

  test('the keys to the scenes before and after know a new order at once', async () => {
    const path = `/api/projects/${stage.film.projectId}/scenes`
    const ids: string[] = []
    for (const sceneId of ['K1', 'K2', 'K3'])
      ids.push((await stage.user.send('POST', path, { sceneId })).body.data.id)
    const page = await stage.open(`/scenes/${ids[0]}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: /Next scene/ }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click()
    await page.getByRole('button', { name: /order/i }).first().click()
    await page.getByRole('button', { name: 'Move scene K3 up' }).click()
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByText('The new order is saved').waitFor()
    await page.getByRole('link', { name: /K1/ }).first().click()
    await page.waitForURL(`**/scenes/${ids[0]}*`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const next = page.getByRole('link', { name: /Next scene/ })
    await becomes(() => next.getAttribute('href'), `/scenes/${ids[2]}`)
    await page.keyboard.press(']')
    await page.waitForURL(`**/scenes/${ids[2]}*`)
    await stage.close(page)
  })

  test('a link to a take far down its scene asks for no more than it needs', async () => {
    const path = `/api/projects/${stage.film.projectId}/scenes`
    await stage.user.send('POST', path, { sceneId: 'FAR' })
    const captures = Array.from({ length: 260 }, (_, number) => ({
      ...stage.film.capture,
      sceneId: 'FAR',
      title: `Take ${number}.`,
    }))
    const ids: string[] = []
    for (const capture of captures) ids.push((await stage.user.ingest(capture)).body.asset.id)
    const page = await stage.open('/projects')
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/scenes\/[^/]+\/assets\?/.test(request.url())) asked.push(request.url())
    })
    await page.goto(`${stage.service.address}/assets/${ids[10]}`)
    await page.getByRole('heading', { level: 1, name: 'Take 10.' }).waitFor()
    await becomes(() => page.getByRole('button', { name: 'Next version (])' }).isEnabled(), true)
    assert.equal(asked.length, 3, asked.join('\n'))
    await page.keyboard.press(']')
    await page.getByRole('heading', { level: 1, name: 'Take 9.' }).waitFor()
    await becomes(() => page.getByRole('button', { name: 'Previous version ([)' }).isEnabled(), true)
    await page.keyboard.press('[')
    await page.getByRole('heading', { level: 1, name: 'Take 10.' }).waitFor()
    await becomes(() => page.getByRole('button', { name: 'Previous version ([)' }).isEnabled(), true)
    await page.keyboard.press('[')
    await page.getByRole('heading', { level: 1, name: 'Take 11.' }).waitFor()
    await stage.close(page)
  })

  test('a link to a take far down a scene by cost asks for no more, and finds its neighbours', async () => {
    const path = `/api/projects/${stage.film.projectId}/scenes`
    const { body } = await stage.user.send('POST', path, { sceneId: 'COST' })
    const ids: string[] = []
    for (let first = 0; first < 300; first += 100) {
      const captures = Array.from({ length: 100 }, (_, number) => ({
        ...stage.film.capture,
        sceneId: 'COST',
        title: `Take ${first + number}.`,
        // Two at a time cost the same: the newer of them comes first.
        costEstimateUsd: 300 - 2 * Math.floor((first + number) / 2),
      }))
      const answer = await stage.user.send('POST', '/api/extension/ingest/batch', { captures })
      ids.push(...answer.body.results.map(({ asset }: { asset: { id: string } }) => asset.id))
    }
    const page = await stage.open(`/scenes/${body.data.id}?sort=costliest`)
    await page.getByRole('article').first().waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/scenes\/[^/]+\/assets\?/.test(request.url())) asked.push(request.url())
    })
    // As when the page of the version, which was opened from the board, is loaded anew.
    await page.evaluate(
      (address) => history.replaceState({ ...history.state, board: { sort: 'costliest' } }, '', address),
      `/assets/${ids[250]}`,
    )
    // The board before it may have asked what is new.
    page.once('framenavigated', () => asked.splice(0))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Take 250.' }).waitFor()
    await becomes(() => page.getByRole('button', { name: 'Next version (])' }).isEnabled(), true)
    // The first page of the board, and one version each way.
    const limits = asked.map((address) => new URL(address).searchParams.get('limit'))
    assert.deepEqual(limits.sort(), ['1', '1', '100'])
    await page.keyboard.press(']')
    await page.getByRole('heading', { level: 1, name: 'Take 253.' }).waitFor()
    await becomes(() => page.getByRole('button', { name: 'Previous version ([)' }).isEnabled(), true)
    await page.keyboard.press('[')
    await page.getByRole('heading', { level: 1, name: 'Take 250.' }).waitFor()
    await becomes(() => page.getByRole('button', { name: 'Previous version ([)' }).isEnabled(), true)
    await page.keyboard.press('[')
    await page.getByRole('heading', { level: 1, name: 'Take 251.' }).waitFor()
    await stage.close(page)
  })

  test('films without a picture show their first frame once they are seen, and hold no player', async () => {
    const maker = await stage.open('/projects')
    const body = await makeFilm(maker, { seconds: 1, rate: 5, colour: '#204060' })
    await stage.close(maker)
    const names = Array.from({ length: 60 }, (_, number) => `film-${number}.webm`)
    const media = await serveMedia(
      Object.fromEntries(names.map((name) => [name, { type: 'video/webm', body }])),
    )
    const path = `/api/projects/${stage.film.projectId}/scenes`
    const { body: scene } = await stage.user.send('POST', path, { sceneId: 'FILMS' })
    for (const name of names) {
      const capture = { ...stage.film.capture, sceneId: 'FILMS', assetType: 'VIDEO', title: name }
      await stage.user.ingest({ ...capture, thumbnailUrl: undefined, outputUrl: media.address + name })
    }
    const page = await stage.open('/projects')
    const loaded = new Set<string>()
    page.on('request', (request) => request.url().startsWith(media.address) && loaded.add(request.url()))
    await page.goto(`${stage.service.address}/scenes/${scene.data.id}`)
    const first = page.getByRole('article').first().locator('canvas')
    await becomes(() => first.evaluate((canvas) => (canvas as HTMLCanvasElement).width), 160)
    await becomes(
      () => page.evaluate(() => [...document.querySelectorAll('article canvas')].length > 3),
      true,
    )
    assert.equal(await page.locator('article video').count(), 0)
    assert.ok(loaded.size < 40, `${loaded.size} of 60 films were asked for`)
    await stage.close(page)
    media.close()
  })
})

/** Waits until whatever waits for a pause in typing has had its time. */
function searched(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
}
