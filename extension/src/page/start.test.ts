import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import { openPageStage, type PageStage, type StagedPage } from './testing/page-stage.ts'

const html = '<img src="/1.png" alt="" width="400" height="260">'
const mark = {
  outputUrl: 'https://pictures.example/1.png',
  externalAssetId: null,
  sceneId: '012A',
  versionNumber: 3,
  href: 'https://dailies.example/assets/1',
}

describe('The script in a page', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('works once, however often it is put there', async () => {
    const page = await stage.open({ html, marks: [mark] })
    await page.begin()
    await page.begin()
    await page.page.getByRole('link', { name: 'In scene 012A, v3' }).waitFor()
    await page.order({ order: 'capture' })
    await page.page.getByRole('button', { name: 'Capture again', exact: true }).click()
    await becomes(async () => (await page.sightings()).length, 1)
    await page.drawn()
    assert.equal((await page.sightings()).length, 1)
    assert.equal((await page.asked()).filter(({ name }) => name === 'pageSettings').length, 1)
    assert.equal(await page.page.locator('dailies-layer').count(), 1)
    await page.close()
  })

  test('takes all that it put there away, when its extension is gone and it notices', async () => {
    const page = await stage.open({ html, marks: [mark] })
    await page.page.getByRole('link').waitFor()
    await page.orphan()
    await page.page.locator('img').hover()
    await page.page.locator('dailies-layer').waitFor({ state: 'detached' })
    // Nothing of it is at work any more.
    await page.page.locator('img').evaluate((image) => image.setAttribute('src', '/2.png'))
    await page.page.mouse.move(600, 600)
    await page.page.locator('img').hover()
    await page.drawn()
    assert.equal(await page.page.locator('dailies-layer').count(), 0)
    await page.close()
  })

  test('says what to do, when the extension goes while the button is shown', async () => {
    const page = await stage.open({ html })
    await page.page.locator('img').hover()
    const button = page.page.getByRole('button', { name: 'Capture this picture' })
    await button.waitFor()
    await page.orphan()
    await button.click()
    await page.page
      .getByRole('button', { name: 'Dailies was updated: reload this page to capture from it' })
      .waitFor()
    await page.close()
  })

  test('gives way to that of the extension that came instead', async () => {
    const page = await stage.open({ html, marks: [mark] })
    await page.page.getByRole('link').waitFor()
    await page.orphan()
    await page.reload()
    await page.answer({ marks: [{ ...mark, versionNumber: 4 }] })
    await page.begin()
    await page.page.getByRole('link', { name: 'In scene 012A, v4' }).waitFor()
    assert.equal(await page.page.locator('dailies-layer').count(), 1)
    await page.page.locator('img').hover()
    await page.page.getByRole('button', { name: 'Capture this picture' }).click()
    await page.page.getByRole('button', { name: 'Capture again', exact: true }).click()
    await becomes(async () => (await page.sightings()).length, 1)
    await page.close()
  })

  test('comes back when the page takes its layer away', async () => {
    const page = await stage.open({ html, marks: [mark] })
    await page.page.getByRole('link').waitFor()
    await page.page.evaluate(() => document.querySelector('dailies-layer')!.remove())
    await page.page.locator('img').hover()
    await page.page.getByRole('button', { name: 'Capture this picture' }).waitFor()
    await page.page.getByRole('link').waitFor()
    await page.close()
  })

  test('tells which local interface the page is, so that it can be switched off', async () => {
    const comfyui = await stage.open({ url: 'http://127.0.0.1:8188/', fixture: 'comfyui' })
    await becomes(() => settingsAsked(comfyui), [{ platform: 'comfyui' }])
    await comfyui.close()
    const unknown = await stage.open({ html })
    await becomes(() => settingsAsked(unknown), [{}])
    await unknown.close()
  })

  test('works in a page that forbids every script, style and connection of others', async () => {
    const page = await stage.open({
      html,
      marks: [mark],
      headers: {
        'content-security-policy': "default-src 'none'; img-src https:; require-trusted-types-for 'script'",
      },
    })
    const link = page.page.getByRole('link')
    await link.waitFor()
    assert.equal(await link.evaluate((element) => getComputedStyle(element).position), 'absolute')
    await page.order({ order: 'grid' })
    await page.page.getByRole('checkbox', { name: 'Picture 1 of 1' }).waitFor()
    await page.close()
  })

  test('leaves no trace that the page could see into', async () => {
    const page = await stage.open({ html, marks: [mark], isOpen: false })
    await page.page.locator('dailies-layer').waitFor({ state: 'attached' })
    assert.equal(await page.page.evaluate(() => document.querySelector('dailies-layer')!.shadowRoot), null)
    const names = await page.page.evaluate(() => Object.keys(window).filter((name) => /dailies/i.test(name)))
    assert.deepEqual(names, [])
    await page.close()
  })
})

async function settingsAsked(page: StagedPage): Promise<unknown[]> {
  return (await page.asked()).filter(({ name }) => name === 'pageSettings').map(({ request }) => request)
}
