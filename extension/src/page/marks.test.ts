import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { becomes } from '../../../e2e/becomes.ts'
import type { Mark } from '../messages.ts'
import { openPageStage, type PageStage, type StagedPage } from './testing/page-stage.ts'

const at = 'https://pictures.example'
const picture = (name: number | string, width = 300) =>
  `<img src="/${name}.png" alt="" width="${width}" height="200">`
const pictures = (count: number) =>
  `<main style="display: grid; grid-template-columns: repeat(3, 300px); gap: 10px">
    ${Array.from({ length: count }, (_none, index) => picture(index + 1)).join('')}</main>`
const mark = (name: number | string, change: Partial<Mark> = {}): Mark => ({
  outputUrl: `${at}/${name}.png`,
  externalAssetId: null,
  sceneId: '012A',
  versionNumber: 3,
  href: `https://dailies.example/assets/${name}`,
  ...change,
})

describe('Marks on what is in the workspace', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('name its scene and version, and lead to it in the console', async () => {
    const page = await stage.open({ html: pictures(3), marks: [mark(2)] })
    const link = linkOf(page)
    await link.waitFor()
    assert.equal(await link.textContent(), 'In scene 012A, v3')
    assert.equal(await link.getAttribute('href'), 'https://dailies.example/assets/2')
    assert.equal(await link.getAttribute('target'), '_blank')
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer')
    await becomes(() => corner(link, pictureOf(page, 2)), [8, 8])
    assert.equal(await page.page.getByRole('link').count(), 1)
    await page.close()
  })

  test('are asked for all of a page at once, each address once', async () => {
    const page = await stage.open({ html: pictures(20) + pictures(20) })
    await becomes(() => questions(page), [20])
    await page.close()
  })

  test('are asked for 200 at a time, and those far below come along', async () => {
    const page = await stage.open({ html: pictures(450) })
    await becomes(() => questions(page), [200, 200, 50])
    await page.close()
  })

  test('are asked for what comes later, and not again for what is known', async () => {
    const page = await stage.open({ html: pictures(3), marks: [mark(2), mark('new')] })
    await becomes(() => questions(page), [3])
    await page.page.locator('main').evaluate((main) => {
      main.append(Object.assign(new Image(300, 200), { src: '/new.png' }))
      main.append(Object.assign(new Image(300, 200), { src: '/1.png' }))
    })
    await becomes(() => linkOf(page).count(), 2)
    assert.deepEqual(await questions(page), [3, 1])
    await page.close()
  })

  test('follow a picture that shows something else', async () => {
    const page = await stage.open({ html: pictures(1), marks: [mark(1), mark(2, { versionNumber: 9 })] })
    await linkOf(page).waitFor()
    const image = page.page.locator('img')
    await image.evaluate((element) => element.setAttribute('src', '/2.png'))
    await page.page.getByRole('link', { name: 'In scene 012A, v9' }).waitFor()
    await image.evaluate((element) => element.setAttribute('src', '/3.png'))
    await linkOf(page).waitFor({ state: 'detached' })
    await image.evaluate((element) => element.setAttribute('src', '/1.png'))
    await linkOf(page).waitFor()
    await image.evaluate((element) => element.remove())
    await linkOf(page).waitFor({ state: 'detached' })
    await page.close()
  })

  test('come and go when captures changed', async () => {
    const page = await stage.open({ html: pictures(3) })
    await becomes(() => questions(page), [3])
    await page.answer({ marks: [mark(1)] })
    await page.order({ order: 'refresh' })
    await linkOf(page).waitFor()
    await page.answer({ marks: [] })
    await page.order({ order: 'refresh' })
    await linkOf(page).waitFor({ state: 'detached' })
    await page.close()
  })

  test('stay at their pictures while anything scrolls or changes its size', async () => {
    const page = await stage.open({
      html: `<div id="scroller" style="width: 700px; height: 500px; overflow: auto">${pictures(15)}</div>
        <p style="height: 3000px"></p>`,
      marks: [mark(4)],
    })
    const link = linkOf(page)
    await link.waitFor()
    await page.page.locator('#scroller').evaluate((scroller) => scroller.scrollTo(0, 100))
    await becomes(() => corner(link, pictureOf(page, 4)), [8, 8])
    await page.page.evaluate(() => scrollTo(0, 200))
    await becomes(() => corner(link, pictureOf(page, 4)), [8, 8])
    await pictureOf(page, 4).evaluate((image) => image.setAttribute('height', '150'))
    await becomes(() => corner(link, pictureOf(page, 4)), [8, 8])
    // Half of it is cut off: a mark would stand on what is beside it.
    await page.page.evaluate(() => scrollTo(0, 0))
    await page.page.locator('#scroller').evaluate((scroller) => scroller.scrollTo(0, 420))
    await link.waitFor({ state: 'hidden' })
    await page.close()
  })

  test('do not stand on what the page opens over its pictures', async () => {
    const page = await stage.open({
      html: `${pictures(3)}<button type="button" onclick="dialog.hidden = false">Open</button>
        <div id="dialog" role="dialog" aria-label="A dialog" hidden onclick="dialog.hidden = true"
        style="position: fixed; inset: 0; background: #fff"></div>`,
      marks: [mark(1)],
    })
    await linkOf(page).waitFor()
    await page.page.getByRole('button', { name: 'Open' }).click()
    await page.page.locator('dailies-layer a').waitFor({ state: 'hidden' })
    await page.page.getByRole('dialog').click()
    await linkOf(page).waitFor()
    await page.close()
  })

  test('stand on pictures that have controls of the page laid over them', async () => {
    const page = await stage.open({
      html: `<div style="position: relative; width: 300px">${picture(1)}
        <div style="position: absolute; inset: 0; background: linear-gradient(transparent, #0008)"></div></div>`,
      marks: [mark(1)],
    })
    await linkOf(page).waitFor()
    await page.drawn()
    assert.equal(await linkOf(page).evaluate((link) => getComputedStyle(link).visibility), 'visible')
    await page.close()
  })

  test('are short on narrow pictures, and say the whole when asked', async () => {
    const page = await stage.open({ html: picture(1, 180), marks: [mark(1)] })
    const link = page.page.getByRole('link', { name: '012A · v3' })
    assert.equal(await link.getAttribute('title'), 'In scene 012A, v3')
    await page.close()
  })

  test('find the output of a job by its id, but only where a job has one output', async () => {
    const id = '4fd2a1c0-72b7-4d1e-a6f1-59e5a3b3c8d9'
    const flow = await stage.open({
      url: 'https://labs.google/fx/tools/flow',
      fixture: 'google-flow',
      marks: [mark('elsewhere', { externalAssetId: id })],
    })
    await linkOf(flow).waitFor()
    await flow.close()
    const job = '7d9c1a52-4f0e-4b7a-9c35-0a6de21b8f11'
    const midjourney = await stage.open({
      url: 'https://www.midjourney.com/explore',
      fixture: 'midjourney',
      marks: [mark('elsewhere', { externalAssetId: job })],
    })
    await becomes(async () => (await questions(midjourney)).length, 1)
    const [question] = (await midjourney.asked()).filter(({ name }) => name === 'findCaptured')
    assert.deepEqual(question!.request.externalAssetIds, [])
    // The address of the original, as captured, not that of the smaller copy.
    assert.ok(
      (question!.request.outputUrls as string[]).includes(`https://cdn.midjourney.com/${job}/0_2.png`),
    )
    await midjourney.drawn()
    assert.equal(await linkOf(midjourney).count(), 0)
    await midjourney.close()
  })

  test('are asked for page after page of an endless list', async () => {
    const page = await stage.open({ html: '<main></main>' })
    let total = 0
    // More questions than may be asked at once.
    for (let round = 1; round <= 22; round += 1) {
      await page.page.locator('main').evaluate((main, round) => {
        const image = Object.assign(new Image(300, 200), { src: `/round-${round}.png` })
        main.replaceChildren(image)
      }, round)
      total += 1
      await becomes(async () => (await questions(page)).length, total, 30)
    }
    await page.close()
  })

  test('are drawn below the toolbar of choosing many', async () => {
    const page = await stage.open({
      html: `${picture(1)}<div style="height: 3000px"></div>`,
      marks: [mark(1)],
      size: { width: 400, height: 260 },
    })
    await linkOf(page).waitFor()
    await page.order({ order: 'grid' })
    await page.page.getByRole('toolbar').waitFor()
    const top = await page.page.getByRole('toolbar').evaluate((bar) => {
      const { left, top, width, height } = bar.getBoundingClientRect()
      const root = bar.getRootNode() as ShadowRoot
      const link = root.querySelector<HTMLElement>('.mark')!
      // Right where the toolbar is.
      link.style.transform = `translate(${left + width / 2}px, ${top + height / 2}px) translateY(-50%)`
      const found = root.elementFromPoint(left + width / 2 + 10, top + height / 2)
      return bar.contains(found)
    })
    assert.equal(top, true)
    await page.close()
  })

  test('keep nothing of what the page took away', async () => {
    const page = await stage.open({ html: '<main></main>', marks: [mark(1)] })
    const session = await page.page.context().newCDPSession(page.page)
    const nodes = async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Memory.getDOMCounters')).nodes
    }
    const add = (count: number) =>
      page.page.locator('main').evaluate((main, count) => {
        for (let index = 0; index < count; index += 1) {
          main.append(Object.assign(new Image(300, 200), { src: `/${index}.png?plain` }))
        }
      }, count)
    await add(1)
    await becomes(async () => (await questions(page)).length > 0, true)
    const before = await nodes()
    await add(400)
    await becomes(async () => (await questions(page)).reduce((sum, one) => sum + one, 0) >= 400, true)
    await page.page.locator('main').evaluate((main) => main.replaceChildren())
    await becomes(async () => (await nodes()) < before + 100, true, 30)
    await page.close()
  })

  test('are not asked for on a page of no platform', async () => {
    const page = await stage.open({ html: pictures(3), settings: { marks: false }, marks: [mark(1)] })
    await page.page.locator('img').first().hover()
    await page.page.getByRole('button', { name: 'Capture this picture' }).waitFor()
    await page.drawn()
    assert.deepEqual(await questions(page), [])
    await page.close()
  })

  test('lead nowhere but to a page of the web', async () => {
    const page = await stage.open({
      html: pictures(2),
      marks: [mark(1, { href: 'javascript:alert(1)' }), mark(2)],
    })
    await linkOf(page).waitFor()
    assert.equal(await page.page.locator('dailies-layer a').count(), 1)
    await page.close()
  })

  test('are not asked for where the user wants none', async () => {
    const page = await stage.open({ html: pictures(3), settings: { enabled: false } })
    await becomes(async () => (await page.asked()).length, 1)
    await page.answer({
      settings: { connected: true, enabled: true, autoFill: true, marks: true },
      marks: [mark(1)],
    })
    await page.order({ order: 'refresh' })
    await linkOf(page).waitFor()
    await page.answer({ settings: { connected: false, enabled: true, autoFill: true, marks: true } })
    await page.order({ order: 'refresh' })
    await linkOf(page).waitFor({ state: 'detached' })
    await page.close()
  })
})

function linkOf({ page }: StagedPage): Locator {
  return page.getByRole('link', { name: 'In scene 012A, v3' })
}

function pictureOf({ page }: StagedPage, number: number): Locator {
  return page.locator(`img[src="/${number}.png"]`)
}

/** Of how many names each question was. */
async function questions(page: StagedPage): Promise<number[]> {
  const asked = (await page.asked()).filter(({ name }) => name === 'findCaptured')
  return asked.map(({ request: { outputUrls, externalAssetIds } }) => {
    const names = [...(outputUrls as string[]), ...(externalAssetIds as string[])]
    assert.equal(new Set(names).size, names.length)
    return names.length
  })
}

/** From the lower left of the picture to that of the mark. */
async function corner(link: Locator, image: Locator): Promise<number[]> {
  const [mark, picture] = [(await link.boundingBox())!, (await image.boundingBox())!]
  return [mark.x - picture.x, picture.y + picture.height - mark.y - mark.height].map(Math.round)
}
