import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type TestUser, testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('comments on a take', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  /** A take of the stage's user, and Ada, a reviewer of its film. */
  async function reviewed({ role = 'reviewer', name = 'Ada Lovelace' } = {}) {
    films += 1
    const film = await testFilm(stage.service.db, stage.user, `Reviewed ${films}`)
    const ada = await stage.person(name)
    await stage.user.send('POST', `/api/projects/${film.projectId}/members`, { userId: ada.id, role })
    const capture = { ...film.capture, title: 'Dusk', rightsState: 'COMMERCIAL_ALLOWED' }
    const assetId: string = (await stage.user.ingest(capture)).body.asset.id
    const path = `/assets/${assetId}`
    const say = async (text: string, more: object = {}, by: TestUser = stage.user) => {
      const { status, body } = await by.send('POST', `/api${path}/comments`, { text, ...more })
      assert.equal(status, 201, JSON.stringify(body))
      return body.data as { id: string }
    }
    const said = async (): Promise<string[]> => {
      const { body } = await stage.user.get(`/api${path}/comments`)
      return body.data.map(({ text }: { text: string }) => text)
    }
    return { film, ada, capture, assetId, path, say, said }
  }

  const panel = (page: Page) => page.getByRole('region', { name: 'Comments', exact: true })
  const box = (page: Page) => panel(page).getByRole('textbox', { name: 'Comment', exact: true })
  const send = (page: Page) => panel(page).getByRole('button', { name: 'Comment', exact: true })
  const threads = (page: Page) =>
    panel(page).getByRole('list', { name: 'Comments', exact: true }).locator(':scope > li')
  const waiting = (page: Page) => panel(page).getByRole('article', { name: 'Not sent yet' })

  test('what one says is there for all who have the take open, and neither loses what they type', async () => {
    const { ada, path, said } = await reviewed()
    const here = await stage.open(path)
    const there = await stage.open(path, { cookie: ada.cookie })
    await panel(there).getByText('Nobody said anything yet').waitFor()
    await box(here).fill('I am still writing this')
    await box(there).fill('The lamp is too warm')
    await send(there).click()
    await threads(here).getByText('The lamp is too warm').waitFor()
    assert.equal(await box(here).inputValue(), 'I am still writing this')
    await becomes(() => hasFocus(box(here)), true)
    await send(here).click()
    await threads(there).getByText('I am still writing this').waitFor()
    await becomes(() => threads(there).count(), 2)
    assert.deepEqual(await said(), ['The lamp is too warm', 'I am still writing this'])
    await stage.close(there)
    await stage.close(here)
  })

  test('by the keyboard alone somebody is named, answered, ticked off and opened again', async () => {
    const { ada, path, say } = await reviewed({ name: 'Zoë Müller-Lüdenscheid' })
    await say('Look at the horizon', {}, ada)
    const page = await stage.open(path)
    await threads(page).first().waitFor()
    await tabTo(box(page))
    await page.keyboard.type('Thanks @mul')
    await panel(page).getByRole('option', { name: 'Zoë Müller-Lüdenscheid' }).waitFor()
    await page.keyboard.press('Enter')
    await becomes(() => box(page).inputValue(), 'Thanks @Zoë Müller-Lüdenscheid ')
    await page.keyboard.type('for this')
    await page.keyboard.press('Control+Enter')
    await threads(page).nth(1).getByText('@Zoë Müller-Lüdenscheid').waitFor()
    await becomes(() => hasFocus(box(page)), true)
    const { body } = await ada.get('/api/inbox')
    await becomes(async () => (await ada.get('/api/inbox')).body.data[0]?.kind, 'comment.mentioned')
    assert.ok(body.data)

    await tabTo(
      threads(page)
        .first()
        .getByRole('button', { name: /^Reply to/ }),
    )
    await page.keyboard.press('Enter')
    const reply = threads(page).first().getByRole('textbox')
    await becomes(() => hasFocus(reply), true)
    await page.keyboard.type('It is level')
    await page.keyboard.press('Control+Enter')
    await threads(page).first().getByRole('article').nth(1).getByText('It is level').waitFor()

    await tabTo(
      threads(page)
        .first()
        .getByRole('button', { name: /^Tick off/ }),
    )
    await page.keyboard.press('Enter')
    await becomes(() => threads(page).count(), 1)
    const all = panel(page).getByRole('button', { name: 'All (2)' })
    await tabTo(all)
    await page.keyboard.press('Enter')
    await threads(page).first().getByText('Ticked off by').waitFor()
    await tabTo(
      threads(page)
        .first()
        .getByRole('button', { name: /^Open again/ }),
    )
    await page.keyboard.press('Enter')
    await panel(page).getByRole('button', { name: 'Open (2)' }).waitFor()
    await stage.close(page)
  })

  test('what one is writing is there after a reload, and nobody else finds it', async () => {
    const { ada, path } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: ada.cookie })
    await box(page).fill('A thought that is not')
    await page.reload()
    await becomes(() => box(page).inputValue(), 'A thought that is not')
    const [name, value] = (await stage.person('Eve')).cookie.split(/=(.*)/s) as [string, string]
    assert.ok(value)
    const mine = await stage.open(path)
    await becomes(() => box(mine).inputValue(), '')
    await stage.close(mine)
    await page.context().clearCookies({ name })
    await stage.close(page)
  })

  test('without the service a comment waits, outlives the page, and is sent once', async () => {
    const { ada, path, said } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: ada.cookie })
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await settled(page)
    // The first time it arrives, and its answer does not.
    let tries = 0
    await page.route('**/comments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      tries += 1
      if (tries === 1) await route.fetch()
      return route.abort('connectionreset')
    })
    await box(page).fill('Said on a train')
    await send(page).click()
    await waiting(page).getByText('Waiting').waitFor()
    await becomes(async () => tries > 0, true)
    assert.equal(await box(page).inputValue(), '')
    await page.reload()
    await panel(page).getByText('Said on a train').first().waitFor()
    await page.unroute('**/comments')
    await becomes(() => waiting(page).count(), 0)
    await threads(page).getByText('Said on a train').waitFor()
    assert.deepEqual(await said(), ['Said on a train'])
    await stage.close(page)
  })

  test('a service that is there again in two seconds is nothing to be told of', async () => {
    const { ada, path, said } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: ada.cookie })
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await settled(page)
    let isAway = true
    await page.route('**/api/**', (route) =>
      isAway && !route.request().url().includes('/api/live')
        ? route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: { error: 'Busy' } })
        : route.continue(),
    )
    const told = await page.evaluateHandle(() => {
      const told = new Set<string>()
      const look = () => {
        for (const words of ['Waiting', 'cannot be reached', 'Busy'])
          if (document.body.innerText.includes(words)) told.add(words)
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      return told
    })
    await box(page).fill('Said meanwhile')
    const refused = page.waitForResponse((response) => response.status() === 503)
    await send(page).click()
    await refused
    isAway = false
    await threads(page).getByText('Said meanwhile').waitFor()
    await becomes(() => waiting(page).count(), 0)
    assert.deepEqual(await told.evaluate((told) => [...told]), [])
    assert.deepEqual(await said(), ['Said meanwhile'])
    await stage.close(page)
  })

  test('offline, what one says waits in its order, and goes out when one is back', async () => {
    const { ada, path, said } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: ada.cookie })
    await panel(page).getByText('Nobody said anything yet').waitFor()
    // What sends is loaded while there is a line.
    const isLoaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/send-said-')),
      )
    await becomes(isLoaded, true)
    await settled(page)
    await page.context().setOffline(true)
    for (const text of ['One', 'Two', 'Three']) {
      await box(page).fill(text)
      await send(page).click()
    }
    await becomes(() => waiting(page).count(), 3)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'comments-waiting')
    await page.context().setOffline(false)
    await becomes(() => waiting(page).count(), 0)
    assert.deepEqual(await said(), ['One', 'Two', 'Three'])
    await becomes(() => threads(page).count(), 3)
    await stage.close(page)
  })

  test('what waits of somebody is neither shown to nor sent by who signs in after them', async () => {
    const { film, ada, path, said } = await reviewed()
    const eve = await stage.person('Eve Arden')
    const members = `/api/projects/${film.projectId}/members`
    await stage.user.send('POST', members, { userId: eve.id, role: 'reviewer' })
    const page = await stage.open(path, { alone: true, cookie: ada.cookie })
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await page.route('**/comments', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await box(page).fill('Of Ada alone')
    await send(page).click()
    await waiting(page).waitFor()
    await box(page).fill('Begun by Ada')
    const become = async ({ cookie }: { cookie: string }) => {
      const [name, value] = cookie.split(/=(.*)/s) as [string, string]
      await page.context().addCookies([{ name, value, url: stage.service.address, httpOnly: true }])
      await page.goto(stage.service.address + path)
    }
    await become(eve)
    await page.unroute('**/comments')
    await panel(page).getByText('Nobody said anything yet').waitFor()
    assert.equal(await waiting(page).count(), 0)
    assert.equal(await box(page).inputValue(), '')
    await box(page).fill('Of Eve')
    await send(page).click()
    await threads(page).getByText('Of Eve').waitFor()
    await becomes(said, ['Of Eve'])
    await become(ada)
    await threads(page).getByText('Of Ada alone').waitFor()
    assert.equal(await box(page).inputValue(), 'Begun by Ada')
    await becomes(said, ['Of Eve', 'Of Ada alone'])
    await stage.close(page)
  })

  test('who signs out leaves nothing of what they wrote in the browser', async () => {
    const { ada, path } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: ada.cookie })
    await box(page).fill('Nobody is to read this')
    await page.getByRole('button', { name: new RegExp(ada.email) }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    assert.doesNotMatch(kept, /Nobody is to read this/)
    await stage.close(page)
  })

  test('what the service refuses says why, and can be sent again or discarded', async () => {
    const { ada, path, said } = await reviewed()
    const page = await stage.open(path, { alone: true, cookie: ada.cookie })
    await page.route('**/comments', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: {
              error: 'Invalid payload',
              details: { fieldErrors: {}, formErrors: ['There are too many'] },
            },
          })
        : route.continue(),
    )
    await box(page).fill('Once more')
    await send(page).click()
    await waiting(page).getByRole('alert').getByText('There are too many').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'comments-refused')
    await page.unroute('**/comments')
    await waiting(page).getByRole('button', { name: 'Send again' }).click()
    await becomes(said, ['Once more'])
    await becomes(() => waiting(page).count(), 0)
    await stage.close(page)
  })

  test('one’s own is edited and deleted, and what others said is not', async () => {
    const { ada, path, say, said } = await reviewed()
    await say('By the owner')
    await say('By Ida', {}, ada)
    const page = await stage.open(path, { cookie: ada.cookie })
    const own = threads(page).filter({ hasText: 'By Ida' })
    await own.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = own.getByRole('textbox')
    await becomes(() => edit.inputValue(), 'By Ida')
    await edit.fill('By Ada')
    await page.keyboard.press('Control+Enter')
    const changed = threads(page).filter({ hasText: 'By Ada' })
    await changed.getByText('edited').waitFor()
    assert.deepEqual(await said(), ['By the owner', 'By Ada'])
    await threads(page)
      .first()
      .getByRole('button', { name: /^More for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Copy a link to it' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: /^(Edit|Delete)$/ }).count(), 0)
    await page.keyboard.press('Escape')
    await changed.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await becomes(said, ['By the owner'])
    await becomes(() => threads(page).count(), 1)
    await stage.close(page)
  })

  test('a viewer reads all of it, and finds nothing that would be refused', async () => {
    const { ada, path, say } = await reviewed({ role: 'viewer' })
    await say('Too dark')
    const page = await stage.open(path, { cookie: ada.cookie })
    await threads(page).getByText('Too dark').waitFor()
    assert.equal(await box(page).count(), 0)
    assert.equal(
      await panel(page)
        .getByRole('button', { name: /Reply|Tick off/ })
        .count(),
      0,
    )
    await stage.close(page)
  })

  test('a link to a comment leads to it, ticked off or not, and a notice of it is such a link', async () => {
    const { ada, path, say } = await reviewed()
    const first = await say('The beginning')
    const reply = await say('An answer', { parentId: first.id })
    await stage.user.send('POST', `/api/comments/${first.id}/resolution`, { resolved: true })
    const page = await stage.open(`${path}?comment=${reply.id}`, { cookie: ada.cookie })
    const thread = threads(page).filter({ hasText: 'The beginning' })
    await thread.getByText('An answer').waitFor()
    await becomes(() => hasFocus(thread), true)
    await page.goto(`${stage.service.address}${path}?comment=gone`)
    await panel(page).getByText('The comment that the link leads to was deleted').waitFor()

    const { id } = await say('Ada, look', { mentionIds: [ada.id] })
    await page.goto(`${stage.service.address}/inbox`)
    await page
      .getByRole('list', { name: 'Notices' })
      .getByRole('link', { name: /Ada, look/ })
      .click()
    await threads(page).getByText('Ada, look').waitFor()
    assert.ok(page.url().endsWith(`${path}?comment=${id}`))
    await stage.close(page)
  })

  test('what is open of an earlier take is ticked off on the one that was made from it', async () => {
    const { film, assetId, capture, say } = await reviewed()
    await say('Lift the shadows')
    const next = await stage.user.ingest({ ...capture, title: 'Dusk again', parentVersionId: assetId })
    const page = await stage.open(`/assets/${next.body.asset.id}`)
    const carried = panel(page).getByRole('region', { name: 'Still open from earlier takes' })
    await carried.getByText('Lift the shadows').waitFor()
    assert.deepEqual(await violations(page), [])
    await carried.getByRole('button', { name: /^Tick off/ }).click()
    await becomes(() => carried.count(), 0)
    const { body } = await stage.user.get(`/api/projects/${film.projectId}/notes`)
    assert.deepEqual(body.data, [])
    await stage.close(page)
  })

  test('a long thread comes in parts, and none of hundreds of comments is missing', async () => {
    const { path, say } = await reviewed()
    const { id } = await say('Thread 0')
    for (let count = 1; count < 55; count += 1) await say(`Thread ${count}`)
    for (let count = 0; count < 60; count += 1) await say(`Reply ${count}`, { parentId: id })
    const page = await stage.open(path)
    await panel(page).getByRole('button', { name: 'Open (55)' }).waitFor()
    await becomes(() => threads(page).count(), 41)
    await threads(page).first().getByText('Reply 59').waitFor()
    await threads(page).first().getByRole('button', { name: 'Show 55 earlier replies' }).click()
    await becomes(() => threads(page).first().getByRole('article').count(), 61)
    await panel(page).getByRole('button', { name: 'Show more' }).click()
    await becomes(() => threads(page).count(), 55)
    await stage.close(page)
  })

  test('markup, text that turns, and ten thousand characters stay text, in every look', async () => {
    const { film, path, say } = await reviewed({ name: '\u202eevil <b>name</b>' })
    await say('<script>document.title = "taken"</script><img src=x onerror="document.title=1">')
    await say('\u202eאבג turned \u2066 and not closed')
    await say('長'.repeat(10_000))
    await say('w'.repeat(3000))
    await stage.user.send('PATCH', `/api/projects/${film.projectId}`, { name: 'Hostile' })
    for (const size of ['desktop', 'phone'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        const page = await stage.open(path, { size, theme })
        await becomes(() => threads(page).count(), 4)
        await threads(page).getByText('<script>').waitFor()
        await threads(page)
          .getByRole('button', { name: /^Show all 10.000 characters/ })
          .click()
        assert.equal(await sticksOut(page), 0)
        assert.match(await page.title(), /^Dusk/)
        await settled(page)
        assert.deepEqual(await violations(page), [])
        await panel(page).scrollIntoViewIfNeeded()
        await screenshot(page, `comments-${size}-${theme}`)
        await stage.close(page)
      }
    }
  })

  test('on a phone it is said, answered and ticked off by touch', async () => {
    const { ada, path, said } = await reviewed()
    const page = await stage.open(path, { ...looks[1], cookie: ada.cookie })
    await box(page).tap()
    await page.keyboard.type('By thumb')
    await send(page).tap()
    const thread = threads(page).filter({ hasText: 'By thumb' })
    await thread.getByRole('button', { name: /^Reply to/ }).tap()
    await thread.getByRole('textbox').fill('Indeed')
    await thread.getByRole('button', { name: 'Reply', exact: true }).tap()
    await becomes(said, ['By thumb', 'Indeed'])
    await thread.getByRole('button', { name: /^Tick off/ }).tap()
    await panel(page).getByText('Everything is ticked off.').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'comments-empty-phone')
    await stage.close(page)
  })

  test('what cannot be loaded says so, and is there at the next try', async () => {
    const { path, say } = await reviewed()
    await say('Here after all')
    const page = await stage.open('/projects', { alone: true })
    await page.route('**/comments?*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.goto(stage.service.address + path)
    await panel(page).getByRole('alert').waitFor()
    await screenshot(page, 'comments-failed')
    await page.unroute('**/comments?*')
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await threads(page).getByText('Here after all').waitFor()
    await stage.close(page)
  })
})
