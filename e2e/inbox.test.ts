import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type TestUser, testFilm, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the inbox', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  /** Somebody whom the stage's user added to a film and whose take they selected and approved. */
  async function artist(name = 'Ben Nevis') {
    films += 1
    const title = `Film ${films}`
    const film = await testFilm(stage.service.db, stage.user, title)
    const user = await stage.person(name)
    const { cookie } = user
    const members = `/api/projects/${film.projectId}/members`
    await stage.user.send('POST', members, { userId: user.id, role: 'editor' })
    const take = async (caller: TestUser = user, more: object = {}) =>
      (await caller.ingest({ ...film.capture, rightsState: 'COMMERCIAL_ALLOWED', ...more })).body.asset.id
    const assetId: string = await take(user, { title: 'Dusk', shotId: film.shotIds[0] })
    const select = (id: string) =>
      stage.user.send('PATCH', '/api/extension/asset-update', { assetId: id, selected: true })
    await select(assetId)
    await stage.user.send('POST', `/api/assets/${assetId}/status`, { status: 'APPROVED' })
    return { film, title, user, cookie, members, assetId, take, select }
  }

  const bell = (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ })
  const rows = (page: Page) => page.getByRole('list', { name: 'Notices' }).getByRole('listitem')
  const unreadOf = async (page: Page) => /(\d+) unread/.exec((await bell(page).textContent()) ?? '')?.[1]

  test('the day by which a shot is due is written as in the lists of shots', async () => {
    const { film, user, cookie } = await artist()
    const assigned = { assigneeIds: [user.id], dueOn: '2199-12-01' }
    await stage.user.send('PATCH', `/api/shots/${film.shotIds[0]}`, assigned)
    const page = await stage.open('/inbox', { cookie })
    await rows(page).filter({ hasText: 'due on Dec 1, 2199' }).waitFor()
    await stage.close(page)
  })

  test('the bell says how many are unread; opening one leads to what it is about, and marks it', async () => {
    const { cookie, title, assetId } = await artist()
    const page = await stage.open('/projects', { cookie })
    await becomes(() => unreadOf(page), '4')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await becomes(() => rows(page).count(), 4)
    const texts = (await rows(page).allTextContents()).join('\n')
    assert.match(texts, /completed scene 012A of Film \d+/)
    assert.match(texts, /approved your take Dusk in scene 012A, shot 012A-A of Film/)
    assert.match(texts, /selected your take Dusk/)
    assert.match(texts, new RegExp(`added you to ${title} as an editor`))
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'inbox')
    await rows(page).filter({ hasText: 'approved your take' }).getByRole('link').click()
    await page.getByRole('heading', { name: 'Dusk' }).waitFor()
    assert.ok(page.url().endsWith(`/assets/${assetId}`))
    await becomes(() => unreadOf(page), '3')
    await stage.close(page)
  })

  test('the keyboard alone marks one as read and as unread again, and all as read', async () => {
    const { cookie } = await artist()
    const page = await stage.open('/inbox', { cookie })
    const first = rows(page).first()
    const mark = first.getByRole('button', { name: 'Mark as read' })
    await tabTo(mark)
    await page.keyboard.press('Enter')
    await becomes(() => unreadOf(page), '3')
    const back = first.getByRole('button', { name: 'Mark as unread' })
    await becomes(() => hasFocus(back), true)
    await page.keyboard.press('Enter')
    await becomes(() => unreadOf(page), '4')
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await becomes(() => unreadOf(page), undefined)
    await becomes(() => page.getByRole('button', { name: 'Mark all read' }).isDisabled(), true)
    await becomes(() => page.getByText('Unread:').count(), 0)
    assert.deepEqual(await violations(page), [])
    await stage.close(page)
  })

  test('whoever is out of a film reads of that, and of nothing else of the film', async () => {
    const { cookie, members, user, title } = await artist()
    await stage.user.send('DELETE', `${members}/${user.id}`, undefined)
    const page = await stage.open('/inbox', { cookie })
    await becomes(() => rows(page).count(), 1)
    assert.match((await rows(page).textContent()) ?? '', new RegExp(`removed you from ${title}`))
    assert.equal(await rows(page).getByRole('link').count(), 0)
    await stage.close(page)
  })

  test('an empty inbox says what it is for', async () => {
    const user = await testUser(stage.service)
    const cookie = await signIn(stage.service.address, user.email)
    const page = await stage.open('/inbox', { cookie })
    await page.getByText('Nothing yet').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'inbox-empty')
    await stage.close(page)
  })

  test('a long one comes in pages', async () => {
    const { cookie, take, select } = await artist()
    for (let count = 0; count < 32; count += 1) await select(await take())
    const page = await stage.open('/inbox', { cookie })
    await rows(page).first().waitFor()
    await page.mouse.wheel(0, 100_000)
    await becomes(() => rows(page).count(), 36)
    await stage.close(page)
  })

  test('what cannot be loaded says so, and is there at the next try', async () => {
    const { cookie } = await artist()
    const page = await stage.open('/projects', { cookie, alone: true })
    await bell(page).waitFor()
    await page.route('**/api/inbox?*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await bell(page).click()
    await page.getByRole('alert').waitFor()
    await page.unroute('**/api/inbox?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await becomes(() => rows(page).count(), 4)
    await stage.close(page)
  })

  test('names of any script, of any length and with signs that turn text stay names', async () => {
    const { cookie, film } = await artist()
    await stage.user.send('PATCH', `/api/projects/${film.projectId}`, {
      name: `\u202eevil <b>film</b> ${'長'.repeat(150)}`,
    })
    for (const { size, theme } of looks) {
      const page = await stage.open('/inbox', { cookie, size, theme })
      await becomes(() => rows(page).count(), 4)
      assert.equal(await sticksOut(page), 0)
      assert.equal(await page.locator('main b').count(), 0)
      await screenshot(page, `inbox-names-${size}`)
      await stage.close(page)
    }
  })

  test('one chooses what one is told, and it stays so', async () => {
    const { cookie, take, select } = await artist()
    const page = await stage.open('/inbox', { cookie })
    await page.getByRole('link', { name: 'What you are told' }).click()
    const box = page.getByRole('checkbox', { name: 'Somebody selects a take of yours' })
    await box.waitFor()
    await page.getByText('This installation sends no mail').waitFor()
    assert.equal(await box.isChecked(), true)
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/inbox/settings'))
    await box.uncheck()
    await saved
    await page.reload()
    await box.waitFor()
    await becomes(() => box.isChecked(), false)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'notices')
    await select(await take())
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Inbox/ })
      .click()
    await becomes(() => rows(page).count(), 4)
    await stage.close(page)
  })

  for (const { size, theme } of [
    { size: 'desktop', theme: 'light' },
    { size: 'desktop', theme: 'dark' },
    { size: 'phone', theme: 'light' },
    { size: 'phone', theme: 'dark' },
  ] as const) {
    test(`looks right on a ${size}, ${theme}`, async () => {
      const { cookie } = await artist()
      const page = await stage.open('/inbox', { cookie, size, theme })
      await becomes(() => rows(page).count(), 4)
      await rows(page).last().getByRole('button').click()
      await becomes(() => unreadOf(page), '3')
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `inbox-${size}-${theme}`)
      await page.goto(`${stage.service.address}/preferences#notices`)
      await page.getByRole('heading', { name: 'Notices' }).waitFor()
      await screenshot(page, `notices-${size}-${theme}`)
      await stage.close(page)
    })
  }
})
