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
    const when = later ? 'only with it' : 'before'

    test(`with the pointer beside all captures nothing, and lets the user choose, where the script comes ${when}`, async () => {
      const page = await stage.open({
        html: picture('one') + picture('two', 'width: 500px; height: 400px'),
        later,
      })
      await page.page.mouse.move(1200, 20)
      if (later) await page.begin()
      await refused(page, 'The pointer is at nothing that can be captured')
      await becomes(async () => (await page.asked()).filter(({ name }) => name === 'chooseMany').length, 1)
      await page.close()
    })

    test(`takes the only one in view while nothing is pointed at, where the script comes ${when}`, async () => {
      const page = await stage.open({
        html: `${picture('one')}<p style="height: 2000px"></p>${picture('out-of-view', 'width: 900px; height: 900px')}`,
        later,
      })
      if (later) await page.begin()
      assert.equal((await ordered(page, {})).mediaUrl, `${at}/one.png`)
      await page.close()
    })

    test(`takes none of several in view while nothing is pointed at, where the script comes ${when}`, async () => {
      const page = await stage.open({ html: picture('one') + picture('two'), later })
      if (later) await page.begin()
      await refused(page, 'The pointer is at nothing that can be captured')
      await page.close()
    })
  }

  const closed = {
    'an SVG': [
      '<svg id="it" width="300" height="200"><rect width="300" height="200"/></svg>',
      'This drawing',
    ],
    'a frame': ['<iframe id="it" srcdoc="<p>x" width="300" height="200"></iframe>', 'This is a frame'],
    'a closed part of the page': [
      `<closed-part id="it" style="display: block; width: 300px; height: 200px"></closed-part>
        <script>document.querySelector('#it').attachShadow({ mode: 'closed' }).innerHTML =
          '<img src="/closed.png" width="300" height="200">'</script>`,
      'This part of the page is closed',
    ],
  } as const
  for (const [what, [html, said]] of Object.entries(closed)) {
    test(`over ${what} captures nothing else, and says what can be done`, async () => {
      const page = await stage.open({ html: `${html}${picture('larger', 'width: 600px; height: 400px')}` })
      await page.page.locator('#it').hover()
      await refused(page, said)
      await page.close()
    })
  }

  test('over a canvas takes what is drawn there', async () => {
    const page = await stage.open({
      html: `<canvas id="it" width="320" height="200"></canvas>${picture('larger', 'width: 600px; height: 400px')}
        <script>const context = it.getContext('2d'); context.fillStyle = 'red'; context.fillRect(0, 0, 320, 200)</script>`,
    })
    await page.page.locator('#it').hover()
    const { mediaUrl, bytes, width, height } = await ordered(page, {})
    assert.deepEqual([mediaUrl, width, height], ['data:image/png,', 320, 200])
    assert.match(Buffer.from(bytes!, 'base64').toString('latin1'), /^\x89PNG/)
    await page.close()
  })

  test('over what was drawn by WebGL takes that, or says that nothing is left of it', async () => {
    const page = await stage.open({ html: '<canvas id="it" width="320" height="200"></canvas>' })
    await page.page.locator('#it').hover()
    await refused(page, 'Not captured: nothing can be read of this drawing')
    await page.close()
  })

  test('over a canvas with a picture of another site says that it cannot be read', async () => {
    const page = await stage.open({
      html: `<canvas id="it" width="320" height="200"></canvas>${picture('larger', 'width: 600px; height: 400px')}
        <img id="foreign" src="https://elsewhere.example/1.png" width="10" height="10"
          onload="it.getContext('2d').drawImage(this, 0, 0, 320, 200); this.title = 'drawn'">`,
    })
    await page.page.locator('#foreign[title=drawn]').waitFor()
    await page.page.locator('#it').hover()
    await refused(page, 'Not captured: this drawing has pictures of another site')
    await page.close()
  })

  test('over an element with a picture as its background takes that picture', async () => {
    const page = await stage.open({
      html: `<div id="it" style='width: 320px; height: 200px; background: linear-gradient(#0000, #0008), url("/back%22ground.png")'></div>
        ${picture('larger', 'width: 600px; height: 400px')}`,
    })
    await page.page.locator('#it').hover()
    assert.equal((await ordered(page, {})).mediaUrl, `${at}/back%22ground.png`)
    await page.close()
  })

  test('over a layer on a film takes the film, and not a picture that is larger', async () => {
    const page = await stage.open({
      html: `<div style="position: relative; width: 400px">
          <video src="/film.mp4" poster="/film.jpg" style="display: block; width: 400px; height: 225px; pointer-events: none"></video>
          <a href="#play" id="cover" style="position: absolute; inset: 0"><svg width="400" height="225"></svg></a></div>
        ${picture('larger', 'width: 600px; height: 400px')}`,
    })
    await page.page.locator('#cover').hover()
    assert.equal((await ordered(page, {})).mediaUrl, `${at}/film.mp4`)
    await page.page.locator('#cover').click({ button: 'right' })
    await page.page.mouse.move(1200, 20)
    assert.equal((await ordered(page, { byMenu: true })).mediaUrl, `${at}/film.mp4`)
    await page.close()
  })

  test('in an open shadow root takes what is pointed at', async () => {
    const page = await stage.open({
      html: `<open-part id="it"></open-part>${picture('larger', 'width: 600px; height: 400px')}
        <script>document.querySelector('#it').attachShadow({ mode: 'open' }).innerHTML =
          '<img src="/inside.png" width="300" height="200">'</script>`,
    })
    await page.page.locator('#it img').hover()
    assert.equal((await ordered(page, {})).mediaUrl, `${at}/inside.png`)
    await page.close()
  })

  test('takes what came under a pointer at rest when the page scrolled', async () => {
    const page = await stage.open({
      html: `${picture('one')}${picture('two')}<p style="height: 3000px"></p>`,
    })
    await page.page.mouse.move(100, 150)
    await page.page.evaluate(() => scrollTo(0, 260))
    await becomes(async () => (await ordered(page, {})).mediaUrl, `${at}/two.png`)
    await page.close()
  })

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
      await page.page.locator('.toast', { hasText: 'Scene 012A, shot B, v4' }).waitFor()
      assert.equal(await page.page.locator('dailies-layer .capture').count(), 0)
      await page.close()
    }
  })

  test('is answered with what became of it, in words that are read out', async () => {
    const page = await stage.open({ html: picture('one') })
    await page.answer({ outcome: { state: 'draft', reason: 'the prompt is missing' } })
    await page.order({ order: 'capture' })
    const said = 'Draft: the prompt is missing'
    await page.page.locator('.toast', { hasText: said }).waitFor()
    await becomes(async () => page.page.getByRole('status').textContent(), said)
    await page.answer({ error: 'The disk is full' })
    await page.order({ order: 'capture' })
    await page.page.locator('.toast', { hasText: 'Not captured: The disk is full' }).waitFor()
    await becomes(async () => page.page.locator('.toast').count(), 1)
    await page.close()
  })
})

/** Says why, and captures nothing. */
async function refused({ order, page, sightings }: StagedPage, said: string): Promise<void> {
  await order({ order: 'capture' })
  await page.locator('.toast', { hasText: said }).waitFor()
  assert.deepEqual(await sightings(), [])
}

async function ordered(
  { order, sightings, page }: StagedPage,
  what: { srcUrl?: string; kind?: Sighting['kind']; byMenu?: boolean },
): Promise<Sighting> {
  const before = (await sightings()).length
  await order({ order: 'capture', ...what })
  const captured = async () => (await sightings()).length
  await becomes(captured, before + 1).catch(async (error) => {
    // What it says to somebody who waits tells why nothing comes.
    throw new Error(`It says: ${await page.locator('.toast').allTextContents()}`, { cause: error })
  })
  return (await sightings()).at(-1)!
}
