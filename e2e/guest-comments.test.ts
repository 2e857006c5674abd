import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Comment } from '@dailies/contract/comment.ts'
import type { Page } from 'playwright-core'
import { madeLink } from '../server/test/guests.ts'
import { becomes } from './becomes.ts'
import { enter, type GuestStage, openGuestStage, rate } from './guest-stage.ts'
import { screenshot, violations } from './stage.ts'

describe('what guests say', () => {
  let stage: GuestStage

  before(async () => {
    stage = await openGuestStage()
  })
  after(() => stage.end())

  const linkTo = (more: object = {}) =>
    madeLink(stage.user, stage.film.projectId, { mayComment: true, mayGiveVerdict: true, ...more })
  const commentsOf = async (id: string): Promise<Comment[]> =>
    (await stage.user.get(`/api/assets/${id}/comments`)).body.data
  const openTake = async (page: Page) => {
    await page
      .getByRole('list', { name: 'Takes' })
      .getByRole('button')
      .filter({ hasText: 'The lamp' })
      .click()
    await page.getByRole('heading', { name: /012A-A/ }).waitFor()
  }
  const bar = (page: Page) => page.getByRole('slider', { name: /^Place in/ })
  const goTo = async (page: Page, frame: number) => {
    await page.getByRole('heading', { name: /012A-A/ }).click()
    await bar(page).fill(String(frame))
    await becomes(() => bar(page).inputValue(), String(frame))
  }

  test('is of some frames in a row, is marked on the bar, and is gone to by keys', async () => {
    const { secret } = await linkTo()
    const page = await stage.open(`/r/${secret}`, { signedOut: true })
    await enter(page)
    await openTake(page)
    await goTo(page, 12)
    await page.getByLabel('Your comment').fill('Too dark here.')
    await goTo(page, 30)
    await page.getByRole('button', { name: 'Up to this frame' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await becomes(async () => (await commentsOf(stage.first)).at(-1)?.range, { from: 12, to: 30, rate })
    await goTo(page, 50)
    await page.getByLabel('Your comment').fill('And here.')
    await page.getByRole('button', { name: 'Send' }).click()
    await becomes(() => page.locator('[data-mark]').count(), 2)
    await page.getByRole('heading', { name: /012A-A/ }).click()
    await goTo(page, 70)
    await page.keyboard.press(',')
    await becomes(() => bar(page).inputValue(), '50')
    await page.keyboard.press(',')
    await becomes(() => bar(page).inputValue(), '12')
    await page.getByRole('button', { name: /^Go to 00:00:12/, pressed: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'guest-marks')
    await stage.close(page)
  })

  test('answers what was said to everybody, and members read it in the same thread', async () => {
    const begun = await stage.user.send('POST', `/api/assets/${stage.second}/comments`, {
      ...{ text: 'Is the boat right?', audience: 'everybody' },
    })
    const { secret } = await linkTo()
    const page = await stage.open(`/r/${secret}`, { signedOut: true })
    await enter(page, 'Ada')
    await page.getByRole('list', { name: 'Takes' }).getByRole('button').filter({ hasText: '012A-B' }).click()
    await page.getByRole('button', { name: /^Reply to/ }).click()
    await page.getByRole('textbox', { name: /^Reply to/ }).fill('It is.')
    await page.reload()
    await becomes(() => page.getByRole('textbox', { name: /^Reply to/ }).inputValue(), 'It is.')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByRole('region', { name: 'Comments' }).getByText('It is.').waitFor()
    await becomes(() => page.getByRole('article', { name: 'Not sent yet' }).count(), 0)
    const replies = (await commentsOf(stage.second)).filter(({ parentId }) => parentId === begun.body.data.id)
    assert.deepEqual(
      replies.map(({ text, author, audience }) => [text, author?.name, audience]),
      [['It is.', 'Ada', 'everybody']],
    )
    await stage.close(page)
  })

  test('waits in the browser while the service is away, through a reload, and is sent once, in its order', async () => {
    const { secret } = await linkTo()
    const page = await stage.open(`/r/${secret}`, { signedOut: true })
    await enter(page, 'Linus')
    await openTake(page)
    await page.getByRole('button', { name: 'Send' }).waitFor()
    const before = (await commentsOf(stage.first)).length
    let fault: 'away' | 'no answer' | 'none' = 'away'
    await page.route(/\/(comments|verdicts)$/, async (route) => {
      if (route.request().method() !== 'POST' || fault === 'none') return route.continue()
      // The service has it, and the answer is lost.
      if (fault === 'no answer') {
        await route.fetch()
        fault = 'none'
      }
      await route.abort()
    })
    await page.getByLabel('Your comment').fill('Said without a line.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByLabel('Your comment').fill('And another.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await becomes(() => page.getByRole('article', { name: 'Not sent yet' }).count(), 2)
    await page.getByText('You approved of this take. It waits to be sent.').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'guest-waiting')
    await page.reload()
    await becomes(() => page.getByRole('article', { name: 'Not sent yet' }).count(), 2)
    assert.equal((await commentsOf(stage.first)).length, before)

    fault = 'no answer'
    await becomes(() => page.getByRole('article', { name: 'Not sent yet' }).count(), 0)
    await becomes(
      async () => (await commentsOf(stage.first)).slice(before).map(({ text }) => text),
      ['Said without a line.', 'And another.'],
    )
    await page.getByText('You approved of this take.', { exact: true }).waitFor()
    const verdicts = (await stage.user.get(`/api/assets/${stage.first}/verdicts`)).body.data
    const own = verdicts.filter(({ by }: { by: { name: string } }) => by.name === 'Linus')
    assert.equal(own.length, 1)
    await stage.close(page)
  })

  test('is said by who has a browser without room, too', async () => {
    const { secret } = await linkTo()
    const page = await stage.open('/sign-in', { signedOut: true })
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    })
    await page.goto(`${stage.service.address}/r/${secret}`)
    await enter(page, 'Edsger')
    await openTake(page)
    await page.getByLabel('Your comment').fill('As it is.')
    await page.getByRole('button', { name: 'Send' }).click()
    await becomes(async () => (await commentsOf(stage.first)).at(-1)?.text, 'As it is.')
    await stage.close(page)
  })

  test('may be of a take whose file could not be shown at first', async () => {
    const { secret } = await linkTo()
    const page = await stage.open(`/r/${secret}`, { signedOut: true })
    await enter(page, 'Barbara')
    await page.route('**/api/links/*/media/*/original?*', (route) => route.abort())
    await openTake(page)
    await page.getByText('This cannot be shown here.').waitFor()
    await page.unroute('**/api/links/*/media/*/original?*')
    await page.route('**/api/links/*/takes*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      for (const { media } of body.data) if (media) media.original += '&again=yes'
      await route.fulfill({ response, json: body })
    })
    // After which the takes are asked for again.
    await page.getByRole('button', { name: 'Approve' }).click()
    await bar(page).waitFor()
    await stage.close(page)
  })

  test('that is refused stays, with why, and can be discarded', async () => {
    const link = await linkTo()
    const page = await stage.open(`/r/${link.secret}`, { signedOut: true })
    await enter(page)
    await openTake(page)
    await page.getByLabel('Your comment').fill('May I?')
    const path = `/api/projects/${stage.film.projectId}/links/${link.id}`
    await stage.user.send('PATCH', path, { mayComment: false })
    await page.getByRole('button', { name: 'Send' }).click()
    const refused = page.getByRole('article', { name: 'Not sent yet' })
    await refused.getByRole('alert').waitFor()
    await becomes(() => page.getByLabel('Your comment').count(), 0)
    await refused.getByRole('button', { name: 'Discard' }).click()
    await becomes(() => refused.count(), 0)
    await stage.close(page)
  })
})
