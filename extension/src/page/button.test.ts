import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { becomes } from '../../../e2e/becomes.ts'
import { openPageStage, type PageStage, type StagedPage } from './testing/page-stage.ts'

const picture = (name: string, style = '') =>
  `<img id="${name}" src="/${name}.png" alt="" style="display: block; width: 400px; height: 260px; ${style}">`

const filed = 'Scene 012A, shot B, v4'

describe('The button "Capture"', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('appears over media under the pointer, captures them, and says so aloud', async () => {
    const page = await stage.open({ html: picture('one') + picture('two') })
    await page.page.locator('#two').hover()
    const button = buttonOf(page, 'Capture this picture')
    await button.click()
    await becomes(async () => addressesOf(page), ['https://pictures.example/two.png'])
    await buttonOf(page, filed).waitFor()
    await becomes(() => page.page.getByRole('status').textContent(), filed)
    await page.close()
  })

  test('stands in the corner of the media, wherever they scroll to', async () => {
    const page = await stage.open({
      html: `<div id="scroller" style="width: 500px; height: 500px; overflow: auto">
        ${picture('one')}${picture('two')}<div style="height: 900px"></div></div>`,
    })
    await page.page.locator('#one').hover()
    const button = buttonOf(page, 'Capture this picture')
    await becomes(() => offset(button, page.page.locator('#one')), [8, 8])
    await page.page.evaluate(() => document.querySelector('#scroller')!.scrollTo(0, 60))
    // Cut off by what scrolls: at the corner of what is to be seen.
    await becomes(() => offset(button, page.page.locator('#scroller')), [8, 8])
    await page.page.evaluate(() => document.querySelector('#scroller')!.scrollTo(0, 600))
    await button.waitFor({ state: 'hidden' })
    await page.close()
  })

  test('goes away with the pointer', async () => {
    const page = await stage.open({ html: `${picture('one')}<p style="margin: 200px">text</p>` })
    await page.page.locator('#one').hover()
    const button = buttonOf(page, 'Capture this picture')
    await button.hover()
    await page.page.locator('p').hover()
    await button.waitFor({ state: 'hidden' })
    await page.close()
  })

  test('is there for the keyboard, which finds it after the media', async () => {
    const page = await stage.open({ html: `<a href="#one">${picture('one')}</a>` })
    await page.page.keyboard.press('Tab')
    await buttonOf(page, 'Capture this picture').waitFor()
    await page.page.keyboard.press('Tab')
    await page.page.keyboard.press('Enter')
    await buttonOf(page, filed).waitFor()
    assert.deepEqual(await addressesOf(page), ['https://pictures.example/one.png'])
    assert.equal(page.page.url(), 'https://pictures.example/')
    await page.close()
  })

  test('is there after a touch, and large enough for a finger', async () => {
    const page = await stage.open({ html: picture('one'), touch: true, size: { width: 430, height: 800 } })
    await page.page.locator('#one').tap()
    const button = buttonOf(page, 'Capture this picture')
    await button.waitFor()
    assert.ok((await button.evaluate((element) => (element as HTMLElement).offsetHeight)) >= 44)
    await button.tap()
    await buttonOf(page, filed).waitFor()
    await page.close()
  })

  test('finds the picture behind what the page lays over it, and none where there is none', async () => {
    const page = await stage.open({
      html: `<div style="position: relative; width: 400px">${picture('one')}
        <div id="cover" style="position: absolute; inset: 0"></div></div>
        <div id="far" style="height: 300px"></div>
        <img id="icon" alt="" src="/icon.png" width="64" height="64">`,
    })
    await page.page.locator('#cover').hover()
    const button = buttonOf(page, 'Capture this picture')
    await button.waitFor()
    await page.page.locator('#icon').hover()
    await button.waitFor({ state: 'hidden' })
    await page.page.locator('#far').hover()
    await page.page.locator('#cover').hover()
    await button.waitFor()
    await page.close()
  })

  test('says what a capture lacks, and why one failed', async () => {
    const page = await stage.open({ html: picture('one') })
    await page.page.locator('#one').hover()
    await page.answer({ outcome: { state: 'draft', sceneId: '012A', reason: 'the prompt is missing' } })
    await buttonOf(page, 'Capture this picture').click()
    const lacking = buttonOf(page, 'Draft: the prompt is missing')
    assert.equal(await lacking.getAttribute('data-tone'), 'warn')
    await page.answer({ error: 'The disk is full' })
    await lacking.click()
    const failed = buttonOf(page, 'Not captured: The disk is full')
    assert.equal(await failed.getAttribute('data-tone'), 'bad')
    await becomes(() => page.page.getByRole('status').textContent(), 'Not captured: The disk is full')
    await page.close()
  })

  test('says that the site looks different, when its adapter no longer knows it', async () => {
    const page = await stage.open({ url: 'https://www.midjourney.com/explore', html: picture('one') })
    await page.page.locator('#one').hover()
    await page.answer({ outcome: { state: 'synced', sceneId: '012A', versionNumber: 4, isChanged: true } })
    await buttonOf(page, 'Capture this picture').click()
    await buttonOf(
      page,
      'Scene 012A, v4. This site looks different than it did: check what was read',
    ).waitFor()
    assert.equal((await page.sightings())[0]?.adapter?.state, 'changed')
    await page.close()
  })

  test('is not there on what a known platform did not make', async () => {
    const page = await stage.open({
      url: 'https://suno.com/me',
      html: `${picture('avatar')}<a href="/song/1">a song</a>`,
    })
    await page.page.locator('#avatar').hover()
    await page.drawn()
    assert.equal(await page.page.locator('dailies-layer button').count(), 0)
    await page.close()
  })

  test('names its shortcut', async () => {
    const page = await stage.open({ html: picture('one'), settings: { shortcut: 'Alt+Shift+D' } })
    await page.page.locator('#one').hover()
    const button = buttonOf(page, 'Capture this picture')
    assert.equal(await button.textContent(), 'CaptureAlt+Shift+D')
    assert.equal(await button.getAttribute('aria-keyshortcuts'), 'Alt+Shift+D')
    await page.close()
  })

  test('is no click on the page, and no script of the page can press it', async () => {
    const page = await stage.open({
      html: `${picture('one')}<script>
        window.heard = []
        for (const type of ['click', 'pointerdown', 'mousedown', 'mouseup', 'pointerup', 'keydown'])
          addEventListener(type, () => heard.push(type))
        getSelection().selectAllChildren(document.body)
      </script>`,
    })
    await page.page.locator('#one').hover()
    const button = buttonOf(page, 'Capture this picture')
    await button.evaluate((element) => {
      ;(element as HTMLElement).click()
      element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    })
    assert.deepEqual(await addressesOf(page), [])
    await button.click()
    await buttonOf(page, filed).waitFor()
    assert.deepEqual(await page.page.evaluate('heard'), [])
    await page.close()
  })
})

function buttonOf({ page }: StagedPage, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

async function addressesOf(page: StagedPage): Promise<string[]> {
  return (await page.sightings()).map(({ mediaUrl }) => mediaUrl)
}

/** From the upper left of the one to that of the other. */
async function offset(element: Locator, from: Locator): Promise<number[]> {
  const [one, other] = [await element.boundingBox(), await from.boundingBox()]
  return [one!.x - other!.x, one!.y - other!.y]
}
