import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import type { Sighting } from '../capture/sighting.ts'
import { openPageStage, type PageStage, type StagedPage } from './testing/page-stage.ts'

const at = 'https://pictures.example'
const picture = (name: string, style = 'width: 400px; height: 260px') =>
  `<img id="${name}" src="/${name}.png" alt="" style="display: block; ${style}">`

describe('An order to capture', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('by keyboard takes what is under the pointer', async () => {
    const page = await stage.open({ html: picture('one') + picture('two') })
    await page.page.locator('#two').hover()
    await page.page.getByRole('button', { name: 'Capture this picture' }).waitFor()
    assert.equal((await ordered(page, {})).mediaUrl, `${at}/two.png`)
    await page.close()
  })

  test('finds what is under the pointer when the script comes only with it', async () => {
    const page = await stage.open({ html: picture('one') + picture('two'), later: true })
    await page.page.locator('#two').hover()
    await page.begin()
    assert.equal((await ordered(page, {})).mediaUrl, `${at}/two.png`)
    await page.close()
  })

  test('takes what has the focus, if it came after the pointer', async () => {
    const page = await stage.open({ html: `${picture('one')}<a href="#two">${picture('two')}</a>` })
    await page.page.locator('#one').hover()
    await page.page.keyboard.press('Tab')
    await page.page.getByRole('button', { name: 'Capture this picture' }).waitFor()
    await becomes(async () => (await ordered(page, {})).mediaUrl, `${at}/two.png`)
    await page.close()
  })

  for (const later of [false, true]) {
    test(`takes the largest in view with the pointer beside all, where the script comes ${later ? 'only with it' : 'before'}`, async () => {
      const page = await stage.open({
        html: `${picture('one')}${picture('two', 'width: 500px; height: 400px')}
          <p style="height: 2000px"></p>${picture('out-of-view', 'width: 900px; height: 900px')}`,
        later,
      })
      await page.page.mouse.move(1200, 20)
      if (later) await page.begin()
      assert.equal((await ordered(page, {})).mediaUrl, `${at}/two.png`)
      await page.close()
    })
  }

  test('says so when there is nothing', async () => {
    const page = await stage.open({ html: '<p>text</p>' })
    await page.order({ order: 'capture' })
    await page.page.getByText('There is nothing to capture here').first().waitFor()
    assert.deepEqual(await page.sightings(), [])
    await page.close()
  })

  test('from the context menu takes the media with that address, whichever of its addresses it is', async () => {
    const page = await stage.open({
      html: `${picture('one')}
        <img id="set" src="/small.png" srcset="/small.png 1x, /large.png 2x" width="300" height="200" alt="a red barn at dusk">
        <video id="video" src="/video.mp4" poster="/poster.jpg" width="300" height="200" aria-label="waves break on a pier"></video>`,
    })
    for (const [srcUrl, mediaUrl, prompt] of [
      ['/small.png', '/large.png', 'a red barn at dusk'],
      ['/large.png', '/large.png', 'a red barn at dusk'],
      ['/poster.jpg', '/video.mp4', 'waves break on a pier'],
    ]) {
      const sighting = await ordered(page, { srcUrl: at + srcUrl, kind: 'image' })
      assert.equal(sighting.mediaUrl, at + mediaUrl)
      assert.equal(sighting.readings[0]?.prompt, prompt)
    }
    await page.close()
  })

  test('from the context menu takes that of several with the same address which was right-clicked', async () => {
    const card = (name: string) => `<figure><img id="${name}" src="/same.png" width="300" height="200" alt="">
      <figcaption>the ${name} take of the storm</figcaption></figure>`
    const page = await stage.open({ html: card('first') + card('second') + card('third') })
    const srcUrl = `${at}/same.png`
    assert.equal((await ordered(page, { srcUrl })).readings[0]?.prompt, 'the first take of the storm')
    await page.page.locator('#second').click({ button: 'right' })
    assert.equal((await ordered(page, { srcUrl })).readings[0]?.prompt, 'the second take of the storm')
    await page.close()
  })

  test('from the context menu takes media that no element of the page has, with their address alone', async () => {
    const page = await stage.open({ html: '<p>text</p>' })
    const srcUrl = 'https://elsewhere.example/1.mp3'
    const { heldAs, ...sighting } = await ordered(page, { srcUrl, kind: 'audio' })
    assert.ok(heldAs)
    assert.deepEqual(sighting, {
      kind: 'audio',
      mediaUrl: srcUrl,
      pageUrl: `${at}/`,
      pageTitle: 'Pictures',
      readings: [],
    })
    await page.close()
  })

  test('is obeyed where the extension shows nothing by itself', async () => {
    for (const settings of [{ connected: false }, { enabled: false }]) {
      const page = await stage.open({ html: picture('one'), settings })
      await page.page.locator('#one').hover()
      assert.equal((await ordered(page, {})).mediaUrl, `${at}/one.png`)
      await page.page.getByText('Captured').first().waitFor()
      assert.equal(await page.page.locator('dailies-layer button').count(), 0)
      await page.close()
    }
  })

  test('is answered with what became of it, in words that are read out', async () => {
    const page = await stage.open({ html: picture('one') })
    await page.answer({ capture: { state: 'draft', reason: 'Its prompt was not found: write it' } })
    await page.order({ order: 'capture' })
    const said = 'Needs a look: Its prompt was not found: write it'
    await page.page.locator('.toast', { hasText: said }).waitFor()
    await becomes(async () => page.page.getByRole('status').textContent(), said)
    await page.answer({ error: 'The disk is full' })
    await page.order({ order: 'capture' })
    await page.page.locator('.toast', { hasText: 'Not captured: The disk is full' }).waitFor()
    await becomes(async () => page.page.locator('.toast').count(), 1)
    await page.close()
  })
})

async function ordered(
  { order, sightings }: StagedPage,
  what: { srcUrl?: string; kind?: Sighting['kind'] },
): Promise<Sighting> {
  const before = (await sightings()).length
  await order({ order: 'capture', ...what })
  await becomes(async () => (await sightings()).length, before + 1)
  return (await sightings()).at(-1)!
}
