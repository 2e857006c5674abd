import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { holdRequests } from './hold-requests.ts'
import { openStage, type Stage } from './stage.ts'

/** What a box, a switch or a list reads in the very moment of being clicked, or of another value being chosen. */
function inThatMoment(control: Locator, value?: string): Promise<string | boolean> {
  return control.evaluate((element, value) => {
    if (element instanceof HTMLSelectElement) {
      element.value = value!
      element.dispatchEvent(new Event('change', { bubbles: true }))
      return element.value
    }
    ;(element as HTMLElement).click()
    return element instanceof HTMLInputElement ? element.checked : element.ariaChecked === 'true'
  }, value)
}

describe('what is chosen is shown at once', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  const box = (page: Page, name: string) => page.getByRole('checkbox', { name })

  test('while it is being saved, one after the other, and stays', async () => {
    const page = await stage.open('/preferences')
    const boxes = ['A scene of your films is complete', 'A token of yours ends within 7 days']
    await box(page, boxes[0]!).waitFor()
    const letThrough = await holdRequests(page, '**/api/inbox/settings')
    for (const name of boxes) assert.equal(await inThatMoment(box(page, name)), false, name)
    for (const name of boxes) assert.equal(await box(page, name).isChecked(), false, name)
    letThrough()
    const saved = async () => {
      const { data } = (await stage.user.get('/api/inbox/settings')).body
      const of = ['scene.completed', 'token.expiring']
      return data.filter(({ kind }: { kind: string }) => of.includes(kind))
    }
    await becomes(
      async () => (await saved()).map(({ inConsole }: { inConsole: boolean }) => inConsole),
      [false, false],
    )
    await page.reload()
    for (const name of boxes) await becomes(() => box(page, name).isChecked(), false)
    await stage.close(page)
  })

  test('and goes back once it is refused', async () => {
    const page = await stage.open('/preferences')
    const one = box(page, 'A webhook of yours is paused')
    await page.route('**/api/inbox/settings', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { error: 'Not today' } })
        : route.continue(),
    )
    assert.equal(await inThatMoment(one), false)
    await page.getByRole('alert').getByText('Not today').waitFor()
    await becomes(() => one.isChecked(), true)
    await stage.close(page)
  })

  test('of the rights of a platform', async () => {
    const { film, user } = stage
    await user.ingest(film.capture)
    const page = await stage.open(`/projects/${film.projectId}/report`)
    const rights = page.getByLabel('Midjourney', { exact: true })
    await rights.waitFor()
    const letThrough = await holdRequests(page, '**/rights-defaults*')
    assert.equal(await inThatMoment(rights, 'RESTRICTED'), 'RESTRICTED')
    assert.equal(await inThatMoment(rights, 'NON_COMMERCIAL'), 'NON_COMMERCIAL')
    letThrough()
    const said = async () => (await user.get(`/api/projects/${film.projectId}/rights-defaults`)).body.data
    await becomes(async () => (await said())[0]?.rightsState, 'NON_COMMERCIAL')
    await becomes(() => rights.inputValue(), 'NON_COMMERCIAL')
    await stage.close(page)
  })

  test('before the address says it', async () => {
    const { projectId, sceneDbId } = stage.film
    const { body } = await stage.user.send('POST', '/api/tokens', { name: 'An old one' })
    await stage.user.send('DELETE', `/api/tokens/${body.data.id}`, undefined)
    const places: [path: string, control: (page: Page) => Locator, chosen: string | true][] = [
      [`/projects/${projectId}/notes`, (page) => box(page, 'Mentions me'), true],
      [
        `/projects/${projectId}/activity`,
        (page) => page.getByLabel('What', { exact: true }),
        'asset.selected',
      ],
      [`/scenes/${sceneDbId}`, (page) => page.getByLabel('Order', { exact: true }), 'oldest'],
      ['/my-shots', (page) => page.getByLabel('State', { exact: true }), 'open'],
      ['/search', (page) => page.getByLabel('Order', { exact: true }), 'newest'],
      ['/projects', (page) => page.getByLabel('Status', { exact: true }), 'PRODUCTION'],
      ['/tokens', (page) => page.getByRole('switch'), true],
    ]
    for (const [path, control, chosen] of places) {
      const page = await stage.open(path)
      const value = chosen === true ? undefined : chosen
      assert.equal(await inThatMoment(control(page), value), chosen, path)
      await page.waitForURL(/\?/)
      const now = (): Promise<string | boolean> =>
        value ? control(page).inputValue() : control(page).isChecked()
      assert.equal(await now(), chosen, path)
      await page.reload()
      await becomes<string | boolean>(now, chosen)
      await stage.close(page)
    }
  })
})
