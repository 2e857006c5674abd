import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import { screenshot, violations } from '../../../e2e/stage.ts'
import type { KeptRule } from '../messages.ts'
import { openPageStage, type PageStage, type StagedPage } from '../page/testing/page-stage.ts'
import { checkRule } from './check-rule.ts'
import type { TeachOrder } from './teach-order.ts'

const card = (name: number) => `<article style="width: 300px; float: left; margin: 8px">
  <a href="#${name}" aria-label="Take ${name}"><img id="p${name}" src="/${name}.png" alt="" width="300" height="200"></a>
  <div><p id="t${name}">a red barn at dusk, take ${name}</p><small id="m${name}">Model: Film XL</small> <small id="s${name}">Seed ${name}23</small>
  <button>Copy</button></div></article>`
const cards = (...names: number[]) => `<main><h1>Takes</h1>${names.map(card).join('')}</main>`

/** Notes down whatever of a gesture reaches the page. */
const listening = `<script>
  window.heard = []
  for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click', 'keydown', 'keyup', 'focusin'])
    document.addEventListener(type, (event) => window.heard.push(type), true)
</script>`

describe('Pointing at the prompt', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  async function open(
    html: string,
    { order = {}, ...options }: Parameters<PageStage['open']>[0] & { order?: Partial<TeachOrder> } = {},
  ) {
    const staged = await stage.open({ html: `<meta charset="utf-8">${html}`, later: true, ...options })
    await staged.answer({ others: { keepRule: { isFilled: false } } })
    await staged.bring('entrypoints/teach.ts')
    await begin(staged, order)
    return staged
  }
  const begin = (staged: StagedPage, order: Partial<TeachOrder> = {}) =>
    staged.inWorld<void>(`dailiesTeach.begin(${JSON.stringify({ rules: [], ...order })}), undefined`)
  const dialog = ({ page }: StagedPage) => page.getByRole('dialog')
  const titled = (staged: StagedPage, title: string) =>
    dialog(staged).getByRole('heading', { name: title }).waitFor()
  const press = (staged: StagedPage, name: string) =>
    dialog(staged).getByRole('button', { name, exact: true }).click()
  const preview = (staged: StagedPage) => dialog(staged).locator('.preview').first().textContent()
  const kept = async (staged: StagedPage): Promise<KeptRule | undefined> =>
    (await staged.asked()).find(({ name }) => name === 'keepRule')?.request as KeptRule | undefined
  const titles = {
    prompt: 'Point at the prompt of this take',
    model: 'Now at its model, if the page shows it',
    seed: 'Now at its seed, if the page shows it',
    confirm: 'Does this look right?',
  }

  async function pointAt({ page }: StagedPage, selector: string): Promise<void> {
    const box = (await page.locator(selector).boundingBox())!
    await page.mouse.move(box.x + 10, box.y + box.height / 2, { steps: 2 })
    await page.mouse.click(box.x + 10, box.y + box.height / 2)
  }

  test('is a click on the prompt, one on the model and one on the seed, and a look at what is read for others', async () => {
    const page = await open(cards(1, 2, 3), {
      order: { srcUrl: 'https://pictures.example/2.png', captureId: 'c' },
    })
    await titled(page, titles.prompt)
    await pointAt(page, '#t2')
    await titled(page, titles.model)
    await pointAt(page, '#m2')
    await titled(page, titles.seed)
    await pointAt(page, '#s2')
    await titled(page, titles.confirm)
    assert.deepEqual(await dialog(page).getByRole('listitem').allInnerTexts(), [
      '1\na red barn at dusk, take 2\nModel: Film XL · Seed: 223',
      '2\na red barn at dusk, take 1\nModel: Film XL · Seed: 123',
      '3\na red barn at dusk, take 3\nModel: Film XL · Seed: 323',
    ])
    await press(page, 'Keep')
    const said = page.page.locator('.toast', { hasText: 'Kept: from now on the prompt is read here' })
    await said.waitFor()
    const { y, height } = (await said.boundingBox())!
    const { height: window } = page.page.viewportSize()!
    assert.ok(y + height > window - 40 && y + height <= window, 'it is at the foot of the page')
    const { rule, captureId, instead, reading } = (await kept(page))!
    assert.ok(checkRule({ ...rule, host: 'pictures.example' }))
    assert.deepEqual([captureId, instead], ['c', []])
    assert.deepEqual(
      [reading.prompt, reading.modelName, reading.metadata],
      ['a red barn at dusk, take 2', 'Film XL', { seed: 223 }],
    )
    await page.close()
  })

  test('works with the keyboard alone', async () => {
    const page = await open(cards(1, 2))
    await titled(page, titles.prompt)
    const { keyboard } = page.page
    await becomes(() => preview(page), 'a red barn at dusk, take 1')
    await keyboard.press('ArrowDown')
    await becomes(() => preview(page), 'Film XL')
    await keyboard.press('Shift+Tab')
    await keyboard.press('Shift')
    await becomes(() => preview(page), 'a red barn at dusk, take 1\nModel: Film XL Seed 123')
    // Around that are all cards; and so it begins anew.
    await keyboard.press('Tab')
    await keyboard.press('ArrowUp')
    await becomes(() => preview(page), 'a red barn at dusk, take 1')
    await keyboard.press('Enter')
    await titled(page, titles.model)
    await keyboard.press('Enter')
    await titled(page, titles.seed)
    await keyboard.press('Enter')
    await titled(page, titles.confirm)
    assert.equal(
      (await dialog(page).getByRole('listitem').allInnerTexts())[1]?.split('\n')[1],
      'a red barn at dusk, take 2',
    )
    await keyboard.press('Enter')
    await becomes(async () => (await kept(page))?.reading.metadata, { seed: 123 })
    await page.close()
  })

  test('is ended by Escape, with nothing kept and nothing left in the page', async () => {
    const page = await open(cards(1, 2))
    await titled(page, titles.prompt)
    await page.page.keyboard.press('Escape')
    await becomes(() => page.page.locator('dailies-layer').count(), 0)
    assert.equal(await kept(page), undefined)
    await page.close()
  })

  test('lets no gesture reach the page, and takes none that a script makes up', async () => {
    const page = await open(
      `${listening}<a href="/elsewhere"><p id="link">a link that leads away</p></a>${cards(1)}`,
    )
    await titled(page, titles.prompt)
    await page.page.evaluate(() => Object.assign(window, { heard: [] }))
    await page.page.evaluate(() => {
      const host = document.querySelector('dailies-layer')!
      const at = { bubbles: true, composed: true, clientX: 40, clientY: 240 }
      for (const type of ['pointermove', 'mousedown', 'click']) host.dispatchEvent(new MouseEvent(type, at))
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    })
    await page.drawn()
    await titled(page, titles.prompt)
    await page.page.evaluate(() => Object.assign(window, { heard: [] }))
    await pointAt(page, '#link')
    await titled(page, titles.model)
    await page.page.keyboard.press('ArrowDown')
    await page.page.keyboard.press('Escape')
    assert.deepEqual(await page.page.evaluate(() => (window as never as { heard: string[] }).heard), [])
    assert.equal(page.page.url(), 'https://pictures.example/')
    await page.close()
  })

  test('of another picture begins with a click on that', async () => {
    const page = await open(cards(1, 2))
    await titled(page, titles.prompt)
    await pointAt(page, '#p2')
    await becomes(() => preview(page), 'a red barn at dusk, take 2')
    await page.close()
  })

  test('says when it cannot be told whose text it is', async () => {
    const page = await open(
      `<main>${[1, 2].map((name) => `<img src="/${name}.png" alt="" width="300" height="150"><p id="t${name}">a red barn ${name}</p>`).join('')}</main>`,
    )
    await titled(page, titles.prompt)
    await pointAt(page, '#t1')
    await dialog(page).getByRole('alert').getByText('It cannot be told whose text this is').waitFor()
    await titled(page, titles.prompt)
    await page.close()
  })

  test('works over a dialog of the page, in a shadow root, and where no style of others is allowed', async () => {
    const page = await open('<h1>Takes</h1>', {
      headers: {
        'content-security-policy': "default-src 'none'; img-src *; require-trusted-types-for 'script'",
      },
      later: true,
    })
    await page.page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      const root = dialog.appendChild(document.createElement('take-view')).attachShadow({ mode: 'open' })
      const image = Object.assign(new Image(400, 250), { src: '/big.png' })
      const prompt = Object.assign(document.createElement('p'), {
        textContent: 'waves break on a pier',
        id: 'inside',
      })
      root.append(image, prompt)
      dialog.showModal()
      return image.decode().catch(() => undefined)
    })
    await begin(page)
    await titled(page, titles.prompt)
    await pointAt(page, '#inside')
    await titled(page, titles.model)
    await press(page, 'Skip')
    await press(page, 'Skip')
    await titled(page, titles.confirm)
    await press(page, 'Keep')
    await becomes(async () => (await kept(page))?.reading.prompt, 'waves break on a pier')
    await page.close()
  })

  test('says that there is nothing to point for', async () => {
    const page = await open('<p>text</p>')
    await page.page.getByText('There is no picture, film or sound here').first().waitFor()
    await page.close()
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`can be read by everybody, in ${theme}`, async () => {
      const size = theme === 'dark' ? { width: 390, height: 780 } : { width: 1280, height: 800 }
      const page = await open(cards(1, 2, 3), { theme, size })
      await titled(page, titles.prompt)
      await page.drawn()
      assert.deepEqual(await violations(page.page), [])
      await screenshot(page.page, `extension-teach-${theme}`)
      await page.page.keyboard.press('Enter')
      await press(page, 'Skip')
      await press(page, 'Skip')
      await titled(page, titles.confirm)
      await page.drawn()
      assert.deepEqual(await violations(page.page), [])
      await screenshot(page.page, `extension-teach-confirm-${theme}`)
      await page.close()
    })
  }
})
