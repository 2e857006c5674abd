import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import { openPageStage, type PageStage } from './testing/page-stage.ts'

const mark = {
  outputUrl: 'https://pictures.example/1.png',
  externalAssetId: null,
  sceneId: '1',
  versionNumber: 1,
  href: 'https://dailies.example/assets/1',
}

describe('A page that means no good', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('cannot make a capture larger than the service takes', async () => {
    const page = await stage.open({
      html: '<img src="/1.png" width="300" height="200"><title></title>',
    })
    await page.page.evaluate(() => {
      // The last character that fits is the first half of one; and one that the service refuses.
      const text = `\0${'a lighthouse in the storm '.repeat(200_000)}`
      document.querySelector('img')!.alt = `${text.slice(0, 99_999)}😀${text}`
      document.title = text
    })
    await page.order({ order: 'capture' })
    await becomes(async () => (await page.sightings()).length, 1)
    const [sighting] = await page.sightings()
    const { prompt, title } = sighting!.readings[0]!
    assert.ok(prompt!.length > 99_000 && prompt!.length <= 100_000)
    assert.ok(prompt!.isWellFormed() && !prompt!.includes('\0'))
    assert.equal(title!.length, 499)
    assert.equal(sighting!.pageTitle.length, 1000)
    await page.close()
  })

  test('cannot lead in circles by a form whose fields are named like what leads outwards', async () => {
    const page = await stage.open({
      html: `<form><input name="parentNode"><input name="parentElement"><input name="assignedSlot">
        <br><img src="/1.png" width="300" height="200">
        <img id="two" src="/2.png" alt="a red barn at dusk" width="300" height="200"></form>`,
      marks: [mark],
    })
    await becomes(async () => (await page.asked()).length, 2)
    const { x, y } = await page.page.evaluate(() => document.querySelector('#two')!.getBoundingClientRect())
    await page.page.mouse.move(x + 100, y + 100)
    await page.drawn()
    await page.order({ order: 'capture' })
    await becomes(async () => (await page.sightings())[0]?.readings[0]?.prompt, 'a red barn at dusk')
    await page.close()
  })

  test('cannot make the script ask about more at once than it may, nor choose without end', async () => {
    const page = await stage.open({ html: '<p>text</p>' })
    await page.page.evaluate(() => {
      const images = Array.from({ length: 6000 }, (_none, index) => {
        const image = Object.assign(new Image(200, 200), { loading: 'lazy', src: `/${index}.png` })
        return image
      })
      document.body.append(...images)
    })
    const questions = async () => (await page.asked()).filter(({ name }) => name === 'findCaptured')
    await becomes(async () => (await questions()).length >= 20, true)
    for (const { request } of await questions()) assert.ok((request.outputUrls as string[]).length <= 200)
    await page.order({ order: 'grid' })
    await page.page.getByText('0 of 1000 chosen').waitFor()
    await page.close()
  })

  test('cannot have its text taken for markup', async () => {
    const html = '<b>bold</b><img src=x onerror=alert(1)>'
    const page = await stage.open({
      html: '<img src="/1.png" width="300" height="200"> <img id="two" src="/2.png" width="300" height="200">',
      marks: [{ ...mark, sceneId: html }],
    })
    const link = page.page.getByRole('link')
    await link.waitFor()
    assert.equal(await link.textContent(), `In scene ${html}, v1`)
    await page.page.locator('#two').hover()
    await page.drawn()
    await page.answer({ error: html })
    await page.order({ order: 'capture' })
    await page.page.locator('.toast', { hasText: `Not captured: ${html}` }).waitFor()
    assert.equal(await page.page.locator('dailies-layer b, dailies-layer img').count(), 0)
    await page.close()
  })
})
