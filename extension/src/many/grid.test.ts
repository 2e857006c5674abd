import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { becomes } from '../../../e2e/becomes.ts'
import { violations } from '../../../e2e/stage.ts'
import { openPageStage, type PageStage, type StagedPage } from '../page/testing/page-stage.ts'

const picture = (name: number | string) =>
  `<a href="#${name}"><img src="/${name}.png" alt="" width="300" height="200"></a>`
const grid = (count: number) =>
  `<main style="display: grid; grid-template-columns: repeat(3, 300px); gap: 10px">
    ${Array.from({ length: count }, (_none, index) => picture(index + 1)).join('')}</main>`

/** As lists of thousands do it: nine elements, of which each shows another picture when it is scrolled. */
const recycled = `${grid(9)}<script>
  function show(first) {
    document.querySelectorAll('main img').forEach((image, index) => {
      image.src = '/' + (first + index) + '.png'
      image.alt = 'a long description of take ' + (first + index)
    })
  }
  show(1)
</script>`

describe('Choosing many', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('captures those that were clicked, and those between with Shift, in the order of the page', async () => {
    const page = await choosing(stage, { html: grid(9) })
    await pictureAt(page, 8).click()
    await pictureAt(page, 2).click()
    await pictureAt(page, 4).click({ modifiers: ['Shift'] })
    await pictureAt(page, 3).click()
    await becomes(() => chosen(page), ['2', '4', '8'])
    await page.page.getByText('3 of 9 chosen').waitFor()
    await page.page.getByRole('button', { name: 'Capture 3' }).click()
    await page.page.getByText('Stored, and on their way: 3').first().waitFor()
    assert.deepEqual(await captured(page), ['/2.png', '/4.png', '/8.png'])
    // No click went to the page.
    assert.equal(page.page.url(), 'https://pictures.example/')
    await page.page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.close()
  })

  test('works by keyboard alone', async () => {
    const page = await choosing(stage, { html: grid(6) })
    const { keyboard } = page.page
    assert.equal(await focused(page), 'Picture 1 of 6')
    await keyboard.press('ArrowRight')
    await keyboard.press('Space')
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowRight')
    await keyboard.press('Shift+Space')
    await becomes(() => chosen(page), ['2', '3', '4'])
    await keyboard.press('Shift+ArrowRight')
    await keyboard.press('End')
    assert.equal(await focused(page), 'Picture 6 of 6')
    await keyboard.press('Home')
    assert.equal(await focused(page), 'Picture 1 of 6')
    await becomes(() => chosen(page), ['2', '3', '4', '5'])
    await keyboard.press('Tab')
    assert.equal(await focused(page), 'Select all')
    await keyboard.press('ArrowRight')
    assert.equal(await focused(page), 'Capture 4')
    await keyboard.press('Enter')
    await page.page.getByText('Stored, and on their way: 4').first().waitFor()
    assert.equal(await focused(page), 'Close')
    await page.close()
  })

  test('selects all, and none', async () => {
    const page = await choosing(stage, { html: grid(4) })
    await page.page.getByRole('button', { name: 'Select all' }).click()
    await becomes(() => chosen(page), ['1', '2', '3', '4'])
    await page.page.getByRole('button', { name: 'Select none' }).click()
    await becomes(() => chosen(page), [])
    // With nothing chosen there is nothing to capture.
    await page.page.getByRole('button', { name: 'Capture 0' }).click({ force: true })
    assert.deepEqual(await captured(page), [])
    await page.close()
  })

  test('reaches what is not in view, which then scrolls there', async () => {
    const page = await choosing(stage, { html: grid(60) })
    await page.page.keyboard.press('End')
    await becomes(() => page.page.evaluate(() => scrollY > 1000), true)
    const box = page.page.getByRole('checkbox', { name: 'Picture 60 of 60' })
    await becomes(() => overlaps(box, pictureAt(page, 60)), true)
    await page.page.keyboard.press('Space')
    await becomes(() => chosen(page), ['60'])
    await page.close()
  })

  test('takes in what comes while it is on, in its place', async () => {
    const page = await choosing(stage, { html: grid(3) })
    await pictureAt(page, 2).click()
    await page.page.locator('main').evaluate((main) => {
      const image = Object.assign(new Image(300, 200), { src: '/0.png', alt: '' })
      main.prepend(image)
    })
    await page.page.getByText('1 of 4 chosen').waitFor()
    await becomes(() => chosen(page), ['3'])
    // The keyboard stays where it was.
    assert.equal(await focused(page), 'Picture 2 of 4')
    await page.page.getByRole('button', { name: 'Capture 1' }).click()
    await page.page.getByText('Stored, and on their way: 1').first().waitFor()
    assert.deepEqual(await captured(page), ['/2.png'])
    await page.close()
  })

  test('is left by Escape, by its button and by the same order, and gives the focus back', async () => {
    const page = await stage.open({ html: `<input aria-label="a field">${grid(3)}` })
    await page.page.getByLabel('a field').focus()
    const toolbar = page.page.getByRole('toolbar', { name: 'Choose what to capture' })
    for (const leave of [
      () => page.page.keyboard.press('Escape'),
      () => page.page.getByRole('button', { name: 'Leave' }).click(),
      () => page.order({ order: 'grid' }),
    ]) {
      await page.order({ order: 'grid' })
      await toolbar.waitFor()
      await leave()
      await toolbar.waitFor({ state: 'detached' })
      assert.equal(await page.page.getByRole('checkbox').count(), 0)
      assert.equal(await focused(page), 'a field')
    }
    await pictureAt(page, 1).click()
    await becomes(async () => page.page.url(), 'https://pictures.example/#1')
    await page.close()
  })

  test('keeps its keys from the page, and Escape too', async () => {
    const page = await choosing(stage, {
      html: `${grid(3)}<script>
        window.heard = []
        addEventListener('keydown', ({ key }) => heard.push(key), true)
        document.addEventListener('keydown', ({ key }) => heard.push(key))
      </script>`,
    })
    for (const key of ['ArrowRight', 'Space', 'Escape']) await page.page.keyboard.press(key)
    await page.page.getByRole('toolbar').waitFor({ state: 'detached' })
    // What listens on the window itself, and was there first, hears what it could hear without the extension, too.
    assert.deepEqual(await page.page.evaluate('heard'), ['ArrowRight', ' ', 'Escape'])
    await page.close()
  })

  test('says why they wait', async () => {
    const page = await choosing(stage, { html: grid(3) })
    await page.answer({ outcome: { state: 'pending', sceneId: '7', reason: 'upstream is away.' } })
    await page.page.getByRole('button', { name: 'Select all' }).click()
    await page.page.getByRole('button', { name: 'Capture 3' }).click()
    await page.page
      .getByText(/^Stored: 3\. They wait\. Upstream is away$/)
      .first()
      .waitFor()
    await page.close()
  })

  test('says which need a look, and stays until that was read', async () => {
    const page = await choosing(stage, { html: grid(3) })
    await page.answer({ outcome: { state: 'draft', reason: 'a scene is missing' } })
    await page.page.getByRole('button', { name: 'Select all' }).click()
    await page.page.getByRole('button', { name: 'Capture 3' }).click()
    await page.page.getByText('Stored: 3. Drafts that ask for something in the panel: 3').first().waitFor()
    await page.page.getByRole('button', { name: 'Close' }).click()
    await page.page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.close()
  })

  test('is read in full on a narrow page, and over what was said before', async () => {
    const page = await stage.open({ html: grid(3), size: { width: 320, height: 480 } })
    await pictureAt(page, 1).hover()
    await page.order({ order: 'capture' })
    await page.page.locator('.toast').waitFor()
    await page.order({ order: 'grid' })
    const hint = page.page.getByText('Click or Space chooses')
    await hint.waitFor()
    assert.equal(await hint.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
    assert.equal(await page.page.locator('.toast').isVisible(), false)
    await page.order({ order: 'capture' })
    await page.page.locator('.toast', { hasText: 'Scene' }).waitFor()
    await page.close()
  })

  test('says why a capture failed', async () => {
    const page = await choosing(stage, { html: grid(3) })
    await page.answer({ error: 'The disk is full' })
    await pictureAt(page, 1).click()
    await page.page.getByRole('button', { name: 'Capture 1' }).click()
    await page.page.getByText('Not captured: The disk is full').first().waitFor()
    await page.close()
  })

  test('stores hundreds at once, before anything is asked about them', async () => {
    const page = await choosing(stage, { html: grid(120) })
    await page.page.getByRole('button', { name: 'Select all' }).click()
    await page.page.getByRole('button', { name: 'Capture 120' }).click()
    await page.page.getByText('Stored, and on their way: 120').first().waitFor()
    const asked = (await page.asked()).filter(({ name }) => name === 'capture' || name === 'outcomes')
    assert.deepEqual(
      asked.map(({ name, request }) => [name, ((request.sightings ?? request.ids) as unknown[]).length]),
      [
        ['capture', 120],
        ['outcomes', 120],
      ],
    )
    assert.equal(new Set(await captured(page)).size, 120)
    await page.close()
  })

  test('keeps what was chosen, where the page uses its elements again for others', async () => {
    const page = await choosing(stage, { html: recycled, settings: { enabled: false } })
    for (const number of [1, 2, 3]) await pictureAt(page, number).click()
    await becomes(() => chosen(page), ['1', '2', '3'])
    await page.page.evaluate('show(72)')
    await page.page.getByText('3 of 18 chosen').waitFor()
    await becomes(() => chosen(page), [])
    await pictureAt(page, 74).click()
    await becomes(async () => (await chosen(page)).length, 1)
    // The elements are gone, and what was chosen is not.
    await page.page.evaluate('document.querySelector("main").remove()')
    await page.page.getByRole('button', { name: 'Capture 4' }).click()
    await page.page.getByText('Stored, and on their way: 4').first().waitFor()
    assert.deepEqual(await captured(page), ['/1.png', '/2.png', '/3.png', '/74.png'])
    assert.deepEqual(
      (await page.sightings()).map(({ readings }) => readings[0]?.prompt),
      [1, 2, 3, 74].map((number) => `a long description of take ${number}`),
      'with what the page said of them',
    )
    await page.close()
  })

  test('selects all but those that are in the workspace', async () => {
    const marks = [2, 3].map((number) => ({
      outputUrl: `https://pictures.example/${number}.png`,
      externalAssetId: null,
      sceneId: '012A',
      versionNumber: number,
      href: 'https://dailies.example/assets/1',
    }))
    const page = await stage.open({ html: grid(4), marks })
    await becomes(() => page.page.getByRole('link', { name: /^In scene/ }).count(), 2)
    await page.order({ order: 'grid' })
    await page.page.getByRole('button', { name: 'Select all' }).click()
    await becomes(() => chosen(page), ['1', '4'])
    await page.page.getByRole('button', { name: 'Select none' }).waitFor()
    await pictureAt(page, 2).click()
    await becomes(() => chosen(page), ['1', '2', '4'])
    await page.close()
  })

  test('says so where there is nothing to choose', async () => {
    const page = await choosing(stage, { html: '<p>text</p>' })
    await page.page.getByText('There is nothing to capture here').waitFor()
    assert.equal(await page.page.getByRole('button', { name: 'Select all' }).count(), 0)
    await page.page.keyboard.press('Escape')
    await page.page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.close()
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`has no accessibility violations (${theme})`, async () => {
      const page = await choosing(stage, {
        theme,
        html: `<!doctype html><html lang="en"><head><title>Pictures</title></head><body>
          <main><h1>Pictures</h1>${grid(6).replaceAll('<main', '<div').replaceAll('</main', '</div').replaceAll('alt=""', 'alt="a storm"')}</main></body></html>`,
        marks: [
          {
            outputUrl: 'https://pictures.example/2.png',
            externalAssetId: null,
            sceneId: '012A',
            versionNumber: 3,
            href: 'https://dailies.example/assets/1',
          },
        ],
      })
      await page.page.getByRole('link', { name: 'In scene 012A, v3' }).waitFor()
      await pictureAt(page, 1).click()
      assert.deepEqual(await violations(page.page), [])
      await page.page.keyboard.press('Escape')
      await pictureAt(page, 5).hover()
      await page.page.getByRole('button', { name: 'Capture this picture' }).waitFor()
      assert.deepEqual(await violations(page.page), [])
      await page.close()
    })
  }
})

async function choosing(stage: PageStage, options: Parameters<PageStage['open']>[0]): Promise<StagedPage> {
  const page = await stage.open(options)
  await page.order({ order: 'grid' })
  await page.page.getByRole('toolbar', { name: 'Choose what to capture' }).waitFor()
  return page
}

function pictureAt({ page }: StagedPage, number: number): Locator {
  return page.locator(`img[src="/${number}.png"]`)
}

/** The numbers of the boxes that are checked. */
function chosen({ page }: StagedPage): Promise<string[]> {
  return page
    .getByRole('checkbox', { checked: true })
    .evaluateAll((boxes) => boxes.map((box) => /\d+/.exec(box.getAttribute('aria-label')!)![0]))
}

async function captured(page: StagedPage): Promise<string[]> {
  return (await page.sightings()).map(({ mediaUrl }) => new URL(mediaUrl).pathname)
}

/** What has the keyboard. */
function focused({ page }: StagedPage): Promise<string | null | undefined> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent
  })
}

async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [box, rect] = [await one.boundingBox(), await other.boundingBox()]
  return Math.abs(box!.x - rect!.x) < 1 && Math.abs(box!.y - rect!.y) < 1
}
