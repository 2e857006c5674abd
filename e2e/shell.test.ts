import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createUser } from '../server/accounts/create-user.ts'
import { sessionCaller } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { openStage, type Stage, settled, signIn, violations } from './stage.ts'

describe('what is around every screen', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  test('the first stop of the keyboard skips to the content', async () => {
    const page = await stage.open('/tokens')
    await page.getByRole('button', { name: 'New token' }).waitFor()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    assert.equal(await hasFocus(skip), true)
    assert.ok((await skip.boundingBox())!.width > 100)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await hasFocus(page.getByRole('button', { name: 'New token' })), true)
    await stage.close(page)
  })

  test('the keyboard goes to every place, and to the menu of the user and back', async () => {
    const page = await stage.open('/projects')
    const main = page.getByRole('navigation', { name: 'Main' })
    for (const place of ['Tokens', 'Webhooks', 'Preferences']) {
      const link = main.getByRole('link', { name: place })
      await link.waitFor()
      await tabTo(link)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: place }).waitFor()
      await becomes(() => link.getAttribute('aria-current'), 'page')
      await becomes(() => page.title(), `${place} · Dailies`)
    }
    const menu = page.getByRole('button', { name: stage.user.email })
    await tabTo(menu)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Account' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    assert.equal(await hasFocus(menu), true)
    await stage.close(page)
  })

  test('the way to the extension is in sight on every screen, not in a menu', async () => {
    const page = await stage.open('/tokens')
    await page.getByRole('banner').getByRole('link', { name: 'Get the extension' }).click()
    await page.getByRole('heading', { level: 1, name: 'Get the extension' }).waitFor()
    await stage.close(page)
  })

  test('a phone has the places at the bottom, large enough for a thumb', async () => {
    const page = await stage.open('/projects', { size: 'phone' })
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('button', { name: 'Search' }).tap()
    await page.getByRole('option', { name: 'Search all films' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
    for (const target of await bar.locator('a, button').all()) {
      const { height, width, y } = (await target.boundingBox())!
      assert.ok(height >= 40 && width >= 40, `${width} × ${height}`)
      assert.ok(y > 700)
    }
    // There is no room for the others.
    await bar.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: 'Webhooks' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await bar.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('menuitem', { name: 'Account' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await stage.close(page)
  })

  test('offline it says so, until it is back', async () => {
    const page = await stage.open('/tokens')
    await page.getByRole('list', { name: 'Tokens' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.context().setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'hidden' })
    await stage.close(page)
  })

  test('an address that leads nowhere says so, and shows the way', async () => {
    const page = await stage.open('/projects/none')
    await page.getByText('There is nothing here').waitFor()
    await becomes(() => page.title(), 'Not found · Dailies')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'To the projects' }).click()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await page.goto(`${stage.service.address}/webhooks/none`)
    await page.getByText('There is nothing here').waitFor()
    await stage.close(page)
  })

  test('what is on its way moves nothing that is there', async () => {
    const page = await stage.open('/account')
    await page.getByRole('list', { name: 'Sessions' }).waitFor()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/webhooks?*', async (route) => {
      await answered
      await route.continue()
    })
    const menu = page.getByRole('button', { name: stage.user.email })
    const before = [await menu.boundingBox(), await page.getByRole('link', { name: 'Tokens' }).boundingBox()]
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.locator('.slate-stripes').waitFor()
    const during = [await menu.boundingBox(), await page.getByRole('link', { name: 'Tokens' }).boundingBox()]
    assert.deepEqual(during, before)
    answer()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await page.locator('.slate-stripes').waitFor({ state: 'detached' })
    await stage.close(page)
  })

  test('an address that is none is told so in the console, or leads to the sign-in and no further', async () => {
    for (const path of ['/scenes', '/project/x']) {
      const page = await stage.open(path)
      await page.getByText('There is nothing here').waitFor()
      await page.getByRole('link', { name: 'To the projects' }).waitFor()
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await stage.close(page)
    }
    const page = await stage.open('/login', { signedOut: true })
    await page.getByLabel('Email').waitFor()
    await becomes(async () => page.url(), `${stage.service.address}/sign-in`)
    await stage.close(page)
  })

  test('no screen asks anything of another host, nor lets anything run but its own', async () => {
    const { body } = await stage.user.send('POST', '/api/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      events: ['asset.created'],
    })
    const paths = [
      '/projects',
      '/search?q=take',
      `/projects/${stage.film.projectId}`,
      `/projects/${stage.film.projectId}/characters`,
      `/projects/${stage.film.projectId}/prompt-packages`,
      `/projects/${stage.film.projectId}/report`,
      `/projects/${stage.film.projectId}/import`,
      '/import',
      `/scenes/${stage.film.sceneDbId}`,
      '/tokens',
      '/webhooks',
      `/webhooks/${body.data.id}`,
      '/preferences',
      '/account',
      '/users',
    ]
    const page = await stage.open('/projects')
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(stage.service.address)) foreign.push(request.url())
    })
    for (const path of paths) {
      const response = await page.goto(stage.service.address + path)
      const policy = response!.headers()['content-security-policy'] ?? ''
      assert.match(policy, /default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/)
      await settled(page)
    }
    assert.deepEqual(foreign, [])
    await stage.close(page)
  })

  test('markup and script in names is text, and never runs', async () => {
    const attack = '"><img src=x onerror="window.ran=1"><script>window.ran=1</script>'
    const link = 'javascript:window.ran=1'
    const email = 'hostile@studio.example'
    await createUser(
      stage.service.db,
      { email, name: attack, password: 'correct horse' },
      { role: 'administrator' },
    )
    const cookie = await signIn(stage.service.address, email)
    const hostile = sessionCaller(stage.service.address, cookie)
    await hostile.send('POST', '/api/tokens', { name: attack })
    await hostile.send('POST', '/api/tokens', { name: link })
    await hostile.send('POST', '/api/webhooks', {
      url: 'https://hooks.example/%3Cscript%3E?q=javascript:window.ran=1',
      description: attack,
      events: ['asset.created'],
    })
    const page = await stage.open('/tokens', { cookie })
    await page.getByText(attack).first().waitFor()
    await page.getByText(link).first().waitFor()
    for (const path of ['/webhooks', '/users', '/account']) {
      await page.goto(stage.service.address + path)
      await page.getByText(attack).first().waitFor()
      assert.equal(await page.evaluate(() => (window as { ran?: number }).ran), undefined)
    }
    await becomes(() => page.locator('a[href^="javascript:"]').count(), 0)
    await page.goto(`${stage.service.address}/sign-in?to=javascript:window.ran=1`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('correct horse')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/projects')
    assert.equal(await page.evaluate(() => (window as { ran?: number }).ran), undefined)
    await stage.close(page)
  })
})
