import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the report of a project', () => {
  let stage: Stage
  let address: string

  before(async () => {
    stage = await openStage()
    address = `/projects/${stage.film.projectId}/report`
  })
  after(() => stage.end())

  async function capture(change: object): Promise<string> {
    const answer = await stage.user.ingest({ ...stage.film.capture, ...change })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.asset.id
  }

  test('before anything is captured it says what it will show', async () => {
    const page = await stage.open(address)
    await page.getByText('There is nothing to report yet').waitFor()
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  test('cost, time, takes per winner and rights are told in numbers', async () => {
    const commercial = {
      rightsState: 'COMMERCIAL_ALLOWED',
      costEstimateUsd: 0.5,
      generationSeconds: 40,
      queueWaitSeconds: 20,
    }
    await capture({ ...commercial, modelName: '=HYPERLINK("x")' })
    await capture({ ...commercial, modelName: '=HYPERLINK("x")', selected: true })
    await capture({ ...commercial, modelName: '=HYPERLINK("x")' })
    const unsafe = await capture({
      assetType: 'VIDEO',
      platformKey: 'veo',
      selected: true,
      sceneId: '2',
      title: 'Not ours',
    })
    const page = await stage.open(address)
    await page.getByText('known of 3 of 4 takes').first().waitFor()
    const platforms = page.getByRole('table', { name: 'Cost and time by platform and model' })
    const row = platforms.getByRole('row', { name: /Midjourney/ })
    await becomes(
      () => row.getByRole('cell').allTextContents(),
      ['=HYPERLINK("x")', '3', '1', '3.0', '$1.50', '2 min 0 s', '1 min 0 s'],
    )
    const scenes = page.getByRole('table', { name: 'Takes per winner by scene' })
    await becomes(
      () => scenes.getByRole('row', { name: /^012A/ }).getByRole('cell').allTextContents(),
      ['3', '1', '3.0', '$1.50'],
    )
    await page.getByRole('link', { name: 'Veo v1' }).click()
    await page.waitForURL(`**/assets/${unsafe}`)
    await stage.close(page)
  })

  test('each table is saved as CSV, by keyboard too, with formulas disarmed', async () => {
    const page = await stage.open(address)
    const button = page.getByRole('button', {
      name: 'Download “Cost and time by platform and model” as CSV',
    })
    await button.focus()
    const coming = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const download = await coming
    assert.equal(download.suggestedFilename(), 'The-Long-Tide-platforms.csv')
    const saved = (await buffer(await download.createReadStream())).toString()
    const [head, first] = saved.split('\r\n')
    assert.equal(
      head,
      '\uFEFFPlatform,Model,Takes,Winners,Takes per winner,Cost (USD),Generating (s),Waiting (s)',
    )
    assert.equal(first, 'Midjourney,"\'=HYPERLINK(""x"")",3,1,3,1.5,120,60')
    await stage.close(page)
  })

  // What the browser does by itself is the same, whichever database is behind it.
  test('on paper it is black on white, whole, and only the report', async () => {
    const page = await stage.open(address, { theme: 'dark' })
    await page.getByRole('table', { name: 'Takes per winner by scene' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    // A4 without its margins, at 96 pixels an inch.
    await page.setViewportSize({ width: 703, height: 1030 })
    const seen = await page.evaluate(() => {
      const colour = (element: Element) => getComputedStyle(element).backgroundColor
      const cells = [...document.querySelectorAll('th, td')].map((cell) => cell.getBoundingClientRect().right)
      return {
        paper: colour(document.documentElement),
        card: colour(document.querySelector('main section')!),
        widest: Math.max(...cells, document.documentElement.scrollWidth),
        clickable: [...document.querySelectorAll('nav, button, select, header')].filter(
          (element) => !element.closest('main header') && element.getClientRects().length > 0,
        ).length,
      }
    })
    assert.equal(seen.paper, 'rgb(255, 255, 255)')
    assert.equal(seen.card, 'rgb(255, 255, 255)')
    assert.ok(seen.widest <= 703, `${seen.widest} px wide`)
    assert.equal(seen.clickable, 0)
    await stage.close(page)
  })

  test('a span of days and a person narrow it, and the address keeps that', async () => {
    const page = await stage.open(address)
    const people = page.getByRole('table', { name: 'Cost and time by person' })
    await becomes(
      () => people.getByRole('row').last().getByRole('cell').allTextContents(),
      ['4', '2', '2.0', '$1.50', '2 min 0 s', '1 min 0 s'],
    )
    const day = page.getByLabel('From')
    await day.fill('2999-01-01')
    await page.getByText('Nobody captured such a take').waitFor()
    await page.waitForURL('**/report?from=2999-01-01')
    await page.getByLabel('To').fill('2998-12-31')
    await page.getByText('The last day is before the first').waitFor()
    await page.getByText('Is before the first day').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('To').fill('')
    await page.getByText('Nobody captured such a take').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.reload()
    await becomes(() => page.getByLabel('From').inputValue(), '2999-01-01')
    await page.getByRole('button', { name: 'Report on all takes' }).click()
    await people.waitFor()
    await becomes(() => hasFocus(page.getByLabel('From')), true)
    // Key by key, each part of it goes on to the next, and it counts once its year is whole.
    await page.keyboard.type('01012020')
    await page.waitForURL('**/report?from=2020-01-01')
    await page.getByText(/^Takes captured from 2020-01-01\. How far the film is/).waitFor()
    await page.getByRole('heading', { name: 'Rights of these takes' }).waitFor()
    await page.getByRole('button', { name: 'Report on all takes' }).click()
    await page.getByRole('heading', { name: 'Rights of all takes' }).waitFor()
    await page.getByLabel('Captured by').selectOption(stage.user.id)
    await page.waitForURL(`**/report?by=${stage.user.id}`)
    await page.getByText('known of 3 of 4 takes').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByText(/^Takes captured by User \d+\. /).waitFor()
    await page.emulateMedia({ media: null })
    await stage.close(page)
  })

  test('what nobody recorded is unknown, and a scene without takes cost nothing that is told', async () => {
    await stage.user.send('POST', `/api/projects/${stage.film.projectId}/scenes`, { sceneId: '77' })
    const other = await stage.person('Quill')
    await stage.user.send('POST', `/api/projects/${stage.film.projectId}/members`, {
      userId: other.id,
      role: 'editor',
    })
    assert.equal((await other.ingest(stage.film.capture)).status, 200)
    const page = await stage.open(`${address}?by=${other.id}`)
    const waiting = page.locator('dl > div').filter({ hasText: 'Waiting in queues' })
    await becomes(() => waiting.locator('dd').allTextContents(), ['Unknown', 'recorded with no take'])
    const empty = page.getByRole('row', { name: /^77/ }).getByRole('cell')
    await becomes(() => empty.allTextContents(), ['0', '0', 'no winner yet', '–'])
    await stage.close(page)
  })

  test('a failure can be tried again', async () => {
    const page = await stage.open('/projects')
    let fails = true
    await page.route(`**/api${address}`, (route) =>
      fails ? route.fulfill({ status: 403, json: { error: 'Out of film' } }) : route.continue(),
    )
    await page.goto(stage.service.address + address)
    await page.getByText('Out of film').waitFor()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Takes per winner by scene' }).waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open(address, { theme, size })
      await page.getByRole('table', { name: 'Takes per winner by scene' }).waitFor()
      assert.equal(await sticksOut(page), 0)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `report-${theme}-${size}`)
      await stage.close(page)
    })
  }
})
