import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { guestOf, madeLink } from '../server/test/guests.ts'
import { mediaOnce, picture, put, take } from '../server/test/media.ts'
import { becomes } from './becomes.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('review links', () => {
  let stage: Stage
  let first: string

  before(async () => {
    stage = await openStage()
    const { service, user, film } = stage
    const [shotId] = film.shotIds
    first = await take(user, film, { shotId, selected: true, title: 'The lamp' })
    const second = await take(user, film, { sceneId: '2', selected: true, title: 'The boat' })
    for (const id of [first, second]) await put(service, user, id, await picture())
    for (const id of [first, second]) {
      await mediaOnce(user, id, 'there are thumbnails', (media) => media.thumbnails.length > 0)
    }
  })
  after(() => stage.end())

  const linkTo = (more: object = {}) =>
    madeLink(stage.user, stage.film.projectId, { mayComment: true, mayGiveVerdict: true, ...more })
  const noOverflow = async (page: Page) => assert.equal(await sticksOut(page), 0)

  test('are made and revoked by members, and their address is shown once', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/links`)
    await page.getByRole('button', { name: 'New link' }).click()
    const dialog = page.getByRole('dialog', { name: 'New review link' })
    await dialog.getByLabel('For whom').fill('The distributor')
    await dialog.getByRole('checkbox', { name: 'Comment', exact: true }).check()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'link-new')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const address = await page.getByText(/\/r\/[\w-]{43}$/).innerText()
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('list', { name: 'Review links' }).getByRole('listitem').first()
    await row.getByText('May look, comment').waitFor()
    assert.ok(!(await page.content()).includes(address.split('/r/')[1]!), 'it is nowhere any more')

    const guest = await stage.open(new URL(address).pathname, { signedOut: true })
    await guest.getByLabel('Your name').fill('Grace')
    await guest.getByRole('button', { name: 'Look' }).click()
    await guest.getByRole('list', { name: 'Takes' }).waitFor()
    await row.getByText('1 view by 1 guest').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'links')

    await row.getByRole('button', { name: 'More for The distributor' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('Revoked', { exact: true }).waitFor()
    await guest.reload()
    await guest.getByText('This link has ended').waitFor()
    assert.deepEqual(await violations(guest), [])
    await screenshot(guest, 'link-ended')
    await stage.close(guest)
    await stage.close(page)
  })

  for (const look of looks) {
    test(`show a grid, then take after take, to a guest on a ${look.size}`, async () => {
      const { secret } = await linkTo({ watermark: true, password: 'open sesame' })
      const page = await stage.open(`/r/${secret}`, { ...look, signedOut: true })
      await page.getByLabel('Your name').fill('Grace Hopper')
      await page.getByLabel('Password').fill('wrong one')
      await page.getByRole('button', { name: 'Look' }).click()
      await page.getByText('Wrong password').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `guest-enter-${look.size}`)
      await page.getByLabel('Password').fill('open sesame')
      await page.getByRole('button', { name: 'Look' }).click()
      const takes = page.getByRole('list', { name: 'Takes' }).getByRole('listitem')
      await becomes(() => takes.count(), 2)
      await noOverflow(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `guest-grid-${look.size}`)

      await takes.getByRole('button').filter({ hasText: 'The lamp' }).click()
      await page.getByRole('heading', { name: /012A/ }).waitFor()
      await page.locator('[data-watermark]').getByText('Grace Hopper').first().waitFor({ state: 'attached' })
      await page.getByText('It is being made with your name in it').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `guest-copy-${look.size}`)
      // Then the name is in the picture itself.
      await becomes(() => page.locator('[data-watermark]').count(), 0)
      const burnt = page.getByRole('img', { name: /012A/ })
      await becomes(() => burnt.evaluate((image: HTMLImageElement) => image.naturalWidth), 640)
      await screenshot(page, `guest-burnt-${look.size}`)
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('You approved of this take.').waitFor()
      await page.getByLabel('Your comment').fill('The sky is too bright.')
      await page.getByRole('button', { name: 'Draw', exact: true }).click()
      const pad = page.getByRole('group', { name: /^Draw on the frame/ })
      const box = (await pad.boundingBox())!
      await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 5 })
      await page.mouse.up()
      await noOverflow(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `guest-draw-${look.size}`)
      await page.getByRole('button', { name: 'Send' }).click()
      const comments = page.getByRole('region', { name: 'Comments' })
      await comments.getByText('The sky is too bright.').first().waitFor()
      await comments.getByRole('button', { name: 'Drawing' }).first().click()
      await page.getByLabel('What was drawn with the comment').waitFor()
      await noOverflow(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `guest-take-${look.size}`)
      await page.getByRole('button', { name: 'Previous take' }).click()
      await page.getByRole('heading', { name: /^2 / }).waitFor()
      await page.goBack()
      await becomes(() => takes.count(), 2)
      await stage.close(page)

      const { data } = (await stage.user.get(`/api/assets/${first}/comments`)).body
      const said = data.at(-1)
      assert.deepEqual(
        [said.author.name, said.audience, said.hasDrawing],
        ['Grace Hopper', 'everybody', true],
      )
    })
  }

  test('load nothing of the console that guests need not, and ask nothing of accounts', async () => {
    const { secret } = await linkTo()
    const page = await stage.open('/sign-in', { signedOut: true })
    // What that page asks late is not what is looked at.
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${stage.service.address}/r/${secret}`)
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Look' }).click()
    await page.getByRole('list', { name: 'Takes' }).waitFor()
    const api = asked.filter((path) => path.startsWith('/api/'))
    assert.ok(api.length > 0 && api.every((path) => path.startsWith('/api/links/')), api.join(' '))
    assert.ok(!api.some((path) => path.includes(secret)), 'the secret is in no address that is asked for')
    await stage.close(page)
  })

  test('are told of once they end while somebody looks', async () => {
    const link = await linkTo()
    await guestOf(stage.service, link)
    const page = await stage.open(`/r/${link.secret}`, { signedOut: true })
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Look' }).click()
    await page.getByRole('list', { name: 'Takes' }).waitFor()
    await page.getByRole('list', { name: 'Takes' }).getByRole('button').first().click()
    await page.getByLabel('Your comment').fill('Still there?')
    await page.getByText('Nobody has said anything yet.').or(page.getByText('The sky')).first().waitFor()
    await stage.user.send('DELETE', `/api/projects/${stage.film.projectId}/links/${link.id}`, undefined)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('This link has ended').waitFor()
    await stage.close(page)
  })
})
