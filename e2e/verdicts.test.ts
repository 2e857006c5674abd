import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('verdicts on a take', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  /** A take of the stage's user, and two reviewers of its film. */
  async function reviewed() {
    films += 1
    const film = await testFilm(stage.service.db, stage.user, `Judged ${films}`)
    const people = [await stage.person('Ada Lovelace'), await stage.person('Ben Nevis')] as const
    for (const { id } of people) {
      const member = { userId: id, role: 'reviewer' }
      await stage.user.send('POST', `/api/projects/${film.projectId}/members`, member)
    }
    const capture = { ...film.capture, title: 'Dusk', rightsState: 'COMMERCIAL_ALLOWED' }
    const assetId: string = (await stage.user.ingest(capture)).body.asset.id
    const path = `/assets/${assetId}`
    const given = async (): Promise<string[]> => {
      const { body } = await stage.user.get(`/api${path}/verdicts`)
      return body.data.map(
        ({ verdict, by }: { verdict: string; by: { name: string } }) => `${by.name}: ${verdict}`,
      )
    }
    const comments = async (): Promise<string[]> => {
      const { body } = await stage.user.get(`/api${path}/comments`)
      return body.data.map(({ text }: { text: string }) => text)
    }
    return { film, people, assetId, path, given, comments, scene: `/scenes/${film.sceneDbId}` }
  }

  const section = (page: Page) => page.getByRole('region', { name: 'Verdicts' })
  const said = (page: Page) =>
    section(page).getByRole('list', { name: 'Who said what' }).getByRole('listitem')
  const approve = (page: Page) => section(page).getByRole('button', { name: 'I approve' })
  const waiting = (page: Page) => section(page).getByRole('article', { name: 'Not sent yet' })
  const change = (page: Page) => section(page).getByRole('button', { name: 'Changes needed' })

  test('who approves, and who asks for changes, is seen by the other at once, and moves no status', async () => {
    const { people, path, given, assetId } = await reviewed()
    const [ada, ben] = people
    const here = await stage.open(path, { cookie: ada.cookie })
    const there = await stage.open(path, { cookie: ben.cookie })
    await section(there).getByText('Nobody gave a verdict yet').waitFor()
    await approve(here).click()
    await said(there).filter({ hasText: 'Ada Lovelace' }).getByText('Approves').waitFor()
    await becomes(() => approve(here).getAttribute('aria-pressed'), 'true')
    await change(there).click()
    await section(there).getByLabel('What is to change').fill('The hands have six fingers')
    await section(there).getByRole('button', { name: 'Ask for changes' }).click()
    await said(here).filter({ hasText: 'Ben Nevis' }).getByText('The hands have six fingers').waitFor()
    assert.deepEqual(await violations(here), [])
    await screenshot(here, 'verdicts')
    assert.deepEqual(await given(), ['Ben Nevis: changes_needed', 'Ada Lovelace: approve'])
    assert.equal((await stage.user.get(`/api/assets/${assetId}`)).body.data.status, 'DRAFT')
    await stage.close(there)
    await stage.close(here)
  })

  test('by the keyboard alone one asks for changes, thinks again, and has no opinion', async () => {
    const { people, path, given } = await reviewed()
    const page = await stage.open(path, { cookie: people[0].cookie })
    await section(page).getByText('Nobody gave a verdict yet').waitFor()
    await tabTo(change(page))
    await page.keyboard.press('Enter')
    const note = section(page).getByLabel('What is to change')
    await becomes(() => hasFocus(note), true)
    await page.keyboard.type('Slower')
    await tabTo(section(page).getByRole('button', { name: 'Ask for changes' }))
    await page.keyboard.press('Enter')
    await said(page).getByText('Slower').waitFor()
    await tabTo(section(page).getByRole('button', { name: 'No opinion after all' }))
    await page.keyboard.press('Enter')
    await section(page).getByText('Nobody gave a verdict yet').waitFor()
    await section(page).getByRole('button', { name: 'Also what was said before' }).click()
    await becomes(() => said(page).count(), 2)
    assert.deepEqual(await given(), ['Ada Lovelace: no_opinion', 'Ada Lovelace: changes_needed'])
    await stage.close(page)
  })

  test('the keyboard stays where it is while a verdict arrives', async () => {
    const { people, path } = await reviewed()
    const page = await stage.open(path, { cookie: people[0].cookie })
    const arriving = Promise.withResolvers<void>()
    await page.route('**/verdicts', async (route) => {
      if (route.request().method() === 'POST') await arriving.promise
      await route.continue()
    })
    await approve(page).click()
    const takeBack = section(page).getByRole('button', { name: 'No opinion after all' })
    await takeBack.focus()
    await waiting(page).waitFor()
    arriving.resolve()
    await waiting(page).waitFor({ state: 'detached' })
    assert.ok(await hasFocus(takeBack))
    await stage.close(page)
  })

  test('an answer that is lost is asked for again by itself, and the verdict given once', async () => {
    const { people, path, given } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: people[0].cookie })
    let tries = 0
    await page.route('**/verdicts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      tries += 1
      if (tries > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await approve(page).click()
    await becomes(async () => tries > 1, true)
    await becomes(() => waiting(page).count(), 0)
    await said(page).getByText('Approves').waitFor()
    await becomes(given, ['Ada Lovelace: approve'])
    await stage.close(page)
  })

  test('without a line verdicts wait, outlive the page, and are given once, in their order, with what was said', async () => {
    const { people, path, given, comments } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: people[0].cookie })
    await section(page).getByText('Nobody gave a verdict yet').waitFor()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/(verdicts|comments)$/.test(request.url()))
        sent.push(request.postDataJSON().verdict ?? request.postDataJSON().text)
    })
    await page.route(/\/(verdicts|comments)$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await approve(page).click()
    await waiting(page).getByText('Waiting').waitFor()
    await becomes(() => approve(page).getAttribute('aria-pressed'), 'true')
    const panel = page.getByRole('region', { name: 'Comments', exact: true })
    await panel.getByRole('textbox', { name: 'Comment', exact: true }).fill('Look at the hands')
    await panel.getByRole('button', { name: 'Comment', exact: true }).click()
    await change(page).click()
    await section(page).getByLabel('What is to change').fill('Six fingers')
    await section(page).getByRole('button', { name: 'Ask for changes' }).click()
    await becomes(() => waiting(page).count(), 2)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'verdicts-waiting')
    await page.reload()
    await becomes(() => waiting(page).count(), 2)
    await becomes(() => change(page).getAttribute('aria-pressed'), 'true')
    assert.deepEqual(await given(), [])
    sent.length = 0
    await page.unroute(/\/(verdicts|comments)$/)
    await becomes(() => waiting(page).count(), 0)
    await said(page).getByText('Six fingers').waitFor()
    assert.deepEqual(await given(), ['Ada Lovelace: changes_needed', 'Ada Lovelace: approve'])
    assert.deepEqual(await comments(), ['Look at the hands'])
    const last = sent.filter((one, at) => sent.lastIndexOf(one) === at)
    assert.deepEqual(last, ['approve', 'Look at the hands', 'changes_needed'])
    await stage.close(page)
  })

  test('a verdict that is refused says why, is sent again or discarded, and nothing looks as if it were given', async () => {
    const { people, path, given } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: people[0].cookie })
    const full = {
      error: 'Invalid payload',
      details: { fieldErrors: {}, formErrors: ['There are too many'] },
    }
    await page.route('**/verdicts', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400, json: full }) : route.continue(),
    )
    await approve(page).click()
    await waiting(page).getByText('There are too many').waitFor()
    await becomes(() => approve(page).getAttribute('aria-pressed'), 'false')
    assert.deepEqual(await violations(page), [])
    await waiting(page).getByRole('button', { name: 'Discard' }).click()
    await becomes(() => waiting(page).count(), 0)
    await approve(page).click()
    await waiting(page).getByText('There are too many').waitFor()
    await page.unroute('**/verdicts')
    await waiting(page).getByRole('button', { name: 'Send again' }).click()
    await said(page).getByText('Approves').waitFor()
    await becomes(() => waiting(page).count(), 0)
    assert.deepEqual(await given(), ['Ada Lovelace: approve'])
    await stage.close(page)
  })

  test('who signs out while a verdict waits is asked, and takes it with them', async () => {
    const { people, path } = await reviewed()
    const [ada] = people
    const page = await stage.open(path, { alone: true, cookie: ada.cookie })
    await page.route('**/verdicts', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await change(page).click()
    await section(page).getByLabel('What is to change').fill('For nobody else')
    await section(page).getByRole('button', { name: 'Ask for changes' }).click()
    await waiting(page).waitFor()
    await page.getByRole('button', { name: new RegExp(ada.email) }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('dialog', { name: 'A verdict is not sent yet' })
    await question.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    assert.doesNotMatch(await page.evaluate(() => JSON.stringify({ ...localStorage })), /For nobody else/)
    await stage.close(page)
  })

  test('a project asks for approvals, a take without them is refused in words, and with them is approved', async () => {
    const { film, people, path, assetId } = await reviewed()
    await stage.user.send('PATCH', '/api/extension/asset-update', { assetId, selected: true })
    const page = await stage.open(`/projects/${film.projectId}`)
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const rule = page.getByRole('dialog').getByRole('region', { name: 'Approvals' })
    for (const { name } of people) {
      await rule.getByRole('combobox', { name: 'Of whom' }).fill(name)
      await rule.getByRole('option', { name }).click()
    }
    await rule.getByLabel('How many').fill('3')
    await rule.getByRole('button', { name: 'Save the approvals' }).click()
    await rule.getByText('Must not be more than the people named').waitFor()
    await rule.getByLabel('How many').fill('2')
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'approval-rule')
    await rule.getByRole('button', { name: 'Save the approvals' }).click()
    await rule.getByRole('button', { name: 'Save the approvals' }).waitFor({ state: 'detached' })

    await page.goto(stage.service.address + path)
    await section(page).getByText('0 of 2 approvals that this project asks for').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Needs 2 approvals and has 0: missing are Ada Lovelace, Ben Nevis').first().waitFor()
    await screenshot(page, 'approval-refused')
    for (const one of people) await one.send('POST', `/api${path}/verdicts`, { verdict: 'approve' })
    await section(page).getByText('2 of 2 approvals that this project asks for').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'Approved' }).waitFor()
    assert.equal((await stage.user.get(`/api${path}`)).body.data.status, 'APPROVED')
    await stage.close(page)
  })

  test('the rule is the owner’s: an editor of the project is not asked', async () => {
    const { film, people } = await reviewed()
    const [ada] = people
    await stage.user.send('PATCH', `/api/projects/${film.projectId}/members/${ada.id}`, { role: 'editor' })
    const page = await stage.open(`/projects/${film.projectId}`, { cookie: ada.cookie })
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    await settled(page)
    assert.equal(await page.getByRole('region', { name: 'Approvals' }).count(), 0)
    await stage.close(page)
  })

  test('cards and the comparison say how a take stands', async () => {
    const { people, assetId, path, scene } = await reviewed()
    const [ada, ben] = people
    await ada.send('POST', `/api${path}/verdicts`, { verdict: 'approve' })
    await ben.send('POST', `/api${path}/verdicts`, { verdict: 'changes_needed', note: 'No' })
    await ada.send('POST', `/api${path}/comments`, { text: 'One' })
    const page = await stage.open(scene)
    const card = page.getByRole('article').first()
    await becomes(
      async () =>
        /1 open note, 1 in favour, 1 for changes/.test((await card.getAttribute('aria-label')) ?? ''),
      true,
    )
    await ada.send('POST', `/api${path}/comments`, { text: 'Two' })
    await card.getByTitle('2 open notes').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'board-verdicts')
    await page.goto(`${stage.service.address}/compare?ids=${assetId}`)
    const pane = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first()
    await pane.getByTitle('1 in favour').waitFor()
    await pane.getByTitle('1 for changes').waitFor()
    await stage.close(page)
  })

  test('a viewer sees who said what, and has nothing to press', async () => {
    const { film, people, path } = await reviewed()
    const [ada, ben] = people
    await ada.send('POST', `/api${path}/verdicts`, { verdict: 'approve' })
    await stage.user.send('PATCH', `/api/projects/${film.projectId}/members/${ben.id}`, { role: 'viewer' })
    const page = await stage.open(path, { cookie: ben.cookie })
    await said(page).getByText('Approves').waitFor()
    assert.equal(await approve(page).count(), 0)
    await stage.close(page)
  })

  for (const size of ['desktop', 'phone'] as const) {
    test(`names and notes of any kind stay what they are on a ${size}, by touch too`, async () => {
      const { people, path } = await reviewed()
      await people[0].send('POST', `/api${path}/verdicts`, {
        verdict: 'changes_needed',
        note: `\u202e<script>alert(1)</script> ${'w'.repeat(2000)} ${'長'.repeat(3000)}`,
      })
      for (const theme of ['light', 'dark'] as const) {
        const page = await stage.open(path, { size, theme, cookie: people[1].cookie })
        await said(page).getByText('<script>').waitFor()
        if (theme === looks[1].theme) {
          if (size === 'phone') await approve(page).tap()
          else await approve(page).click()
          await becomes(() => said(page).count(), 2)
        }
        assert.equal(await sticksOut(page), 0)
        await settled(page)
        assert.deepEqual(await violations(page), [])
        await approve(page).scrollIntoViewIfNeeded()
        await screenshot(page, `verdicts-${size}-${theme}`)
        await stage.close(page)
      }
    })
  }
})
