import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'

describe('budgets, and the report of all films', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
    const { user, film, service } = stage
    const other = await testFilm(service.db, user, 'Nine winters')
    const take = { costEstimateUsd: 2.5, queueWaitSeconds: 90, selected: true }
    await user.ingest({ ...film.capture, ...take })
    await user.ingest({ ...film.capture, costEstimateUsd: 5 })
    await user.ingest({ ...other.capture, costEstimateUsd: 12 })
  })
  after(() => stage.end())

  const filmReport = () => `/projects/${stage.film.projectId}/report`

  test('an owner sets a budget by keyboard; what is spent, left and too much follows the captures', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}`)
    await page.getByRole('button', { name: 'More for The Long Tide' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const field = page.getByLabel('Budget in US dollars')
    await field.focus()
    await page.keyboard.type('10')
    await screenshot(page, 'budget-dialog')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.goto(stage.service.address + filmReport())
    const bar = page.getByRole('region', { name: 'Budget' }).getByRole('progressbar')
    await becomes(() => bar.getAttribute('aria-label'), '$7.50 of $10.00 spent, 75 %')
    await page.getByText('$2.50 left.').waitFor()
    assert.equal(await page.getByText('Little budget left').count(), 0)

    await stage.user.ingest({ ...stage.film.capture, costEstimateUsd: 0.5 })
    await page.getByText('Little budget left').waitFor()
    await becomes(() => bar.getAttribute('aria-label'), '$8.00 of $10.00 spent, 80 %')
    await stage.user.ingest({ ...stage.film.capture, costEstimateUsd: 2.01 })
    await page.getByText('Over budget').waitFor()
    await page.getByText('$0.01 more than the budget.').waitFor()
    await becomes(() => bar.getAttribute('aria-label'), '$10.01 of $10.00 spent, 101 %')

    // The report says it itself, and the head of the film everywhere else: also while the next screen is on its way.
    const over = page.getByText('Over budget')
    let send = () => {}
    const sent = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/static/characters-*', async (route) => {
      await sent
      await route.continue()
    })
    await page.getByRole('link', { name: 'Characters' }).click()
    const parts = page.getByRole('navigation', { name: 'Project' })
    await becomes(() => parts.locator('[aria-current=page]').textContent(), 'Characters')
    assert.equal(await over.count(), 1)
    send()
    await page.getByRole('button', { name: 'Add a character' }).waitFor()
    await becomes(() => over.count(), 1)
    await page.goto(`${stage.service.address}/projects`)
    const card = page.getByRole('listitem').filter({ hasText: 'The Long Tide' })
    await card.getByText('Over budget').waitFor()
    await page.goto(`${stage.service.address}/inbox`)
    const notice = page.getByRole('link', { name: /The Long Tide is over its budget: \$10\.01 of \$10\.00/ })
    await notice.first().click()
    await page.waitForURL(`**${filmReport()}`)
    await stage.close(page)
  })

  test('who is no owner sees it, and has no field for it', async () => {
    const june = await stage.person('June')
    const members = `/api/projects/${stage.film.projectId}/members`
    await stage.user.send('POST', members, { userId: june.id, role: 'editor' })
    const page = await stage.open(filmReport(), { cookie: june.cookie })
    await page.getByText('Over budget').waitFor()
    await page.getByRole('button', { name: 'More for The Long Tide' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Genre').fill('Noir')
    assert.equal(await page.getByLabel('Budget in US dollars').count(), 0)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Noir').waitFor()
    await page.getByText('Over budget').waitFor()
    await stage.close(page)
  })

  test('all films stand in the order that is chosen, with what they are together', async () => {
    const page = await stage.open('/projects')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Find anything' }).fill('Report')
    await page
      .getByRole('option', { name: /^Report/ })
      .first()
      .click()
    await page.waitForURL('**/report')
    const table = page.getByRole('table', { name: 'Cost and budget by film' })
    const names = () => table.getByRole('rowheader').allTextContents()
    await becomes(names, ['Nine winters', 'The Long Tide', 'All films'])
    const cells = (name: RegExp) => table.getByRole('row', { name }).getByRole('cell').allTextContents()
    assert.deepEqual(await cells(/^The Long Tide/), [
      ...['4', '1', '1 min 30 s', '$10.01', '$10.00', '-$0.01', 'Over budget101 %'],
    ])
    assert.deepEqual(await cells(/^Nine winters/), ['1', '0', '–', '$12.00', '–', '–', '–'])
    assert.deepEqual(await cells(/^All films/), [
      ...['5', '1', '1 min 30 s', '$22.01', '$10.00', '-$0.01', '101 %'],
    ])
    const order = page.getByLabel('Order')
    await order.focus()
    await order.selectOption('takes')
    await becomes(names, ['The Long Tide', 'Nine winters', 'All films'])
    await page.waitForURL('**/report?sort=takes')
    await page.reload()
    await becomes(names, ['The Long Tide', 'Nine winters', 'All films'])

    const platforms = page.getByRole('table', { name: 'Cost and time by platform and model' })
    await becomes(
      () => platforms.getByRole('row').last().getByRole('cell').allTextContents(),
      ['not recorded', '5', '1', '5.0', '$22.01', '–', '1 min 30 s'],
    )
    const day = page.getByLabel('From')
    await day.fill('2999-01-01')
    await day.press('Enter')
    await becomes(
      () => cells(/^The Long Tide/),
      [...['0', '0', '–', '–', '$10.00', '-$0.01', 'Over budget101 %']],
    )
    await table.getByRole('link', { name: 'The Long Tide' }).press('Enter')
    await page.waitForURL(`**${filmReport()}?from=2999-01-01`)
    await stage.close(page)
  })

  test('days that are turned, and a report that cannot be had, leave the fields to set that right', async () => {
    const page = await stage.open('/report?from=2026-12-02&to=2026-12-01')
    await page.getByText('The last day is before the first').waitFor()
    await page.getByText('Is before the first day').waitFor()
    await page.getByRole('button', { name: 'Report on all takes' }).press('Enter')
    await page.getByRole('table', { name: 'Cost and budget by film' }).waitFor()
    await becomes(() => hasFocus(page.getByLabel('From')), true)
    await page.waitForURL(/\/report$/)
    await page.route(/\/api\/report\?/, (route) => route.fulfill({ status: 403, json: { error: 'Not now' } }))
    await page.getByLabel('From').fill('2026-01-01')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByLabel('From').fill('')
    await page.getByRole('table', { name: 'Cost and budget by film' }).waitFor()
    await stage.close(page)
  })

  for (const [name, path] of [
    ['all films', () => '/report?from=2026-01-01'],
    ['a film', filmReport],
  ] as const) {
    test(`the report of ${name} prints on A4, light, with its head, and rows whole`, async () => {
      const page = await stage.open(path(), { theme: 'dark' })
      await page.getByRole('table', { name: 'Cost and time by platform and model' }).waitFor()
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 703, height: 1030 })
      await page
        .getByText(name === 'a film' ? /^Report of all takes, .*\d{4}$/ : /^Report of [A-Z].*\d{4}$/)
        .waitFor()
      if (name === 'all films') await page.getByText('Takes captured from 2026-01-01').waitFor()
      else await page.getByRole('heading', { level: 1, name: 'The Long Tide' }).waitFor()
      const seen = await page.evaluate(() => {
        const shown = (element: Element) => element.getClientRects().length > 0
        return {
          paper: getComputedStyle(document.documentElement).backgroundColor,
          page: (getComputedStyle(document.body) as unknown as { page: string }).page,
          widest: Math.max(
            ...[...document.querySelectorAll('th, td')].map((cell) => cell.getBoundingClientRect().right),
            document.documentElement.scrollWidth,
          ),
          cut: [...document.querySelectorAll('tr')].filter(
            (row) => shown(row) && getComputedStyle(row).breakInside !== 'avoid',
          ).length,
          clickable: [...document.querySelectorAll('nav, button, select, input, main header a')].filter(shown)
            .length,
        }
      })
      assert.deepEqual(
        { ...seen, widest: seen.widest <= 703 },
        {
          ...{ paper: 'rgb(255, 255, 255)', page: 'a4', widest: true, cut: 0, clickable: 0 },
        },
      )
      await screenshot(page, `print-${name.replace(' ', '-')}`)
      await stage.close(page)
    })
  }

  for (const { theme, size } of looks) {
    test(`the report of all films has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/report', { theme, size })
      await page.getByRole('table', { name: 'Cost and budget by film' }).waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `films-report-${theme}-${size}`)
      await page.goto(stage.service.address + filmReport())
      await page.getByText('Over budget').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `budget-${theme}-${size}`)
      await page.goto(`${stage.service.address}/projects`)
      await page.getByText('Over budget').first().waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `budget-card-${theme}-${size}`)
      await stage.close(page)
    })
  }
})
