import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Receiver, startReceiver } from '../server/test/receiver.ts'
import { testUser } from '../server/test/service.ts'
import { setPaused } from '../server/webhooks/delivery-queries.ts'
import { becomes } from './becomes.ts'
import { tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, signIn, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('webhooks', () => {
  let stage: Stage
  let receiver: Receiver
  /** One that answers 500. */
  let broken: Receiver

  before(async () => {
    stage = await openStage()
    receiver = await startReceiver()
    broken = await startReceiver()
    broken.answer = () => 500
  })
  after(async () => {
    await Promise.all([receiver.close(), broken.close()])
    await stage.end()
  })

  async function register(settings: object): Promise<string> {
    const { status, body } = await stage.user.send('POST', '/api/webhooks', {
      url: receiver.url,
      events: ['asset.created'],
      ...settings,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id
  }

  test('one is registered for some projects, and its secret shown once', async () => {
    const page = await stage.open('/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('Description').fill('Editorial channel')
    await page.getByLabel('asset.selected').check()
    await page.getByLabel('Only some', { exact: true }).check()
    await page.getByLabel('The Long Tide').check()
    await page.getByLabel('Only scenes of').selectOption({ label: '… of The Long Tide' })
    await page.getByLabel('Scene 012A').check()
    await page.getByLabel('Slack').check()
    await page.getByRole('button', { name: 'Register the webhook' }).click()
    const shown = page.getByRole('dialog', { name: 'The secret that signs' })
    await shown.getByText(/^whsec_/).waitFor()
    await shown.getByRole('button', { name: 'Copy the secret' }).click()
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Editorial channel' }).click()
    const about = page.getByRole('region', { name: 'What it does' })
    await about.getByText('Only scene 012A of The Long Tide').waitFor()
    await about.getByText('Slack message').waitFor()
    await about.getByText('asset.selected').waitFor()
    await stage.close(page)
  })

  test('the keyboard alone registers one', async () => {
    const page = await stage.open('/webhooks')
    await page.getByRole('list', { name: 'Webhooks' }).waitFor()
    await tabTo(page.getByRole('button', { name: 'New webhook' }))
    await page.keyboard.press('Enter')
    await page.getByLabel('Address').waitFor()
    await page.keyboard.type(receiver.url)
    await tabTo(page.getByLabel('scene.completed'))
    await page.keyboard.press('Space')
    await tabTo(page.getByRole('button', { name: 'Register the webhook' }))
    await page.keyboard.press('Enter')
    const copy = page.getByRole('button', { name: 'Copy the secret' })
    await copy.waitFor()
    await tabTo(copy)
    await page.keyboard.press('Enter')
    await page.getByText('Copied').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('asset.created, scene.completed').waitFor()
    await stage.close(page)
  })

  test('what is wrong stands at its field, and nothing typed is lost', async () => {
    const page = await stage.open('/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill('https://10.0.0.1/hook')
    await page.getByLabel('asset.created').uncheck()
    await page.getByLabel('A form of your own').check()
    await page.getByLabel('Template').fill('{ "a": {{event}} }')
    await page.getByRole('button', { name: 'Register the webhook' }).click()
    await page.getByText('Must be at least one event').waitFor()
    await page.getByLabel('asset.created').check()
    await page.getByRole('button', { name: 'Register the webhook' }).click()
    await page.getByText('Must be a public address').waitFor()
    await becomes(() => page.getByLabel('Template').getAttribute('aria-invalid'), 'true')
    await becomes(() => page.getByLabel('Template').inputValue(), '{ "a": {{event}} }')
    await stage.close(page)
  })

  test('a test event is sent at once, and how it went is told', async () => {
    const id = await register({ url: broken.url, description: 'broken' })
    const page = await stage.open(`/webhooks/${id}`)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByLabel('Event').selectOption('asset.selected')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a test' })
    await dialog.getByText('Refused (500)').waitFor()
    broken.answer = () => 204
    await dialog.getByRole('button', { name: 'Send another' }).click()
    await dialog.getByText('Delivered (204)').waitFor()
    broken.answer = () => 500
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').nth(1).waitFor()
    await stage.close(page)
  })

  test('the log follows by itself what is sent, and is filtered in the address', async () => {
    const id = await register({ description: 'slow' })
    const answers: ((status: number) => void)[] = []
    receiver.hold = (respond) => answers.push(respond)
    await stage.user.ingest(stage.film.capture)
    const page = await stage.open(`/webhooks/${id}`)
    const log = page.getByRole('list', { name: 'Deliveries' })
    await log.getByText('Waiting').waitFor()
    receiver.hold = undefined
    for (const respond of answers) respond(204)
    await log.getByText('Delivered').waitFor()
    await page
      .getByRole('navigation', { name: 'Log by status' })
      .getByRole('link', { name: 'Failed' })
      .click()
    await page.waitForURL('**?status=Failed')
    await page.getByText('None that is failed').waitFor()
    await stage.close(page)
  })

  test('a delivery opens beside the log, by its address too, and is sent again', async () => {
    const id = await register({ description: 'replayed' })
    await stage.user.send('POST', `/api/webhooks/${id}/test`, { event: 'asset.created' })
    const page = await stage.open(`/webhooks/${id}`)
    await page.getByRole('list', { name: 'Deliveries' }).getByRole('link').click()
    await page.waitForURL('**?delivery=*')
    await page.reload()
    const side = page.getByRole('dialog', { name: 'asset.created' })
    await side.getByText('Delivered (204)').waitFor()
    await side.getByRole('button', { name: 'Copy: Payload' }).click()
    const payload = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
    assert.equal(payload.event, 'asset.created')
    const before = receiver.received.length
    await side.getByRole('button', { name: 'Send it again' }).click()
    await side.getByText('#2 ·').waitFor()
    assert.ok(receiver.received.length > before)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('delivery'))
    await stage.close(page)
  })

  test('a paused one says why, goes on, and replays what it missed', async () => {
    const id = await register({ description: 'unreachable' })
    const reason = 'Every attempt since yesterday failed'
    await stage.service.db.transaction((transaction) =>
      transaction.run(setPaused, { id, now: new Date().toISOString(), reason }),
    )
    await stage.user.ingest({ ...stage.film.capture, prompt: 'while it was paused' })
    const page = await stage.open(`/webhooks/${id}`)
    await page.getByText(reason).waitFor()
    await page.getByRole('button', { name: 'Switch it on again' }).click()
    const replay = page.getByRole('dialog', { name: 'Replay a time range' })
    await replay.getByRole('button', { name: 'Replay' }).click()
    await replay.getByText(/wait(s)? to be sent again/).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Paused').first().waitFor({ state: 'hidden' })
    await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').first().waitFor()
    await stage.close(page)
  })

  test('one is changed, and only what changed is sent', async () => {
    const id = await register({ description: 'before', template: { type: 'discord' } })
    const page = await stage.open(`/webhooks/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('after')
    await page.getByLabel('Several events in one POST').check()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save' }).click()
    const batching = { maxEvents: 50, maxSeconds: 10 }
    assert.deepEqual((await sent).postDataJSON(), { description: 'after', batching })
    await page.getByRole('heading', { level: 1, name: 'after' }).waitFor()
    await page.getByText('Up to 50 events at a time, within 10 s').waitFor()
    await stage.close(page)
  })

  test('one is switched off, its secret rotated, and it is deleted', async () => {
    const id = await register({ description: 'short-lived' })
    const page = await stage.open(`/webhooks/${id}`)
    await page.getByRole('switch', { name: 'Send to short-lived' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More to do' }).click()
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('The secret before signs along until').waitFor()
    await page.getByRole('button', { name: 'Copy the secret' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'More to do' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/webhooks')
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    assert.equal((await stage.user.get(`/api/webhooks/${id}`)).status, 404)
    await stage.close(page)
  })

  test('a switch that the service refuses goes back, and it says why', async () => {
    const id = await register({ description: 'stubborn' })
    const page = await stage.open(`/webhooks/${id}`)
    await page.route(`**/api/webhooks/${id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { error: 'Not today' } })
        : route.continue(),
    )
    await page.getByRole('switch').click()
    await page.getByText('Not today').first().waitFor()
    await becomes(() => page.getByRole('switch').isChecked(), true)
    await stage.close(page)
  })

  test('whoever has none reads what they are for', async () => {
    const { email } = await testUser(stage.service)
    const cookie = await signIn(stage.service.address, email)
    const page = await stage.open('/webhooks', { cookie })
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Register the first one' }).click()
    await page.getByLabel('Address').waitFor()
    await stage.close(page)
  })

  test('when the log cannot be loaded it says why, and tries again', async () => {
    await register({ description: 'unlucky' })
    const page = await stage.open('/webhooks')
    await page.route('**/deliveries?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not today' } }),
    )
    await page.getByRole('link', { name: 'unlucky' }).click()
    await page.getByText('Not today').waitFor()
    await page.unroute('**/deliveries?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Nothing was sent yet').waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`list, form, log and delivery have no barriers in ${theme} on a ${size}`, async () => {
      const id = await register({ url: broken.url, description: 'looked at' })
      await stage.user.send('POST', `/api/webhooks/${id}/test`, {})
      const page = await stage.open('/webhooks', { theme, size })
      await page.getByRole('list', { name: 'Webhooks' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `webhooks-${theme}-${size}`)
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByLabel('A form of your own').check()
      await page.getByLabel('Several events in one POST').check()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `webhook-new-${theme}-${size}`)
      await page.goto(`${stage.service.address}/webhooks/${id}`)
      await page.getByRole('list', { name: 'Deliveries' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await becomes(() => sticksOut(page), 0)
      await screenshot(page, `webhook-${theme}-${size}`)
      await page.getByRole('list', { name: 'Deliveries' }).getByRole('link').click()
      await page.getByText('Refused (500)').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `delivery-${theme}-${size}`)
      await stage.user.send('DELETE', `/api/webhooks/${id}`, undefined)
      await stage.close(page)
    })
  }
})
